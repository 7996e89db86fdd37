//! Queued emails, text messages and chat messages. Each is stored, encrypted, in the transaction of its event: so it is
//! sent exactly if the event happened, by any running server, and a slow provider delays no caller.
//!
//! It knows how a message is sent and when to give up; other modules write the messages.

pub mod budget;
pub mod delivery;

use crate::app::AppState;
use crate::db::{DbError, Tx};
use crate::error::ApiError;
use crate::outbound::messages::{Channel, Message};
use crate::queue::{self, HOLD_MS, Kind, New};
use crate::sealed;
use std::time::Duration;

/// How long a call outside production waits until its message is sent.
const LONGEST_WAIT: Duration = Duration::from_millis(2_500);

/// How long a message is worth sending.
#[derive(Debug, Clone, Copy)]
pub struct Life<'a> {
    pub expires_at_ms: i64,
    /// The one-time code in it, with whose end the message is worth nothing.
    pub code_id: Option<&'a str>,
}

/// Sends a message once the transaction is committed. To nobody, if the address is blank: that costs as much time.
///
/// In production the worker is woken and the caller continues. Elsewhere the message is delivered before the commit
/// returns, so that the sandbox shows it as soon as the call has been answered; a slow provider is not waited for.
///
/// # Errors
/// The database or the cipher failed.
pub async fn queue(
    tx: &mut Tx,
    app: &AppState,
    message: &Message,
    life: Life<'_>,
) -> Result<(), ApiError> {
    let now_ms = app.clock.now_ms();
    let id = app.random.id(now_ms);
    let plain = serde_json::to_string(message).map_err(ApiError::internal)?;
    let sealed = sealed::seal(&app.config.keys, app.random, &place(&id), &plain)
        .map_err(ApiError::internal)?;
    let mut task = New {
        kind: kind(message.channel),
        id: &id,
        payload: &sealed,
        subject: life.code_id,
        user_id: None,
        now_ms,
        due_at_ms: now_ms,
        expires_at_ms: Some(life.expires_at_ms),
    };
    let app = app.clone();
    if app.config.production() {
        queue::enqueue(tx, &task).await?;
        let channel = message.channel;
        tx.after_commit(move || app.senders.wake(channel));
    } else {
        // The worker leaves it to this call, unless the call does not live to see its commit.
        task.due_at_ms += HOLD_MS;
        queue::enqueue(tx, &task).await?;
        let channel = message.channel;
        tx.before_answering(async move {
            let sending = tokio::spawn(async move { delivery::send_own(&app, channel, &id).await });
            // After the timeout it continues in the background.
            let _ = tokio::time::timeout(LONGEST_WAIT, sending).await;
        });
    }
    Ok(())
}

/// A code has ended: messages that hold it are not sent any more.
///
/// # Errors
/// The database failed.
pub async fn withdraw_code(tx: &mut Tx, code_id: &str) -> Result<(), DbError> {
    queue::withdraw(tx, code_id).await
}

const fn kind(channel: Channel) -> Kind {
    match channel {
        Channel::Email => Kind::Email,
        Channel::Sms => Kind::Sms,
        Channel::Telegram => Kind::Telegram,
        Channel::Whatsapp => Kind::Whatsapp,
    }
}

/// What a message is sealed for. Messages from before there was one queue stood in that table, and are still to be opened.
fn place(id: &str) -> String {
    ["outgoing_messages/", id].concat()
}

#[cfg(test)]
mod tests;
