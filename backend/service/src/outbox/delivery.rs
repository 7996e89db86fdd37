//! Sends queued messages. A busy or unavailable provider is retried after growing delays, up to a limit; a text or chat
//! message that may have been sent is not retried at all.

use super::{budget, kind, place};
use crate::app::AppState;
use ground::error::ApiError;
use ground::queue::{self, Effect, Task};
use ground::sealed;
use providers::messages::{Channel, Message, MessageError};

const FIRST_WAIT_MS: i64 = 5_000;
const LONGEST_WAIT_MS: i64 = 10 * 60 * 1_000;
/// The label of sent messages in the tally.
const SENT: &str = "sent";

/// A message claimed by this server.
pub struct Held {
    channel: Channel,
    expires_at_ms: i64,
    task: Task,
}

impl Held {
    fn new(channel: Channel, task: Task) -> Self {
        Self {
            channel,
            expires_at_ms: task.expires_at_ms.unwrap_or(i64::MAX),
            task,
        }
    }
}

/// The reason that a message is not sent any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GivenUp {
    /// Its content has expired.
    Expired,
    /// The provider refuses the address, or the channel has no provider.
    Refused,
    /// A text or chat message may have been sent already: no duplicates.
    InDoubt,
    /// It was sealed with another secret.
    Unreadable,
    /// The brand's daily budget is used up.
    OverBudget,
}

impl GivenUp {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Expired => "expired",
            Self::Refused => "refused",
            Self::InDoubt => "in_doubt",
            Self::Unreadable => "unreadable",
            Self::OverBudget => "over_budget",
        }
    }
}

/// The outcome of an attempt.
#[derive(Debug, PartialEq, Eq)]
enum Attempt {
    Sent,
    /// There was no recipient.
    Nobody,
    GivenUp(GivenUp),
    Later {
        due_at_ms: i64,
        effect: Effect,
    },
}

/// Claims due messages of a channel; the caller must [`send`] them.
///
/// # Errors
/// The database failed.
pub async fn claim(app: &AppState, channel: Channel, most: usize) -> Result<Vec<Held>, ApiError> {
    let tasks = queue::claim_due(&app.db, kind(channel), app.clock.now_ms(), most).await?;
    Ok(tasks
        .into_iter()
        .map(|task| Held::new(channel, task))
        .collect())
}

/// Tries to send a message and records the outcome. If that fails, the message stays claimed until its lease expires.
pub async fn send(app: &AppState, held: &Held) {
    let attempt = attempt(app, held).await;
    if let Err(error) = note(app, held, attempt).await {
        tracing::warn!(
            code = error.code(),
            "the outcome of a message was not recorded"
        );
    }
}

/// Sends a message for the call that queued it.
pub(super) async fn send_own(app: &AppState, channel: Channel, id: &str) {
    match claim_own(app, channel, id).await {
        Ok(Some(held)) => send(app, &held).await,
        Ok(None) => {}
        Err(error) => tracing::warn!(code = error.code(), "a message is left to the worker"),
    }
}

async fn claim_own(app: &AppState, channel: Channel, id: &str) -> Result<Option<Held>, ApiError> {
    let mut tx = app.db.begin().await?;
    let task = queue::claim_new(&mut tx, kind(channel), id, app.clock.now_ms()).await?;
    tx.commit().await?;
    Ok(task.map(|task| Held::new(channel, task)))
}

async fn attempt(app: &AppState, held: &Held) -> Attempt {
    if app.clock.now_ms() >= held.expires_at_ms {
        return Attempt::GivenUp(GivenUp::Expired);
    }
    if held.channel != Channel::Email && held.task.unconfirmed_attempts > 1 {
        // The server of the previous attempt crashed.
        return Attempt::GivenUp(GivenUp::InDoubt);
    }
    let Some(message) = opened(app, held) else {
        return Attempt::GivenUp(GivenUp::Unreadable);
    };
    if message.to.is_empty() {
        return Attempt::Nobody;
    }
    match within_budget(app, &message).await {
        Ok(true) => {}
        Ok(false) => return Attempt::GivenUp(GivenUp::OverBudget),
        Err(_) => return outcome_of(held, Err(MessageError::NotSent), app.clock.now_ms()),
    }
    let sent = app.ports.messages.send(message).await;
    outcome_of(held, sent, app.clock.now_ms())
}

async fn within_budget(app: &AppState, message: &Message) -> Result<bool, ApiError> {
    match &message.payer {
        Some(tenant_id) => budget::covers(app, tenant_id).await,
        None => Ok(true),
    }
}

fn outcome_of(held: &Held, sent: Result<(), MessageError>, now_ms: i64) -> Attempt {
    let effect = match (sent, held.channel) {
        (Ok(()), _) => return Attempt::Sent,
        (Err(MessageError::Refused), _) => return Attempt::GivenUp(GivenUp::Refused),
        (Err(MessageError::Unknown), Channel::Email) => Effect::Unknown,
        (Err(MessageError::Unknown), _) => return Attempt::GivenUp(GivenUp::InDoubt),
        (Err(MessageError::NotSent), _) => Effect::None,
    };
    let left_ms = held.expires_at_ms - now_ms;
    let due_at_ms = now_ms + wait_ms(held.task.attempts, left_ms);
    match due_at_ms < held.expires_at_ms {
        true => Attempt::Later { due_at_ms, effect },
        false => Attempt::GivenUp(GivenUp::Expired),
    }
}

fn opened(app: &AppState, held: &Held) -> Option<Message> {
    let plain = sealed::open(&app.config.keys, &place(&held.task.id), &held.task.payload).ok()?;
    let message: Message = serde_json::from_str(plain.reveal()).ok()?;
    Some(Message {
        id: held.task.id.clone(),
        ..message
    })
}

async fn note(app: &AppState, held: &Held, attempt: Attempt) -> Result<(), ApiError> {
    let mut tx = app.db.begin().await?;
    match attempt {
        Attempt::Later { due_at_ms, effect } => {
            // False: another server has claimed it, and records the outcome.
            queue::put_off(&mut tx, &held.task, due_at_ms, effect).await?;
        }
        Attempt::Sent | Attempt::Nobody | Attempt::GivenUp(_) => {
            queue::done(&mut tx, held.task.kind, &held.task.id).await?;
        }
    }
    tx.commit().await?;
    match attempt {
        Attempt::Sent => app.senders.tally.add(held.channel.as_str(), SENT),
        Attempt::GivenUp(why) => {
            let (channel, attempts) = (held.channel.as_str(), held.task.attempts);
            tracing::warn!(
                channel,
                attempts,
                why = why.as_str(),
                "a message was abandoned"
            );
            app.senders.tally.add(channel, why.as_str());
        }
        Attempt::Nobody | Attempt::Later { .. } => {}
    }
    Ok(())
}

/// The wait: doubled each time, but never longer than the few minutes of a code's lifetime.
fn wait_ms(attempts: i64, left_ms: i64) -> i64 {
    queue::backoff_ms(FIRST_WAIT_MS, attempts, LONGEST_WAIT_MS)
        .min(left_ms / 4)
        .max(FIRST_WAIT_MS)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE_MS: i64 = 60_000;
    const DAY_MS: i64 = 24 * 60 * MINUTE_MS;

    fn held(channel: Channel, attempts: i64, expires_at_ms: i64) -> Held {
        let task = Task {
            kind: kind(channel),
            id: String::from("m1"),
            payload: String::new(),
            subject: None,
            user_id: None,
            attempts,
            unconfirmed_attempts: 1,
            expires_at_ms: Some(expires_at_ms),
            created_at_ms: 0,
        };
        Held::new(channel, task)
    }

    #[test]
    fn the_wait_doubles_up_to_ten_minutes_and_shortens_near_expiry() {
        assert_eq!((wait_ms(1, DAY_MS), wait_ms(3, DAY_MS)), (5_000, 20_000));
        assert_eq!(wait_ms(8, DAY_MS), LONGEST_WAIT_MS);
        assert_eq!(wait_ms(1_000, DAY_MS), LONGEST_WAIT_MS);
        assert_eq!(wait_ms(8, 4 * MINUTE_MS), MINUTE_MS);
        assert_eq!(wait_ms(8, 8_000), FIRST_WAIT_MS);
    }

    #[test]
    fn every_response_on_every_channel_has_an_outcome() {
        let later = |effect| Attempt::Later {
            due_at_ms: 5_000,
            effect,
        };
        let given_up = Attempt::GivenUp;
        for (channel, sent, expected) in [
            (Channel::Email, Ok(()), Attempt::Sent),
            (Channel::Sms, Ok(()), Attempt::Sent),
            (
                Channel::Email,
                Err(MessageError::Refused),
                given_up(GivenUp::Refused),
            ),
            (
                Channel::Sms,
                Err(MessageError::Refused),
                given_up(GivenUp::Refused),
            ),
            (
                Channel::Email,
                Err(MessageError::NotSent),
                later(Effect::None),
            ),
            (
                Channel::Sms,
                Err(MessageError::NotSent),
                later(Effect::None),
            ),
            (
                Channel::Email,
                Err(MessageError::Unknown),
                later(Effect::Unknown),
            ),
            (
                Channel::Sms,
                Err(MessageError::Unknown),
                given_up(GivenUp::InDoubt),
            ),
            (
                Channel::Telegram,
                Err(MessageError::Unknown),
                given_up(GivenUp::InDoubt),
            ),
            (
                Channel::Whatsapp,
                Err(MessageError::NotSent),
                later(Effect::None),
            ),
        ] {
            assert_eq!(
                outcome_of(&held(channel, 1, DAY_MS), sent, 0),
                expected,
                "{channel:?}"
            );
        }
    }

    #[test]
    fn a_message_whose_retry_would_be_too_late_is_abandoned() {
        let sent = Err(MessageError::NotSent);
        assert_eq!(
            outcome_of(&held(Channel::Email, 1, 5_000), sent, 0),
            Attempt::GivenUp(GivenUp::Expired)
        );
        assert_eq!(
            outcome_of(&held(Channel::Email, 1, 5_001), sent, 0),
            Attempt::Later {
                due_at_ms: 5_000,
                effect: Effect::None
            }
        );
    }
}
