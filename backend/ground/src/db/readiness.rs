//! Checks readiness with a write: reads still work on a full disk or a read-only server.

use super::{Db, DbError};
use std::time::Duration;
use tokio::sync::Mutex;
use tokio::time::{Instant, timeout};

/// `/readyz` is public, and each write waits for the disk.
const PROVEN_FOR: Duration = Duration::from_secs(1);
/// A slower write counts as a failure.
const PATIENCE: Duration = Duration::from_secs(5);

/// The last check: when it ran, and whether it succeeded.
#[derive(Default)]
pub(super) struct Readiness(Mutex<Option<(Instant, bool)>>);

impl Db {
    /// Whether the database accepted a write within the last second. Concurrent callers share one check.
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
                tracing::warn!(%error, "the database accepts no writes");
                false
            }
            Err(_) => {
                tracing::warn!("the database did not accept a write in time");
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
