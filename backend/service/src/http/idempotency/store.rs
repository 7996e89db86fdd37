//! The rows of `operations`.

use super::{Answer, Operation};
use axum::http::StatusCode;
use ground::db::{Batch, Column, Found, Reads, Tx, Write, Writes};
use ground::error::ApiError;
use serde_json::{Value, json};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

/// The stored state of a key.
#[derive(Debug)]
pub struct Known {
    /// Blank for a key that was abandoned before any call used it.
    pub route: String,
    pub body_hash: String,
    /// `None` while the call is running.
    pub answer: Option<Answer>,
    pub is_abandoned: bool,
}

/// Inserts a key, followed by a batch of statements without results; false if the key exists. Waits for a concurrent
/// transaction with the same key.
pub async fn insert(
    tx: &mut Tx,
    mut batch: Batch,
    user_id: &str,
    operation: &Operation,
    now_ms: i64,
) -> Result<bool, ApiError> {
    batch
        .add_returning(
            "INSERT INTO operations (user_id, idempotency_key, route, body_hash, created_at_ms) \
             VALUES ($1, $2, $3, $4, $5) ON CONFLICT (user_id, idempotency_key) DO NOTHING RETURNING idempotency_key",
        )
        .bind(user_id)
        .bind(operation.key.as_str())
        .bind(operation.route.as_str())
        .bind(operation.body_hash.as_str())
        .bind(now_ms);
    Ok(batch.fetch(tx).await?.len() == 1)
}

/// Abandons an unused key; false if it was used or abandoned. Waits like [`insert`].
pub async fn give_up(tx: &mut Tx, user_id: &str, key: &str, now_ms: i64) -> Result<bool, ApiError> {
    let done = sqlx::query(
        "INSERT INTO operations (user_id, idempotency_key, route, body_hash, created_at_ms, abandoned_at_ms) \
         VALUES ($1, $2, '', '', $3, $3) ON CONFLICT (user_id, idempotency_key) DO NOTHING",
    )
    .bind(user_id)
    .bind(key)
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

/// The stored state of a user's key.
pub async fn find(
    connection: &mut AnyConnection,
    user_id: &str,
    key: &str,
) -> Result<Option<Known>, ApiError> {
    let row = sqlx::query(
        "SELECT route, body_hash, status, answer, abandoned_at_ms FROM operations \
         WHERE user_id = $1 AND idempotency_key = $2",
    )
    .bind(user_id)
    .bind(key)
    .fetch_optional(connection)
    .await?;
    row.as_ref().map(known).transpose()
}

fn known(row: &AnyRow) -> Result<Known, ApiError> {
    let status: Option<i64> = row.try_get("status")?;
    let text: Option<String> = row.try_get("answer")?;
    let answer = match (status, text) {
        (Some(status), Some(text)) => {
            let status = u16::try_from(status)
                .ok()
                .and_then(|status| StatusCode::from_u16(status).ok());
            let body: Value = serde_json::from_str(&text).map_err(ApiError::internal)?;
            Some(Answer::new(status.unwrap_or(StatusCode::OK), body))
        }
        _ => None,
    };
    let abandoned_at_ms: Option<i64> = row.try_get("abandoned_at_ms")?;
    Ok(Known {
        route: row.try_get("route")?,
        body_hash: row.try_get("body_hash")?,
        answer,
        is_abandoned: abandoned_at_ms.is_some(),
    })
}

const FINISH: &str =
    "UPDATE operations SET status = $3, answer = $4 WHERE user_id = $1 AND idempotency_key = $2";

/// Stores the answer for replays, as part of a batch.
pub fn finish_in(batch: &mut Batch, user_id: &str, key: &str, answer: &Answer) {
    batch
        .add(FINISH)
        .bind(user_id)
        .bind(key)
        .bind(i64::from(answer.status.as_u16()))
        .bind(answer.body.to_string());
}

const USED: &str = "used key";

/// Adds the read of [`was_used`].
pub fn used_reads(reads: &mut Reads, user_id: &str, key: &str) {
    reads
        .add(
            USED,
            "SELECT 1 AS used FROM operations WHERE user_id = $1 AND idempotency_key = $2",
        )
        .bind(user_id)
        .bind(key);
}

/// Whether the key was used or abandoned.
pub fn was_used(found: &Found) -> bool {
    found.first(USED).is_some()
}

/// A key with its answer, in one write: for an operation that is decided before anything is written.
static DONE: Write = Write {
    name: "the key",
    columns: &[
        ("user_id", Column::Text),
        ("idempotency_key", Column::Text),
        ("route", Column::Text),
        ("body_hash", Column::Text),
        ("created_at_ms", Column::Whole),
        ("status", Column::Whole),
        ("answer", Column::Text),
    ],
    statement: "INSERT INTO operations (user_id, idempotency_key, route, body_hash, created_at_ms, status, answer) \
        SELECT user_id, idempotency_key, route, body_hash, created_at_ms, status, answer FROM rows",
};

/// Claims a key and stores its answer.
pub fn claim_finished(
    writes: &mut Writes,
    user_id: &str,
    operation: &Operation,
    answer: &Answer,
    now_ms: i64,
) {
    let row = json!({
        "user_id": user_id,
        "idempotency_key": operation.key,
        "route": operation.route,
        "body_hash": operation.body_hash,
        "created_at_ms": now_ms,
        "status": answer.status.as_u16(),
        "answer": answer.body.to_string(),
    });
    writes.add(&DONE, row);
}
