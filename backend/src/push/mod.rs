//! Telling people something whose app is closed: which browsers they let us tell, and what these are still to be told.
//!
//! A notice is queued in the transaction of what it tells of, so it is told exactly if that happened, and a slow push
//! service keeps nobody waiting: [`delivery`] sends it afterwards.

pub mod browsers;
pub mod delivery;
mod store;

use crate::app::AppState;
use crate::db::Tx;
use crate::error::ApiError;
use crate::outbound::push::Notice;

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
    store::queue(tx, &id, user_id, notice, now_ms, now_ms + LIFE_MS).await?;
    Ok(())
}
