//! Work that nobody waits for. What is to be done stands in the database, and is claimed there: any number of servers
//! share it, and one that dies leaves it to the others.

use crate::app::AppState;
use crate::identity::{profile, retention};
use crate::push::delivery;
use crate::wallet::payouts;
use std::time::Duration;
use tokio::sync::watch;

/// How often due work is looked for.
const ROUND: Duration = Duration::from_secs(1);
/// How often what is over is swept away.
const ROUNDS_A_SWEEP: u32 = 3_600;

/// Works until told to stop; a round that has begun is finished.
pub async fn run(app: AppState, mut stopped: watch::Receiver<bool>) {
    let mut round = 0;
    loop {
        tokio::select! {
            _ = stopped.wait_for(|stopped| *stopped) => return,
            () = tokio::time::sleep(ROUND) => {}
        }
        match payouts::reconcile(&app).await {
            Ok(0) => {}
            Ok(settled) => tracing::info!(settled, "payouts reconciled"),
            Err(error) => tracing::warn!(code = error.code(), "payouts could not be reconciled"),
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

/// Sends push messages until told to stop. A line of its own: payouts do not wait for a slow push service.
pub async fn push(app: AppState, mut stopped: watch::Receiver<bool>) {
    loop {
        tokio::select! {
            _ = stopped.wait_for(|stopped| *stopped) => return,
            () = tokio::time::sleep(ROUND) => {}
        }
        if let Err(error) = delivery::send_due(&app).await {
            tracing::warn!(code = error.code(), "push messages could not be sent");
        }
    }
}
