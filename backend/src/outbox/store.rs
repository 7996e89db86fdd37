//! The rows of `outgoing_messages`.

use super::Life;
use crate::db::{DbError, Tx};
use crate::outbound::messages::Channel;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row as _};

pub struct New<'a> {
    pub id: &'a str,
    pub channel: Channel,
    pub sealed: &'a str,
    pub life: Life<'a>,
}

/// A message that this server is about to send; until its time is over, no other does.
pub struct Held {
    pub(super) id: String,
    pub(super) channel: Channel,
    pub(super) sealed: String,
    /// This one included.
    pub(super) attempts: i64,
    /// Of these, the ones since it was last certain that the provider had not taken it.
    pub(super) open_attempts: i64,
    pub(super) expires_at_ms: i64,
}

pub async fn insert(tx: &mut Tx, new: &New<'_>, due_at_ms: i64) -> Result<(), DbError> {
    sqlx::query(
        "INSERT INTO outgoing_messages (id, channel, sealed, code_id, due_at_ms, expires_at_ms) VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(new.id)
    .bind(new.channel.as_str())
    .bind(new.sealed)
    .bind(new.life.code_id)
    .bind(due_at_ms)
    .bind(new.life.expires_at_ms)
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// Whether a message of the channel is due.
pub async fn any_due(
    connection: &mut AnyConnection,
    channel: Channel,
    now_ms: i64,
) -> Result<bool, DbError> {
    let row = sqlx::query(
        "SELECT 1 AS due FROM outgoing_messages WHERE channel = $1 AND due_at_ms <= $2 LIMIT 1",
    )
    .bind(channel.as_str())
    .bind(now_ms)
    .fetch_optional(connection)
    .await?;
    Ok(row.is_some())
}

/// Takes due messages until `held_until_ms`.
pub async fn claim(
    tx: &mut Tx,
    channel: Channel,
    now_ms: i64,
    held_until_ms: i64,
    most: i64,
) -> Result<Vec<Held>, DbError> {
    // Due is asked for outside as well: a server that had to wait for another's claim must not take the same rows.
    let rows = sqlx::query(
        "UPDATE outgoing_messages SET due_at_ms = $3, attempts = attempts + 1, open_attempts = open_attempts + 1 \
         WHERE due_at_ms <= $2 AND id IN \
         (SELECT id FROM outgoing_messages WHERE channel = $1 AND due_at_ms <= $2 ORDER BY due_at_ms, id LIMIT $4) \
         RETURNING id, channel, sealed, attempts, open_attempts, expires_at_ms",
    )
    .bind(channel.as_str())
    .bind(now_ms)
    .bind(held_until_ms)
    .bind(most)
    .fetch_all(tx.connection())
    .await?;
    rows.iter().map(held).collect()
}

/// Takes the message that the caller itself has queued and that nobody has taken yet.
pub async fn claim_own(tx: &mut Tx, id: &str, held_until_ms: i64) -> Result<Option<Held>, DbError> {
    let row = sqlx::query(
        "UPDATE outgoing_messages SET due_at_ms = $2, attempts = 1, open_attempts = 1 WHERE id = $1 AND attempts = 0 \
         RETURNING id, channel, sealed, attempts, open_attempts, expires_at_ms",
    )
    .bind(id)
    .bind(held_until_ms)
    .fetch_optional(tx.connection())
    .await?;
    row.as_ref().map(held).transpose()
}

fn held(row: &AnyRow) -> Result<Held, DbError> {
    let channel: String = row.try_get("channel")?;
    Ok(Held {
        id: row.try_get("id")?,
        channel: match channel.as_str() {
            "sms" => Channel::Sms,
            _ => Channel::Email,
        },
        sealed: row.try_get("sealed")?,
        attempts: row.try_get("attempts")?,
        open_attempts: row.try_get("open_attempts")?,
        expires_at_ms: row.try_get("expires_at_ms")?,
    })
}

/// Nothing more is to be done about a message.
pub async fn done(tx: &mut Tx, held: &Held) -> Result<(), DbError> {
    sqlx::query("DELETE FROM outgoing_messages WHERE id = $1")
        .bind(held.id.as_str())
        .execute(tx.connection())
        .await?;
    Ok(())
}

/// Sets when a message is tried again, unless somebody else has taken it meanwhile. `open`: the provider may have it.
pub async fn put_off(tx: &mut Tx, held: &Held, due_at_ms: i64, open: bool) -> Result<(), DbError> {
    sqlx::query(
        "UPDATE outgoing_messages SET due_at_ms = $3, open_attempts = CASE WHEN $4 = 1 THEN open_attempts ELSE 0 END \
         WHERE id = $1 AND attempts = $2",
    )
    .bind(held.id.as_str())
    .bind(held.attempts)
    .bind(due_at_ms)
    .bind(i64::from(open))
    .execute(tx.connection())
    .await?;
    Ok(())
}
