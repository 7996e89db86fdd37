//! The row of `predictions`.

use ground::db::{DbError, Tx};
use providers::signals::Predictions;
use sqlx::{AnyConnection, Row};

pub struct Kept {
    pub signals: Predictions,
    pub made_at_ms: i64,
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

/// The current predictions, locked against other replacements: each change is announced once.
pub async fn lock(tx: &mut Tx) -> Result<Predictions, DbError> {
    sqlx::query(
        "INSERT INTO predictions (id, signals, made_at_ms) VALUES (1, '{}', 0) \
         ON CONFLICT (id) DO UPDATE SET made_at_ms = predictions.made_at_ms",
    )
    .execute(tx.connection())
    .await?;
    let kept = kept(tx.connection()).await?;
    Ok(kept.map(|kept| kept.signals).unwrap_or_default())
}

/// Replaces the predictions; false if they are not newer, or unchanged.
pub async fn put(tx: &mut Tx, signals: &Predictions, made_at_ms: i64) -> Result<bool, DbError> {
    let done = sqlx::query(
        "INSERT INTO predictions (id, signals, made_at_ms) VALUES (1, $1, $2) \
         ON CONFLICT (id) DO UPDATE SET signals = excluded.signals, made_at_ms = excluded.made_at_ms \
         WHERE predictions.made_at_ms <= excluded.made_at_ms AND predictions.signals <> excluded.signals",
    )
    .bind(text(signals))
    .bind(made_at_ms)
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
