//! Signing in with a passkey, without knowing whose it is beforehand.

use super::answers::{PublicKeyOptions, Started};
use super::challenges::{self, Place, Purpose};
use super::relying_party::{self, Signed, refused};
use crate::arrivals::{self, Arrival, Way};
use crate::limits;
use crate::sessions::Factor;
use ground::error::ApiError;
use service::access::users;
use service::app::AppState;
use service::http::Client;
use service::http::limits::count;

const fn place(host: &str) -> Place<'_> {
    Place {
        purpose: Purpose::SignIn,
        host,
        session_id: None,
    }
}

/// The options for a sign-in with any passkey of this host. The challenge's token goes into a cookie, which binds the
/// sign-in to the browser that started it.
///
/// # Errors
/// 409 at an address without passkeys; 429.
pub async fn start_signing_in(app: &AppState, client: &Client) -> Result<Started, ApiError> {
    count(app, limits::PASSKEYS_BY_ADDRESS, &client.limit_subject()).await?;
    let here = relying_party::of(app, client).await?;
    let challenge = app.random.token();
    let mut tx = app.db.begin().await?;
    let challenge_id = challenges::keep(&mut tx, app, place(&here.host), &challenge).await?;
    tx.commit().await?;
    Ok(Started {
        challenge_id,
        options: PublicKeyOptions::signature(challenge.as_bytes(), &here.host, &[]),
    })
}

/// Signs in the owner of the passkey that has signed the challenge.
///
/// # Errors
/// 403 for any other signature, or a closed account; 429.
pub async fn sign_in(
    app: &AppState,
    client: &Client,
    token: &str,
    given: &Signed,
) -> Result<Arrival, ApiError> {
    count(app, limits::PASSKEYS_BY_ADDRESS, &client.limit_subject()).await?;
    let here = relying_party::of(app, client).await?;
    let mut tx = app.db.begin().await?;
    let challenge = challenges::take(&mut tx, app, place(&here.host), token).await?;
    let signed = here
        .signed(&mut tx, app, None, challenge.as_bytes(), given)
        .await;
    let passkey = match signed {
        Ok(passkey) => passkey,
        Err(error) => {
            tx.commit().await?;
            return Err(error);
        }
    };
    let user = users::find(tx.connection(), &passkey.user_id).await?;
    let user = user.ok_or_else(refused)?;
    let factor = match passkey.proves(app.clock.now_ms()) {
        true => Factor::Passkey,
        false => Factor::None,
    };
    let arrival = arrivals::begin_with(&mut tx, app, user, client, Way::Passkey, factor).await?;
    arrival.commit(tx).await
}
