//! The schedule of a loan by its terms.

use crate::store::subscriptions::SubscriptionRow;
use crate::subscriptions::refusal;
use domain_core::calendar::Date;
use domain_core::money::{Amount, Percent};
use domain_core::plans::Unit;
use domain_core::plans::schedule::{LoanSchedule, LoanTerms, loan};
use ground::decided::Decided;
use ground::error::ApiError;

/// The schedule of a loan paid out on a given day.
///
/// # Errors
/// 422 for an amount or a date out of range.
pub fn schedule(
    decided: &Decided,
    amount: Amount,
    terms: (Option<&str>, i64, Unit, Option<i64>, Option<Unit>),
    fee: Option<Amount>,
    start: Date,
) -> Result<LoanSchedule, ApiError> {
    let (take_profit, duration, duration_unit, wait, wait_unit) = terms;
    let terms = LoanTerms {
        amount: amount.into(),
        currency: amount.currency().into(),
        take_profit: take_profit
            .and_then(Percent::parse)
            .unwrap_or(Percent::ZERO),
        duration,
        duration_unit,
        start,
        wait: wait.unwrap_or_default(),
        wait_unit: wait_unit.unwrap_or(duration_unit),
        request_fee: fee.map(Into::into),
    };
    let scheduled = decided.ask("loan.schedule", loan, &terms);
    scheduled.map_err(refusal)
}

/// The schedule of a requested loan, if it is paid out on a given day.
///
/// # Errors
/// 422 for an amount or a date out of range.
pub fn schedule_of(
    decided: &Decided,
    row: &SubscriptionRow,
    start: Date,
) -> Result<LoanSchedule, ApiError> {
    let terms = (
        row.take_profit.as_deref(),
        row.duration,
        row.duration_unit,
        row.wait,
        row.wait_unit,
    );
    schedule(decided, row.amount, terms, row.fee, start)
}
