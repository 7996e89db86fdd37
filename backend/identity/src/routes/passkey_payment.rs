//! Payments that a passkey authorises in place of the PIN.

use super::passkey::SignedChallenge;
use super::pin::{Confirmed, Shown};
use crate::passkeys::{self, Started};
use axum::Json;
use axum::extract::State;
use domain_core::identity::PasskeyLimit;
use ground::error::{ApiError, Fails, code};
use money::grant::Granted;
use service::access::Session;
use service::app::AppState;
use service::http::envelope::Nothing;
use service::http::{Client, Envelope, Plain, Valid};

service::form_schemas!(PasskeyLimitValues: PasskeyLimit);

service::body_schemas! {
    /// The payment to authorise with a passkey.
    PasskeyPayment: Plain<Confirmed>,
    /// The payment, and the passkey's signature of it.
    SignedPayment: (Plain<Confirmed>, Plain<SignedChallenge>),
}

/// Sets the limit for payments with a passkey in place of the PIN, with the PIN.
#[utoipa::path(put, path = "/account/passkeys/limit", tag = "identity", security(("bearer" = [])), request_body = PasskeyLimitValues,
    responses((status = 200, body = Envelope<Nothing>), Fails<(code::Refused, code::PinNotSet, code::PinLocked)>))]
pub async fn set_passkey_limit(
    State(app): State<AppState>,
    session: Session,
    Valid(form): Valid<PasskeyLimit>,
) -> Result<Json<Envelope<Nothing>>, ApiError> {
    passkeys::set_limit(&app, &session, &form).await?;
    Ok(Envelope::of(Nothing {}))
}

/// Starts authorising a payment with a passkey.
#[utoipa::path(post, path = "/wallet/passkey-start", tag = "identity", security(("bearer" = [])), request_body = PasskeyPayment,
    responses((status = 200, body = Envelope<Started>),
        Fails<(code::Refused, code::PasskeysUnavailable, code::PinRequired, code::PinNotSet, code::PinLocked)>))]
pub async fn start_passkey_payment(
    State(app): State<AppState>,
    client: Client,
    session: Session,
    Valid(Plain(to)): Valid<Plain<Confirmed>>,
) -> Result<Json<Envelope<Started>>, ApiError> {
    let shown = Shown::of(to)?;
    Ok(Envelope::of(
        passkeys::start_paying(&app, &client, &session, &shown.payment()).await?,
    ))
}

/// Authorises one payment with exactly this body by a passkey's signature.
#[utoipa::path(post, path = "/wallet/passkey-confirm", tag = "identity", security(("bearer" = [])), request_body = SignedPayment,
    responses((status = 200, body = Envelope<Granted>),
        Fails<(code::Refused, code::PasskeysUnavailable, code::PasskeyRefused, code::PinRequired, code::PinNotSet, code::PinLocked)>))]
pub async fn confirm_with_passkey(
    State(app): State<AppState>,
    client: Client,
    session: Session,
    Valid(body): Valid<(Plain<Confirmed>, Plain<SignedChallenge>)>,
) -> Result<Json<Envelope<Granted>>, ApiError> {
    let (Plain(to), Plain(given)) = body;
    let shown = Shown::of(to)?;
    let payment = shown.payment();
    let granted = passkeys::authorise(
        &app,
        &client,
        &session,
        &given.challenge_id,
        &given.credential,
        &payment,
    );
    Ok(Envelope::of(granted.await?))
}
