//! The rows of `chat_channels`, `chat_members` and `chat_messages`.

use super::address::Address;
use ground::db::{DbError, Tx};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

pub struct ChannelRow {
    pub id: String,
    /// The newest message's number.
    pub length: i64,
}

/// A message as stored, with its sender's display data.
pub struct MessageRow {
    pub id: String,
    pub number: i64,
    /// `None` is the operator.
    pub user_id: Option<String>,
    pub client_id: Option<String>,
    pub sealed: String,
    pub created_at_ms: i64,
    pub name: Option<String>,
    pub image: Option<String>,
    pub removed: bool,
}

/// A new message.
pub struct NewMessage<'a> {
    pub id: &'a str,
    pub channel_id: &'a str,
    pub number: i64,
    pub user_id: Option<&'a str>,
    pub client_id: Option<&'a str>,
    pub sealed: &'a str,
}

/// Creates a channel unless it exists.
pub async fn begin_channel(
    tx: &mut Tx,
    id: &str,
    address: &Address,
    now_ms: i64,
) -> Result<(), DbError> {
    sqlx::query(
        "INSERT INTO chat_channels (id, tenant_id, kind, subject, last_at_ms) VALUES ($1, $2, $3, $4, $5) \
         ON CONFLICT (kind, subject) DO NOTHING",
    )
    .bind(id)
    .bind(address.tenant_id.as_str())
    .bind(address.kind.as_str())
    .bind(address.subject.as_str())
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// Locks the channel until the transaction ends.
pub async fn lock_channel(tx: &mut Tx, address: &Address) -> Result<Option<ChannelRow>, DbError> {
    let row = sqlx::query(
        "UPDATE chat_channels SET length = length WHERE kind = $1 AND subject = $2 AND tenant_id = $3 RETURNING id, length",
    )
    .bind(address.kind.as_str())
    .bind(address.subject.as_str())
    .bind(address.tenant_id.as_str())
    .fetch_optional(tx.connection())
    .await?;
    row.as_ref().map(channel).transpose()
}

pub async fn find_channel(
    connection: &mut AnyConnection,
    address: &Address,
) -> Result<Option<ChannelRow>, DbError> {
    let row = sqlx::query(
        "SELECT id, length FROM chat_channels WHERE kind = $1 AND subject = $2 AND tenant_id = $3",
    )
    .bind(address.kind.as_str())
    .bind(address.subject.as_str())
    .bind(address.tenant_id.as_str())
    .fetch_optional(connection)
    .await?;
    row.as_ref().map(channel).transpose()
}

/// Adds a message at the end of its channel, which is locked.
pub async fn insert_message(tx: &mut Tx, new: &NewMessage<'_>, now_ms: i64) -> Result<(), DbError> {
    sqlx::query(
        "INSERT INTO chat_messages (id, channel_id, number, user_id, client_id, sealed, created_at_ms) \
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(new.id)
    .bind(new.channel_id)
    .bind(new.number)
    .bind(new.user_id)
    .bind(new.client_id)
    .bind(new.sealed)
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    sqlx::query("UPDATE chat_channels SET length = $2, last_at_ms = $3 WHERE id = $1")
        .bind(new.channel_id)
        .bind(new.number)
        .bind(now_ms)
        .execute(tx.connection())
        .await?;
    Ok(())
}

/// A message without its text.
pub struct MessageKey {
    pub id: String,
    /// `None` is the operator.
    pub user_id: Option<String>,
    pub removed: bool,
}

/// Locks a message until the transaction ends.
pub async fn lock_message(
    tx: &mut Tx,
    channel_id: &str,
    number: i64,
) -> Result<Option<MessageKey>, DbError> {
    let row = sqlx::query(
        "UPDATE chat_messages SET number = number WHERE channel_id = $1 AND number = $2 RETURNING id, user_id, removed_at_ms",
    )
    .bind(channel_id)
    .bind(number)
    .fetch_optional(tx.connection())
    .await?;
    let key = |row: AnyRow| -> Result<MessageKey, DbError> {
        let removed_at_ms: Option<i64> = row.try_get("removed_at_ms")?;
        Ok(MessageKey {
            id: row.try_get("id")?,
            user_id: row.try_get("user_id")?,
            removed: removed_at_ms.is_some(),
        })
    };
    row.map(key).transpose()
}

/// Deletes a message's text and files; `blank` is a sealed empty text.
pub async fn remove_message(
    tx: &mut Tx,
    id: &str,
    blank: &str,
    now_ms: i64,
) -> Result<(), DbError> {
    sqlx::query("UPDATE chat_messages SET sealed = $2, removed_at_ms = $3 WHERE id = $1")
        .bind(id)
        .bind(blank)
        .bind(now_ms)
        .execute(tx.connection())
        .await?;
    sqlx::query("DELETE FROM chat_attachments WHERE message_id = $1")
        .bind(id)
        .execute(tx.connection())
        .await?;
    Ok(())
}

/// Stores a member's report of a message; false if there was one.
pub async fn insert_report(
    tx: &mut Tx,
    message_id: &str,
    user_id: &str,
    reason: &str,
    now_ms: i64,
) -> Result<bool, DbError> {
    let done = sqlx::query(
        "INSERT INTO chat_reports (message_id, user_id, reason, reported_at_ms) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (message_id, user_id) DO NOTHING",
    )
    .bind(message_id)
    .bind(user_id)
    .bind(reason)
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

/// The reports of a channel's messages that were not removed: number and reason.
pub async fn reported(
    connection: &mut AnyConnection,
    address: &Address,
) -> Result<Vec<(i64, String)>, DbError> {
    let rows = sqlx::query(
        "SELECT chat_messages.number, chat_reports.reason FROM chat_reports \
         JOIN chat_messages ON chat_messages.id = chat_reports.message_id \
         JOIN chat_channels ON chat_channels.id = chat_messages.channel_id \
         WHERE chat_channels.kind = $1 AND chat_channels.subject = $2 AND chat_messages.removed_at_ms IS NULL \
         ORDER BY chat_messages.number, chat_reports.reported_at_ms, chat_reports.user_id",
    )
    .bind(address.kind.as_str())
    .bind(address.subject.as_str())
    .fetch_all(connection)
    .await?;
    let report = |row: &AnyRow| Ok((row.try_get("number")?, row.try_get("reason")?));
    rows.iter().map(report).collect()
}

/// The number of the sender's message with a client key.
pub async fn number_of(
    tx: &mut Tx,
    channel_id: &str,
    user_id: &str,
    client_id: &str,
) -> Result<Option<i64>, DbError> {
    let row = sqlx::query(
        "SELECT number FROM chat_messages WHERE channel_id = $1 AND user_id = $2 AND client_id = $3",
    )
    .bind(channel_id)
    .bind(user_id)
    .bind(client_id)
    .fetch_optional(tx.connection())
    .await?;
    Ok(row.map(|row| row.try_get("number")).transpose()?)
}

/// The last `limit` messages before a number, newest first.
pub async fn before(
    connection: &mut AnyConnection,
    channel_id: &str,
    number: i64,
    limit: i64,
) -> Result<Vec<MessageRow>, DbError> {
    let rows = sqlx::query(
        "SELECT chat_messages.*, users.name AS name, profiles.image AS image FROM chat_messages \
         LEFT JOIN users ON users.id = chat_messages.user_id LEFT JOIN profiles ON profiles.user_id = chat_messages.user_id \
         WHERE chat_messages.channel_id = $1 AND chat_messages.number < $2 ORDER BY chat_messages.number DESC LIMIT $3",
    )
    .bind(channel_id)
    .bind(number)
    .bind(limit)
    .fetch_all(connection)
    .await?;
    rows.iter().map(message).collect()
}

/// The newest message that a member has seen; 0 for none.
pub async fn read_number(
    connection: &mut AnyConnection,
    channel_id: &str,
    user_id: &str,
) -> Result<i64, DbError> {
    let row =
        sqlx::query("SELECT read_number FROM chat_members WHERE channel_id = $1 AND user_id = $2")
            .bind(channel_id)
            .bind(user_id)
            .fetch_optional(connection)
            .await?;
    Ok(row
        .map(|row| row.try_get("read_number"))
        .transpose()?
        .unwrap_or(0))
}

/// Marks messages up to a number as seen by a member; the mark never moves back, nor past the last message.
pub async fn mark_read(
    tx: &mut Tx,
    channel_id: &str,
    user_id: &str,
    number: i64,
) -> Result<(), DbError> {
    sqlx::query(
        "INSERT INTO chat_members (channel_id, user_id, read_number) \
         SELECT id, $2, CASE WHEN $3 < length THEN $3 ELSE length END FROM chat_channels WHERE id = $1 \
         ON CONFLICT (channel_id, user_id) DO UPDATE SET read_number = \
         CASE WHEN excluded.read_number > chat_members.read_number THEN excluded.read_number ELSE chat_members.read_number END",
    )
    .bind(channel_id)
    .bind(user_id)
    .bind(number)
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// A conversation in the operator's list.
pub struct ListedRow {
    pub subject: String,
    pub name: String,
    pub email: String,
    pub length: i64,
    pub last_at_ms: i64,
    /// Whether the last message is the user's.
    pub waits: bool,
}

/// A brand's conversations of a kind: unanswered ones first, the longest waiting at the top; then the newest.
pub async fn listed(
    connection: &mut AnyConnection,
    tenant_id: &str,
    kind: &str,
    limit: i64,
) -> Result<Vec<ListedRow>, DbError> {
    let rows = sqlx::query(
        "SELECT chat_channels.subject, chat_channels.length, chat_channels.last_at_ms, users.name, users.email, \
         CASE WHEN chat_messages.user_id IS NULL THEN 0 ELSE 1 END AS waits FROM chat_channels \
         JOIN users ON users.id = chat_channels.subject \
         JOIN chat_messages ON chat_messages.channel_id = chat_channels.id AND chat_messages.number = chat_channels.length \
         WHERE chat_channels.tenant_id = $1 AND chat_channels.kind = $2 \
         ORDER BY waits DESC, \
         CASE WHEN chat_messages.user_id IS NULL THEN -chat_channels.last_at_ms ELSE chat_channels.last_at_ms END, \
         chat_channels.id LIMIT $3",
    )
    .bind(tenant_id)
    .bind(kind)
    .bind(limit)
    .fetch_all(connection)
    .await?;
    let read = |row: &AnyRow| -> Result<ListedRow, DbError> {
        let waits: i64 = row.try_get("waits")?;
        Ok(ListedRow {
            subject: row.try_get("subject")?,
            name: row.try_get("name")?,
            email: row.try_get("email")?,
            length: row.try_get("length")?,
            last_at_ms: row.try_get("last_at_ms")?,
            waits: waits != 0,
        })
    };
    rows.iter().map(read).collect()
}

fn channel(row: &AnyRow) -> Result<ChannelRow, DbError> {
    Ok(ChannelRow {
        id: row.try_get("id")?,
        length: row.try_get("length")?,
    })
}

fn message(row: &AnyRow) -> Result<MessageRow, DbError> {
    let removed_at_ms: Option<i64> = row.try_get("removed_at_ms")?;
    Ok(MessageRow {
        removed: removed_at_ms.is_some(),
        id: row.try_get("id")?,
        number: row.try_get("number")?,
        user_id: row.try_get("user_id")?,
        client_id: row.try_get("client_id")?,
        sealed: row.try_get("sealed")?,
        created_at_ms: row.try_get("created_at_ms")?,
        name: row.try_get("name")?,
        image: row.try_get("image")?,
    })
}
