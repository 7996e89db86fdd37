//! The rows of `idempotency_keys`.

use super::{Answer, Operation};
use crate::app::AppState;
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
pub async fn look_up(app: &AppState, user_id: &str, key: &str) -> Result<Option<Known>, ApiError> {
    let row = sqlx::query(
        "SELECT body_hash, status, answer FROM idempotency_keys \
         WHERE user_id = $1 AND idempotency_key = $2 ORDER BY created_at_ms DESC LIMIT 1",
    )
    .bind(user_id)
    .bind(key)
    .fetch_optional(&mut *app.db.read().await?)
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
