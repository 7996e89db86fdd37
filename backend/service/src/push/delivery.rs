//! Sends queued push messages. A busy or unavailable push service is retried after growing delays, up to a limit.

use super::message::Message;
use super::{browsers, store};
use crate::app::AppState;
use ground::db::Tx;
use ground::error::ApiError;
use ground::queue::{self, Effect, Kind, Task};
use providers::push::{PushMessage, Pushed};
use tokio::task::JoinSet;

/// Messages that one round sends concurrently.
const ROUND: usize = 32;
/// The first try and eight more, over about twenty minutes unless the push service asks for more.
const MOST_ATTEMPTS: i64 = 9;
const FIRST_WAIT_MS: i64 = 5_000;
/// The longest wait that a push service may request.
const LONGEST_WAIT_MS: i64 = 60 * 60 * 1_000;

/// Sends due messages; returns the number accepted.
///
/// # Errors
/// The database failed.
pub async fn send_due(app: &AppState) -> Result<usize, ApiError> {
    let claimed = queue::claim_due(&app.db, Kind::Push, app.clock.now_ms(), ROUND).await?;
    let mut sending = JoinSet::new();
    for task in claimed {
        let app = app.clone();
        sending.spawn(async move { send(&app, &task).await });
    }
    let mut sent = 0;
    while let Some(ended) = sending.join_next().await {
        sent += usize::from(ended.map_err(ApiError::internal)??);
    }
    Ok(sent)
}

async fn send(app: &AppState, task: &Task) -> Result<bool, ApiError> {
    let outcome = ask(app, task).await;
    let mut tx = app.db.begin().await?;
    match (outcome, &task.subject) {
        (Pushed::Gone, Some(endpoint_hash)) => {
            store::forget_browser(&mut tx, endpoint_hash).await?
        }
        (Pushed::Sent | Pushed::Refused | Pushed::Gone, _) => {
            queue::done(&mut tx, task.kind, &task.id).await?;
        }
        (Pushed::Later { seconds }, _) => later(&mut tx, app, task, seconds).await?,
    }
    tx.commit().await?;
    Ok(outcome == Pushed::Sent)
}

async fn later(
    tx: &mut Tx,
    app: &AppState,
    task: &Task,
    asked_seconds: Option<i64>,
) -> Result<(), ApiError> {
    let due_at_ms = app.clock.now_ms() + wait_ms(task.attempts, asked_seconds);
    if task.attempts >= MOST_ATTEMPTS || due_at_ms >= expiry_ms(task) {
        tracing::warn!(attempts = task.attempts, "a push message was abandoned");
        queue::done(tx, task.kind, &task.id).await?;
    } else {
        queue::put_off(tx, task, due_at_ms, Effect::Unknown).await?;
    }
    Ok(())
}

fn expiry_ms(task: &Task) -> i64 {
    task.expires_at_ms.unwrap_or(i64::MAX)
}

async fn ask(app: &AppState, task: &Task) -> Pushed {
    let left_ms = expiry_ms(task) - app.clock.now_ms();
    let Ok(ttl_seconds @ 1..) = u32::try_from(left_ms / 1_000) else {
        return Pushed::Refused;
    };
    let Some((message, endpoint_hash)) = Message::of(task) else {
        tracing::error!("a push message could not be read");
        return Pushed::Refused;
    };
    let Some(to) = browsers::opened(app, endpoint_hash, &message.sealed) else {
        // Sealed with another secret: the browser is unreachable.
        return Pushed::Gone;
    };
    let message = PushMessage {
        to,
        notice: message.notice(),
        ttl_seconds,
    };
    app.ports.push.send(&message).await
}

/// The wait: doubled each time, or the requested one if that is longer.
fn wait_ms(attempts: i64, asked_seconds: Option<i64>) -> i64 {
    let doubled = queue::backoff_ms(FIRST_WAIT_MS, attempts, LONGEST_WAIT_MS);
    let asked = asked_seconds.unwrap_or(0).clamp(0, LONGEST_WAIT_MS / 1_000) * 1_000;
    doubled.max(asked).min(LONGEST_WAIT_MS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wait_doubles_follows_retry_after_and_is_limited() {
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
