//! The rows of `idempotency_keys`.

use super::{Answer, Operation};
use crate::db::Tx;
use crate::error::ApiError;
use axum::http::StatusCode;
use serde_json::Value;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

/// What is known about a key.
#[derive(Debug)]
pub struct Known {
    pub body_hash: String,
    /// None while it is running.
    pub answer: Option<Answer>,
}

/// Takes the key for a call; false when it was given up. Waits for another transaction that has it in hand.
pub async fn take(tx: &mut Tx, user_id: &str, key: &str) -> Result<bool, ApiError> {
    let row = sqlx::query(
        "INSERT INTO operation_keys (user_id, idempotency_key) VALUES ($1, $2) \
         ON CONFLICT (user_id, idempotency_key) DO UPDATE SET user_id = excluded.user_id RETURNING abandoned_at_ms",
    )
    .bind(user_id)
    .bind(key)
    .fetch_one(tx.connection())
    .await?;
    let abandoned_at_ms: Option<i64> = row.try_get("abandoned_at_ms")?;
    Ok(abandoned_at_ms.is_none())
}

/// Gives up a key that no call has taken; false when one has, or when it was given up before. Waits like [`take`].
pub async fn give_up(tx: &mut Tx, user_id: &str, key: &str, now_ms: i64) -> Result<bool, ApiError> {
    let done = sqlx::query(
        "INSERT INTO operation_keys (user_id, idempotency_key, abandoned_at_ms) VALUES ($1, $2, $3) \
         ON CONFLICT (user_id, idempotency_key) DO NOTHING",
    )
    .bind(user_id)
    .bind(key)
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Whether the row is new.
pub async fn insert(
    tx: &mut Tx,
    user_id: &str,
    operation: &Operation,
    now_ms: i64,
) -> Result<bool, ApiError> {
    let done = sqlx::query(
        "INSERT INTO idempotency_keys (user_id, route, idempotency_key, body_hash, created_at_ms) \
         VALUES ($1, $2, $3, $4, $5) ON CONFLICT (user_id, route, idempotency_key) DO NOTHING",
    )
    .bind(user_id)
    .bind(operation.route.as_str())
    .bind(operation.key.as_str())
    .bind(operation.body_hash.as_str())
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

pub async fn find(
    connection: &mut AnyConnection,
    user_id: &str,
    route: &str,
    key: &str,
) -> Result<Option<Known>, ApiError> {
    let row = sqlx::query(
        "SELECT body_hash, status, answer FROM idempotency_keys \
         WHERE user_id = $1 AND route = $2 AND idempotency_key = $3",
    )
    .bind(user_id)
    .bind(route)
    .bind(key)
    .fetch_optional(connection)
    .await?;
    row.as_ref().map(known).transpose()
}

/// What became of a key of one's own, whichever call it was used for.
///
/// # Errors
/// The database failed.
pub async fn look_up(
    connection: &mut AnyConnection,
    user_id: &str,
    key: &str,
) -> Result<Option<Known>, ApiError> {
    let row = sqlx::query(
        "SELECT body_hash, status, answer FROM idempotency_keys \
         WHERE user_id = $1 AND idempotency_key = $2 ORDER BY created_at_ms DESC LIMIT 1",
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
    Ok(Known {
        body_hash: row.try_get("body_hash")?,
        answer,
    })
}

pub async fn finish(
    tx: &mut Tx,
    user_id: &str,
    operation: &Operation,
    answer: &Answer,
) -> Result<(), ApiError> {
    sqlx::query(
        "UPDATE idempotency_keys SET status = $4, answer = $5 \
         WHERE user_id = $1 AND route = $2 AND idempotency_key = $3",
    )
    .bind(user_id)
    .bind(operation.route.as_str())
    .bind(operation.key.as_str())
    .bind(i64::from(answer.status.as_u16()))
    .bind(answer.body.to_string())
    .execute(tx.connection())
    .await?;
    Ok(())
}
