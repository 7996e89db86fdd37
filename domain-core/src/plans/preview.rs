//! The cost of leaving a plan on each of its days.

use super::Unit;
use super::savings_return::{Deposit, accrued, is_paid};
use super::termination::split;
use crate::calendar::Date;
use crate::money::{Amount, AmountText, CurrencyCode, Percent};
use crate::shape::{input, output};
use crate::validation::{Checked, Code, Violation};

/// The maximum number of days before the last: every day of a year, otherwise every week or month.
const MOST_DAYS: u32 = 366;

input! {
    /// A plan that can be left on any day.
    pub struct PreviewInput {
        /// Whether the plan can be left at any time without a penalty.
        is_flexible: bool,
        /// The penalty for leaving early, in percent of the payments.
        opt_out_penalty: Percent,
        /// The currency of the plan.
        currency: CurrencyCode,
        /// The plan's instalments, in the order of their dates.
        instalments: Vec<PreviewInstalment>,
        /// The current content of the plan; for a plan that starts today, by default the amount due today.
        paid: Option<AmountText>,
        /// Today's date in Lagos, the first day shown.
        today: Date,
        /// The end of the plan.
        due_at: Date,
        /// A year's return, in percent; the default is none.
        return_rate: Option<Percent>,
        /// The payments so far, for the return.
        deposits: Option<Vec<Deposit>>,
    }

    /// An instalment and its payments so far.
    pub struct PreviewInstalment {
        /// The day on which the instalment is due.
        due_at: Date,
        /// The amount of the instalment.
        amount: AmountText,
        /// The amount paid; the default is nothing.
        paid: Option<AmountText>,
    }
}

output! {
    /// The days of a plan.
    pub struct Preview {
        /// From today to the plan's end: every day if there are at most 366, otherwise every week or month, and the
        /// end.
        days: Vec<PreviewDay>,
    }

    /// The cost of leaving on a day.
    pub struct PreviewDay {
        /// The day of leaving.
        day: Date,
        /// The penalty on that day, rounded half up; zero from the end of the plan.
        penalty: Amount,
        /// The payments up to then, minus the penalty.
        refund: Amount,
        /// The return that is paid on that day (`savings.return`).
        returned: Amount,
    }
}

struct Part {
    due_at: Date,
    amount: Amount,
    paid: Amount,
}

/// Penalty and refund as in `termination.quote`, and the return as in `savings.return`: today for the content of the
/// plan, later as if each instalment were paid on its due date. Source: document 3, section 4.
///
/// # Errors
/// `not_an_amount`, for `instalments` before `paid`; `out_of_range` for a sum that is too large; `{currency} not
/// supported yet!`
pub fn preview(input: &PreviewInput) -> Checked<Preview> {
    let currency = input.currency.known("currency")?;
    let zero = Amount::zero(currency);
    let mut parts = Vec::new();
    for one in &input.instalments {
        let amount = one.amount.amount("instalments", currency)?;
        let paid = one.paid.as_ref();
        let paid = paid.map(|paid| paid.amount("instalments", currency));
        parts.push(Part {
            due_at: one.due_at,
            amount,
            paid: paid.transpose()?.unwrap_or(zero).at_most(amount),
        });
    }
    let by = |day: Date| {
        let paid = parts.iter().map(|part| match part.due_at <= day {
            true => part.amount,
            false => part.paid,
        });
        paid.into_iter()
            .try_fold(zero, |sum, paid| sum.checked_add(&paid))
            .ok_or_else(|| Violation::new("instalments", Code::OutOfRange))
    };
    let now = match &input.paid {
        Some(paid) => paid.amount("paid", currency)?,
        None => by(input.today)?,
    };
    let mut deposits = Vec::new();
    for one in input.deposits.iter().flatten() {
        deposits.push((one.amount.amount("deposits", currency)?, one.paid_on));
    }
    let rate = input.return_rate.unwrap_or(Percent::ZERO);
    let returned = |day: Date, is_free: bool| -> Checked<Amount> {
        if rate == Percent::ZERO || !is_paid(is_free, day, input.due_at) {
            return Ok(zero);
        }
        let open = parts.iter().filter(|part| part.due_at <= day);
        let open = open.map(|part| {
            let left = part.amount.checked_sub(&part.paid).unwrap_or(zero);
            (left, part.due_at.max(input.today))
        });
        let all: Vec<(Amount, Date)> = deposits.iter().copied().chain(open).collect();
        accrued(rate, &all, day, input.due_at, currency)
    };
    let mut days = Vec::new();
    for day in days_until(input.due_at, input.today) {
        let paid = match day == input.today {
            true => now,
            false => by(day)?,
        };
        let is_free = input.is_flexible || day >= input.due_at;
        let (penalty, refund) = split(paid, input.opt_out_penalty, is_free);
        days.push(PreviewDay {
            day,
            penalty,
            refund,
            returned: returned(day, input.is_flexible)?,
        });
    }
    Ok(Preview { days })
}

/// The days from today up to and including the end; only today once the end has passed.
fn days_until(end: Date, today: Date) -> Vec<Date> {
    let is_within = |unit: &Unit| {
        let last = unit.after(today, MOST_DAYS);
        last.is_none_or(|last| last >= end)
    };
    let units = [Unit::Day, Unit::Week, Unit::Month];
    let unit = units.into_iter().find(is_within).unwrap_or(Unit::Month);
    let day = |count| unit.after(today, count).filter(|day| *day < end);
    let mut days: Vec<Date> = (0..MOST_DAYS).map_while(day).collect();
    days.push(end.max(today));
    days
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(text: &str) -> Date {
        Date::parse(text).unwrap()
    }

    #[test]
    fn previews_have_at_most_a_years_days_and_the_end() {
        let today = date("2026-11-22");
        for (end, count, second) in [
            ("2026-11-20", 1, "2026-11-22"),
            ("2026-11-22", 1, "2026-11-22"),
            ("2026-11-25", 4, "2026-11-23"),
            ("2027-11-23", 367, "2026-11-23"),
            ("2027-11-24", 54, "2026-11-29"),
            ("2033-11-25", 367, "2026-11-29"),
            ("2033-11-30", 86, "2026-12-22"),
            ("2099-01-01", 367, "2026-12-22"),
            ("9999-12-31", 367, "2026-12-22"),
        ] {
            let days = days_until(date(end), today);
            assert_eq!(days.len(), count, "{end}");
            assert_eq!(days.last(), Some(&date(end).max(today)), "{end}");
            let next = days.get(1).or(days.first());
            assert_eq!(next, Some(&date(second)), "{end}");
            assert!(days.is_sorted());
        }
    }
}
