//! Whether the database takes writes, proven by one: a full disk, or a primary that has become read-only, still answers
//! questions.

use super::{Db, DbError};
use std::time::Duration;
use tokio::sync::Mutex;
use tokio::time::{Instant, timeout};

/// Anybody may ask, and each proof is a wait for the disk.
const PROVEN_FOR: Duration = Duration::from_secs(1);
/// Whoever asks does not wait longer.
const PATIENCE: Duration = Duration::from_secs(5);

/// The last proof: when it was made, and whether it succeeded.
#[derive(Default)]
pub(super) struct Readiness(Mutex<Option<(Instant, bool)>>);

impl Db {
    /// Whether the database takes writes, now or within the last second. Those who ask at once share an answer.
    pub async fn takes_writes(&self, now_ms: i64) -> bool {
        let mut last = self.readiness.0.lock().await;
        if let Some((proven_at, taken)) = *last
            && proven_at.elapsed() < PROVEN_FOR
        {
            return taken;
        }
        let proof = timeout(PATIENCE, self.write_proof(now_ms)).await;
        let taken = match proof {
            Ok(Ok(())) => true,
            Ok(Err(error)) => {
                tracing::warn!(%error, "the database takes no writes");
                false
            }
            Err(_) => {
                tracing::warn!("the database did not take a write in time");
                false
            }
        };
        *last = Some((Instant::now(), taken));
        taken
    }

    async fn write_proof(&self, now_ms: i64) -> Result<(), DbError> {
        let mut tx = self.begin().await?;
        sqlx::query(
            "INSERT INTO readiness (id, proven_at_ms) VALUES (1, $1) \
             ON CONFLICT (id) DO UPDATE SET proven_at_ms = excluded.proven_at_ms",
        )
        .bind(now_ms)
        .execute(tx.connection())
        .await?;
        tx.commit().await
    }
}
