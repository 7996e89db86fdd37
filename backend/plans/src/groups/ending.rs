//! The end of a group for its members.

use crate::notices;
use crate::store::members::{self, MemberRow};
use crate::store::subscriptions::SubscriptionRow;
use domain_core::money::{Amount, display_in_full};
use domain_core::status::Status;
use ground::db::Tx;
use ground::error::ApiError;
use service::app::AppState;

/// Ends a membership together with its plan.
///
/// # Errors
/// The database failed.
pub async fn leave(tx: &mut Tx, member: &MemberRow) -> Result<(), ApiError> {
    if matches!(member.status, Status::Active | Status::Pending) {
        members::set_status(tx, &member.id, Status::Terminated).await?;
    }
    Ok(())
}

/// Notifies the members of a group that it has ended, with what was paid out to each, except the one who ended it.
///
/// # Errors
/// The database failed.
pub async fn tell(
    tx: &mut Tx,
    app: &AppState,
    row: &SubscriptionRow,
    paid_out: &[(&MemberRow, Amount)],
    decided_by: &str,
) -> Result<(), ApiError> {
    let body = "Your group's savings have ended. What you paid in is in your wallet.";
    let others = paid_out
        .iter()
        .filter(|(one, _)| one.user_id != decided_by && one.status == Status::Active);
    for (member, amount) in others {
        let in_full = match amount.is_zero() {
            true => String::from("Your group's savings have ended. You had paid nothing in."),
            false => format!(
                "Your group's savings have ended. {} is in your wallet.",
                display_in_full(amount)
            ),
        };
        notices::tell(tx, app, row, &member.user_id, (body, &in_full)).await?;
    }
    Ok(())
}
