//! Schedules: the instalments of loans and savings.

use super::Unit;
use crate::calendar::Date;
use crate::money::origin::Way;
use crate::money::{Amount, AmountText, Currency, CurrencyCode, Percent, Rounding};
use crate::shape::{input, output};
use crate::validation::{Checked, Code, Violation};

/// The maximum number of instalments: daily over a leap year. It limits the size of the answer; the documents specify
/// no limit.
pub const MOST_INSTALMENTS: u32 = 366;
/// Longest grace period, in its own unit.
pub const LONGEST_WAIT: u32 = 366;
/// A naira loan's default request fee, in kobo. (Document 3, section 9.)
const REQUEST_FEE_KOBO: i64 = 10_000;

input! {
    /// A loan.
    pub struct LoanTerms {
        /// The principal, in `currency`.
        amount: AmountText,
        /// The currency of the loan.
        currency: CurrencyCode,
        /// The plan's interest, in percent of the amount.
        take_profit: Percent,
        /// The number of instalments.
        duration: i64,
        /// The interval between instalments.
        duration_unit: Unit,
        /// The first day of the loan.
        start: Date,
        /// The initial period without instalments.
        wait: i64,
        /// The unit of `wait`.
        wait_unit: Unit,
        /// The plan's request fee; the default is 100 in naira, and nothing in any other currency.
        request_fee: Option<AmountText>,
    }

    /// A savings plan.
    pub struct SavingsTerms {
        /// The amount of each instalment.
        amount: AmountText,
        /// The currency of the savings.
        currency: CurrencyCode,
        /// The number of instalments.
        duration: i64,
        /// The interval between instalments.
        duration_unit: Unit,
        /// The date of the first instalment.
        start: Date,
    }
}

input! {
    /// The duration of savings or of a coin set.
    pub struct EndInput {
        /// The first day of the plan.
        start: Date,
        /// In its unit, the same as for the instalments.
        duration: i64,
        /// The unit of `duration`.
        duration_unit: Unit,
    }
}

output! {
    /// The end of a plan.
    pub struct PlanEnd {
        /// The last day of the plan.
        end: Date,
    }
}

output! {
    /// The cost of a loan and its repayment schedule.
    pub struct LoanSchedule {
        /// The principal, in the currency of the loan.
        principal: Amount,
        /// The interest of all instalments, rounded half up.
        interest: Amount,
        /// Principal and interest.
        total: Amount,
        /// The fee for requesting the loan, which is no part of the total.
        request_fee: Amount,
        /// The instalments, in the order of their dates; they sum to the total.
        instalments: Vec<LoanInstalment>,
    }

    /// An instalment of a loan.
    pub struct LoanInstalment {
        /// The place of the instalment, from 1.
        number: i64,
        /// The day on which the instalment is due.
        due_at: Date,
        /// Its principal and interest.
        amount: Amount,
        /// The principal in the instalment: its amount without the interest.
        principal: Amount,
        /// The interest in the instalment.
        interest: Amount,
        /// The remaining debt after it is paid.
        balance_after: Amount,
    }

    /// The schedule of a savings plan.
    pub struct SavingsSchedule {
        /// The sum of all instalments, in the currency of the savings.
        total: Amount,
        /// The instalments, in the order of their dates.
        instalments: Vec<SavingsInstalment>,
    }

    /// An instalment of a savings plan.
    pub struct SavingsInstalment {
        /// The place of the instalment, from 1.
        number: i64,
        /// The day on which the instalment is due.
        due_at: Date,
        /// The amount of the instalment.
        amount: Amount,
    }
}

/// Interest = amount × take_profit ÷ 100, rounded half up; total = principal + interest. The total is divided evenly,
/// and the remainder goes to the first instalments, one minor unit each; interest likewise, and an instalment's
/// principal is the rest of it, so that every column sums exactly. The n-th instalment is due n units after the end of
/// the grace period; if both are in months, they are counted from the first day of the loan, so that a plan that starts
/// on the 31st stays on the 31st. Source: document 3, section 9.
///
/// # Errors
/// `not_an_amount`, for `request_fee` after the durations; `out_of_range` for a duration outside 1 to 366, a grace
/// period outside 0 to 366, an amount that is too large, or dates after the year 9999; `{currency} not supported
/// yet!`
pub fn loan(input: &LoanTerms) -> Checked<LoanSchedule> {
    let currency = input.currency.known("currency")?;
    let principal = input.amount.amount("amount", currency)?;
    let count = whole("duration", input.duration, 1, MOST_INSTALMENTS)?;
    let wait = whole("wait", input.wait, 0, LONGEST_WAIT)?;
    let request_fee = match &input.request_fee {
        Some(fee) => fee.amount("request_fee", currency)?,
        None => default_request_fee(currency),
    };
    let sums = || {
        let interest = input.take_profit.of(&principal, Rounding::HalfUp)?;
        Some((interest, principal.checked_add(&interest)?))
    };
    let (interest, total) = sums().ok_or_else(too_great)?;

    let (amounts, interests) = (Parts::of(&total, count), Parts::of(&interest, count));
    let mut balance = total;
    let mut instalments = Vec::new();
    for number in 1..=count {
        let due_at = due(input, wait, number).ok_or_else(too_late)?;
        let next = || {
            let (amount, interest) = (amounts.part(number)?, interests.part(number)?);
            Some(LoanInstalment {
                number: number.into(),
                due_at,
                amount,
                principal: amount.checked_sub(&interest)?,
                interest,
                balance_after: balance.checked_sub(&amount)?,
            })
        };
        let instalment = next().ok_or_else(too_great)?;
        balance = instalment.balance_after;
        instalments.push(instalment);
    }
    Ok(LoanSchedule {
        principal,
        interest,
        total,
        request_fee,
        instalments,
    })
}

fn due(input: &LoanTerms, wait: u32, number: u32) -> Option<Date> {
    if input.wait_unit == input.duration_unit {
        return input
            .duration_unit
            .after(input.start, wait.checked_add(number)?);
    }
    let anchor = input.wait_unit.after(input.start, wait)?;
    input.duration_unit.after(anchor, number)
}

/// 100 naira; zero in any other currency.
fn default_request_fee(currency: Currency) -> Amount {
    let fee = match currency {
        Currency::Ngn => Amount::from_minor(REQUEST_FEE_KOBO, currency),
        Currency::Usd | Currency::Gbp | Currency::Btc | Currency::Eth | Currency::Usdt => None,
    };
    fee.unwrap_or_else(|| Amount::zero(currency))
}

/// Total = amount × duration. The first instalment is due on the start date, the n-th n − 1 units later, counted from
/// that date. Source: document 3, section 9.
///
/// # Errors
/// As [`loan`].
pub fn savings(input: &SavingsTerms) -> Checked<SavingsSchedule> {
    let currency = input.currency.known("currency")?;
    let amount = input.amount.amount("amount", currency)?;
    let count = whole("duration", input.duration, 1, MOST_INSTALMENTS)?;
    let total = amount
        .units()
        .checked_mul(count.into())
        .and_then(|units| Amount::from_units(units, currency))
        .ok_or_else(too_great)?
        .made(times(count), &[&amount]);
    let instalment = |number: u32| {
        let due_at = input
            .duration_unit
            .after(input.start, number.checked_sub(1)?)?;
        Some(SavingsInstalment {
            number: number.into(),
            due_at,
            amount,
        })
    };
    let instalments: Option<Vec<_>> = (1..=count).map(instalment).collect();
    Ok(SavingsSchedule {
        total,
        instalments: instalments.ok_or_else(too_late)?,
    })
}

/// The last day of savings or a coin set: one unit after the due date of the last instalment, counted from the first
/// day. Source: document 3, section 9.
///
/// # Errors
/// `out_of_range` for a duration outside 1 to 366, or a date after the year 9999.
pub fn end(input: &EndInput) -> Checked<PlanEnd> {
    let count = whole("duration", input.duration, 1, MOST_INSTALMENTS)?;
    let end = input.duration_unit.after(input.start, count);
    Ok(PlanEnd {
        end: end.ok_or_else(too_late)?,
    })
}

/// A multiple.
fn times(count: u32) -> Way {
    Way::Scaled {
        times: count.into(),
        over: 1.into(),
        rounding: Rounding::Down,
    }
}

/// An amount in equal parts; the remainder is distributed over the first ones.
struct Parts {
    each: i128,
    left_over: i128,
    whole: Amount,
    count: u32,
}

impl Parts {
    fn of(amount: &Amount, count: u32) -> Self {
        let (units, parts) = (amount.units(), i128::from(count.max(1)));
        Self {
            each: units.checked_div(parts).unwrap_or_default(),
            left_over: units.checked_rem(parts).unwrap_or_default(),
            whole: *amount,
            count: count.max(1),
        }
    }

    /// The part with a number, from 1.
    fn part(&self, number: u32) -> Option<Amount> {
        let more = i128::from(i128::from(number) <= self.left_over);
        let part = Amount::from_units(self.each.checked_add(more)?, self.whole.currency())?;
        let count = self.count;
        Some(part.made(Way::Part { number, count }, &[&self.whole]))
    }
}

/// A whole number within its limits.
pub(super) fn whole(
    field: &'static str,
    number: i64,
    min: u32,
    max: u32,
) -> Result<u32, Violation> {
    let fits = u32::try_from(number).ok();
    fits.filter(|number| (min..=max).contains(number))
        .ok_or_else(|| {
            let nearest = number.clamp(min.into(), max.into());
            Violation::new(field, Code::OutOfRange)
                .with("limit", nearest)
                .with("value", number)
                .with("nearest", nearest)
        })
}

fn too_great() -> Violation {
    Violation::new("amount", Code::OutOfRange)
}

fn too_late() -> Violation {
    Violation::new("start", Code::OutOfRange)
}

#[cfg(test)]
mod tests;
