//! Push messages that the sandbox stores instead of sending.

use super::{LISTED, Sandbox};
use crate::push::PushMessage;
use ground::clock::rfc3339;
use ground::db::DbError;
use serde::Serialize;
use sqlx::Row;
use utoipa::ToSchema;

/// A sent push message.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SentPush {
    pub id: String,
    /// The browser's endpoint at its push service.
    pub endpoint: String,
    /// The decrypted payload.
    pub payload: String,
    /// `normal` or `high`.
    pub urgency: String,
    pub ttl_seconds: i64,
    /// RFC 3339, UTC.
    pub sent_at: String,
}

impl Sandbox {
    pub(crate) async fn keep_push(&self, message: &PushMessage) -> Result<(), DbError> {
        let now_ms = self.clock.now_ms();
        let mut tx = self.db.begin().await?;
        sqlx::query(
            "INSERT INTO sandbox_pushes (id, endpoint, payload, urgency, ttl_seconds, sent_at_ms) VALUES ($1, $2, $3, $4, $5, $6)",
        )
        .bind(self.random.id(now_ms))
        .bind(message.to.endpoint.as_str())
        .bind(message.payload())
        .bind(message.notice.urgency.as_str())
        .bind(i64::from(message.ttl_seconds))
        .bind(now_ms)
        .execute(tx.connection())
        .await?;
        tx.commit().await
    }

    /// The newest push messages, to one browser or to all.
    ///
    /// # Errors
    /// The database failed.
    pub async fn pushes(&self, endpoint: Option<&str>) -> Result<Vec<SentPush>, DbError> {
        let rows = sqlx::query(
            "SELECT id, endpoint, payload, urgency, ttl_seconds, sent_at_ms FROM sandbox_pushes \
             WHERE $1 = '' OR endpoint = $1 ORDER BY sent_at_ms DESC, id DESC LIMIT $2",
        )
        .bind(endpoint.unwrap_or_default())
        .bind(LISTED)
        .fetch_all(&mut *self.db.read().await?)
        .await?;
        let read = |row: &sqlx::any::AnyRow| {
            Ok(SentPush {
                id: row.try_get("id")?,
                endpoint: row.try_get("endpoint")?,
                payload: row.try_get("payload")?,
                urgency: row.try_get("urgency")?,
                ttl_seconds: row.try_get("ttl_seconds")?,
                sent_at: rfc3339(row.try_get("sent_at_ms")?),
            })
        };
        rows.iter().map(read).collect()
    }
}
