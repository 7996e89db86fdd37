//! Starting savings once their first payment has arrived.

use super::{end_of, schedule};
use crate::store::members::MemberRow;
use crate::store::subscriptions::{self, SubscriptionRow};
use crate::store::{instalments, members};
use domain_core::calendar::Date;
use ground::db::Tx;
use ground::error::ApiError;
use service::app::AppState;

/// Starts a plan today: its instalments are due from today on. The caller has locked the plan.
///
/// # Errors
/// The database failed.
pub async fn begin(
    tx: &mut Tx,
    app: &AppState,
    row: &SubscriptionRow,
    member: &MemberRow,
) -> Result<(), ApiError> {
    let (today, end) = begin_member(tx, app, row, member).await?;
    Ok(subscriptions::begin(tx, &row.id, today, end, app.clock.now_ms()).await?)
}

/// Starts a member's part today. Returns today and the member's end.
///
/// # Errors
/// The database failed.
pub async fn begin_member(
    tx: &mut Tx,
    app: &AppState,
    row: &SubscriptionRow,
    member: &MemberRow,
) -> Result<(Date, Date), ApiError> {
    let today = app.clock.today();
    let too_late = || ApiError::internal("a plan that ends after the last date");
    let end = end_of(row, today).ok_or_else(too_late)?;
    for planned in schedule(app, &tx.decided(), row, member, today)? {
        instalments::set_due(tx, &member.id, planned.number, planned.due_on).await?;
    }
    members::begin(tx, &member.id, today, end).await?;
    Ok((today, end))
}
