//! Withdrawing a loan request before the payout. A paid fee is not refunded.

use super::payout::end_member;
use crate::store::loans::{self, Change};
use crate::store::subscriptions::SubscriptionRow;
use domain_core::status::Status;
use ground::db::Tx;
use ground::error::ApiError;
use service::app::AppState;

/// Withdraws a request. Returns the message. The caller has locked the borrower and the plan, and has checked that the
/// rule allows it.
///
/// # Errors
/// The database failed.
pub async fn stop(
    tx: &mut Tx,
    app: &AppState,
    row: &SubscriptionRow,
) -> Result<&'static str, ApiError> {
    let paid = loans::fee_transfer(tx.connection(), &row.id).await?;
    let comment = match paid {
        Some(_) => "You took this request back. The request fee is not returned.",
        None => "You took this request back.",
    };
    let change = Change {
        comment: Some(comment),
        is_end: true,
        ..Change::default()
    };
    let stopped = (row.status, Status::Terminated);
    if !loans::change(tx, &row.id, stopped, &change, app.clock.now_ms()).await? {
        return Err(ApiError::internal("a loan that changed under its lock"));
    }
    end_member(tx, row, Status::Terminated).await?;
    Ok("Loan terminated")
}
