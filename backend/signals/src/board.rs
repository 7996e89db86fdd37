//! The board of predictions: the row of `predictions`.

use domain_core::calendar::Instant;
use domain_core::signals::board::{BoardInput, BoardState, VALID_MS, board};
use ground::db::{DbError, Tx};
use providers::signals::Predictions;
use sqlx::{AnyConnection, Row};

pub struct Kept {
    pub signals: Predictions,
    pub made_at_ms: i64,
}

/// The state of a board.
pub fn state(kept: Option<&Kept>, now_ms: i64) -> BoardState {
    let count = kept.map_or(0, |kept| {
        kept.signals.groups().iter().map(|group| group.len()).sum()
    });
    board(&BoardInput {
        predictions: i64::try_from(count).unwrap_or(i64::MAX),
        made_at: kept.map(|kept| Instant(kept.made_at_ms)),
        now: Instant(now_ms),
    })
}

/// The current predictions; `None` before the first.
pub async fn kept(connection: &mut AnyConnection) -> Result<Option<Kept>, DbError> {
    let row =
        sqlx::query("SELECT signals, made_at_ms FROM predictions WHERE id = 1 AND made_at_ms > 0")
            .fetch_optional(connection)
            .await?;
    let Some(row) = row else { return Ok(None) };
    let text: String = row.try_get("signals")?;
    Ok(Some(Kept {
        signals: serde_json::from_str(&text).unwrap_or_default(),
        made_at_ms: row.try_get("made_at_ms")?,
    }))
}

/// The current predictions, locked against replacements: each change is announced once, and a month is sold only while
/// they are current.
pub async fn lock(tx: &mut Tx) -> Result<Option<Kept>, DbError> {
    sqlx::query(
        "INSERT INTO predictions (id, signals, made_at_ms) VALUES (1, '{}', 0) \
         ON CONFLICT (id) DO UPDATE SET made_at_ms = predictions.made_at_ms",
    )
    .execute(tx.connection())
    .await?;
    kept(tx.connection()).await
}

/// Replaces the predictions; false if they are not newer, or unchanged within their day.
pub async fn put(tx: &mut Tx, signals: &Predictions, made_at_ms: i64) -> Result<bool, DbError> {
    let done = sqlx::query(
        "INSERT INTO predictions (id, signals, made_at_ms) VALUES (1, $1, $2) \
         ON CONFLICT (id) DO UPDATE SET signals = excluded.signals, made_at_ms = excluded.made_at_ms \
         WHERE predictions.made_at_ms <= excluded.made_at_ms \
         AND (predictions.signals <> excluded.signals OR predictions.made_at_ms <= $3)",
    )
    .bind(text(signals))
    .bind(made_at_ms)
    .bind(made_at_ms - VALID_MS)
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Records the provider's response; false if it equals the previous one.
pub async fn note_asked(tx: &mut Tx, signals: &Predictions) -> Result<bool, DbError> {
    let done = sqlx::query(
        "INSERT INTO predictions (id, signals, asked, made_at_ms) VALUES (1, '{}', $1, 0) \
         ON CONFLICT (id) DO UPDATE SET asked = excluded.asked \
         WHERE predictions.asked IS NULL OR predictions.asked <> excluded.asked",
    )
    .bind(text(signals))
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

fn text(signals: &Predictions) -> String {
    serde_json::to_string(signals).unwrap_or_default()
}
