//! Messages of a channel: stored once, numbered, encrypted, and read page by page, newest first.

use super::address::Address;
use super::attachments::{self, Attachment};
use super::channels::{self, Event};
use super::members;
use super::store::{self, MessageRow, NewMessage};
use crate::limits;
use domain_core::community::ChatMessage;
use ground::db::{DbError, Tx};
use ground::error::{ApiError, ErrorCode};
use ground::sealed;
use ground::secret::Keys;
use serde_json::{Value, json};
use service::app::AppState;
use service::http::limits::count_in;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

/// Messages per page.
const PAGE: i64 = 30;

/// A decrypted message.
#[derive(Debug, Clone)]
pub struct Message {
    pub id: String,
    pub number: i64,
    /// `None` is the operator.
    pub user_id: Option<String>,
    pub client_id: Option<String>,
    pub text: String,
    pub created_at_ms: i64,
    pub name: Option<String>,
    pub image: Option<String>,
    pub attachments: Vec<Attachment>,
    /// Whether the operator removed it: text and files are gone.
    pub removed: bool,
}

/// Part of a conversation, newest message last.
pub struct Part {
    pub messages: Vec<Message>,
    /// The number of the first message, if there are earlier ones.
    pub earlier: Option<i64>,
    pub read: i64,
}

pub(crate) fn place(id: &str) -> String {
    ["chat_messages", id].join("/")
}

/// The decrypted text of a row with `id` and `text`, for its owner; null if undecryptable.
pub fn own_text(row: &AnyRow, keys: &Keys) -> Result<Value, DbError> {
    let (id, sealed): (String, String) = (row.try_get("id")?, row.try_get("text")?);
    let opened = sealed::open(keys, &place(&id), &sealed);
    let opened = opened.inspect_err(|error| tracing::error!(%error, id, "a message"));
    Ok(opened.map_or(Value::Null, |text| json!(text.reveal())))
}

fn opened(app: &AppState, row: MessageRow) -> Result<Message, ApiError> {
    let text = sealed::open(&app.config.keys, &place(&row.id), &row.sealed);
    Ok(Message {
        text: text.map_err(ApiError::internal)?.reveal().clone(),
        id: row.id,
        number: row.number,
        user_id: row.user_id,
        client_id: row.client_id,
        created_at_ms: row.created_at_ms,
        name: row.name,
        image: row.image,
        attachments: Vec::new(),
        removed: row.removed,
    })
}

/// Adds a member's message. Under the same client key it is stored once, and every call returns the same message;
/// `true` means it was stored by this call.
///
/// # Errors
/// 404 unless the sender is a member; 409 for another text under the same key, or a closed cluster; 429; the database
/// failed.
pub async fn say(
    app: &AppState,
    address: &Address,
    user_id: &str,
    form: &ChatMessage,
) -> Result<(Message, bool), ApiError> {
    let mut tx = app.db.begin().await?;
    let channel = channels::locked(&mut tx, app, address).await?;
    let standing = members::hold(&mut tx, address, user_id).await?;
    if let Some(number) = store::number_of(&mut tx, &channel.id, user_id, &form.client_id).await? {
        let said = numbered(app, tx.connection(), &channel.id, number).await?;
        // A removed message has lost its text; sent again, it stays removed.
        if !said.removed && said.text != form.message {
            let message = "Another message was sent under this client_id.";
            return Err(ApiError::new(ErrorCode::ClientIdReused, message));
        }
        return Ok((said, false));
    }
    standing.may_write()?;
    count_in(&mut tx, app, limits::CHAT_MESSAGES, user_id).await?;
    count_in(&mut tx, app, limits::CHAT_MESSAGES_A_DAY, user_id).await?;
    let by = Some((user_id, form.client_id.as_str()));
    let number = add(&mut tx, app, address, &channel, by, &form.message).await?;
    attachments::send(&mut tx, &channel.id, user_id, number, &form.attachments).await?;
    // Replying implies having seen the earlier messages.
    store::mark_read(&mut tx, &channel.id, user_id, number).await?;
    let said = numbered(app, tx.connection(), &channel.id, number).await?;
    tx.commit().await?;
    Ok((said, true))
}

/// Adds a message to a locked channel, from a member with a client key or from the operator; returns its number.
pub(super) async fn add(
    tx: &mut Tx,
    app: &AppState,
    address: &Address,
    channel: &store::ChannelRow,
    by: Option<(&str, &str)>,
    text: &str,
) -> Result<i64, ApiError> {
    let now_ms = app.clock.now_ms();
    let id = app.random.id(now_ms);
    let sealed = sealed::seal(&app.config.keys, app.random, &place(&id), text);
    let new = NewMessage {
        id: &id,
        channel_id: &channel.id,
        number: channel.length + 1,
        user_id: by.map(|(user_id, _)| user_id),
        client_id: by.map(|(_, client_id)| client_id),
        sealed: &sealed.map_err(ApiError::internal)?,
    };
    store::insert_message(tx, &new, now_ms).await?;
    channels::announce(tx, app, address, Event::New, new.number).await?;
    Ok(new.number)
}

/// Loads the attachments of consecutive messages of a channel.
async fn add_attachments(
    connection: &mut AnyConnection,
    channel_id: &str,
    messages: &mut [Message],
) -> Result<(), ApiError> {
    let (Some(first), Some(last)) = (messages.first(), messages.last()) else {
        return Ok(());
    };
    let numbers = (first.number, last.number);
    for (number, attachment) in attachments::between(connection, channel_id, numbers).await? {
        if let Some(message) = messages.iter_mut().find(|one| one.number == number) {
            message.attachments.push(attachment);
        }
    }
    Ok(())
}

async fn numbered(
    app: &AppState,
    connection: &mut AnyConnection,
    channel_id: &str,
    number: i64,
) -> Result<Message, ApiError> {
    let rows = store::before(connection, channel_id, number + 1, 1).await?;
    let row = rows.into_iter().next();
    let mut messages = vec![opened(app, row.ok_or_else(ApiError::not_found)?)?];
    add_attachments(connection, channel_id, &mut messages).await?;
    messages.pop().ok_or_else(ApiError::not_found)
}

/// The last messages of a channel, or the last before a number, as seen by a member or, without one, by the operator. A
/// channel without messages is empty.
///
/// # Errors
/// 404 unless the reader is a member; the database failed.
pub async fn part(
    app: &AppState,
    address: &Address,
    reader: Option<&str>,
    before: Option<i64>,
) -> Result<Part, ApiError> {
    let mut connection = app.db.read().await?;
    if let Some(user_id) = reader {
        members::check(&mut connection, address, user_id).await?;
    }
    let Some(channel) = store::find_channel(&mut connection, address).await? else {
        return Ok(Part {
            messages: Vec::new(),
            earlier: None,
            read: 0,
        });
    };
    let before = before.unwrap_or(i64::MAX);
    let rows = store::before(&mut connection, &channel.id, before, PAGE).await?;
    let read = match reader {
        Some(user_id) => store::read_number(&mut connection, &channel.id, user_id).await?,
        None => 0,
    };
    let mut messages = rows
        .into_iter()
        .map(|row| opened(app, row))
        .collect::<Result<Vec<_>, _>>()?;
    messages.reverse();
    add_attachments(&mut connection, &channel.id, &mut messages).await?;
    // Numbers start at 1 and have no gaps.
    let first = messages.first().map(|message| message.number);
    Ok(Part {
        earlier: first.filter(|number| *number > 1),
        messages,
        read,
    })
}

/// The newest message that a member has seen, and the number of newer ones.
///
/// # Errors
/// The database failed.
pub async fn seen(
    app: &AppState,
    address: &Address,
    user_id: &str,
) -> Result<(i64, i64), ApiError> {
    let mut connection = app.db.read().await?;
    match store::find_channel(&mut connection, address).await? {
        Some(channel) => {
            let read = store::read_number(&mut connection, &channel.id, user_id).await?;
            Ok((read, channel.length - read))
        }
        None => Ok((0, 0)),
    }
}

/// Marks all messages up to a number as seen by a member.
///
/// # Errors
/// 404 unless the reader is a member; the database failed.
pub async fn see(
    app: &AppState,
    address: &Address,
    user_id: &str,
    number: i64,
) -> Result<(i64, i64), ApiError> {
    let channel = {
        let mut connection = app.db.read().await?;
        members::check(&mut connection, address, user_id).await?;
        store::find_channel(&mut connection, address).await?
    };
    if let Some(channel) = channel {
        let mut tx = app.db.begin().await?;
        members::hold(&mut tx, address, user_id).await?;
        store::mark_read(&mut tx, &channel.id, user_id, number.max(0)).await?;
        tx.commit().await?;
    }
    seen(app, address, user_id).await
}
