//! The instalments of savings.

use crate::store::instalments::InstalmentRow;
use crate::store::members::MemberRow;
use crate::store::subscriptions::SubscriptionRow;
use crate::subscriptions::refusal;
use domain_core::calendar::Date;
use domain_core::money::Amount;
use domain_core::plans::instalment::InstalmentStatus;
use domain_core::plans::schedule::{SavingsInstalment, SavingsTerms, savings};
use ground::decided::Decided;
use ground::error::ApiError;
use service::app::AppState;

/// A member's instalments, the first one due on a day.
///
/// # Errors
/// 422 for a sum or a date that is too large.
pub fn schedule(
    app: &AppState,
    decided: &Decided,
    subscription: &SubscriptionRow,
    member: &MemberRow,
    start: Date,
) -> Result<Vec<InstalmentRow>, ApiError> {
    let terms = SavingsTerms {
        amount: member.amount.into(),
        currency: subscription.currency.into(),
        duration: subscription.duration,
        duration_unit: subscription.duration_unit,
        start,
    };
    let planned = decided.ask("savings.schedule", savings, &terms);
    let planned = planned.map_err(refusal)?;
    let zero = Amount::zero(subscription.currency);
    let row = |one: SavingsInstalment| InstalmentRow {
        id: app.random.id(member.joined_at_ms),
        member_id: member.id.clone(),
        number: one.number,
        amount: one.amount,
        interest: zero,
        paid: zero,
        status: InstalmentStatus::Pending,
        due_on: one.due_at,
        payer: None,
        reminded_on: None,
        charged_for: None,
    };
    Ok(planned.instalments.into_iter().map(row).collect())
}

/// The day on which a plan ends that starts on a day: after its last instalment's unit is over.
pub fn end_of(subscription: &SubscriptionRow, start: Date) -> Option<Date> {
    let count = u32::try_from(subscription.duration).ok()?;
    subscription.duration_unit.after(start, count)
}
