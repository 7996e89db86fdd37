//! The profile: who the person is.

use super::audit;
use super::users::{self, Profile, User};
use crate::app::AppState;
use crate::error::ApiError;
use crate::identity::Session;
use domain_core::identity::ProfileAbout;
use domain_core::validation::Code;
use serde_json::json;

const TOO_LONG: &str = "This is no push token.";

/// The signed-in person.
///
/// # Errors
/// 401 when there is no such person any more.
pub async fn user(app: &AppState, session: &Session) -> Result<User, ApiError> {
    let user = users::store::find(&mut *app.db.read().await?, &session.user_id).await?;
    user.ok_or_else(ApiError::unauthenticated)
}

/// Saves what the form holds.
///
/// # Errors
/// The database failed.
pub async fn save_about(
    app: &AppState,
    session: &Session,
    form: &ProfileAbout,
) -> Result<User, ApiError> {
    let given = |text: &str| {
        Some(text.trim())
            .filter(|text| !text.is_empty())
            .map(String::from)
    };
    let about = Profile {
        first_name: given(&form.first_name),
        last_name: given(&form.last_name),
        gender: given(&form.gender),
        dob: given(&form.dob),
        about: given(&form.about),
        ..Profile::default()
    };
    let mut tx = app.db.begin().await?;
    users::store::save_about(&mut tx, &session.user_id, &about, app.clock.now_ms()).await?;
    audit::append(&mut tx, app, &session.user_id, "profile_saved", &json!({})).await?;
    tx.commit().await?;
    user(app, session).await
}

/// The longest push token there is; subscriptions are addresses with keys.
const LONGEST_TOKEN_BYTES: usize = 2048;

/// Keeps the device settings that were sent.
///
/// # Errors
/// 422 for a token that is none; the database failed.
pub async fn save_settings(
    app: &AppState,
    session: &Session,
    push_token: Option<&str>,
) -> Result<User, ApiError> {
    if let Some(token) = push_token {
        if token.len() > LONGEST_TOKEN_BYTES {
            return Err(ApiError::refused_field(
                "fcm_token",
                Code::TooLong,
                TOO_LONG,
            ));
        }
        let token = Some(token.trim()).filter(|token| !token.is_empty());
        let mut tx = app.db.begin().await?;
        let now_ms = app.clock.now_ms();
        users::store::set_push_token(&mut tx, &session.user_id, token, now_ms).await?;
        tx.commit().await?;
    }
    user(app, session).await
}
