//! Proving with a passkey that the session is still used by its owner.

use super::answers::{PublicKeyOptions, Started};
use super::challenges::{self, Place, Purpose};
use super::relying_party::{self, Signed, refused};
use super::store;
use crate::sessions;
use ground::error::{ApiError, ErrorCode};
use serde_json::json;
use service::access::{Session, audit};
use service::app::AppState;
use service::http::Client;

fn place<'a>(session: &'a Session, host: &'a str) -> Place<'a> {
    Place {
        purpose: Purpose::Prove,
        host,
        session_id: Some(&session.id),
    }
}

/// The options for a signature with one of the user's passkeys.
///
/// # Errors
/// 403 without a passkey of this host; 409 at an address without passkeys.
pub async fn start_proving(
    app: &AppState,
    client: &Client,
    session: &Session,
) -> Result<Started, ApiError> {
    let here = relying_party::of(app, client).await?;
    let all = store::of_user(&mut *app.db.read().await?, &session.user_id).await?;
    let own: Vec<String> = all
        .into_iter()
        .filter(|one| one.relying_party == here.host)
        .map(|one| one.credential_id)
        .collect();
    if own.is_empty() {
        return Err(refused());
    }
    let challenge = app.random.token();
    let mut tx = app.db.begin().await?;
    session.expect_open(&mut tx).await?;
    let place = place(session, &here.host);
    let challenge_id = challenges::keep(&mut tx, app, place, &challenge).await?;
    tx.commit().await?;
    Ok(Started {
        challenge_id,
        options: PublicKeyOptions::signature(challenge.as_bytes(), &here.host, &own),
    })
}

fn too_new() -> ApiError {
    ApiError::new(
        ErrorCode::PasskeyRefused,
        "This passkey was added less than a day ago. Use your password, or a code.",
    )
}

/// Records that the owner has just used a passkey in this session.
///
/// # Errors
/// 403 for any other signature, and for a passkey that is less than a day old; 401 if the session has ended.
pub async fn prove(
    app: &AppState,
    client: &Client,
    session: &Session,
    challenge_id: &str,
    given: &Signed,
) -> Result<(), ApiError> {
    let here = relying_party::of(app, client).await?;
    let mut tx = app.db.begin().await?;
    let place = place(session, &here.host);
    let challenge = challenges::take(&mut tx, app, place, challenge_id).await?;
    let owner = Some(session.user_id.as_str());
    let signed = here
        .signed(&mut tx, app, owner, challenge.as_bytes(), given)
        .await;
    let signed = signed.and_then(|passkey| match passkey.proves(app.clock.now_ms()) {
        true => Ok(passkey),
        false => Err(too_new()),
    });
    if let Ok(passkey) = &signed {
        session.expect_open(&mut tx).await?;
        sessions::passkey_used(&mut tx, app, &session.id).await?;
        let detail = json!({ "passkey": passkey.id });
        audit::append(&mut tx, app, &session.user_id, "passkey_used", &detail).await?;
    }
    tx.commit().await?;
    signed.map(|_| ())
}
