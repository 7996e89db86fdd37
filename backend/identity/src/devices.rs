//! Browsers that users signed in with, identified by a cookie; the database maps them to users.

use ground::db::{DbError, Tx};
use ground::secret::Secret;
use service::access::session::token_hash;
use service::app::AppState;
use service::http::Client;
use sqlx::{AnyConnection, Row};

/// The cookie's lifetime.
pub const KEPT_SECONDS: i64 = 400 * 24 * 60 * 60;

/// Removes browsers whose cookie expired before the instant in `$1`.
pub const FORGET: &str = "DELETE FROM person_browsers WHERE first_seen_at_ms < $1";

/// The client's browser, if the user has signed in with it since their password was set.
///
/// # Errors
/// The database failed.
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

/// Records a sign-in with the client's browser. If the browser is new to the user, the cookie is replaced, because the
/// old value may have been copied or planted. Users known by the old value stay known under the new one.
///
/// # Errors
/// The database failed.
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

/// Forgets all browsers of a user except the client's, where the password was just set: a sign-in with the old password
/// is no reason to trust a browser.
///
/// # Errors
/// The database failed.
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
