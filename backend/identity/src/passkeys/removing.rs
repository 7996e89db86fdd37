//! Removing passkeys.

use super::store;
use crate::{reauthentication, sessions};
use ground::db::Tx;
use ground::error::ApiError;
use money::grant;
use serde_json::json;
use service::access::{Session, audit, users};
use service::app::AppState;
use service::letters::{self, News};

const PROOF_REQUIRED: &str = "Enter your password, or use a passkey, to remove one.";

/// Removes a passkey. Unused authorisations are revoked, and what a passkey has proven in any session.
///
/// # Errors
/// 403 `reauthentication_required`; 404 if the user has no such passkey; 422 for a wrong password.
pub async fn remove(
    app: &AppState,
    session: &Session,
    id: &str,
    password: Option<&str>,
) -> Result<(), ApiError> {
    let all = store::of_user(&mut *app.db.read().await?, &session.user_id).await?;
    if !all.iter().any(|one| one.id == id) {
        return Err(ApiError::not_found());
    }
    let proof = reauthentication::prove_or_arrived(app, session, password, PROOF_REQUIRED).await?;
    let mut tx = app.db.begin().await?;
    proof.expect_standing(&mut tx, session).await?;
    session.expect_open(&mut tx).await?;
    let removed = store::remove(&mut tx, &session.user_id, id).await?;
    let removed = removed.ok_or_else(ApiError::not_found)?;
    grant::revoke(&mut tx, &session.user_id, app.clock.now_ms()).await?;
    sessions::forget_passkeys(&mut tx, &session.user_id).await?;
    let user = users::find(tx.connection(), &session.user_id).await?;
    let user = user.ok_or_else(ApiError::unauthenticated)?;
    letters::tell(&mut tx, app, &user, News::PasskeyRemoved(&removed.name)).await?;
    let detail = json!({ "passkey": removed.id });
    audit::append(&mut tx, app, &user.id, "passkey_removed", &detail).await?;
    Ok(tx.commit().await?)
}

/// Removes all of a user's passkeys, and the limit for payments with them: whoever resets the password may be recovering
/// the account from somebody who has added a passkey of their own.
///
/// # Errors
/// The database failed.
pub async fn forget_all(tx: &mut Tx, app: &AppState, user_id: &str) -> Result<(), ApiError> {
    super::limit::forget(tx, user_id).await?;
    let count = store::remove_all(tx, user_id).await?;
    if count == 0 {
        return Ok(());
    }
    let detail = json!({ "count": count });
    audit::append(tx, app, user_id, "passkeys_removed", &detail).await
}
