//! A call that moves money happens once, however often it is sent.
//!
//! The key is claimed, and the answer stored, in the same transaction as the effect. Same key and same body: the first
//! answer again. Same key, other body: 422. The first still running: 409. Somebody who asks about a key that was never
//! used is told so for good: a call that arrives under it afterwards is a 422 and does nothing.

mod keyed;
mod store;

pub use keyed::{Keyed, is_key};
pub use store::Known;

use crate::app::AppState;
use crate::db::Tx;
use crate::error::ApiError;
use crate::http::limits::{UNUSED_KEYS, count_in};
use axum::Json;
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::Value;
use sqlx::AnyConnection;

const REPLAYED: HeaderName = HeaderName::from_static("idempotency-replayed");

/// One operation that somebody asked for.
#[derive(Debug, Clone)]
pub struct Operation {
    /// Method and path template: a key is good for one call.
    pub route: String,
    pub key: String,
    /// SHA-256 of the body, in a form that does not depend on the order of its keys.
    pub body_hash: String,
}

/// What a claim found.
#[derive(Debug)]
pub enum Claim {
    /// Nobody asked before: go on, and call [`finish`] in the same transaction or in a later one.
    First,
    /// It was done: this was the answer.
    Done(Answer),
}

/// A stored answer.
#[derive(Debug, Clone)]
pub struct Answer {
    pub status: StatusCode,
    pub body: Value,
    pub replayed: bool,
}

impl Answer {
    pub const fn new(status: StatusCode, body: Value) -> Self {
        Self {
            status,
            body,
            replayed: false,
        }
    }
}

impl IntoResponse for Answer {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(self.body)).into_response();
        if self.replayed {
            response
                .headers_mut()
                .insert(REPLAYED, HeaderValue::from_static("true"));
        }
        response
    }
}

/// Claims the operation for this transaction. Another transaction with the same key waits for this one.
///
/// # Errors
/// 422 for another call or another body under the same key, or for a key that was given up; 409 while the first is still
/// running.
pub async fn claim(
    tx: &mut Tx,
    app: &AppState,
    user_id: &str,
    operation: &Operation,
) -> Result<Claim, ApiError> {
    if store::insert(tx, user_id, operation, app.clock.now_ms()).await? {
        return Ok(Claim::First);
    }
    let Some(known) = store::find(tx.connection(), user_id, &operation.key).await? else {
        return Err(ApiError::unavailable());
    };
    if known.is_abandoned {
        let message = "This operation was given up, and nothing was done. Please start it again.";
        return Err(ApiError::unprocessable("operation_abandoned", message));
    }
    if known.route != operation.route || known.body_hash != operation.body_hash {
        let message = "This Idempotency-Key was used for another request.";
        return Err(ApiError::unprocessable("idempotency_key_reused", message));
    }
    match known.answer {
        Some(answer) => Ok(Claim::Done(Answer {
            replayed: true,
            ..answer
        })),
        None => Err(
            ApiError::conflict("operation_running", "This operation is still running.")
                .retry_after(1),
        ),
    }
}

/// Whether a person's key was used before, or given up.
///
/// # Errors
/// The database failed.
pub async fn is_known(
    connection: &mut AnyConnection,
    user_id: &str,
    key: &str,
) -> Result<bool, ApiError> {
    Ok(store::find(connection, user_id, key).await?.is_some())
}

/// What became of a key. None is for good: the key is given up in the same moment, so that a call that is still under way
/// cannot use it any more.
///
/// # Errors
/// 429 for somebody who asks about too many keys that were never used.
pub async fn look_up_for_good(
    app: &AppState,
    user_id: &str,
    key: &str,
) -> Result<Option<Known>, ApiError> {
    let used = |known: Option<Known>| known.filter(|known| !known.is_abandoned);
    let known = store::find(&mut *app.db.read().await?, user_id, key).await?;
    if known.is_some() || !is_key(key) {
        return Ok(used(known));
    }
    let mut tx = app.db.begin().await?;
    if store::give_up(&mut tx, user_id, key, app.clock.now_ms()).await? {
        count_in(&mut tx, app, UNUSED_KEYS, user_id).await?;
        tx.commit().await?;
        return Ok(None);
    }
    // Somebody was quicker: a call that is known by now, or the same question.
    Ok(used(store::find(tx.connection(), user_id, key).await?))
}

/// Stores the answer that replays will get.
///
/// # Errors
/// The database failed.
pub async fn finish(
    tx: &mut Tx,
    user_id: &str,
    key: &str,
    answer: &Answer,
) -> Result<(), ApiError> {
    store::finish(tx, user_id, key, answer).await
}
