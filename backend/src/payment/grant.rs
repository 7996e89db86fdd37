//! PIN grants: the authorisation of one payment, exactly as shown, for two minutes.
//!
//! A grant is consumed in the transaction of the debit, so that the payment shown, authorised and executed is the same.

use crate::access::{Session, audit};
use crate::app::AppState;
use crate::clock::rfc3339;
use crate::db::Tx;
use crate::error::{ApiError, ErrorCode};
use crate::secret::{Secret, sha256_hex};
use axum::extract::FromRequestParts;
use axum::http::HeaderName;
use axum::http::request::Parts;
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

const HEADER: HeaderName = HeaderName::from_static("x-pin-authorisation");
const LIFE_MS: i64 = 120_000;

/// The payment that a grant authorises.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Payment<'a> {
    /// `withdraw` or `wallet_transfer`.
    pub action: &'a str,
    /// As in `NGN`.
    pub currency: &'a str,
    /// Excluding the fee.
    pub amount_minor: i64,
    /// As named by the quote.
    pub payee: &'a str,
    pub idempotency_key: &'a str,
}

/// A grant as returned to the browser, which keeps it in memory.
#[derive(Debug, Serialize, ToSchema)]
pub struct Granted {
    pub authorisation: String,
    pub expires_at: String,
}

/// Grants a payment. Call in the transaction that has confirmed the entered PIN.
///
/// # Errors
/// The database failed.
pub async fn give(
    tx: &mut Tx,
    app: &AppState,
    session: &Session,
    payment: &Payment<'_>,
) -> Result<Granted, ApiError> {
    let now_ms = app.clock.now_ms();
    let authorisation = app.random.token();
    sqlx::query(
        "INSERT INTO pin_grants (hash, user_id, action, currency, amount_minor, payee, idempotency_key, granted_at_ms, expires_at_ms, session_id) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
    )
    .bind(sha256_hex(authorisation.as_bytes()))
    .bind(session.user_id.as_str())
    .bind(payment.action)
    .bind(payment.currency)
    .bind(payment.amount_minor)
    .bind(payment.payee)
    .bind(payment.idempotency_key)
    .bind(now_ms)
    .bind(now_ms + LIFE_MS)
    .bind(session.id.as_str())
    .execute(tx.connection())
    .await?;
    let detail = json!({ "action": payment.action, "currency": payment.currency, "amount_minor": payment.amount_minor });
    audit::append(tx, app, &session.user_id, "payment_authorised", &detail).await?;
    Ok(Granted {
        authorisation,
        expires_at: rfc3339(now_ms + LIFE_MS),
    })
}

/// Revokes a user's unused grants.
///
/// # Errors
/// The database failed.
pub async fn revoke(tx: &mut Tx, user_id: &str, now_ms: i64) -> Result<(), ApiError> {
    sqlx::query(
        "UPDATE pin_grants SET expires_at_ms = $2 WHERE user_id = $1 AND consumed_at_ms IS NULL AND expires_at_ms > $2",
    )
    .bind(user_id)
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// Uses up a grant, in the transaction of the debit.
///
/// # Errors
/// 403 if it was used, has expired, is for another payment or user, or its session has ended.
pub async fn consume(
    tx: &mut Tx,
    app: &AppState,
    user_id: &str,
    given: &PinAuthorisation,
    payment: &Payment<'_>,
) -> Result<(), ApiError> {
    let required = || {
        ApiError::new(
            ErrorCode::PinAuthorisationRequired,
            "Enter your transaction PIN to authorise this payment.",
        )
    };
    let token = given.0.as_ref().ok_or_else(required)?;
    let now_ms = app.clock.now_ms();
    let done = sqlx::query(
        "UPDATE pin_grants SET consumed_at_ms = $2 WHERE hash = $1 AND consumed_at_ms IS NULL AND expires_at_ms > $2 \
         AND user_id = $3 AND action = $4 AND currency = $5 AND amount_minor = $6 AND payee = $7 AND idempotency_key = $8 \
         AND EXISTS (SELECT 1 FROM sessions WHERE sessions.id = pin_grants.session_id AND sessions.ended_at_ms IS NULL)",
    )
    .bind(sha256_hex(token.reveal().as_bytes()))
    .bind(now_ms)
    .bind(user_id)
    .bind(payment.action)
    .bind(payment.currency)
    .bind(payment.amount_minor)
    .bind(payment.payee)
    .bind(payment.idempotency_key)
    .execute(tx.connection())
    .await?;
    if done.rows_affected() == 1 {
        Ok(())
    } else {
        Err(required())
    }
}

/// The grant of a call, from `X-Pin-Authorisation`. [`consume`] decides whether one is required.
#[derive(Debug, Clone)]
pub struct PinAuthorisation(Option<Secret<String>>);

impl<S: Send + Sync> FromRequestParts<S> for PinAuthorisation {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, ApiError> {
        let header = parts
            .headers
            .get(&HEADER)
            .and_then(|value| value.to_str().ok());
        Ok(Self(
            header
                .filter(|text| !text.is_empty())
                .map(|text| Secret::new(String::from(text))),
        ))
    }
}
