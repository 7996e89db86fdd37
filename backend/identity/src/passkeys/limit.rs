//! The limit up to which passkeys authorise payments in place of the PIN.

use crate::pin;
use domain_core::identity::PasskeyLimit;
use domain_core::identity::passkey::LIMIT_IS_FOR_MS;
use domain_core::money::Amount;
use domain_core::money::Currency;
use ground::db::{DbError, Tx};
use ground::error::ApiError;
use money::grant;
use serde_json::json;
use service::access::{Session, audit, users};
use service::app::AppState;
use service::letters::{self, News};
use sqlx::{AnyConnection, Row};

/// A user's limit.
pub struct Limit {
    /// In kobo.
    pub minor: i64,
    pub set_at_ms: i64,
}

/// A user's limit; `None` if every payment needs the PIN.
///
/// # Errors
/// The database failed.
pub async fn of(connection: &mut AnyConnection, user_id: &str) -> Result<Option<Limit>, DbError> {
    let row = sqlx::query("SELECT limit_minor, set_at_ms FROM passkey_limits WHERE user_id = $1")
        .bind(user_id)
        .fetch_optional(connection)
        .await?;
    let limit = |row: sqlx::any::AnyRow| {
        Ok(Limit {
            minor: row.try_get("limit_minor")?,
            set_at_ms: row.try_get("set_at_ms")?,
        })
    };
    row.map(limit).transpose()
}

/// The naira that passkeys have authorised within the time that a limit is for.
///
/// # Errors
/// The database failed.
pub async fn spent(
    connection: &mut AnyConnection,
    user_id: &str,
    now_ms: i64,
) -> Result<Amount, ApiError> {
    let since_ms = now_ms.saturating_sub(LIMIT_IS_FOR_MS);
    Ok(grant::by_passkey(connection, user_id, Currency::Ngn, since_ms, now_ms).await?)
}

/// Switches payments with a passkey off.
///
/// # Errors
/// The database failed.
pub async fn forget(tx: &mut Tx, user_id: &str) -> Result<(), DbError> {
    sqlx::query("DELETE FROM passkey_limits WHERE user_id = $1")
        .bind(user_id)
        .execute(tx.connection())
        .await?;
    Ok(())
}

/// Sets the limit with the PIN for the user's present passkeys, or switches them off for payments.
///
/// # Errors
/// 422 for a wrong PIN; 423 while it is locked; 409 if none is set.
pub async fn set(app: &AppState, session: &Session, form: &PasskeyLimit) -> Result<(), ApiError> {
    let minor = form.amount().and_then(|amount| amount.minor());
    let compared = pin::verify(app, session, Currency::Ngn, "pin", &form.pin).await?;
    let user_id = session.user_id.as_str();
    let mut tx = app.db.begin().await?;
    compared.expect_standing(&mut tx, app, session).await?;
    // After the user was locked: a passkey that is added next is later.
    let now_ms = app.clock.now_ms();
    forget(&mut tx, user_id).await?;
    grant::revoke(&mut tx, user_id, now_ms).await?;
    if let Some(minor) = minor {
        sqlx::query(
            "INSERT INTO passkey_limits (user_id, limit_minor, set_at_ms) VALUES ($1, $2, $3)",
        )
        .bind(user_id)
        .bind(minor)
        .bind(now_ms)
        .execute(tx.connection())
        .await?;
        let user = users::find(tx.connection(), user_id).await?;
        let user = user.ok_or_else(ApiError::unauthenticated)?;
        letters::tell(&mut tx, app, &user, News::PasskeyPays).await?;
    }
    let detail = json!({ "limit_minor": minor });
    audit::append(&mut tx, app, user_id, "passkey_limit_set", &detail).await?;
    Ok(tx.commit().await?)
}
