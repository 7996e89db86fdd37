//! Ending a plan before its day.

use super::booking;
use super::store::{members, subscriptions};
use super::subscriptions::{Viewer, termination_of};
use super::{coins, loans};
use crate::access::{Session, audit, users};
use crate::app::AppState;
use crate::error::ApiError;
use crate::http::Envelope;
use crate::http::idempotency::{self, Answer, Claim, Operation};
use axum::http::StatusCode;
use domain_core::money::Amount;
use domain_core::plans::Kind;
use domain_core::status::Status;
use domain_core::validation::{Code, Violation};
use serde_json::json;

/// Ends a plan by what `termination.quote` says of today. Every pot goes back to its member; the penalty is of the pot of
/// who decides.
///
/// # Errors
/// 404 for a plan of others; 422 if it cannot be ended, or is not confirmed.
pub async fn abort(
    app: &AppState,
    session: &Session,
    operation: &Operation,
    id: &str,
    confirm: bool,
) -> Result<Answer, ApiError> {
    if !confirm {
        return Err(ApiError::refused(vec![Violation::new(
            "confirm",
            Code::NotAccepted,
        )]));
    }
    let viewer = Viewer::of(app, &session.user_id).await?;
    let now_ms = app.clock.now_ms();
    let mut tx = app.db.begin().await?;
    if let Claim::Done(answer) =
        idempotency::claim(&mut tx, app, &session.user_id, operation).await?
    {
        return Ok(answer);
    }
    users::lock_settings(&mut tx, &session.user_id, now_ms).await?;
    subscriptions::lock(&mut tx, id).await?;
    let row = subscriptions::find(tx.connection(), id).await?;
    let row = row.ok_or_else(ApiError::not_found)?;
    let all = members::of(tx.connection(), id, row.currency).await?;
    let me = all.iter().find(|one| one.user_id == session.user_id);
    let me = me.ok_or_else(ApiError::not_found)?;
    let quote = termination_of(&row, me, &session.user_id, viewer.today)?;
    if let Some(reason) = quote.reason {
        return Err(ApiError::refused_field("id", Code::NotAllowed, reason));
    }
    let message = match row.kind {
        Kind::Savings => "Saving terminated",
        Kind::Loan => loans::stop(&mut tx, app, &row).await?,
        Kind::Coins => coins::stop(&mut tx, app, &row, quote.penalty).await?,
    };
    // A loan holds nothing; the coins of a set are sold first.
    for member in all.iter().filter(|_| row.kind == Kind::Savings) {
        let penalty = match member.user_id == session.user_id {
            true => quote.penalty,
            false => Amount::zero(row.currency),
        };
        booking::pay_out(&mut tx, app, &row, member, penalty).await?;
        if matches!(member.status, Status::Active | Status::Pending) {
            members::set_status(&mut tx, &member.id, Status::Terminated).await?;
        }
    }
    if row.kind == Kind::Savings {
        subscriptions::set_status(&mut tx, id, Status::Terminated, true, now_ms).await?;
    }
    let detail = json!({ "reference": row.reference, "penalty": quote.penalty });
    audit::append(&mut tx, app, &session.user_id, "plan_terminated", &detail).await?;
    let row = subscriptions::find(tx.connection(), id).await?;
    let row = row.ok_or_else(ApiError::not_found)?;
    let body = Envelope {
        data: viewer.see(tx.connection(), row).await?,
        message: Some(message.into()),
    };
    let body = serde_json::to_value(body).map_err(ApiError::internal)?;
    let answer = Answer::new(StatusCode::OK, body);
    idempotency::finish(&mut tx, &session.user_id, &operation.key, &answer).await?;
    tx.commit().await?;
    Ok(answer)
}
