//! Push notices about a user's account. They appear on a locked screen, so they say only that something happened; the
//! app has the details.

use ground::db::Tx;
use ground::error::ApiError;
use providers::push::{Notice, Urgency};
use service::app::AppState;
use service::letters::Seen;
use service::push;

const SETTINGS: &str = "/settings/security";

/// The password was changed. Call before ending other sessions: that removes their push subscriptions.
///
/// # Errors
/// The database failed.
pub async fn password_changed(tx: &mut Tx, app: &AppState, user_id: &str) -> Result<(), ApiError> {
    let body = "If it was not you, ask for a new password at once.";
    tell(tx, app, user_id, "Your password was changed", body).await
}

/// A sign-in from a new browser.
///
/// # Errors
/// The database failed.
pub async fn new_device(
    tx: &mut Tx,
    app: &AppState,
    user_id: &str,
    seen: &Seen,
) -> Result<(), ApiError> {
    let body = format!(
        "{}, {}, {}. If it was not you, set a new password at once.",
        seen.at, seen.way, seen.browser
    );
    let title = "Somebody signed in on a new device";
    tell(tx, app, user_id, title, &body).await
}

/// A PIN was removed at the user's request.
///
/// # Errors
/// The database failed.
pub async fn pin_reset(tx: &mut Tx, app: &AppState, user_id: &str) -> Result<(), ApiError> {
    let body =
        "Open Settings to set a new one. If you did not ask for it, change your password at once.";
    tell(tx, app, user_id, "Your transaction PIN was reset", body).await
}

/// A session was ended because its token was used twice. Call before its push subscription is removed.
///
/// # Errors
/// The database failed.
pub async fn session_stolen(tx: &mut Tx, app: &AppState, user_id: &str) -> Result<(), ApiError> {
    let body = "It was used from two places at once. If you do not know why, change your password.";
    tell(tx, app, user_id, "A session was ended", body).await
}

async fn tell(
    tx: &mut Tx,
    app: &AppState,
    user_id: &str,
    title: &str,
    body: &str,
) -> Result<(), ApiError> {
    let notice = Notice::new(title, body, SETTINGS, Urgency::High);
    push::tell_beside_letter(tx, app, user_id, &notice).await
}
