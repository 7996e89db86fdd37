//! A call that moves money takes effect once, however often it is sent.
//!
//! The key is claimed, and the response stored, in the same transaction as the effect. Same key and same body: the
//! first response again. Same key, other body: 422. First call still running: 409. Asking about a key that was never
//! used abandons it: a call that arrives under it later is a 422 and does nothing.

mod keyed;
mod store;

pub use keyed::{Keyed, body_hash, is_key};
pub use store::{Known, claim_finished, finish_in, used_reads, was_used};

use crate::app::AppState;
use crate::http::limits::count_in;
use axum::Json;
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use ground::db::{Batch, Tx};
use ground::error::{ApiError, ErrorCode};
use ground::limit::{Limit, MINUTE_SECONDS};
use ground::secret::Secret;
use serde_json::Value;
use sqlx::AnyConnection;

const REPLAYED: HeaderName = HeaderName::from_static("idempotency-replayed");

/// Limit on status requests for unused keys.
const UNUSED_KEYS: Limit = Limit {
    name: "unused-keys",
    most: 30,
    window_seconds: MINUTE_SECONDS,
};

/// One requested operation.
#[derive(Debug, Clone)]
pub struct Operation {
    /// Method and path template: a key is valid for one call.
    pub route: String,
    pub key: String,
    /// SHA-256 of the body, independent of the order of its keys, and of the path parameters.
    pub body_hash: String,
    /// The body as it was sent, without a PIN.
    pub body: Value,
    /// The transaction PIN that came with the body. Nothing of it is stored: the digest of a body with four unknown
    /// digits would tell them.
    pub pin: Option<Secret<String>>,
}

/// The result of a claim.
#[derive(Debug)]
pub enum Claim {
    /// The key is new: proceed, and call [`finish`] in the same transaction or a later one.
    First,
    /// The operation is finished.
    Done(Replay),
}

/// The stored response of a finished operation, as seen by the claim's transaction.
#[derive(Debug)]
pub struct Replay(Answer);

impl Replay {
    /// The response, once it is durable: SQLite commits several transactions together, and the first call's may be
    /// among them.
    ///
    /// # Errors
    /// The commit failed: neither call has happened.
    pub async fn answer(self, tx: Tx) -> Result<Answer, ApiError> {
        tx.commit().await?;
        Ok(self.0)
    }
}

/// A stored response.
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
/// 422 for another call or another body under the same key, or for an abandoned key; 409 while the first call is still
/// running.
pub async fn claim(
    tx: &mut Tx,
    app: &AppState,
    user_id: &str,
    operation: &Operation,
) -> Result<Claim, ApiError> {
    claim_with(tx, Batch::default(), app, user_id, operation).await
}

/// Claims the operation, and runs a batch of statements without results in the same round trip, after the claim, such
/// as locking the user. The batch runs even if the key is not new.
///
/// # Errors
/// As [`claim`].
pub async fn claim_with(
    tx: &mut Tx,
    batch: Batch,
    app: &AppState,
    user_id: &str,
    operation: &Operation,
) -> Result<Claim, ApiError> {
    if store::insert(tx, batch, user_id, operation, app.clock.now_ms()).await? {
        return Ok(Claim::First);
    }
    let Some(known) = store::find(tx.connection(), user_id, &operation.key).await? else {
        return Err(ApiError::unavailable());
    };
    if known.is_abandoned {
        let message = "This payment was not made. Please start it again.";
        return Err(ApiError::new(ErrorCode::OperationAbandoned, message));
    }
    if known.route != operation.route || known.body_hash != operation.body_hash {
        let message = "This Idempotency-Key was used for another request.";
        return Err(ApiError::new(ErrorCode::IdempotencyKeyReused, message));
    }
    match known.answer {
        Some(answer) => Ok(Claim::Done(Replay(Answer {
            replayed: true,
            ..answer
        }))),
        None => Err(ApiError::new(
            ErrorCode::OperationRunning,
            "This operation is still running.",
        )
        .retry_after(1)),
    }
}

/// Whether a user's key was used or abandoned.
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

/// The status of a key. An unused key is abandoned at the same time, so that a call still under way can no longer use
/// it.
///
/// # Errors
/// 429 after asking about too many unused keys.
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
    // A concurrent request was faster: the call itself, or another status request.
    let known = store::find(tx.connection(), user_id, key).await?;
    // Committed before responding, so that the state read here is durable, as for a replay.
    tx.commit().await?;
    Ok(used(known))
}

/// Stores the response for replays.
///
/// # Errors
/// The database failed.
pub async fn finish(
    tx: &mut Tx,
    user_id: &str,
    key: &str,
    answer: &Answer,
) -> Result<(), ApiError> {
    let mut batch = Batch::default();
    finish_in(&mut batch, user_id, key, answer);
    Ok(batch.run(tx).await?)
}
