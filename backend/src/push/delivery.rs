//! Sends what is queued. A push service that is busy or away is asked again, later each time, and not for ever.

use super::{browsers, store};
use crate::app::AppState;
use crate::error::ApiError;
use crate::outbound::push::{PushMessage, Pushed};
use tokio::task::JoinSet;

/// For so long a message belongs to the server that has begun to send it; longer than the port's time-out.
const HELD_MS: i64 = 60_000;
/// Messages that one round sends, side by side.
const ROUND: i64 = 32;
/// The first try and eight more, over about twenty minutes unless the push service asks for more.
const MOST_ATTEMPTS: i64 = 9;
const FIRST_WAIT_MS: i64 = 5_000;
/// What a push service may ask for.
const LONGEST_WAIT_MS: i64 = 60 * 60 * 1_000;

/// Sends the messages that are due; answers how many have been taken.
///
/// # Errors
/// The database failed.
pub async fn send_due(app: &AppState) -> Result<usize, ApiError> {
    let now_ms = app.clock.now_ms();
    if !store::any_due(&mut *app.db.read().await?, now_ms).await? {
        return Ok(0);
    }
    let mut tx = app.db.begin().await?;
    let claimed = store::claim(&mut tx, now_ms, now_ms + HELD_MS, ROUND).await?;
    tx.commit().await?;
    let mut sending = JoinSet::new();
    for message in claimed {
        let app = app.clone();
        sending.spawn(async move { send(&app, &message).await });
    }
    let mut sent = 0;
    while let Some(ended) = sending.join_next().await {
        sent += usize::from(ended.map_err(ApiError::internal)??);
    }
    Ok(sent)
}

async fn send(app: &AppState, message: &store::Message) -> Result<bool, ApiError> {
    let outcome = ask(app, message).await;
    let now_ms = app.clock.now_ms();
    let mut tx = app.db.begin().await?;
    match outcome {
        Pushed::Sent | Pushed::Refused => store::done(&mut tx, message).await?,
        Pushed::Gone => store::forget_browser(&mut tx, &message.endpoint_hash).await?,
        Pushed::Later { seconds } => {
            let due_at_ms = now_ms + wait_ms(message.attempts, seconds);
            if message.attempts >= MOST_ATTEMPTS || due_at_ms >= message.expires_at_ms {
                tracing::warn!(attempts = message.attempts, "a push message was given up");
                store::done(&mut tx, message).await?;
            } else {
                store::put_off(&mut tx, message, due_at_ms).await?;
            }
        }
    }
    tx.commit().await?;
    Ok(outcome == Pushed::Sent)
}

async fn ask(app: &AppState, message: &store::Message) -> Pushed {
    let left_ms = message.expires_at_ms - app.clock.now_ms();
    let Ok(ttl_seconds @ 1..) = u32::try_from(left_ms / 1_000) else {
        return Pushed::Refused;
    };
    let Some(to) = browsers::opened(app, &message.endpoint_hash, &message.sealed) else {
        // Sealed with another secret: nobody can tell that browser anything any more.
        return Pushed::Gone;
    };
    let message = PushMessage {
        to,
        notice: message.notice.clone(),
        ttl_seconds,
    };
    app.ports.push.send(&message).await
}

/// Twice as long each time, or as long as the push service asks for if that is longer.
fn wait_ms(attempts: i64, asked_seconds: Option<i64>) -> i64 {
    let doubled = FIRST_WAIT_MS << (attempts - 1).clamp(0, 16);
    let asked = asked_seconds.unwrap_or(0).clamp(0, LONGEST_WAIT_MS / 1_000) * 1_000;
    doubled.max(asked).min(LONGEST_WAIT_MS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wait_doubles_heeds_the_push_service_and_has_an_end() {
        assert_eq!((wait_ms(1, None), wait_ms(3, None)), (5_000, 20_000));
        assert_eq!(wait_ms(1, Some(120)), 120_000);
        assert_eq!(wait_ms(9, Some(3)), 1_280_000);
        assert_eq!(
            (wait_ms(60, None), wait_ms(1, Some(i64::MAX))),
            (LONGEST_WAIT_MS, LONGEST_WAIT_MS)
        );
        assert_eq!(wait_ms(1, Some(-5)), 5_000);
    }
}
