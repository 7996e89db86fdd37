//! Liveness checks of the sandbox provider.

use super::Sandbox;
use crate::liveness::LivenessStatus;
use ground::db::DbError;
use serde::Serialize;
use sqlx::Row;
use utoipa::ToSchema;

/// A check as shown to the tester.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SandboxLivenessCheck {
    pub reference: String,
    /// The user concerned.
    pub name: String,
    pub status: LivenessStatus,
}

impl Sandbox {
    pub(crate) async fn start_liveness(&self, name: &str) -> Result<String, DbError> {
        let now_ms = self.clock.now_ms();
        let reference = self.random.id(now_ms);
        let mut tx = self.db.begin().await?;
        sqlx::query("INSERT INTO sandbox_liveness (reference, name, status, started_at_ms) VALUES ($1, $2, 'pending', $3)")
            .bind(reference.as_str())
            .bind(name)
            .bind(now_ms)
            .execute(tx.connection())
            .await?;
        tx.commit().await?;
        Ok(reference)
    }

    /// A check by its reference.
    ///
    /// # Errors
    /// The database failed.
    pub async fn liveness(&self, reference: &str) -> Result<Option<SandboxLivenessCheck>, DbError> {
        let row = sqlx::query(
            "SELECT reference, name, status FROM sandbox_liveness WHERE reference = $1",
        )
        .bind(reference)
        .fetch_optional(&mut *self.db.read().await?)
        .await?;
        let check = |row: sqlx::any::AnyRow| {
            let status: String = row.try_get("status")?;
            Ok(SandboxLivenessCheck {
                reference: row.try_get("reference")?,
                name: row.try_get("name")?,
                status: LivenessStatus::named(&status).unwrap_or(LivenessStatus::Pending),
            })
        };
        row.map(check).transpose()
    }

    /// Sets the result of a check; a completed one stays unchanged.
    ///
    /// # Errors
    /// The database failed.
    pub async fn end_liveness(&self, reference: &str, passed: bool) -> Result<(), DbError> {
        let status = if passed {
            LivenessStatus::Passed
        } else {
            LivenessStatus::Failed
        };
        let mut tx = self.db.begin().await?;
        sqlx::query(
            "UPDATE sandbox_liveness SET status = $2 WHERE reference = $1 AND status = 'pending'",
        )
        .bind(reference)
        .bind(status.as_str())
        .execute(tx.connection())
        .await?;
        tx.commit().await
    }
}
