//! Browsers that people signed in with, told apart by a cookie. Whose they are stands in the database.

use crate::access::session::token_hash;
use crate::app::AppState;
use crate::db::{DbError, Tx};
use crate::http::Client;
use crate::secret::Secret;
use sqlx::{AnyConnection, Row};

/// How long a browser keeps its name.
pub const KEPT_SECONDS: i64 = 400 * 24 * 60 * 60;

/// Removes browsers whose name ran out before the instant in `$1`.
pub const FORGET: &str = "DELETE FROM person_browsers WHERE first_seen_at_ms < $1";

/// The client's browser, if the person signed in with it before, and has had the same password since.
///
/// # Errors
/// The database's.
pub async fn known<'a>(
    connection: &mut AnyConnection,
    user_id: &str,
    client: &'a Client,
) -> Result<Option<&'a str>, DbError> {
    let Some(browser_hash) = client.browser_hash.as_deref() else {
        return Ok(None);
    };
    let row = sqlx::query(
        "SELECT COUNT(*) AS known FROM person_browsers WHERE browser_hash = $1 AND user_id = $2 AND is_known = 1",
    )
    .bind(browser_hash)
    .bind(user_id)
    .fetch_one(connection)
    .await?;
    Ok((row.try_get::<i64, _>("known")? == 1).then_some(browser_hash))
}

/// The person signs in with the client's browser. One that they are not known in gets a new name, if it had one: somebody
/// may have copied or planted the old one, and would be known beforehand. Whoever was known by it is so by the new one.
///
/// # Errors
/// The database's.
pub async fn keep(
    tx: &mut Tx,
    app: &AppState,
    user_id: &str,
    client: &Client,
    now_ms: i64,
) -> Result<Option<Secret<String>>, DbError> {
    if known(tx.connection(), user_id, client).await?.is_some() {
        return Ok(None);
    }
    let browser = Secret::new(app.random.token());
    let browser_hash = token_hash(browser.reveal());
    if let Some(before) = &client.browser_hash {
        sqlx::query(
            "INSERT INTO person_browsers (browser_hash, user_id, first_seen_at_ms, is_known) \
             SELECT $1, user_id, $2, is_known FROM person_browsers WHERE browser_hash = $3",
        )
        .bind(&browser_hash)
        .bind(now_ms)
        .bind(before)
        .execute(tx.connection())
        .await?;
    }
    sqlx::query(
        "INSERT INTO person_browsers (browser_hash, user_id, first_seen_at_ms, is_known) VALUES ($1, $2, $3, 1) \
         ON CONFLICT (browser_hash, user_id) DO UPDATE SET is_known = 1",
    )
    .bind(&browser_hash)
    .bind(user_id)
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    Ok(Some(browser))
}

/// The person's password was set in the client's browser. Every other one is a stranger's again: who was let in by the old
/// password is somebody new with the next.
///
/// # Errors
/// The database's.
pub async fn forget_others(tx: &mut Tx, user_id: &str, client: &Client) -> Result<(), DbError> {
    sqlx::query(
        "UPDATE person_browsers SET is_known = 0 WHERE user_id = $1 AND browser_hash <> $2",
    )
    .bind(user_id)
    .bind(client.browser_hash.as_deref().unwrap_or_default())
    .execute(tx.connection())
    .await?;
    Ok(())
}
