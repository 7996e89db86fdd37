//! Connected keys, decrypted for use.

use super::place;
use ground::db::DbError;
use ground::sealed;
use ground::secret::Secret;
use providers::exchange_keys::ExchangeKeys as Keys;
use service::app::AppState;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

/// A user's key and its connection time, which identifies it.
pub struct Connected {
    pub keys: Keys,
    pub at_ms: i64,
    /// Whether it may trade, according to the exchange's last response.
    pub trades: bool,
}

/// The connection time of a user's key, and whether it may trade.
///
/// # Errors
/// The database failed.
pub async fn facts(
    connection: &mut AnyConnection,
    user_id: &str,
) -> Result<Option<(i64, bool)>, DbError> {
    let row = sqlx::query("SELECT connected_at_ms, trades FROM exchange_keys WHERE user_id = $1")
        .bind(user_id)
        .fetch_optional(connection)
        .await?;
    let read = |row: AnyRow| {
        Ok((
            row.try_get("connected_at_ms")?,
            row.try_get::<i64, _>("trades")? != 0,
        ))
    };
    row.map(read).transpose()
}

/// The user's key; `None` if there is none or it cannot be decrypted.
///
/// # Errors
/// The database failed.
pub async fn opened(app: &AppState, user_id: &str) -> Result<Option<Connected>, DbError> {
    let row = sqlx::query(
        "SELECT sealed_key, sealed_secret, connected_at_ms, trades FROM exchange_keys WHERE user_id = $1",
    )
    .bind(user_id)
    .fetch_optional(&mut *app.db.read().await?)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let (key, secret): (String, String) =
        (row.try_get("sealed_key")?, row.try_get("sealed_secret")?);
    let Some(keys) = unseal(app, user_id, &key, &secret) else {
        tracing::warn!("an exchange key is sealed with an unknown secret");
        return Ok(None);
    };
    Ok(Some(Connected {
        keys,
        at_ms: row.try_get("connected_at_ms")?,
        trades: row.try_get::<i64, _>("trades")? != 0,
    }))
}

/// Decrypts a key; `None` if it was sealed with an unknown secret.
pub fn unseal(app: &AppState, user_id: &str, key: &str, secret: &str) -> Option<Keys> {
    let open = |what: &str, text: &str| {
        let plain = sealed::open(&app.config.keys, &place(user_id, what), text).ok()?;
        Some(Secret::new(plain.reveal().clone()))
    };
    Some(Keys {
        key: open("key", key)?,
        secret: open("secret", secret)?,
    })
}
