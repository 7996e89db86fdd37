//! Leaving a group that continues without the member.

use crate::change::{self, Begun};
use crate::store::members;
use crate::subscriptions::leaving_of;
use crate::{booking, notices};
use domain_core::plans::Kind;
use domain_core::validation::Code;
use ground::error::ApiError;
use serde_json::json;
use service::access::Session;
use service::app::AppState;
use service::http::idempotency::{Answer, Operation};

/// Ends the caller's own part of a group on the terms of `group.leave` today.
///
/// # Errors
/// 404 for someone else's plan, and for anything but a group's savings; 422 if it cannot be left, or is not confirmed.
pub async fn leave(
    app: &AppState,
    session: &Session,
    operation: &Operation,
    id: &str,
    confirm: bool,
) -> Result<Answer, ApiError> {
    change::confirmed(confirm)?;
    let mut held = match change::begin(app, session, operation, id).await? {
        Begun::Held(held) => held,
        Begun::Done(answer) => return Ok(answer),
    };
    let (tx, row, me) = (&mut held.tx, &held.row, &held.me);
    if row.kind != Kind::Savings || !row.is_group {
        return Err(ApiError::not_found());
    }
    let quote = leaving_of(&tx.decided(), row, me, held.viewer.today)?;
    if let Some(reason) = quote.reason {
        return Err(ApiError::refused_field("id", Code::NotAllowed, reason));
    }
    app.pause.pass().await;
    booking::pay_out(tx, app, row, me, quote.penalty, false).await?;
    members::leave(tx, &me.id, held.now_ms).await?;
    let short = "A member has left your group's savings.";
    let in_full = format!(
        "A member has left {}. What they had saved went back to them; the plan goes on for the others.",
        notices::named(row, &row.created_by)
    );
    notices::tell(tx, app, row, &row.created_by, (short, &in_full)).await?;
    let detail = json!({ "reference": row.reference, "penalty": quote.penalty });
    held.done("group_left", &detail, "You have left this plan")
        .await
}
