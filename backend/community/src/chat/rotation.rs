//! Re-encrypts texts and files of conversations when the secret is replaced.

use super::attachments::{self, Size};
use super::messages;
use super::stored::{Sealed, Stored};
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

/// Re-encrypts one file, the first after an identifier, and stores it in the configured place. A file may be large, so each
/// has its own transaction.
///
/// # Errors
/// 503 if the file's place is unavailable; the database failed.
pub async fn seal_file_anew(app: &AppState, after: &str) -> Result<Batch, ApiError> {
    let mut batch = Batch::default();
    let row = sqlx::query(
        "SELECT id FROM chat_attachments WHERE id > $1 AND substr(sealed, 1, 8) <> $2 ORDER BY id LIMIT 1",
    )
    .bind(after)
    .bind(sealed::current_file_start(&app.config.keys))
    .fetch_optional(&mut *app.db.read().await?)
    .await?;
    let Some(row) = row else { return Ok(batch) };
    let id: String = row.try_get("id")?;
    let Some(mut stored) = Stored::read(app, &id).await? else {
        batch.last = Some(id);
        return Ok(batch);
    };
    let anew = |bytes: Vec<u8>, size| -> Result<Vec<u8>, NotSealedHere> {
        let place = attachments::place(&id, size);
        let plain = sealed::open_file(&app.config.keys, &place, bytes)?;
        sealed::seal_file(&app.config.keys, app.random, &place, &plain)
    };
    let sealed = stored.sealed.take().ok_or(NotSealedHere);
    let sealed = sealed.and_then(|Sealed { whole, thumb }| {
        Ok(Sealed {
            whole: anew(whole, Size::Whole)?,
            thumb: thumb.map(|thumb| anew(thumb, Size::Thumb)).transpose()?,
        })
    });
    let Ok(sealed) = sealed else {
        batch.unreadable(id);
        return Ok(batch);
    };
    // If it was deleted or stored anew meanwhile, nothing is left to do.
    stored.replace(app, sealed).await?;
    batch.done(id);
    Ok(batch)
}
