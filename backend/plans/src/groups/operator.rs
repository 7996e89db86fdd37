//! The operator's end of a group whose creator is gone: no member can end it.

use super::ending::{leave, tell};
use crate::booking;
use crate::loans::operator::brand;
use crate::store::members;
use crate::store::subscriptions::{self, SubscriptionRow};
use domain_core::money::Amount;
use domain_core::plans::Kind;
use domain_core::status::Status;
use domain_core::validation::Code;
use ground::db::Tx;
use ground::error::{ApiError, ErrorCode};
use serde_json::json;
use service::access::{audit, users};
use service::app::AppState;

/// Ends a group's savings, found by reference or code. Every pot is paid out in full, because the members did not
/// decide it.
///
/// # Errors
/// 404 if it is not a group of the brand; 422 if it is not running, and without a reason.
pub async fn end(
    app: &AppState,
    tenant: &str,
    name: &str,
    why: &str,
    by: &str,
) -> Result<(), ApiError> {
    if why.trim().is_empty() {
        let message = "Enter why the group is ended.";
        return Err(ApiError::refused_field("why", Code::Required, message));
    }
    let tenant = brand(app, tenant).await?;
    let mut tx = app.db.begin().await?;
    let row = held(&mut tx, app, &tenant.id, name).await?;
    if row.status != Status::Active {
        let message = format!("this group is {}, and does not run", row.status.as_str());
        return Err(ApiError::refused_field(
            "reference",
            Code::NotAllowed,
            message,
        ));
    }
    let all = members::of(tx.connection(), &row.id, row.currency).await?;
    let mut paid_out = Vec::new();
    for member in &all {
        let none = Amount::zero(row.currency);
        let amount = booking::pay_out(&mut tx, app, &row, member, none, true).await?;
        paid_out.push((member, amount));
        leave(&mut tx, member).await?;
    }
    subscriptions::set_status(
        &mut tx,
        &row.id,
        Status::Terminated,
        true,
        app.clock.now_ms(),
    )
    .await?;
    tell(&mut tx, app, &row, &paid_out, "").await?;
    let detail = json!({ "by": by, "reference": row.reference, "why": why });
    audit::append(
        &mut tx,
        app,
        &row.created_by,
        "group_ended_by_hand",
        &detail,
    )
    .await?;
    Ok(tx.commit().await?)
}

/// The group, read after locking its creator.
async fn held(
    tx: &mut Tx,
    app: &AppState,
    tenant_id: &str,
    name: &str,
) -> Result<SubscriptionRow, ApiError> {
    let missing = || ApiError::new(ErrorCode::NotFound, "there is no such group");
    let found = match subscriptions::with_code(tx.connection(), tenant_id, name).await? {
        Some(found) => Some(found),
        None => subscriptions::with_reference(tx.connection(), name).await?,
    };
    let is_group = |row: &SubscriptionRow| row.kind == Kind::Savings && row.is_group;
    let found = found.filter(|row| is_group(row) && row.tenant_id == tenant_id);
    let found = found.ok_or_else(missing)?;
    users::lock_settings(tx, &found.created_by, app.clock.now_ms()).await?;
    subscriptions::lock(tx, &found.id).await?;
    let row = subscriptions::find(tx.connection(), &found.id).await?;
    row.ok_or_else(missing)
}
