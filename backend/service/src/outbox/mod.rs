//! Queued emails, text messages and chat messages. Each is stored, encrypted, in the transaction of its event: so it is
//! sent exactly if the event happened, by any running server, and a slow provider delays no caller.
//!
//! This module knows how to send and when to give up; other modules write the messages.

pub mod budget;
pub mod delivery;
pub mod worker;

use crate::app::AppState;
use ground::db::{DbError, Tx};
use ground::error::ApiError;
use ground::queue::{self, HOLD_MS, Kind, New};
use ground::sealed;
use providers::messages::{Channel, Message};
use std::time::Duration;

/// The longest wait of a call outside production for its message.
const LONGEST_WAIT: Duration = Duration::from_millis(2_500);

/// The lifetime of a message.
#[derive(Debug, Clone, Copy)]
pub struct Life<'a> {
    pub expires_at_ms: i64,
    /// The one-time code in it: when the code ends, the message is withdrawn.
    pub code_id: Option<&'a str>,
}

/// Sends a message once the transaction commits. A blank address takes the same time, but nothing is sent.
///
/// In production the worker is woken and the caller continues. Elsewhere the message is delivered before the commit
/// returns, so that the sandbox shows it as soon as the call returns, unless the provider is slow.
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
        // Held for this call; the worker takes over if the call never sees its commit.
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

/// Withdraws queued messages that contain an ended code.
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

/// The place that a message is sealed for. It is the name of the original table, so that old messages can still be
/// decrypted.
fn place(id: &str) -> String {
    ["outgoing_messages/", id].concat()
}

#[cfg(test)]
mod tests;
