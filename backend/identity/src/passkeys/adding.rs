//! Adding a passkey to the signed-in user's account.

use super::answers::{PasskeyEntry, Started};
use super::challenges::{self, Place, Purpose};
use super::relying_party::{self, Added, refused};
use super::store::{self, Passkey};
use crate::browsers::coarse_name;
use crate::reauthentication;
use domain_core::identity::PasskeyName;
use domain_core::identity::passkey::MOST;
use domain_core::validation::NoContext;
use ground::error::{ApiError, ErrorCode};
use serde_json::json;
use service::access::{Session, audit, users};
use service::app::AppState;
use service::http::Client;
use service::http::valid::judge;
use service::letters::{self, News};

const PROOF_REQUIRED: &str = "Enter your password to add a passkey.";

fn place<'a>(session: &'a Session, host: &'a str) -> Place<'a> {
    Place {
        purpose: Purpose::Add,
        host,
        session_id: Some(&session.id),
    }
}

/// The options for a new passkey. The user has proven lately that the account is theirs, by signing in or otherwise.
///
/// # Errors
/// 403 `reauthentication_required`; 422 for a wrong password, or too many passkeys; 409 at an address without passkeys.
pub async fn start_adding(
    app: &AppState,
    client: &Client,
    session: &Session,
    password: Option<&str>,
) -> Result<Started, ApiError> {
    let here = relying_party::of(app, client).await?;
    let proof = reauthentication::prove_or_arrived(app, session, password, PROOF_REQUIRED).await?;
    let user = users::of_session(app, session).await?;
    let known = store::of_user(&mut *app.db.read().await?, &session.user_id).await?;
    if known.len() >= MOST {
        return Err(too_many());
    }
    let (options, state) = here.start_adding(&user, &known)?;
    let mut tx = app.db.begin().await?;
    proof.expect_standing(&mut tx, session).await?;
    session.expect_open(&mut tx).await?;
    let challenge_id = challenges::keep(&mut tx, app, place(session, &here.host), &state).await?;
    tx.commit().await?;
    Ok(Started {
        challenge_id,
        options,
    })
}

/// Adds the passkey that the authenticator has made, under the given name or that of the browser.
///
/// # Errors
/// 403 if it does not answer the challenge; 422 for an invalid name, or too many passkeys.
pub async fn add(
    app: &AppState,
    client: &Client,
    session: &Session,
    challenge_id: &str,
    given: &Added,
    name: Option<String>,
) -> Result<PasskeyEntry, ApiError> {
    let here = relying_party::of(app, client).await?;
    let name = name.unwrap_or_else(|| capitalised(&coarse_name(&client.user_agent)));
    judge(&PasskeyName { name: name.clone() }, &NoContext {})?;
    let mut tx = app.db.begin().await?;
    let state = challenges::take(&mut tx, app, place(session, &here.host), challenge_id).await?;
    let (credential, credential_id) = match here.added(given, &state) {
        Ok(added) => added,
        Err(error) => {
            tx.commit().await?;
            return Err(error);
        }
    };
    users::lock(&mut tx, &session.user_id).await?;
    // After the user was locked: a limit that was set before does not hold for it.
    let now_ms = app.clock.now_ms();
    session.expect_open(&mut tx).await?;
    let user = users::find(tx.connection(), &session.user_id).await?;
    let user = user.ok_or_else(ApiError::unauthenticated)?;
    let new = Passkey {
        id: app.random.id(now_ms),
        user_id: user.id.clone(),
        tenant_id: user.tenant_id.clone(),
        relying_party: here.host.clone(),
        credential_id,
        credential,
        counter: 0,
        name,
        added_at_ms: now_ms,
        used_at_ms: None,
    };
    if !store::insert(&mut tx, &new).await? {
        return Err(refused());
    }
    if store::of_user(tx.connection(), &user.id).await?.len() > MOST {
        return Err(too_many());
    }
    letters::tell(&mut tx, app, &user, News::PasskeyAdded(&new.name)).await?;
    let detail = json!({ "passkey": new.id, "host": new.relying_party });
    audit::append(&mut tx, app, &user.id, "passkey_added", &detail).await?;
    tx.commit().await?;
    Ok(PasskeyEntry::new(new, &here.host))
}

fn too_many() -> ApiError {
    ApiError::new(
        ErrorCode::TooManyPasskeys,
        format!("You already have {MOST} passkeys. Please remove one first."),
    )
}

fn capitalised(name: &str) -> String {
    let mut chars = name.chars();
    let first = chars.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(chars).collect()
}
