//! PIN grants: each authorises one payment exactly as shown, for two minutes.
//!
//! A grant holds the digest of the payment's whole request body, and is consumed in the transaction of the debit: no
//! field can change between PIN entry and payment.

use axum::extract::FromRequestParts;
use axum::http::HeaderName;
use axum::http::request::Parts;
use domain_core::money::{Amount, Currency};
use ground::clock::rfc3339;
use ground::db::{Column, DbError, Fields, Found, Reads, Tx, Write, Writes, columns};
use ground::error::{ApiError, ErrorCode};
use ground::secret::{Secret, sha256_hex};
use serde::Serialize;
use serde_json::json;
use service::access::{Session, audit};
use service::app::AppState;
use service::http::idempotency::Operation;
use sqlx::{AnyConnection, Row};
use utoipa::ToSchema;

const HEADER: HeaderName = HeaderName::from_static("x-pin-authorisation");
const LIFE_MS: i64 = 120_000;

/// The payment that a grant authorises.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Payment<'a> {
    /// `withdraw` or `wallet_transfer`.
    pub action: &'a str,
    /// A code such as `NGN`.
    pub currency: &'a str,
    /// Excluding the fee.
    pub amount_minor: i64,
    /// The payee name in the quote.
    pub payee: &'a str,
    pub idempotency_key: &'a str,
    /// The digest of the payment's request body.
    pub body_hash: &'a str,
}

/// The proof that the user authorises a payment.
#[derive(Debug)]
pub enum Authorised {
    /// A consumed grant, for a price and a payee.
    Grant {
        currency: String,
        amount_minor: i64,
        payee: String,
    },
    /// The PIN in the payment's own body, whatever it says.
    Pin,
}

fn required() -> ApiError {
    ApiError::new(
        ErrorCode::PinAuthorisationRequired,
        "Enter your transaction PIN to authorise this payment.",
    )
}

/// A grant as returned to the browser, which keeps it in memory.
#[derive(Debug, Serialize, ToSchema)]
pub struct Granted {
    pub authorisation: String,
    pub expires_at: String,
}

/// Issues a grant. Call it in the transaction that has verified the PIN.
///
/// # Errors
/// The database failed.
pub async fn give(
    tx: &mut Tx,
    app: &AppState,
    session: &Session,
    payment: &Payment<'_>,
) -> Result<Granted, ApiError> {
    give_with(tx, app, session, payment, None).await
}

/// Issues a grant. Call it in the transaction that has verified the PIN, or the signature of a passkey in its place.
///
/// # Errors
/// The database failed.
pub async fn give_with(
    tx: &mut Tx,
    app: &AppState,
    session: &Session,
    payment: &Payment<'_>,
    passkey: Option<&str>,
) -> Result<Granted, ApiError> {
    let now_ms = app.clock.now_ms();
    let authorisation = app.random.token();
    sqlx::query(
        "INSERT INTO pin_grants (hash, user_id, action, currency, amount_minor, payee, idempotency_key, granted_at_ms, expires_at_ms, session_id, \
         body_hash, passkey_id) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
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
    .bind(payment.body_hash)
    .bind(passkey)
    .execute(tx.connection())
    .await?;
    let mut detail = json!({ "action": payment.action, "currency": payment.currency, "amount_minor": payment.amount_minor });
    if let Some(passkey) = passkey {
        detail["passkey"] = json!(passkey);
    }
    audit::append(tx, app, &session.user_id, "payment_authorised", &detail).await?;
    Ok(Granted {
        authorisation,
        expires_at: rfc3339(now_ms + LIFE_MS),
    })
}

/// The sum that passkeys have authorised since a time: paid, or still to be paid.
///
/// # Errors
/// The database failed.
pub async fn by_passkey(
    connection: &mut AnyConnection,
    user_id: &str,
    currency: Currency,
    since_ms: i64,
    now_ms: i64,
) -> Result<Amount, DbError> {
    let row = sqlx::query(
        "SELECT CAST(COALESCE(SUM(amount_minor), 0) AS BIGINT) AS total FROM pin_grants \
         WHERE user_id = $1 AND currency = $2 AND passkey_id IS NOT NULL AND granted_at_ms > $3 \
           AND (consumed_at_ms IS NOT NULL OR expires_at_ms > $4)",
    )
    .bind(user_id)
    .bind(currency.as_str())
    .bind(since_ms)
    .bind(now_ms)
    .fetch_one(connection)
    .await?;
    columns::amount(&row, "total", currency)
}

/// Revokes a user's unused grants.
///
/// # Errors
/// The database failed.
pub async fn revoke(tx: &mut Tx, user_id: &str, now_ms: i64) -> Result<(), ApiError> {
    sqlx::query(
        "UPDATE pin_grants SET expires_at_ms = 0 WHERE user_id = $1 AND consumed_at_ms IS NULL AND expires_at_ms > $2",
    )
    .bind(user_id)
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// Consumes the grant of a call, in the transaction of the debit and before any lookup for it. `None` without a grant:
/// the form is validated first, then [`check`] refuses.
///
/// # Errors
/// 403 if the grant was used, has expired, is for another kind of payment, body, key or user, or its session has ended.
pub async fn consume(
    tx: &mut Tx,
    app: &AppState,
    user_id: &str,
    given: &PinAuthorisation,
    action: &str,
    operation: &Operation,
) -> Result<Option<Authorised>, ApiError> {
    let Some(token) = given.0.as_ref() else {
        return Ok(None);
    };
    let now_ms = app.clock.now_ms();
    let row = sqlx::query(
        "UPDATE pin_grants SET consumed_at_ms = $2 WHERE hash = $1 AND consumed_at_ms IS NULL AND expires_at_ms > $2 \
         AND user_id = $3 AND action = $4 AND idempotency_key = $5 AND body_hash = $6 \
         AND EXISTS (SELECT 1 FROM sessions WHERE sessions.id = pin_grants.session_id AND sessions.ended_at_ms IS NULL) \
         RETURNING currency, amount_minor, payee",
    )
    .bind(sha256_hex(token.reveal().as_bytes()))
    .bind(now_ms)
    .bind(user_id)
    .bind(action)
    .bind(operation.key.as_str())
    .bind(operation.body_hash.as_str())
    .fetch_optional(tx.connection())
    .await?;
    let row = row.ok_or_else(required)?;
    Ok(Some(Authorised::Grant {
        currency: row.try_get("currency")?,
        amount_minor: row.try_get("amount_minor")?,
        payee: row.try_get("payee")?,
    }))
}

const GRANT: &str = "grant";

/// Adds the read of a call's grant, if it has one; [`consume_in`] uses it up.
pub(super) fn reads(
    reads: &mut Reads,
    user_id: &str,
    given: &PinAuthorisation,
    action: &str,
    operation: &Operation,
    now_ms: i64,
) {
    let Some(token) = given.0.as_ref() else {
        return;
    };
    reads
        .add(
            GRANT,
            "SELECT hash, currency, amount_minor, payee FROM pin_grants WHERE hash = $1 AND consumed_at_ms IS NULL \
             AND expires_at_ms > $2 AND user_id = $3 AND action = $4 AND idempotency_key = $5 AND body_hash = $6",
        )
        .bind(sha256_hex(token.reveal().as_bytes()))
        .bind(now_ms)
        .bind(user_id)
        .bind(action)
        .bind(operation.key.as_str())
        .bind(operation.body_hash.as_str());
}

static CONSUME: Write = Write {
    name: "the grant",
    columns: &[("hash", Column::Text), ("now_ms", Column::Whole)],
    statement: "UPDATE pin_grants SET consumed_at_ms = rows.now_ms FROM rows WHERE pin_grants.hash = rows.hash \
        AND pin_grants.consumed_at_ms IS NULL AND pin_grants.expires_at_ms > rows.now_ms \
        AND EXISTS (SELECT 1 FROM sessions WHERE sessions.id = pin_grants.session_id AND sessions.ended_at_ms IS NULL)",
};

/// Uses the grant that was found, as part of other writes: they are refused if it was used or its session ended
/// meanwhile. `None` if none was found.
///
/// # Errors
/// Its columns cannot be read.
pub(super) fn consume_in(
    writes: &mut Writes,
    found: &Found,
    now_ms: i64,
) -> Result<Option<Authorised>, ApiError> {
    let Some(row) = found.first(GRANT) else {
        return Ok(None);
    };
    writes.add(
        &CONSUME,
        json!({ "hash": row.text("hash")?, "now_ms": now_ms }),
    );
    Ok(Some(Authorised::Grant {
        currency: row.text("currency")?,
        amount_minor: row.whole("amount_minor")?,
        payee: row.text("payee")?,
    }))
}

/// Checks that the call has a grant, before a provider is contacted for the payment. [`consume`] decides.
///
/// # Errors
/// 403 without a grant, or with a grant for another payment.
pub async fn expect(
    connection: &mut AnyConnection,
    user_id: &str,
    given: &PinAuthorisation,
    operation: &Operation,
) -> Result<(), ApiError> {
    let token = given.0.as_ref().ok_or_else(required)?;
    let found = sqlx::query(
        "SELECT 1 FROM pin_grants WHERE hash = $1 AND user_id = $2 AND idempotency_key = $3 AND body_hash = $4",
    )
    .bind(sha256_hex(token.reveal().as_bytes()))
    .bind(user_id)
    .bind(operation.key.as_str())
    .bind(operation.body_hash.as_str())
    .fetch_optional(connection)
    .await?;
    found.map(|_| ()).ok_or_else(required)
}

/// Checks that a payment has the authorised price and payee.
///
/// # Errors
/// 403 if it differs, or without a grant.
pub fn check(
    authorised: Option<&Authorised>,
    currency: &str,
    amount_minor: i64,
    payee: &str,
) -> Result<(), ApiError> {
    let same = match authorised {
        None => false,
        Some(Authorised::Pin) => true,
        Some(Authorised::Grant {
            currency: of,
            amount_minor: minor,
            payee: to,
        }) => of == currency && *minor == amount_minor && to == payee,
    };
    if same { Ok(()) } else { Err(required()) }
}

/// The optional grant of a call, from `X-Pin-Authorisation`. [`consume`] decides whether one is required.
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
