//! Reminders to other members of a group, once a day.

use crate::store::{nudges, subscriptions};
use crate::subscriptions::Viewer;
use domain_core::plans::subscription::Action;
use domain_core::validation::Code;
use ground::error::ApiError;
use providers::push::{Notice, Urgency};
use service::access::Session;
use service::app::AppState;
use service::push;

/// Reminds a member with a due instalment. Returns the member's name.
///
/// # Errors
/// 404 for someone else's plan or member; 422 with the reason, if it is not allowed now.
pub async fn nudge(
    app: &AppState,
    session: &Session,
    id: &str,
    member: &str,
) -> Result<String, ApiError> {
    let viewer = Viewer::of(app, &session.user_id).await?;
    let mut tx = app.db.begin().await?;
    // Serialises concurrent reminders, so that only one is sent.
    subscriptions::lock(&mut tx, id).await?;
    let row = subscriptions::find(tx.connection(), id).await?;
    let row = row.ok_or_else(ApiError::not_found)?;
    let seen = viewer.see(tx.connection(), row).await?;
    let refused =
        |reason: &str| ApiError::refused_field("member", Code::NotAllowed, reason.to_owned());
    let action = seen.actions.iter().find(|one| one.action == Action::Nudge);
    if let Some(reason) = action.and_then(|one| one.reason.as_deref()) {
        return Err(refused(reason));
    }
    let other = seen.members.iter().find(|one| one.uuid == member);
    let other = other.ok_or_else(ApiError::not_found)?;
    if let Some(reason) = other.can_nudge.reason.as_deref() {
        return Err(refused(reason));
    }
    nudges::note(&mut tx, member, &session.user_id, viewer.today).await?;
    // The notice speaks for the brand, so it contains no names chosen by other members.
    let body = "A member of your group's savings reminds you of your instalment.";
    let link = ["/my-savings?id=", id].concat();
    let notice = Notice::new("Group savings", body, &link, Urgency::Normal);
    let user_id = nudges::user_of(tx.connection(), member).await?;
    push::tell_of_service(&mut tx, app, &user_id, &notice, body).await?;
    tx.commit().await?;
    Ok(other.name.clone())
}
