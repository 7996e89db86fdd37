//! The rows of `push_subscriptions` and `push_messages`.

use crate::db::{DbError, Tx};
use crate::outbound::push::{Notice, Urgency};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row as _};

/// A browser.
pub struct Row {
    pub endpoint_hash: String,
    pub user_id: String,
    pub session_id: String,
    pub sealed: String,
}

/// Keeps a browser in place of the session's former one. Whoever used it before is told nothing there any more. Of a
/// person's browsers, `most` stay.
pub async fn put(tx: &mut Tx, row: &Row, now_ms: i64, most: i64) -> Result<(), DbError> {
    sqlx::query("DELETE FROM push_subscriptions WHERE session_id = $1 AND endpoint_hash <> $2")
        .bind(row.session_id.as_str())
        .bind(row.endpoint_hash.as_str())
        .execute(tx.connection())
        .await?;
    sqlx::query("DELETE FROM push_messages WHERE endpoint_hash = $1 AND user_id <> $2")
        .bind(row.endpoint_hash.as_str())
        .bind(row.user_id.as_str())
        .execute(tx.connection())
        .await?;
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

/// A session's browser: the hash of its address, and what is sealed.
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
    let read = |row: AnyRow| -> Result<_, DbError> {
        Ok((row.try_get("endpoint_hash")?, row.try_get("sealed")?))
    };
    row.map(read).transpose()
}

/// Removes a session's browser with all that it is still to be told.
pub async fn forget_session(tx: &mut Tx, session_id: &str) -> Result<(), DbError> {
    sqlx::query(
        "DELETE FROM push_messages WHERE endpoint_hash IN (SELECT endpoint_hash FROM push_subscriptions WHERE session_id = $1)",
    )
    .bind(session_id)
    .execute(tx.connection())
    .await?;
    cut_off_session(tx, session_id).await
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

/// Removes a browser that is no more.
pub async fn forget_browser(tx: &mut Tx, endpoint_hash: &str) -> Result<(), DbError> {
    for statement in [
        "DELETE FROM push_messages WHERE endpoint_hash = $1",
        "DELETE FROM push_subscriptions WHERE endpoint_hash = $1",
    ] {
        sqlx::query(statement)
            .bind(endpoint_hash)
            .execute(tx.connection())
            .await?;
    }
    Ok(())
}

/// A message for each browser of a person.
pub async fn queue(
    tx: &mut Tx,
    notice_id: &str,
    user_id: &str,
    notice: &Notice,
    now_ms: i64,
    expires_at_ms: i64,
) -> Result<(), DbError> {
    sqlx::query(
        "INSERT INTO push_messages (notice_id, endpoint_hash, user_id, sealed, title, body, link, urgency, due_at_ms, expires_at_ms) \
         SELECT $1, endpoint_hash, user_id, sealed, $3, $4, $5, $6, $7, $8 FROM push_subscriptions WHERE user_id = $2",
    )
    .bind(notice_id)
    .bind(user_id)
    .bind(notice.title())
    .bind(notice.body())
    .bind(notice.link())
    .bind(notice.urgency.as_str())
    .bind(now_ms)
    .bind(expires_at_ms)
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// A message that is still to be sent.
pub struct Message {
    pub notice_id: String,
    pub endpoint_hash: String,
    pub sealed: String,
    pub notice: Notice,
    /// This one included.
    pub attempts: i64,
    pub expires_at_ms: i64,
}

/// Whether any message is due.
pub async fn any_due(connection: &mut AnyConnection, now_ms: i64) -> Result<bool, DbError> {
    let row = sqlx::query("SELECT 1 AS due FROM push_messages WHERE due_at_ms <= $1 LIMIT 1")
        .bind(now_ms)
        .fetch_optional(connection)
        .await?;
    Ok(row.is_some())
}

/// Takes due messages for oneself until `held_until_ms`.
pub async fn claim(
    tx: &mut Tx,
    now_ms: i64,
    held_until_ms: i64,
    most: i64,
) -> Result<Vec<Message>, DbError> {
    // The condition stands twice: whoever waited for another server's claim sees that it is not due any more.
    let rows = sqlx::query(
        "UPDATE push_messages SET due_at_ms = $2, attempts = attempts + 1 WHERE due_at_ms <= $1 AND (notice_id, endpoint_hash) IN \
         (SELECT notice_id, endpoint_hash FROM push_messages WHERE due_at_ms <= $1 ORDER BY due_at_ms, notice_id LIMIT $3) \
         RETURNING notice_id, endpoint_hash, sealed, title, body, link, urgency, attempts, expires_at_ms",
    )
    .bind(now_ms)
    .bind(held_until_ms)
    .bind(most)
    .fetch_all(tx.connection())
    .await?;
    rows.iter().map(message).collect()
}

fn message(row: &AnyRow) -> Result<Message, DbError> {
    let text = |column: &str| -> Result<String, DbError> { Ok(row.try_get(column)?) };
    Ok(Message {
        notice_id: text("notice_id")?,
        endpoint_hash: text("endpoint_hash")?,
        sealed: text("sealed")?,
        notice: Notice::new(
            &text("title")?,
            &text("body")?,
            &text("link")?,
            Urgency::named(&text("urgency")?),
        ),
        attempts: row.try_get("attempts")?,
        expires_at_ms: row.try_get("expires_at_ms")?,
    })
}

/// Nothing more is to be done about a message.
pub async fn done(tx: &mut Tx, message: &Message) -> Result<(), DbError> {
    sqlx::query("DELETE FROM push_messages WHERE notice_id = $1 AND endpoint_hash = $2")
        .bind(message.notice_id.as_str())
        .bind(message.endpoint_hash.as_str())
        .execute(tx.connection())
        .await?;
    Ok(())
}

/// Sets when a message is tried again.
pub async fn put_off(tx: &mut Tx, message: &Message, due_at_ms: i64) -> Result<(), DbError> {
    sqlx::query(
        "UPDATE push_messages SET due_at_ms = $3 WHERE notice_id = $1 AND endpoint_hash = $2",
    )
    .bind(message.notice_id.as_str())
    .bind(message.endpoint_hash.as_str())
    .bind(due_at_ms)
    .execute(tx.connection())
    .await?;
    Ok(())
}
