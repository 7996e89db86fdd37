//! The charge for a late instalment of a loan.

use super::instalment::currency_of;
use crate::calendar::Date;
use crate::money::{Amount, AmountText, CurrencyCode, Percent, Rounding};
use crate::shape::{input, output};
use crate::validation::{Checked, Code, Violation};

/// The largest charge of an instalment, and the largest ceiling: a late borrower never owes more in charges than was lent.
const MOST_PERCENT: u32 = 100;
/// The longest time between the due date of an instalment and its charge.
const MOST_AFTER_DAYS: u32 = 366;

input! {
    /// A late instalment and the agreed charge.
    pub struct LateChargeInput {
        /// In percent of what is unpaid of the instalment; zero for no charge.
        percent: Percent,
        /// The limit of all charges for the loan, in percent of the loan.
        ceiling: Percent,
        /// The days after the due date; on the day after them it is charged.
        after_days: i64,
        /// The loan.
        principal: AmountText,
        /// The charges for the loan so far.
        charged: AmountText,
        /// The unpaid part of the instalment.
        unpaid: AmountText,
        /// The day on which the instalment was due.
        due_at: Date,
        /// Today's date in Lagos.
        today: Date,
        /// The default is naira.
        currency: Option<CurrencyCode>,
    }
}

output! {
    /// The charge for an instalment that is late.
    pub struct LateCharge {
        /// The charge, once for each instalment; zero before its day.
        charge: Amount,
        /// The charge if the instalment stays unpaid until that day.
        would_be: Amount,
        /// The day of the charge, the first one on which the instalment is late enough.
        on: Date,
        /// The limit of all charges for the loan.
        most: Amount,
    }
}

/// The fault of a plan's charge, with its field: it has a ceiling, and no figure is above its limit.
pub fn fault(
    percent: Percent,
    ceiling: Percent,
    after_days: i64,
) -> Option<(&'static str, &'static str)> {
    let is_above = |percent: Percent| percent.decimal() > MOST_PERCENT.into();
    if !(0..=i64::from(MOST_AFTER_DAYS)).contains(&after_days) {
        Some(("late_after_days", "Give 0 to 366 days."))
    } else if is_above(percent) {
        Some(("late_percent", "A late charge is at most 100 percent."))
    } else if is_above(ceiling) {
        Some((
            "late_ceiling",
            "All late charges are at most 100 percent of the loan.",
        ))
    } else if percent != Percent::ZERO && ceiling == Percent::ZERO {
        Some((
            "late_ceiling",
            "Give the limit of all late charges, in percent of the loan.",
        ))
    } else {
        None
    }
}

/// A share of what is unpaid of an instalment, charged once, on the day after the given days have passed since its due
/// date; rounded down, and limited so that all charges together stay within the ceiling, a share of the loan that is
/// rounded down as well. Every figure belongs to the plan that the borrower accepted.
///
/// # Errors
/// `not_an_amount`; `out_of_range` for days outside 0 to 366, an amount that is too large, or a date after the year
/// 9999; `{currency} not supported yet!`
pub fn charge(input: &LateChargeInput) -> Checked<LateCharge> {
    let currency = currency_of(input.currency.as_ref())?;
    let principal = input.principal.amount("principal", currency)?;
    let charged = input.charged.amount("charged", currency)?;
    let unpaid = input.unpaid.amount("unpaid", currency)?;
    let after = super::schedule::whole("after_days", input.after_days, 0, MOST_AFTER_DAYS)?;
    let zero = Amount::zero(currency);
    let share = |percent: Percent, of: &Amount, field| {
        let share = percent.of(of, Rounding::Down);
        share.ok_or_else(|| Violation::new(field, Code::OutOfRange))
    };
    let most = share(input.ceiling, &principal, "principal")?;
    let left = most.checked_sub(&charged).unwrap_or(zero);
    let would_be = share(input.percent, &unpaid, "unpaid")?.at_most(left);
    let on = input
        .due_at
        .add_days(i64::from(after).saturating_add(1))
        .ok_or_else(|| Violation::new("due_at", Code::OutOfRange))?;
    Ok(LateCharge {
        charge: if on <= input.today { would_be } else { zero },
        would_be,
        on,
        most,
    })
}
