//! Sends what is queued. A provider that is away or busy is asked again, later each time, and not for ever; one that may
//! have sent a text message is not asked again at all.

use super::{place, store, store::Held};
use crate::app::AppState;
use crate::error::ApiError;
use crate::outbound::messages::{Channel, Message, MessageError};
use crate::sealed;

/// For so long a message belongs to the server that has begun to send it; longer than a provider's time.
pub const HELD_MS: i64 = 60_000;
const FIRST_WAIT_MS: i64 = 5_000;
const LONGEST_WAIT_MS: i64 = 10 * 60 * 1_000;

/// Why a message is not sent any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GivenUp {
    /// What it says is worth nothing by now.
    Expired,
    /// The provider refuses the address, or there is none for this channel.
    Refused,
    /// A text message that may have been sent: nobody gets two.
    InDoubt,
    /// It was sealed with another secret.
    Unreadable,
}

impl GivenUp {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Expired => "expired",
            Self::Refused => "refused",
            Self::InDoubt => "in_doubt",
            Self::Unreadable => "unreadable",
        }
    }
}

/// What became of an attempt.
#[derive(Debug, PartialEq, Eq)]
enum Attempt {
    Sent,
    /// There was nobody to send it to.
    Nobody,
    GivenUp(GivenUp),
    /// `open`: the provider may have it.
    Later {
        due_at_ms: i64,
        open: bool,
    },
}

/// Takes due messages of a channel; whoever does has to [`send`] them.
///
/// # Errors
/// The database failed.
pub async fn claim(app: &AppState, channel: Channel, most: usize) -> Result<Vec<Held>, ApiError> {
    let now_ms = app.clock.now_ms();
    if most == 0 || !store::any_due(&mut *app.db.read().await?, channel, now_ms).await? {
        return Ok(Vec::new());
    }
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    let mut tx = app.db.begin().await?;
    let held = store::claim(&mut tx, channel, now_ms, now_ms + HELD_MS, most).await?;
    tx.commit().await?;
    Ok(held)
}

/// Tries to send a message, and notes what became of it. If that cannot be noted, the message stays held for a while.
pub async fn send(app: &AppState, held: &Held) {
    let attempt = attempt(app, held).await;
    if let Err(error) = note(app, held, attempt).await {
        tracing::warn!(
            code = error.code(),
            "what became of a message was not noted"
        );
    }
}

/// Sends the message that the call itself has queued.
pub(super) async fn send_own(app: &AppState, id: &str) {
    match claim_own(app, id).await {
        Ok(Some(held)) => send(app, &held).await,
        Ok(None) => {}
        Err(error) => tracing::warn!(code = error.code(), "a message is left to the worker"),
    }
}

async fn claim_own(app: &AppState, id: &str) -> Result<Option<Held>, ApiError> {
    let mut tx = app.db.begin().await?;
    let held = store::claim_own(&mut tx, id, app.clock.now_ms() + HELD_MS).await?;
    tx.commit().await?;
    Ok(held)
}

async fn attempt(app: &AppState, held: &Held) -> Attempt {
    if app.clock.now_ms() >= held.expires_at_ms {
        return Attempt::GivenUp(GivenUp::Expired);
    }
    if held.channel == Channel::Sms && held.open_attempts > 1 {
        // Whoever tried before died over it.
        return Attempt::GivenUp(GivenUp::InDoubt);
    }
    let Some(message) = opened(app, held) else {
        return Attempt::GivenUp(GivenUp::Unreadable);
    };
    if message.to.is_empty() {
        return Attempt::Nobody;
    }
    let sent = app.ports.messages.send(message).await;
    meaning(held, sent, app.clock.now_ms())
}

fn meaning(held: &Held, sent: Result<(), MessageError>, now_ms: i64) -> Attempt {
    let open = match (sent, held.channel) {
        (Ok(()), _) => return Attempt::Sent,
        (Err(MessageError::Refused), _) => return Attempt::GivenUp(GivenUp::Refused),
        (Err(MessageError::Unknown), Channel::Sms) => return Attempt::GivenUp(GivenUp::InDoubt),
        (Err(MessageError::Unknown), Channel::Email) => true,
        (Err(MessageError::NotSent), _) => false,
    };
    let left_ms = held.expires_at_ms - now_ms;
    let due_at_ms = now_ms + wait_ms(held.attempts, left_ms);
    match due_at_ms < held.expires_at_ms {
        true => Attempt::Later { due_at_ms, open },
        false => Attempt::GivenUp(GivenUp::Expired),
    }
}

fn opened(app: &AppState, held: &Held) -> Option<Message> {
    let plain = sealed::open(&app.config.keys, &place(&held.id), &held.sealed).ok()?;
    serde_json::from_str(plain.reveal()).ok()
}

async fn note(app: &AppState, held: &Held, attempt: Attempt) -> Result<(), ApiError> {
    let mut tx = app.db.begin().await?;
    match attempt {
        Attempt::Later { due_at_ms, open } => {
            store::put_off(&mut tx, held, due_at_ms, open).await?;
        }
        Attempt::Sent | Attempt::Nobody | Attempt::GivenUp(_) => {
            store::done(&mut tx, held).await?;
        }
    }
    tx.commit().await?;
    match attempt {
        Attempt::Sent => app.outbox.tally.sent(held.channel),
        Attempt::GivenUp(why) => {
            let (channel, attempts) = (held.channel.as_str(), held.attempts);
            tracing::warn!(
                channel,
                attempts,
                why = why.as_str(),
                "a message was given up"
            );
            app.outbox.tally.given_up(held.channel, why);
        }
        Attempt::Nobody | Attempt::Later { .. } => {}
    }
    Ok(())
}

/// Twice as long each time, but never so long that a code's few minutes pass between two attempts.
fn wait_ms(attempts: i64, left_ms: i64) -> i64 {
    let doubled = FIRST_WAIT_MS << (attempts - 1).clamp(0, 16);
    doubled
        .min(LONGEST_WAIT_MS)
        .min(left_ms / 4)
        .max(FIRST_WAIT_MS)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE_MS: i64 = 60_000;
    const DAY_MS: i64 = 24 * 60 * MINUTE_MS;

    fn held(channel: Channel, attempts: i64, expires_at_ms: i64) -> Held {
        Held {
            id: String::from("m1"),
            channel,
            sealed: String::new(),
            attempts,
            open_attempts: 1,
            expires_at_ms,
        }
    }

    #[test]
    fn the_wait_doubles_up_to_ten_minutes_and_is_short_when_little_time_is_left() {
        assert_eq!((wait_ms(1, DAY_MS), wait_ms(3, DAY_MS)), (5_000, 20_000));
        assert_eq!(wait_ms(8, DAY_MS), LONGEST_WAIT_MS);
        assert_eq!(wait_ms(1_000, DAY_MS), LONGEST_WAIT_MS);
        assert_eq!(wait_ms(8, 4 * MINUTE_MS), MINUTE_MS);
        assert_eq!(wait_ms(8, 8_000), FIRST_WAIT_MS);
    }

    #[test]
    fn every_answer_on_every_channel_has_its_consequence() {
        let later = |open| Attempt::Later {
            due_at_ms: 5_000,
            open,
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
            (Channel::Email, Err(MessageError::NotSent), later(false)),
            (Channel::Sms, Err(MessageError::NotSent), later(false)),
            (Channel::Email, Err(MessageError::Unknown), later(true)),
            (
                Channel::Sms,
                Err(MessageError::Unknown),
                given_up(GivenUp::InDoubt),
            ),
        ] {
            assert_eq!(
                meaning(&held(channel, 1, DAY_MS), sent, 0),
                expected,
                "{channel:?}"
            );
        }
    }

    #[test]
    fn what_would_be_tried_after_its_time_is_given_up_now() {
        let sent = Err(MessageError::NotSent);
        assert_eq!(
            meaning(&held(Channel::Email, 1, 5_000), sent, 0),
            Attempt::GivenUp(GivenUp::Expired)
        );
        assert_eq!(
            meaning(&held(Channel::Email, 1, 5_001), sent, 0),
            Attempt::Later {
                due_at_ms: 5_000,
                open: false
            }
        );
    }
}
