//! The member's choice whether due instalments are collected.

use crate::change::{self, Begun};
use crate::store::members;
use domain_core::plans::Kind;
use ground::error::ApiError;
use serde_json::json;
use service::access::Session;
use service::app::AppState;
use service::http::idempotency::{Answer, Operation};

/// Switches the collection of the caller's instalments of savings on or off.
///
/// # Errors
/// 404 for someone else's plan, and for anything but savings.
pub async fn choose(
    app: &AppState,
    session: &Session,
    operation: &Operation,
    id: &str,
    collects: bool,
) -> Result<Answer, ApiError> {
    let mut held = match change::begin(app, session, operation, id).await? {
        Begun::Held(held) => held,
        Begun::Done(answer) => return Ok(answer),
    };
    if held.row.kind != Kind::Savings {
        return Err(ApiError::not_found());
    }
    members::set_collects(&mut held.tx, &held.me.id, collects).await?;
    let detail = json!({ "reference": held.row.reference, "collects": collects });
    let message = match collects {
        true => "Your instalments are collected from your wallet",
        false => "Your instalments are not collected any more",
    };
    held.done("savings_collection_chosen", &detail, message)
        .await
}
