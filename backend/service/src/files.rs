//! Files outside the database, in step with the rows that name them.
//!
//! A file is written before the transaction of its row, and removed after it. A task of the queue removes it: it is enqueued
//! before the file is written and deleted by the transaction whose row names the file, so whatever fails in between leaves
//! nothing behind. When a row is deleted or names another file, a trigger enqueues the task again.
//!
//! Invariant: a row never names a file that was not written completely, or that is being removed.

use crate::app::AppState;
use ground::db::Tx;
use ground::error::ApiError;
use ground::queue::{self, Effect, Kind, New, Task};
use providers::files::FileError;
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

/// Much longer than an upload may take.
const UNNAMED_MS: i64 = 3_600_000;
/// Files that are removed concurrently.
const AT_ONCE: usize = 16;
/// A round begins nothing new after this time.
const ROUND: Duration = Duration::from_secs(30);
const FIRST_WAIT_MS: i64 = 60_000;
const LONGEST_WAIT_MS: i64 = 3_600_000;

/// Writes files under new names, one for each; they are removed again unless a transaction keeps them.
///
/// # Errors
/// 503 if their place is unavailable; the database failed.
pub async fn write(app: &AppState, files: Vec<(String, Vec<u8>)>) -> Result<(), ApiError> {
    let now_ms = app.clock.now_ms();
    let mut tx = app.db.begin().await?;
    for (file, _) in &files {
        let task = New {
            kind: Kind::File,
            id: file,
            payload: "",
            subject: None,
            user_id: None,
            now_ms,
            due_at_ms: now_ms + UNNAMED_MS,
            expires_at_ms: None,
        };
        queue::enqueue(&mut tx, &task).await?;
    }
    tx.commit().await?;
    for (file, bytes) in files {
        app.ports.files.put(&file, bytes).await.map_err(failed)?;
    }
    Ok(())
}

/// Keeps a written file, in the transaction whose row names it.
///
/// # Errors
/// 503 if it is being removed, because writing took too long; the database failed.
pub async fn keep(tx: &mut Tx, file: &str, now_ms: i64) -> Result<(), ApiError> {
    let task = queue::claim_new(tx, Kind::File, file, now_ms).await?;
    task.ok_or_else(ApiError::unavailable)?;
    Ok(queue::done(tx, Kind::File, file).await?)
}

/// Reads a file. `None` if there is none.
///
/// # Errors
/// 503 if its place is unavailable; 500 if it is not configured.
pub async fn read(app: &AppState, file: &str) -> Result<Option<Vec<u8>>, ApiError> {
    match app.ports.files.get(file).await {
        Ok(bytes) => Ok(Some(bytes)),
        Err(FileError::Missing) => Ok(None),
        Err(error) => Err(failed(error)),
    }
}

fn failed(error: FileError) -> ApiError {
    match error {
        // A server that does not know a new place yet will be restarted.
        FileError::Unavailable(_) | FileError::Unknown => ApiError::unavailable(),
        other => ApiError::internal(other),
    }
}

/// Removes due files; returns their number.
///
/// # Errors
/// A place is unavailable: its files are tried again later; the database failed.
pub async fn remove_due(app: &AppState) -> Result<u64, ApiError> {
    let (begun, mut removed) = (Instant::now(), 0);
    while begun.elapsed() < ROUND {
        let now_ms = app.clock.now_ms();
        let claimed = queue::claim_due(&app.db, Kind::File, now_ms, AT_ONCE).await?;
        if claimed.is_empty() {
            break;
        }
        let mut removing = JoinSet::new();
        for task in claimed {
            let app = app.clone();
            removing.spawn(async move { remove(&app, &task).await });
        }
        let mut all = Ok(());
        while let Some(ended) = removing.join_next().await {
            match ended.map_err(ApiError::internal)? {
                Ok(()) => removed += 1,
                Err(error) => all = Err(error),
            }
        }
        all?;
    }
    Ok(removed)
}

async fn remove(app: &AppState, task: &Task) -> Result<(), ApiError> {
    let done = app.ports.files.remove(&task.id).await;
    let mut tx = app.db.begin().await?;
    if done.is_ok() {
        queue::done(&mut tx, task.kind, &task.id).await?;
    } else {
        let wait_ms = queue::backoff_ms(FIRST_WAIT_MS, task.attempts, LONGEST_WAIT_MS);
        let due_at_ms = app.clock.now_ms() + wait_ms;
        queue::put_off(&mut tx, task, due_at_ms, Effect::Unknown).await?;
    }
    tx.commit().await?;
    done.map_err(failed)
}
