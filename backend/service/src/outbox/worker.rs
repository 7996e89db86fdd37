//! The worker of a channel, which runs for as long as the server does.

use super::delivery::{claim, send};
use crate::app::AppState;
use ground::error::ApiError;
use providers::messages::Channel;
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::{JoinError, JoinSet};

/// Messages of a channel that a server sends concurrently.
const AT_ONCE: usize = 32;
const BETWEEN_LOOKS: Duration = Duration::from_secs(1);

/// Sends the messages of a channel: those queued by this server at once, other servers' within a second. Each has its
/// own task, so that a slow one does not delay the others.
///
/// # Errors
/// Never: database failures are retried.
pub async fn run(
    app: AppState,
    channel: Channel,
    mut stopped: watch::Receiver<bool>,
) -> Result<(), ApiError> {
    let mut sending = JoinSet::new();
    loop {
        while let Some(ended) = sending.try_join_next() {
            log_panic(ended);
        }
        let room = AT_ONCE - sending.len();
        match claim(&app, channel, room).await {
            Ok(held) => {
                app.last_done.note(channel.as_str());
                for message in held {
                    let app = app.clone();
                    sending.spawn(async move { send(&app, &message).await });
                }
            }
            Err(error) => tracing::warn!(code = error.code(), "messages could not be sent"),
        }
        tokio::select! {
            _ = stopped.wait_for(|stopped| *stopped) => break,
            () = app.senders.woken(channel) => {}
            Some(ended) = sending.join_next() => log_panic(ended),
            () = tokio::time::sleep(BETWEEN_LOOKS) => {}
        }
    }
    // A text message that is cut off may have been sent, so it would never be retried.
    while let Some(ended) = sending.join_next().await {
        log_panic(ended);
    }
    Ok(())
}

/// Logs a panic. The message stays claimed, and is retried once its lease expires.
fn log_panic(ended: Result<(), JoinError>) {
    if ended.is_err() {
        tracing::error!("sending a message panicked");
    }
}
