//! Holds back notices by text message and WhatsApp above a limit. They cost money, and a stranger who sends many small
//! amounts could flood a phone: one message reports the number held back.

use crate::access::users::User;
use crate::app::AppState;
use crate::http::limits;
use ground::db::{DbError, Tx};
use ground::error::ApiError;
use ground::limit::{DAY_SECONDS, HOUR_SECONDS, Limit};
use ground::secret::sha256_hex;
use providers::messages::Channel;

const AN_HOUR: Limit = Limit {
    name: "notices-hour",
    most: 5,
    window_seconds: HOUR_SECONDS,
};
const A_DAY: Limit = Limit {
    name: "notices-day",
    most: 15,
    window_seconds: DAY_SECONDS,
};

/// Counts a notice to a phone; returns the exceeded limit, if any.
///
/// # Errors
/// The database failed.
pub async fn exceeded(
    tx: &mut Tx,
    app: &AppState,
    channel: Channel,
    to: &str,
) -> Result<Option<Limit>, ApiError> {
    let subject = [channel.as_str(), "/", &sha256_hex(to.as_bytes())].concat();
    // A notice above the hourly limit does not count for the day.
    for limit in [AN_HOUR, A_DAY] {
        match limits::count_in(tx, app, limit, &subject).await {
            Ok(()) => {}
            Err(error) if error.is_too_many() => return Ok(Some(limit)),
            Err(error) => return Err(error),
        }
    }
    Ok(None)
}

/// Counts a held notice until the limit's window ends.
///
/// # Errors
/// The database failed.
pub async fn hold(
    tx: &mut Tx,
    app: &AppState,
    user: &User,
    channel: Channel,
    limit: Limit,
) -> Result<(), ApiError> {
    let now_ms = app.clock.now_ms();
    let window_ms = limit.window_seconds * 1_000;
    sqlx::query(
        "INSERT INTO held_notices (user_id, channel, notices, since_at_ms, due_at_ms) VALUES ($1, $2, 1, $3, $4) \
         ON CONFLICT (user_id, channel) DO UPDATE SET notices = held_notices.notices + 1, \
         due_at_ms = CASE WHEN excluded.due_at_ms > held_notices.due_at_ms THEN excluded.due_at_ms ELSE held_notices.due_at_ms END",
    )
    .bind(user.id.as_str())
    .bind(channel.as_str())
    .bind(now_ms)
    .bind((now_ms / window_ms + 1) * window_ms)
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// Deletes a user's held notices, in the caller's transaction.
///
/// # Errors
/// The database failed.
pub async fn forget(tx: &mut Tx, user_id: &str) -> Result<(), DbError> {
    sqlx::query("DELETE FROM held_notices WHERE user_id = $1")
        .bind(user_id)
        .execute(tx.connection())
        .await?;
    Ok(())
}
