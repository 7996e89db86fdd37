//! The rows of `queue`.

use super::{Depth, Effect, HOLD_MS, Kind, New, Task};
use crate::db::{Column, Db, DbError, Engine, Tx, Write, Writes};
use serde_json::json;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

/// Adds a task; it exists once the transaction is committed.
///
/// # Errors
/// [`DbError::Duplicate`] for an id that the kind has already; the database failed.
pub async fn enqueue(tx: &mut Tx, new: &New<'_>) -> Result<(), DbError> {
    sqlx::query(
        "INSERT INTO queue (kind, id, payload, subject, user_id, due_at_ms, expires_at_ms, created_at_ms) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .bind(new.kind.as_str())
    .bind(new.id)
    .bind(new.payload)
    .bind(new.subject)
    .bind(new.user_id)
    .bind(new.due_at_ms)
    .bind(new.expires_at_ms)
    .bind(new.now_ms)
    .execute(tx.connection())
    .await?;
    Ok(())
}

static TASK: Write = Write {
    name: "the task",
    columns: &[
        ("kind", Column::Text),
        ("id", Column::Text),
        ("payload", Column::Text),
        ("subject", Column::Text),
        ("user_id", Column::Text),
        ("due_at_ms", Column::Whole),
        ("expires_at_ms", Column::Whole),
        ("created_at_ms", Column::Whole),
    ],
    statement: "INSERT INTO queue (kind, id, payload, subject, user_id, due_at_ms, expires_at_ms, created_at_ms) \
        SELECT kind, id, payload, subject, user_id, due_at_ms, expires_at_ms, created_at_ms FROM rows",
};

/// Adds a task as part of other writes.
pub fn enqueue_in(writes: &mut Writes, new: &New<'_>) {
    let row = json!({
        "kind": new.kind.as_str(),
        "id": new.id,
        "payload": new.payload,
        "subject": new.subject,
        "user_id": new.user_id,
        "due_at_ms": new.due_at_ms,
        "expires_at_ms": new.expires_at_ms,
        "created_at_ms": new.now_ms,
    });
    writes.add(&TASK, row);
}

macro_rules! claim_due {
    ($locking:literal) => {
        concat!(
            "WITH due AS MATERIALIZED (SELECT id FROM queue WHERE kind = $1 AND due_at_ms <= $2 \
             ORDER BY due_at_ms, created_at_ms, id LIMIT $4 ",
            $locking,
            ") UPDATE queue SET due_at_ms = $3, attempts = attempts + 1, unconfirmed_attempts = unconfirmed_attempts + 1 \
             WHERE kind = $1 AND id IN (SELECT id FROM due) \
             RETURNING id, payload, subject, user_id, attempts, unconfirmed_attempts, expires_at_ms, created_at_ms"
        )
    };
}

/// Claims due tasks of a kind for [`HOLD_MS`], in the order of enqueueing. If there are more than `limit`, takes those
/// due the longest.
///
/// # Errors
/// The database failed.
pub async fn claim_due(
    db: &Db,
    kind: Kind,
    now_ms: i64,
    limit: usize,
) -> Result<Vec<Task>, DbError> {
    claim_due_for(db, kind, now_ms, limit, HOLD_MS).await
}

/// Claims due tasks for another time than [`HOLD_MS`], for work that calls a provider several times in a row.
///
/// # Errors
/// The database failed.
pub async fn claim_due_for(
    db: &Db,
    kind: Kind,
    now_ms: i64,
    limit: usize,
    hold_ms: i64,
) -> Result<Vec<Task>, DbError> {
    // Most rounds find nothing, and need not wait for the write lock.
    if limit == 0 || !any_due(&mut *db.read().await?, kind, now_ms).await? {
        return Ok(Vec::new());
    }
    let mut tx = db.begin().await?;
    let rows = sqlx::query(match tx.engine() {
        Engine::Sqlite => claim_due!(""),
        // Skips rows that other servers are claiming or finishing: no waits, no deadlocks.
        Engine::Postgres => claim_due!("FOR UPDATE SKIP LOCKED"),
    })
    .bind(kind.as_str())
    .bind(now_ms)
    .bind(now_ms + hold_ms)
    .bind(i64::try_from(limit).unwrap_or(i64::MAX))
    .fetch_all(tx.connection())
    .await?;
    tx.commit().await?;
    let tasks: Result<Vec<Task>, DbError> = rows.iter().map(|row| task(kind, row)).collect();
    let mut tasks = tasks?;
    tasks.sort_by(|one, other| (one.created_at_ms, &one.id).cmp(&(other.created_at_ms, &other.id)));
    Ok(tasks)
}

/// The number of tasks of each kind.
///
/// # Errors
/// The database failed.
pub async fn depths(connection: &mut AnyConnection) -> Result<Vec<Depth>, DbError> {
    let rows = sqlx::query(
        "SELECT kind, COUNT(*) AS tasks, MIN(created_at_ms) AS oldest_at_ms FROM queue GROUP BY kind",
    )
    .fetch_all(connection)
    .await?;
    let mut depths = Kind::ALL.map(|kind| Depth {
        kind,
        tasks: 0,
        oldest_at_ms: None,
    });
    for row in &rows {
        let kind: String = row.try_get("kind")?;
        if let Some(depth) = depths.iter_mut().find(|depth| depth.kind.as_str() == kind) {
            depth.tasks = row.try_get("tasks")?;
            depth.oldest_at_ms = Some(row.try_get("oldest_at_ms")?);
        }
    }
    Ok(depths.into())
}

async fn any_due(connection: &mut AnyConnection, kind: Kind, now_ms: i64) -> Result<bool, DbError> {
    let row = sqlx::query("SELECT 1 AS due FROM queue WHERE kind = $1 AND due_at_ms <= $2 LIMIT 1")
        .bind(kind.as_str())
        .bind(now_ms)
        .fetch_optional(connection)
        .await?;
    Ok(row.is_some())
}

/// Claims a task that was never claimed, due or not: for the call that enqueued it.
///
/// # Errors
/// The database failed.
pub async fn claim_new(
    tx: &mut Tx,
    kind: Kind,
    id: &str,
    now_ms: i64,
) -> Result<Option<Task>, DbError> {
    let row = sqlx::query(
        "UPDATE queue SET due_at_ms = $3, attempts = 1, unconfirmed_attempts = 1 WHERE kind = $1 AND id = $2 AND attempts = 0 \
         RETURNING id, payload, subject, user_id, attempts, unconfirmed_attempts, expires_at_ms, created_at_ms",
    )
    .bind(kind.as_str())
    .bind(id)
    .bind(now_ms + HOLD_MS)
    .fetch_optional(tx.connection())
    .await?;
    row.as_ref().map(|row| task(kind, row)).transpose()
}

fn task(kind: Kind, row: &AnyRow) -> Result<Task, DbError> {
    Ok(Task {
        kind,
        id: row.try_get("id")?,
        payload: row.try_get("payload")?,
        subject: row.try_get("subject")?,
        user_id: row.try_get("user_id")?,
        attempts: row.try_get("attempts")?,
        unconfirmed_attempts: row.try_get("unconfirmed_attempts")?,
        expires_at_ms: row.try_get("expires_at_ms")?,
        created_at_ms: row.try_get("created_at_ms")?,
    })
}

/// Reschedules a claimed task. False, without a change, if it is gone or another server has claimed it.
///
/// # Errors
/// The database failed.
pub async fn put_off(
    tx: &mut Tx,
    task: &Task,
    due_at_ms: i64,
    effect: Effect,
) -> Result<bool, DbError> {
    let done = sqlx::query(
        "UPDATE queue SET due_at_ms = $4, unconfirmed_attempts = CASE WHEN $5 = 1 THEN unconfirmed_attempts ELSE 0 END \
         WHERE kind = $1 AND id = $2 AND attempts = $3",
    )
    .bind(task.kind.as_str())
    .bind(task.id.as_str())
    .bind(task.attempts)
    .bind(due_at_ms)
    .bind(i64::from(effect == Effect::Unknown))
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Deletes a claimed task. False, without a change, if it is gone, was claimed by another server, or was rescheduled
/// meanwhile.
///
/// # Errors
/// The database failed.
pub async fn done_as_claimed(tx: &mut Tx, task: &Task, now_ms: i64) -> Result<bool, DbError> {
    let done = sqlx::query(
        "DELETE FROM queue WHERE kind = $1 AND id = $2 AND attempts = $3 AND due_at_ms > $4",
    )
    .bind(task.kind.as_str())
    .bind(task.id.as_str())
    .bind(task.attempts)
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Deletes a finished or abandoned task, even one claimed by another server.
///
/// # Errors
/// The database failed.
pub async fn done(tx: &mut Tx, kind: Kind, id: &str) -> Result<(), DbError> {
    sqlx::query("DELETE FROM queue WHERE kind = $1 AND id = $2")
        .bind(kind.as_str())
        .bind(id)
        .execute(tx.connection())
        .await?;
    Ok(())
}

/// Reschedules a task if it exists: for external events that it waits for.
///
/// # Errors
/// The database failed.
pub async fn reschedule(tx: &mut Tx, kind: Kind, id: &str, due_at_ms: i64) -> Result<(), DbError> {
    sqlx::query("UPDATE queue SET due_at_ms = $3 WHERE kind = $1 AND id = $2")
        .bind(kind.as_str())
        .bind(id)
        .bind(due_at_ms)
        .execute(tx.connection())
        .await?;
    Ok(())
}

/// Whether a task exists, claimed or not.
///
/// # Errors
/// The database failed.
pub async fn is_queued(
    connection: &mut AnyConnection,
    kind: Kind,
    id: &str,
) -> Result<bool, DbError> {
    let row = sqlx::query("SELECT 1 AS queued FROM queue WHERE kind = $1 AND id = $2")
        .bind(kind.as_str())
        .bind(id)
        .fetch_optional(connection)
        .await?;
    Ok(row.is_some())
}

/// Deletes all tasks about a subject.
///
/// # Errors
/// The database failed.
pub async fn withdraw(tx: &mut Tx, subject: &str) -> Result<(), DbError> {
    sqlx::query("DELETE FROM queue WHERE subject = $1")
        .bind(subject)
        .execute(tx.connection())
        .await?;
    Ok(())
}

/// Deletes other users' tasks about a subject.
///
/// # Errors
/// The database failed.
pub async fn withdraw_from_others(
    tx: &mut Tx,
    subject: &str,
    user_id: &str,
) -> Result<(), DbError> {
    sqlx::query("DELETE FROM queue WHERE subject = $1 AND user_id <> $2")
        .bind(subject)
        .bind(user_id)
        .execute(tx.connection())
        .await?;
    Ok(())
}

/// Deletes tasks that expired before an instant; returns their number.
///
/// # Errors
/// The database failed.
pub async fn remove_expired(tx: &mut Tx, before_ms: i64) -> Result<u64, DbError> {
    let done = sqlx::query("DELETE FROM queue WHERE expires_at_ms < $1")
        .bind(before_ms)
        .execute(tx.connection())
        .await?;
    Ok(done.rows_affected())
}

/// The number of tasks of these kinds whose payload does not match a LIKE pattern.
///
/// # Errors
/// The database failed.
pub async fn payloads_unlike(
    connection: &mut AnyConnection,
    kinds: &[Kind],
    pattern: &str,
) -> Result<i64, DbError> {
    let mut others = 0;
    for kind in kinds {
        let row = sqlx::query(
            "SELECT COUNT(*) AS others FROM queue WHERE kind = $1 AND payload NOT LIKE $2",
        )
        .bind(kind.as_str())
        .bind(pattern)
        .fetch_one(&mut *connection)
        .await?;
        others += row.try_get::<i64, _>("others")?;
    }
    Ok(others)
}
