//! Automatic trading: buys a signal with the user's own key, within the user's own caps.
//!
//! The rule `signal.order` decides what to buy. Its decision is stored with the reason before the exchange is called,
//! an order is sent at most once, and its outcome is queried by its name until it is known. Until an order has ended,
//! its possible cost counts toward the day's cap.

mod arrivals;
mod decide;
mod list;
mod send;
mod settings;
mod store;

pub use arrivals::note_new;
pub use list::{AutoTradeOrder, orders};
pub use settings::{AutoTradeState, change, show};

use ground::error::ApiError;
use ground::queue::{self, Kind, Task};
use service::app::AppState;
use tokio::task::JoinSet;

/// The most tasks of each kind in one round.
const ROUND: usize = 20;
/// The shortest and the longest wait between two attempts.
const AGAIN_MS: i64 = 5_000;
const LATEST_MS: i64 = 600_000;

/// Statements that delete rows two days after the instant in `$1`.
pub const SHORT_LIVED: [&str; 1] = ["DELETE FROM trade_signals WHERE at_ms < $1"];
/// Deletes refusals of signals from before `$1`. Orders stay.
pub const OLD_REFUSALS: &str =
    "DELETE FROM trade_orders WHERE status = 'refused' AND created_at_ms < $1";
/// The time for which refusals are listed.
pub const REFUSALS_KEPT_MS: i64 = 30 * 24 * 3_600_000;

/// Runs one round of the job; returns the number of tasks. Any number of servers may run it.
///
/// # Errors
/// The database failed.
pub async fn run(app: &AppState) -> Result<usize, ApiError> {
    let mut looked = 0;
    for kind in [Kind::Signal, Kind::Trade, Kind::TradeOrder] {
        looked += step(app, kind).await?;
    }
    Ok(looked)
}

/// Handles the due tasks of one kind; returns their number.
///
/// # Errors
/// The database failed.
pub async fn step(app: &AppState, kind: Kind) -> Result<usize, ApiError> {
    let claimed = queue::claim_due(&app.db, kind, app.clock.now_ms(), ROUND).await?;
    let looked = claimed.len();
    // Concurrently: a slow exchange call for one user must not delay another's signal.
    let mut attending = JoinSet::new();
    for task in claimed {
        let app = app.clone();
        attending.spawn(async move { attend(&app, &task).await });
    }
    while let Some(done) = attending.join_next().await {
        // A failed task is due again once its lease expires.
        match done {
            Ok(Ok(())) => {}
            Ok(Err(error)) => {
                let (code, kind) = (error.code(), kind.as_str());
                tracing::warn!(code, kind, "an automatic trade was held up");
            }
            Err(_) => tracing::error!(kind = kind.as_str(), "an automatic trade panicked"),
        }
    }
    Ok(looked)
}

async fn attend(app: &AppState, task: &Task) -> Result<(), ApiError> {
    match task.kind {
        Kind::Signal => arrivals::spread(app, task).await,
        Kind::Trade => decide::decide(app, task).await,
        _ => send::pursue(app, task).await,
    }
}

/// Reschedules a task with growing delays.
async fn again(app: &AppState, task: &Task) -> Result<(), ApiError> {
    let wait_ms = queue::backoff_ms(AGAIN_MS, task.attempts, LATEST_MS);
    let mut tx = app.db.begin().await?;
    let due_at_ms = app.clock.now_ms() + wait_ms;
    queue::put_off(&mut tx, task, due_at_ms, queue::Effect::Unknown).await?;
    Ok(tx.commit().await?)
}
