//! A user's conversation with support.

use super::address::{Address, Kind};
use super::channels;
use super::messages;
use domain_core::community::message;
use domain_core::validation::Violations;
use ground::error::ApiError;
use providers::push::{Notice, Urgency};
use serde_json::json;
use service::access::audit;
use service::access::users::User;
use service::app::AppState;
use service::push;

/// The user's own conversation.
pub fn of(tenant_id: &str, user_id: &str) -> Address {
    Address {
        tenant_id: String::from(tenant_id),
        kind: Kind::Support,
        subject: String::from(user_id),
    }
}

/// Sends a reply from support to a user and notifies them; `by`: for the audit log. Returns the message's number.
///
/// # Errors
/// 422 for an invalid text; the database failed.
pub async fn answer(app: &AppState, user: &User, text: &str, by: &str) -> Result<i64, ApiError> {
    let text = message::tidied(text);
    let mut found = Violations::none();
    message::check_text(&text, &mut found);
    let violations = found.into_vec();
    if !violations.is_empty() {
        return Err(ApiError::refused(violations));
    }
    let address = of(&user.tenant_id, &user.id);
    let mut tx = app.db.begin().await?;
    let channel = channels::locked(&mut tx, app, &address).await?;
    let number = messages::add(&mut tx, app, &address, &channel, None, &text).await?;
    push::tell(&mut tx, app, &user.id, &notice()).await?;
    let detail = json!({ "by": by, "number": number });
    audit::append(&mut tx, app, &user.id, "support_answered", &detail).await?;
    tx.commit().await?;
    Ok(number)
}

/// The text itself must not appear on a locked screen.
fn notice() -> Notice {
    let body = "Open the chat to read it.";
    Notice::new("Support replied", body, "/chat", Urgency::Normal)
}
