//! What people's browsers are told about their account. It stands on a locked screen: it says that something happened,
//! and the app says what.

use super::arrivals::Seen;
use crate::app::AppState;
use crate::db::Tx;
use crate::error::ApiError;
use crate::outbound::push::{Notice, Urgency};
use crate::push;

const SETTINGS: &str = "/settings";

/// The password was changed. To be told before the other sessions are ended, so that their browsers hear of it too.
///
/// # Errors
/// The database failed.
pub async fn password_changed(tx: &mut Tx, app: &AppState, user_id: &str) -> Result<(), ApiError> {
    let body = "If it was not you, ask for a new password at once.";
    tell(tx, app, user_id, "Your password was changed", body).await
}

/// Somebody signed in with a browser that was not used before.
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

/// A PIN was taken away on the person's wish.
///
/// # Errors
/// The database failed.
pub async fn pin_reset(tx: &mut Tx, app: &AppState, user_id: &str) -> Result<(), ApiError> {
    let body =
        "Open Settings to set a new one. If you did not ask for it, change your password at once.";
    tell(tx, app, user_id, "Your transaction PIN was reset", body).await
}

/// A session was ended because its token came from two places. To be told before its browser is cut off.
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
    push::tell(tx, app, user_id, &notice).await
}
