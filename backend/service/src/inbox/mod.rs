//! The inbox: a user's notices of the last 90 days, read on all of their devices. Everything that a user is told on any
//! channel is here first, in the transaction of its event.

pub mod own_data;
mod routes;

pub use routes::routes;

use crate::access::Session;
use crate::app::AppState;
use crate::http::envelope::{Page, Place};
use ground::clock::rfc3339;
use ground::db::{Column, DbError, Tx, Write, Writes};
use ground::error::ApiError;
use serde::Serialize;
use serde_json::json;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};
use utoipa::ToSchema;

/// How long notices are kept.
pub const KEPT_MS: i64 = 90 * 24 * 60 * 60 * 1_000;
/// The statement that deletes older notices than the instant in `$1`.
pub const OLD: &str = "DELETE FROM notices WHERE created_at_ms < $1";

/// A notice in the inbox.
#[derive(Debug, Serialize, ToSchema)]
pub struct InboxNotice {
    id: String,
    title: String,
    body: String,
    /// The page of the app that it is about.
    link: String,
    #[schema(example = "2026-11-28T09:00:00Z")]
    created_at: String,
    read: bool,
}

/// The number of notices that were not read.
#[derive(Debug, Serialize, ToSchema)]
pub struct Unread {
    unread: i64,
}

/// A notice to put into the inbox.
pub struct New<'a> {
    pub title: &'a str,
    pub body: &'a str,
    pub link: &'a str,
}

/// Puts a notice into a user's inbox.
///
/// # Errors
/// The database failed.
pub async fn put(tx: &mut Tx, app: &AppState, user_id: &str, new: &New<'_>) -> Result<(), DbError> {
    let now_ms = app.clock.now_ms();
    sqlx::query(
        "INSERT INTO notices (id, user_id, title, body, link, created_at_ms) VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(app.random.id(now_ms))
    .bind(user_id)
    .bind(new.title)
    .bind(new.body)
    .bind(new.link)
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    Ok(())
}

static NOTICE: Write = Write {
    name: "the notice",
    columns: &[
        ("id", Column::Text),
        ("user_id", Column::Text),
        ("title", Column::Text),
        ("body", Column::Text),
        ("link", Column::Text),
        ("created_at_ms", Column::Whole),
    ],
    statement: "INSERT INTO notices (id, user_id, title, body, link, created_at_ms) \
        SELECT id, user_id, title, body, link, created_at_ms FROM rows",
};

/// Puts a notice into a user's inbox, as part of other writes.
pub fn put_in(writes: &mut Writes, app: &AppState, user_id: &str, new: &New<'_>) {
    let now_ms = app.clock.now_ms();
    let row = json!({
        "id": app.random.id(now_ms),
        "user_id": user_id,
        "title": new.title,
        "body": new.body,
        "link": new.link,
        "created_at_ms": now_ms,
    });
    writes.add(&NOTICE, row);
}

/// A page of the caller's notices, newest first.
///
/// # Errors
/// The database failed.
pub async fn page(
    app: &AppState,
    session: &Session,
    place: Place,
) -> Result<Page<InboxNotice>, ApiError> {
    let since_ms = app.clock.now_ms() - KEPT_MS;
    let mut connection = app.db.read().await?;
    let total = sqlx::query(
        "SELECT COUNT(*) AS total FROM notices WHERE user_id = $1 AND created_at_ms >= $2",
    )
    .bind(session.user_id.as_str())
    .bind(since_ms)
    .fetch_one(&mut *connection)
    .await?;
    let rows = sqlx::query(
        "SELECT id, title, body, link, created_at_ms, read_at_ms FROM notices WHERE user_id = $1 AND created_at_ms >= $2 \
         ORDER BY created_at_ms DESC, id DESC LIMIT $3 OFFSET $4",
    )
    .bind(session.user_id.as_str())
    .bind(since_ms)
    .bind(place.rows)
    .bind(place.skipped())
    .fetch_all(&mut *connection)
    .await?;
    let found: Result<Vec<InboxNotice>, DbError> = rows.iter().map(notice).collect();
    Ok(Page::new(place, total.try_get("total")?, found?))
}

fn notice(row: &AnyRow) -> Result<InboxNotice, DbError> {
    let read_at_ms: Option<i64> = row.try_get("read_at_ms")?;
    Ok(InboxNotice {
        id: row.try_get("id")?,
        title: row.try_get("title")?,
        body: row.try_get("body")?,
        link: row.try_get("link")?,
        created_at: rfc3339(row.try_get("created_at_ms")?),
        read: read_at_ms.is_some(),
    })
}

async fn count_unread(
    connection: &mut AnyConnection,
    user_id: &str,
    since_ms: i64,
) -> Result<Unread, DbError> {
    let row = sqlx::query(
        "SELECT COUNT(*) AS unread FROM notices WHERE user_id = $1 AND read_at_ms IS NULL AND created_at_ms >= $2",
    )
    .bind(user_id)
    .bind(since_ms)
    .fetch_one(connection)
    .await?;
    Ok(Unread {
        unread: row.try_get("unread")?,
    })
}

/// The number of the caller's notices that were not read.
///
/// # Errors
/// The database failed.
pub async fn unread(app: &AppState, session: &Session) -> Result<Unread, ApiError> {
    let since_ms = app.clock.now_ms() - KEPT_MS;
    let mut connection = app.db.read().await?;
    Ok(count_unread(&mut connection, &session.user_id, since_ms).await?)
}

/// Marks a notice and all older ones as read: what the caller has seen, and nothing that came since. Returns the number
/// of those that remain.
///
/// # Errors
/// 404 for another user's notice.
pub async fn read_through(app: &AppState, session: &Session, id: &str) -> Result<Unread, ApiError> {
    let now_ms = app.clock.now_ms();
    let mut tx = app.db.begin().await?;
    let seen = sqlx::query("SELECT created_at_ms FROM notices WHERE id = $1 AND user_id = $2")
        .bind(id)
        .bind(session.user_id.as_str())
        .fetch_optional(tx.connection())
        .await?;
    let seen_at_ms: i64 = seen
        .ok_or_else(ApiError::not_found)?
        .try_get("created_at_ms")?;
    sqlx::query(
        "UPDATE notices SET read_at_ms = $3 WHERE user_id = $1 AND read_at_ms IS NULL \
         AND (created_at_ms < $4 OR (created_at_ms = $4 AND id <= $2))",
    )
    .bind(session.user_id.as_str())
    .bind(id)
    .bind(now_ms)
    .bind(seen_at_ms)
    .execute(tx.connection())
    .await?;
    let left = count_unread(tx.connection(), &session.user_id, now_ms - KEPT_MS).await?;
    tx.commit().await?;
    Ok(left)
}
