//! The return on savings: simple, by the day.

use super::instalment::currency_of;
use super::progress::sum;
use crate::calendar::Date;
use crate::money::origin::Way;
use crate::money::{Amount, AmountText, Currency, CurrencyCode, Percent};
use crate::shape::{input, output};
use crate::validation::{Checked, Code, Violation};

/// The days of a year: every year counts as many, as usual for naira deposits (actual/365, fixed).
const YEAR_DAYS: i128 = 365;

input! {
    /// Money that was paid into savings.
    pub struct Deposit {
        /// The amount paid in.
        amount: AmountText,
        /// The day of the payment, from which it bears the return.
        paid_on: Date,
    }

    /// A member's savings.
    pub struct SavingsReturnInput {
        /// A year's return, in percent, written with at most six decimals.
        rate: Percent,
        /// The payments into the savings.
        deposits: Vec<Deposit>,
        /// The day on which the savings end.
        until: Date,
        /// The last day of the plan.
        due_at: Date,
        /// Whether the saver may leave at any time, and then gets the return.
        is_flexible: bool,
        /// Whether somebody else ends them: the creator of a group, or the operator.
        ended_by_other: bool,
        /// The default is naira.
        currency: Option<CurrencyCode>,
    }
}

output! {
    /// The return on savings.
    pub struct SavingsReturn {
        /// The return up to the day.
        accrued: Amount,
        /// The part of it that is paid if the savings end on the day: all or nothing.
        paid: Amount,
    }
}

/// Each deposit bears the rate for the days from its payment to the end, at most to the last day of the plan: amount
/// × rate × days ÷ 36,500. The sum is rounded down once. It is paid on the last day, and earlier to savers who may
/// leave at any time, or whom somebody else's decision ends; whoever leaves early by their own choice gets none.
///
/// # Errors
/// `not_an_amount`; `out_of_range` on `deposits` for a rate written with more than six decimals, and for a sum of
/// amount in minor units × rate in millionths of a percent × days from 2^127 or a return beyond 28 digits;
/// `{currency} not supported yet!`
pub fn savings_return(input: &SavingsReturnInput) -> Checked<SavingsReturn> {
    let currency = currency_of(input.currency.as_ref())?;
    let mut deposits = Vec::with_capacity(input.deposits.len());
    for one in &input.deposits {
        deposits.push((one.amount.amount("deposits", currency)?, one.paid_on));
    }
    let accrued = accrued(input.rate, &deposits, input.until, input.due_at, currency)?;
    let ends = is_paid(
        input.is_flexible || input.ended_by_other,
        input.until,
        input.due_at,
    );
    Ok(SavingsReturn {
        accrued,
        paid: if ends {
            accrued
        } else {
            Amount::zero(currency)
        },
    })
}

/// Whether a plan may have a year's return.
pub fn is_return_rate(rate: Percent) -> bool {
    rate.is_part() && rate.units().is_some()
}

/// Whether a return is paid to savings that end on a day.
pub(super) fn is_paid(is_free: bool, until: Date, due_at: Date) -> bool {
    is_free || until >= due_at
}

/// The return on deposits up to a day.
pub(super) fn accrued(
    rate: Percent,
    deposits: &[(Amount, Date)],
    until: Date,
    due_at: Date,
    currency: Currency,
) -> Checked<Amount> {
    let end = until.min(due_at).day_number();
    let too_large = || Violation::new("deposits", Code::OutOfRange);
    // In the smallest units of the currency, times days.
    let mut weight: i128 = 0;
    let mut total = Amount::zero(currency);
    for (amount, paid_on) in deposits {
        total = sum(total, amount)?;
        let days = end.saturating_sub(paid_on.day_number()).max(0);
        let one = amount.units().checked_mul(days.into());
        weight = one
            .and_then(|one| weight.checked_add(one))
            .ok_or_else(too_large)?;
    }
    let share = || {
        let whole = weight.checked_mul(rate.units()?)?;
        let year = Percent::HUNDRED_UNITS.checked_mul(YEAR_DAYS)?;
        let found = Amount::from_units(whole.checked_div(year)?, currency)?;
        let way = "of each deposit, the rate for the days that it was kept, together rounded down";
        Some(found.made(Way::Described(way), &[&total]))
    };
    Ok(share().ok_or_else(too_large)?)
}
