//! Challenges that await a signature: each for one purpose, host and session, and for one use within minutes.

use super::relying_party::refused;
use ground::db::Tx;
use ground::error::ApiError;
use ground::secret::sha256_hex;
use service::app::AppState;
use sqlx::Row;

const LIFE_MS: i64 = 3 * 60 * 1_000;

/// The purpose of a signature.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    Add,
    SignIn,
    Prove,
    Pay,
}

impl Purpose {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Add => "add",
            Self::SignIn => "sign_in",
            Self::Prove => "prove",
            Self::Pay => "pay",
        }
    }
}

/// The place of a challenge: the purpose, the host, and the session unless it is a sign-in.
#[derive(Clone, Copy)]
pub struct Place<'a> {
    pub purpose: Purpose,
    pub host: &'a str,
    pub session_id: Option<&'a str>,
}

/// Keeps the state that a signature will be compared with; returns the token that the browser sends back.
///
/// # Errors
/// The database failed.
pub async fn keep(
    tx: &mut Tx,
    app: &AppState,
    place: Place<'_>,
    state: &str,
) -> Result<String, ApiError> {
    let token = app.random.token();
    sqlx::query(
        "INSERT INTO passkey_challenges (hash, purpose, session_id, relying_party, state, expires_at_ms) \
         VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(sha256_hex(token.as_bytes()))
    .bind(place.purpose.as_str())
    .bind(place.session_id)
    .bind(place.host)
    .bind(state)
    .bind(app.clock.now_ms() + LIFE_MS)
    .execute(tx.connection())
    .await?;
    Ok(token)
}

/// Uses up a challenge, in a transaction that is committed whatever the signature is.
///
/// # Errors
/// 403 if it is unknown, was used, has expired, or has another place.
pub async fn take(
    tx: &mut Tx,
    app: &AppState,
    place: Place<'_>,
    token: &str,
) -> Result<String, ApiError> {
    let now_ms = app.clock.now_ms();
    let row = sqlx::query(
        "UPDATE passkey_challenges SET used_at_ms = $2 WHERE hash = $1 AND used_at_ms IS NULL AND expires_at_ms > $2 \
         AND purpose = $3 AND relying_party = $4 AND COALESCE(session_id, '') = $5 RETURNING state",
    )
    .bind(sha256_hex(token.as_bytes()))
    .bind(now_ms)
    .bind(place.purpose.as_str())
    .bind(place.host)
    .bind(place.session_id.unwrap_or_default())
    .fetch_optional(tx.connection())
    .await?;
    Ok(row.ok_or_else(refused)?.try_get("state")?)
}
