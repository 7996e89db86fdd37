//! Browsers that people signed in with, told apart by a cookie. Whose they are stands in the database.

use crate::db::{DbError, Tx};
use crate::http::Client;
use sqlx::{AnyConnection, Row};

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

/// The person signs in with the browser.
///
/// # Errors
/// The database's.
pub async fn keep(
    tx: &mut Tx,
    browser_hash: &str,
    user_id: &str,
    now_ms: i64,
) -> Result<(), DbError> {
    sqlx::query(
        "INSERT INTO person_browsers (browser_hash, user_id, first_seen_at_ms) VALUES ($1, $2, $3) \
         ON CONFLICT (browser_hash, user_id) DO UPDATE SET is_known = 1",
    )
    .bind(browser_hash)
    .bind(user_id)
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    Ok(())
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
