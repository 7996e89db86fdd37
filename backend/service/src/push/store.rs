//! The rows of `push_subscriptions`.

use ground::db::{DbError, Fields, Found, Reads, Tx};
use ground::queue;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row as _};

/// A browser.
pub struct Row {
    pub endpoint_hash: String,
    pub user_id: String,
    pub session_id: String,
    pub sealed: String,
}

/// Saves a browser in place of the session's former one, and removes it from its former user. Keeps the newest `most`
/// browsers of a user.
pub async fn put(tx: &mut Tx, row: &Row, now_ms: i64, most: i64) -> Result<(), DbError> {
    sqlx::query("DELETE FROM push_subscriptions WHERE session_id = $1 AND endpoint_hash <> $2")
        .bind(row.session_id.as_str())
        .bind(row.endpoint_hash.as_str())
        .execute(tx.connection())
        .await?;
    queue::withdraw_from_others(tx, &row.endpoint_hash, &row.user_id).await?;
    sqlx::query(
        "INSERT INTO push_subscriptions (endpoint_hash, user_id, session_id, sealed, saved_at_ms) VALUES ($1, $2, $3, $4, $5) \
         ON CONFLICT (endpoint_hash) DO UPDATE SET user_id = excluded.user_id, session_id = excluded.session_id, \
         sealed = excluded.sealed, saved_at_ms = excluded.saved_at_ms",
    )
    .bind(row.endpoint_hash.as_str())
    .bind(row.user_id.as_str())
    .bind(row.session_id.as_str())
    .bind(row.sealed.as_str())
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    sqlx::query(
        "DELETE FROM push_subscriptions WHERE user_id = $1 AND endpoint_hash NOT IN (SELECT endpoint_hash \
         FROM push_subscriptions WHERE user_id = $1 ORDER BY saved_at_ms DESC, session_id DESC LIMIT $2)",
    )
    .bind(row.user_id.as_str())
    .bind(most)
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// A session's browser: the hash of its endpoint, and the sealed subscription.
pub async fn of_session(
    connection: &mut AnyConnection,
    session_id: &str,
) -> Result<Option<(String, String)>, DbError> {
    let row = sqlx::query(
        "SELECT endpoint_hash, sealed FROM push_subscriptions WHERE session_id = $1 ORDER BY saved_at_ms DESC LIMIT 1",
    )
    .bind(session_id)
    .fetch_optional(connection)
    .await?;
    row.as_ref().map(browser).transpose()
}

/// Removes a session's browser and its queued messages.
pub async fn forget_session(tx: &mut Tx, session_id: &str) -> Result<(), DbError> {
    let rows =
        sqlx::query("DELETE FROM push_subscriptions WHERE session_id = $1 RETURNING endpoint_hash")
            .bind(session_id)
            .fetch_all(tx.connection())
            .await?;
    for row in &rows {
        let endpoint_hash: String = row.try_get("endpoint_hash")?;
        queue::withdraw(tx, &endpoint_hash).await?;
    }
    Ok(())
}

pub async fn cut_off_session(tx: &mut Tx, session_id: &str) -> Result<(), DbError> {
    sqlx::query("DELETE FROM push_subscriptions WHERE session_id = $1")
        .bind(session_id)
        .execute(tx.connection())
        .await?;
    Ok(())
}

pub async fn cut_off_person(tx: &mut Tx, user_id: &str) -> Result<(), DbError> {
    sqlx::query("DELETE FROM push_subscriptions WHERE user_id = $1")
        .bind(user_id)
        .execute(tx.connection())
        .await?;
    Ok(())
}

/// Removes an expired browser.
pub async fn forget_browser(tx: &mut Tx, endpoint_hash: &str) -> Result<(), DbError> {
    queue::withdraw(tx, endpoint_hash).await?;
    sqlx::query("DELETE FROM push_subscriptions WHERE endpoint_hash = $1")
        .bind(endpoint_hash)
        .execute(tx.connection())
        .await?;
    Ok(())
}

/// The destinations of a user's notices.
#[derive(Default)]
pub struct Reach {
    /// Endpoint hashes and sealed subscriptions.
    pub browsers: Vec<(String, String)>,
    /// The settings that switch channels on.
    pub switches: Vec<String>,
}

/// The destinations of a user's notices: browsers, and the channels that are switched on.
pub async fn reach(connection: &mut AnyConnection, user_id: &str) -> Result<Reach, DbError> {
    let rows = sqlx::query(
        "SELECT 'browser' AS what, endpoint_hash AS name, sealed FROM push_subscriptions WHERE user_id = $1 \
         UNION ALL SELECT 'switch', name, value FROM account_settings WHERE user_id = $1 AND value = 'true' \
         AND name IN ('enable_email', 'enable_sms', 'enable_telegram', 'enable_whatsapp')",
    )
    .bind(user_id)
    .fetch_all(connection)
    .await?;
    reach_of(&rows)
}

/// Reads the destinations of the notices of a wallet's owner.
pub fn reach_reads(reads: &mut Reads, wallet_number: &str) {
    reads
        .add(
            REACH,
            "SELECT 'browser' AS what, b.endpoint_hash AS name, b.sealed FROM push_subscriptions b \
             JOIN wallets w ON w.user_id = b.user_id WHERE w.wallet_number = $1 \
             UNION ALL SELECT 'switch', s.name, s.value FROM account_settings s JOIN wallets w ON w.user_id = s.user_id \
             WHERE w.wallet_number = $1 AND s.value = 'true' \
             AND s.name IN ('enable_email', 'enable_sms', 'enable_telegram', 'enable_whatsapp')",
        )
        .bind(wallet_number);
}

const REACH: &str = "reach";

/// The destinations found by [`reach_reads`].
pub fn reach_found(found: &Found) -> Result<Reach, DbError> {
    reach_of(found.all(REACH))
}

fn reach_of(rows: &[impl Fields]) -> Result<Reach, DbError> {
    let mut reach = Reach::default();
    for row in rows {
        let name = row.text("name")?;
        match row.text("what")?.as_str() {
            "browser" => reach.browsers.push((name, row.text("sealed")?)),
            _ => reach.switches.push(name),
        }
    }
    Ok(reach)
}

fn browser(row: &AnyRow) -> Result<(String, String), DbError> {
    Ok((row.try_get("endpoint_hash")?, row.try_get("sealed")?))
}

/// Browsers after an endpoint hash, in order, whose subscription does not match a LIKE pattern.
pub async fn sealed_otherwise(
    tx: &mut Tx,
    after: &str,
    pattern: &str,
) -> Result<Vec<(String, String)>, DbError> {
    let rows = sqlx::query(
        "SELECT endpoint_hash, sealed FROM push_subscriptions WHERE endpoint_hash > $1 AND sealed NOT LIKE $2 \
         ORDER BY endpoint_hash LIMIT 200",
    )
    .bind(after)
    .bind(pattern)
    .fetch_all(tx.connection())
    .await?;
    rows.iter()
        .map(|row| Ok((row.try_get("endpoint_hash")?, row.try_get("sealed")?)))
        .collect()
}

/// Replaces a subscription by its re-encrypted form.
pub async fn replace_sealed(
    tx: &mut Tx,
    endpoint_hash: &str,
    before: &str,
    anew: &str,
) -> Result<(), DbError> {
    sqlx::query(
        "UPDATE push_subscriptions SET sealed = $3 WHERE endpoint_hash = $1 AND sealed = $2",
    )
    .bind(endpoint_hash)
    .bind(before)
    .bind(anew)
    .execute(tx.connection())
    .await?;
    Ok(())
}
