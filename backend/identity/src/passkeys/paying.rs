//! Authorising a payment with a passkey in place of the PIN.
//!
//! The challenge is the SHA-256 of the payment and of a random text that the server keeps. It is computed again from the
//! payment that the signature is sent with: a signature for any other payment is for another challenge.

use super::answers::{PublicKeyOptions, Started};
use super::challenges::{self, Place, Purpose};
use super::limit::{self, Limit};
use super::relying_party::{self, RelyingParty, Signed};
use super::store::{self, Passkey};
use crate::pin;
use domain_core::calendar::Instant;
use domain_core::identity::passkey::{CoverInput, covers};
use domain_core::money::{Amount, AmountText, Currency};
use ground::error::{ApiError, ErrorCode};
use money::grant::{self, Granted, Payment};
use serde_json::json;
use service::access::Session;
use service::app::AppState;
use service::http::Client;
use sha2::{Digest, Sha256};

fn place<'a>(session: &'a Session, host: &'a str) -> Place<'a> {
    Place {
        purpose: Purpose::Pay,
        host,
        session_id: Some(&session.id),
    }
}

fn pin_required() -> ApiError {
    ApiError::new(
        ErrorCode::PinRequired,
        "Enter your transaction PIN to authorise this payment.",
    )
}

/// The challenge for a payment by a user at a host.
fn challenge_of(
    random: &str,
    here: &RelyingParty,
    session: &Session,
    payment: &Payment<'_>,
) -> Vec<u8> {
    let parts = json!([
        "ajo payment",
        random,
        here.tenant.id,
        here.host,
        session.user_id,
        payment.action,
        payment.currency,
        payment.amount_minor,
        payment.payee,
        payment.idempotency_key,
        payment.body_hash,
    ]);
    Sha256::digest(parts.to_string().as_bytes()).to_vec()
}

/// Whether a passkey authorises a payment, by the rule.
fn is_covered(
    passkey: &Passkey,
    limit: Option<&Limit>,
    spent: Amount,
    payment: &Payment<'_>,
) -> bool {
    let text = |minor, currency| Amount::from_minor(minor, currency).map(AmountText::from);
    let Ok(currency) = payment.currency.parse::<Currency>() else {
        return false;
    };
    let Some(amount) = text(payment.amount_minor, currency) else {
        return false;
    };
    let input = CoverInput {
        action: payment.action.to_owned(),
        currency: currency.into(),
        amount,
        spent: spent.into(),
        limit: limit.and_then(|limit| text(limit.minor, Currency::Ngn)),
        limit_set_at: limit.map(|limit| Instant(limit.set_at_ms)),
        passkey_added_at: Instant(passkey.added_at_ms),
    };
    covers(&input).is_ok_and(|cover| cover.covered)
}

/// The options for a signature that authorises the payment.
///
/// # Errors
/// 403 `pin_required` if no passkey covers it; 409 if no PIN is set; 423 while it is locked.
pub async fn start_paying(
    app: &AppState,
    client: &Client,
    session: &Session,
    payment: &Payment<'_>,
) -> Result<Started, ApiError> {
    let here = relying_party::of(app, client).await?;
    let mut connection = app.db.read().await?;
    let all = store::of_user(&mut connection, &session.user_id).await?;
    let limit = limit::of(&mut connection, &session.user_id).await?;
    let spent = limit::spent(&mut connection, &session.user_id, app.clock.now_ms()).await?;
    drop(connection);
    let covering: Vec<String> = all
        .into_iter()
        .filter(|one| one.relying_party == here.host)
        .filter(|one| is_covered(one, limit.as_ref(), spent, payment))
        .map(|one| one.credential_id)
        .collect();
    if covering.is_empty() {
        return Err(pin_required());
    }
    let random = app.random.token();
    let challenge = challenge_of(&random, &here, session, payment);
    let mut tx = app.db.begin().await?;
    pin::expect_usable(&mut tx, app, session, Currency::Ngn).await?;
    let place = place(session, &here.host);
    let challenge_id = challenges::keep(&mut tx, app, place, &random).await?;
    tx.commit().await?;
    Ok(Started {
        challenge_id,
        options: PublicKeyOptions::signature(&challenge, &here.host, &covering),
    })
}

/// Authorises the payment that a passkey has signed. The limit, the part of it that is spent, the passkey and the PIN are
/// read again while the user is locked.
///
/// # Errors
/// 403 for any other signature, or if the payment is no longer covered; 409 and 423 as [`start_paying`].
pub async fn authorise(
    app: &AppState,
    client: &Client,
    session: &Session,
    challenge_id: &str,
    given: &Signed,
    payment: &Payment<'_>,
) -> Result<Granted, ApiError> {
    let here = relying_party::of(app, client).await?;
    let mut tx = app.db.begin().await?;
    let place = place(session, &here.host);
    let random = challenges::take(&mut tx, app, place, challenge_id).await?;
    let challenge = challenge_of(&random, &here, session, payment);
    pin::expect_usable(&mut tx, app, session, Currency::Ngn).await?;
    let owner = Some(session.user_id.as_str());
    let signed = here.signed(&mut tx, app, owner, &challenge, given).await;
    let passkey = match signed {
        Ok(passkey) => passkey,
        Err(error) => {
            tx.commit().await?;
            return Err(error);
        }
    };
    let limit = limit::of(tx.connection(), &session.user_id).await?;
    let spent = limit::spent(tx.connection(), &session.user_id, app.clock.now_ms()).await?;
    if !is_covered(&passkey, limit.as_ref(), spent, payment) {
        return Err(pin_required());
    }
    let granted = grant::give_with(&mut tx, app, session, payment, Some(&passkey.id)).await?;
    tx.commit().await?;
    Ok(granted)
}
