//! The user's passkeys, and their names.

use super::answers::{PasskeyEntry, Passkeys};
use super::{limit, store};
use domain_core::identity::PasskeyName;
use ground::error::ApiError;
use service::access::Session;
use service::app::AppState;
use service::http::Client;

/// The user's passkeys, the oldest first, and the limit for payments with them.
///
/// # Errors
/// The database failed.
pub async fn all(app: &AppState, client: &Client, session: &Session) -> Result<Passkeys, ApiError> {
    let mut connection = app.db.read().await?;
    let all = store::of_user(&mut connection, &session.user_id).await?;
    let limit = limit::of(&mut connection, &session.user_id).await?;
    let spent = limit::spent(&mut connection, &session.user_id, app.clock.now_ms()).await?;
    Ok(Passkeys::new(all, limit.as_ref(), &spent, &client.host))
}

/// Renames a passkey.
///
/// # Errors
/// 404 if the user has no such passkey; 401 if the session has ended.
pub async fn rename(
    app: &AppState,
    client: &Client,
    session: &Session,
    id: &str,
    form: PasskeyName,
) -> Result<PasskeyEntry, ApiError> {
    let mut tx = app.db.begin().await?;
    let renamed = store::rename(&mut tx, &session.user_id, id, form.name.trim()).await?;
    let renamed = renamed.ok_or_else(ApiError::not_found)?;
    session.expect_open(&mut tx).await?;
    tx.commit().await?;
    Ok(PasskeyEntry::new(renamed, &client.host))
}
