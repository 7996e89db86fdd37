//! Messages that the sandbox stores instead of sending.

use super::{LISTED, Sandbox};
use crate::messages::Message;
use ground::clock::rfc3339;
use ground::db::DbError;
use serde::Serialize;
use sqlx::Row;
use utoipa::ToSchema;

/// A sent message.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SentMessage {
    pub id: String,
    /// `email` or `sms`.
    pub channel: String,
    pub to: String,
    pub subject: String,
    pub text: String,
    /// The one-time code in the text.
    #[schema(required)]
    pub code: Option<String>,
    /// The name of the attached file.
    #[schema(required)]
    pub attachment: Option<String>,
    /// RFC 3339, UTC.
    pub sent_at: String,
}

impl Sandbox {
    pub(crate) async fn keep_message(&self, message: &Message) -> Result<(), DbError> {
        let now_ms = self.clock.now_ms();
        let mut tx = self.db.begin().await?;
        sqlx::query(
            "INSERT INTO sandbox_messages (id, channel, receiver, subject, body, code, sent_at_ms, attachment) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        )
        .bind(self.random.id(now_ms))
        .bind(message.channel.as_str())
        .bind(message.to.as_str())
        .bind(message.subject.as_str())
        .bind(message.text.as_str())
        .bind(message.code.as_deref())
        .bind(now_ms)
        .bind(message.attachment.as_ref().map(|file| file.name.as_str()))
        .execute(tx.connection())
        .await?;
        tx.commit().await
    }

    /// The newest messages, to one recipient or to all.
    ///
    /// # Errors
    /// The database failed.
    pub async fn messages(&self, to: Option<&str>) -> Result<Vec<SentMessage>, DbError> {
        let rows = sqlx::query(
            "SELECT id, channel, receiver, subject, body, code, sent_at_ms, attachment FROM sandbox_messages \
             WHERE $1 = '' OR receiver = $1 ORDER BY sent_at_ms DESC, id DESC LIMIT $2",
        )
        .bind(to.unwrap_or_default())
        .bind(LISTED)
        .fetch_all(&mut *self.db.read().await?)
        .await?;
        let read = |row: &sqlx::any::AnyRow| {
            Ok(SentMessage {
                id: row.try_get("id")?,
                channel: row.try_get("channel")?,
                to: row.try_get("receiver")?,
                subject: row.try_get("subject")?,
                text: row.try_get("body")?,
                code: row.try_get("code")?,
                attachment: row.try_get("attachment")?,
                sent_at: rfc3339(row.try_get("sent_at_ms")?),
            })
        };
        rows.iter().map(read).collect()
    }
}
