//! Telling people something whose app is closed: which browsers they let us tell, and what these are still to be told.
//!
//! A notice is queued in the transaction of what it tells of, so it is told exactly if that happened, and a slow push
//! service keeps nobody waiting: [`delivery`] sends it afterwards.

pub mod browsers;
pub mod delivery;
mod message;
mod store;

use crate::app::AppState;
use crate::db::Tx;
use crate::error::ApiError;
use crate::outbound::push::Notice;
use crate::queue::{self, Kind, New};
use message::Message;

/// What nobody has been told of within a day is no news any more.
const LIFE_MS: i64 = 24 * 60 * 60 * 1_000;

/// Tells all browsers of a person once the transaction is committed.
///
/// # Errors
/// The database failed.
pub async fn tell(
    tx: &mut Tx,
    app: &AppState,
    user_id: &str,
    notice: &Notice,
) -> Result<(), ApiError> {
    let now_ms = app.clock.now_ms();
    let id = app.random.id(now_ms);
    for (endpoint_hash, sealed) in store::of_person(tx.connection(), user_id).await? {
        let payload = serde_json::to_string(&Message::new(sealed, notice));
        let task = New {
            kind: Kind::Push,
            id: &[id.as_str(), "/", &endpoint_hash].concat(),
            payload: &payload.map_err(ApiError::internal)?,
            subject: Some(&endpoint_hash),
            user_id: Some(user_id),
            now_ms,
            due_at_ms: now_ms,
            expires_at_ms: Some(now_ms + LIFE_MS),
        };
        queue::enqueue(tx, &task).await?;
    }
    Ok(())
}
