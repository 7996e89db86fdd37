//! Reports of messages by members to the operator.

use crate::chat::{members, store as chat};
use crate::limits;
use domain_core::community::MessageReport;
use domain_core::community::report::ReportContext;
use ground::error::ApiError;
use serde_json::json;
use service::access::{Session, audit};
use service::app::AppState;
use service::http::limits::count_in;
use service::http::valid::judge;

/// Reports a message of a cluster; a second report by the same member changes nothing.
///
/// # Errors
/// 404 unless the user is a member and there is such a message; 422 if the rules refuse it; 429; the database failed.
pub async fn report(
    app: &AppState,
    session: &Session,
    id: &str,
    number: i64,
    form: &MessageReport,
) -> Result<(), ApiError> {
    let user_id = &session.user_id;
    let address = super::of(&session.tenant_id, id);
    let mut tx = app.db.begin().await?;
    let channel = chat::find_channel(tx.connection(), &address).await?;
    members::hold(&mut tx, &address, user_id).await?;
    let channel = channel.ok_or_else(ApiError::not_found)?;
    // Locked against concurrent removal.
    let message = chat::lock_message(&mut tx, &channel.id, number).await?;
    let message = message.ok_or_else(ApiError::not_found)?;
    let context = ReportContext {
        mine: message.user_id.as_ref() == Some(user_id),
        removed: message.removed,
    };
    judge(form, &context)?;
    count_in(&mut tx, app, limits::CHAT_REPORTS, user_id).await?;
    let now_ms = app.clock.now_ms();
    if chat::insert_report(&mut tx, &message.id, user_id, &form.reason, now_ms).await? {
        let detail = json!({ "cluster": id, "number": number, "reason": form.reason });
        audit::append(&mut tx, app, user_id, "message_reported", &detail).await?;
    }
    tx.commit().await?;
    Ok(())
}
