//! Work that nobody waits for. What is to be done stands in the database, and is claimed there: any number of servers
//! share it, and one that dies leaves it to the others.

use crate::app::AppState;
use crate::community::referral;
use crate::identity::{profile, retention};
use crate::outbound::messages::Channel;
use crate::outbox;
use crate::payment::orders;
use crate::push;
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::JoinSet;

/// How often due work is looked for.
const ROUND: Duration = Duration::from_secs(1);
/// How often what is over is swept away.
const ROUNDS_A_SWEEP: u32 = 3_600;
/// Messages of a channel that a server sends side by side.
const MESSAGES_AT_ONCE: usize = 32;

/// Works until told to stop; a round that has begun is finished.
pub async fn run(app: AppState, mut stopped: watch::Receiver<bool>) {
    let mut round = 0;
    loop {
        tokio::select! {
            _ = stopped.wait_for(|stopped| *stopped) => return,
            () = tokio::time::sleep(ROUND) => {}
        }
        match orders::reconcile(&app).await {
            Ok(0) => {}
            Ok(settled) => tracing::info!(settled, "orders reconciled"),
            Err(error) => tracing::warn!(code = error.code(), "orders could not be reconciled"),
        }
        match referral::reward_due(&app).await {
            Ok(0) => {}
            Ok(rewarded) => tracing::info!(rewarded, "recommendations rewarded"),
            Err(error) => {
                tracing::warn!(code = error.code(), "recommendations could not be rewarded")
            }
        }
        if !app.config.production()
            && let Err(error) = profile::verify_due_addresses(&app).await
        {
            tracing::warn!(code = error.code(), "addresses could not be verified");
        }
        if round % ROUNDS_A_SWEEP == 0
            && let Err(error) = retention::sweep(&app).await
        {
            tracing::warn!(code = error.code(), "what is over could not be swept away");
        }
        round = round.wrapping_add(1);
    }
}

/// Gives out what commands beside this server have to say to open sockets, until told to stop.
pub async fn realtime(app: AppState, mut stopped: watch::Receiver<bool>) {
    loop {
        tokio::select! {
            _ = stopped.wait_for(|stopped| *stopped) => return,
            () = tokio::time::sleep(ROUND) => {}
        }
        if let Err(error) = app.realtime.collect(&app.db).await {
            tracing::warn!(%error, "realtime notices could not be collected");
        }
    }
}

/// Sends push messages until told to stop. A line of its own: payouts do not wait for a slow push service.
pub async fn push(app: AppState, mut stopped: watch::Receiver<bool>) {
    loop {
        tokio::select! {
            _ = stopped.wait_for(|stopped| *stopped) => return,
            () = tokio::time::sleep(ROUND) => {}
        }
        if let Err(error) = push::delivery::send_due(&app).await {
            tracing::warn!(code = error.code(), "push messages could not be sent");
        }
    }
}

/// Sends letters, or text messages, until told to stop: those that are queued here at once, another server's soon. Each
/// channel has a line of its own, so a text does not wait for a slow mail server.
pub async fn messages(app: AppState, channel: Channel, mut stopped: watch::Receiver<bool>) {
    let mut sending = JoinSet::new();
    loop {
        while sending.try_join_next().is_some() {}
        let room = MESSAGES_AT_ONCE - sending.len();
        match outbox::delivery::claim(&app, channel, room).await {
            Ok(held) => {
                for message in held {
                    let app = app.clone();
                    sending.spawn(async move { outbox::delivery::send(&app, &message).await });
                }
            }
            Err(error) => tracing::warn!(code = error.code(), "messages could not be sent"),
        }
        tokio::select! {
            _ = stopped.wait_for(|stopped| *stopped) => return,
            () = app.outbox.nudged(channel) => {}
            Some(_) = sending.join_next() => {}
            () = tokio::time::sleep(ROUND) => {}
        }
    }
}
