//! Re-encrypts texts and files of conversations when the secret is replaced.

use super::attachments::{self, Size};
use super::messages;
use ground::error::ApiError;
use ground::sealed::{self, Batch, NotSealedHere};
use service::app::AppState;
use sqlx::Row;

const MESSAGES: i64 = 200;

/// Re-encrypts a batch of messages, those after an identifier, in one transaction.
///
/// # Errors
/// The database failed.
pub async fn seal_messages_anew(app: &AppState, after: &str) -> Result<Batch, ApiError> {
    let mut batch = Batch::default();
    let mut tx = app.db.begin().await?;
    let rows = sqlx::query(
        "SELECT id, sealed FROM chat_messages WHERE id > $1 AND sealed NOT LIKE $2 ORDER BY id LIMIT $3",
    )
    .bind(after)
    .bind(sealed::current_pattern(&app.config.keys))
    .bind(MESSAGES)
    .fetch_all(tx.connection())
    .await?;
    for row in &rows {
        let (id, text): (String, String) = (row.try_get("id")?, row.try_get("sealed")?);
        let place = messages::place(&id);
        let Ok(anew) = sealed::seal_anew(&app.config.keys, app.random, &place, &text) else {
            batch.unreadable(id);
            continue;
        };
        sqlx::query("UPDATE chat_messages SET sealed = $2 WHERE id = $1")
            .bind(id.as_str())
            .bind(anew)
            .execute(tx.connection())
            .await?;
        batch.done(id);
    }
    tx.commit().await?;
    Ok(batch)
}

/// Re-encrypts one file, the first after an identifier. A file may be large, so each has its own transaction.
///
/// # Errors
/// The database failed.
pub async fn seal_file_anew(app: &AppState, after: &str) -> Result<Batch, ApiError> {
    let mut batch = Batch::default();
    let mut tx = app.db.begin().await?;
    let row = sqlx::query(
        "SELECT id, sealed, sealed_thumb FROM chat_attachments WHERE id > $1 AND substr(sealed, 1, 8) <> $2 ORDER BY id LIMIT 1",
    )
    .bind(after)
    .bind(sealed::current_file_start(&app.config.keys))
    .fetch_optional(tx.connection())
    .await?;
    let Some(row) = row else { return Ok(batch) };
    let id: String = row.try_get("id")?;
    let (file, thumb): (Vec<u8>, Option<Vec<u8>>) =
        (row.try_get("sealed")?, row.try_get("sealed_thumb")?);
    let anew = |bytes: Vec<u8>, size| -> Result<Vec<u8>, NotSealedHere> {
        let place = attachments::place(&id, size);
        let plain = sealed::open_file(&app.config.keys, &place, bytes)?;
        sealed::seal_file(&app.config.keys, app.random, &place, &plain)
    };
    let whole = anew(file, Size::Whole);
    let thumb = thumb.map(|thumb| anew(thumb, Size::Thumb)).transpose();
    let (Ok(whole), Ok(thumb)) = (whole, thumb) else {
        batch.unreadable(id);
        return Ok(batch);
    };
    sqlx::query("UPDATE chat_attachments SET sealed = $2, sealed_thumb = $3 WHERE id = $1")
        .bind(id.as_str())
        .bind(whole)
        .bind(thumb)
        .execute(tx.connection())
        .await?;
    tx.commit().await?;
    batch.done(id);
    Ok(batch)
}
