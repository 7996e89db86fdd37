//! Detects new predictions, and finds the users to trade them for.

use super::store::{self, Signal};
use ground::db::{DbError, Tx};
use ground::error::ApiError;
use ground::queue::{self, Kind, New, Task};
use providers::market::Pair;
use providers::signals::{Prediction, Predictions};
use serde::{Deserialize, Serialize};
use service::app::AppState;

/// Users of a signal whose tasks are created in one transaction.
const PORTION: i64 = 100;

/// The progress of creating tasks for the users of a signal.
#[derive(Serialize, Deserialize)]
struct Spread {
    signal: String,
    /// Users up to this one have their task.
    after: String,
}

/// The payload of a [`Kind::Trade`] task.
#[derive(Serialize, Deserialize)]
pub struct ForUser {
    pub signal: String,
    pub user: String,
}

/// The first prediction of each traded coin.
fn by_coin(predictions: &Predictions) -> Vec<&Prediction> {
    let mut found: Vec<&Prediction> = Vec::new();
    for one in predictions.groups().into_iter().flatten() {
        let is_known = found.iter().any(|known| known.symbol == one.symbol);
        if !is_known && Pair::of(&one.symbol).is_some() {
            found.push(one);
        }
    }
    found
}

/// Records each coin whose prediction has changed, and starts trading it. Call with the predictions locked.
///
/// # Errors
/// The database failed.
pub async fn note_new(
    tx: &mut Tx,
    before: &Predictions,
    after: &Predictions,
    made_at_ms: i64,
    now_ms: i64,
) -> Result<(), DbError> {
    let known = by_coin(before);
    for one in by_coin(after) {
        let is_same = |known: &&Prediction| {
            known.symbol == one.symbol && known.percent_change_24h == one.percent_change_24h
        };
        if known.iter().any(is_same) {
            continue;
        }
        let signal = Signal {
            id: format!("{made_at_ms}-{}", one.symbol),
            coin: one.symbol.clone(),
            change: one.percent_change_24h.clone(),
            // The sender's clock may be ahead of ours: that must not prolong the signal.
            at_ms: made_at_ms.min(now_ms),
        };
        if store::add_signal(tx, &signal).await? {
            enqueue_spread(tx, &signal.id, "", now_ms).await?;
        }
    }
    Ok(())
}

async fn enqueue_spread(
    tx: &mut Tx,
    signal: &str,
    after: &str,
    now_ms: i64,
) -> Result<(), DbError> {
    let spread = Spread {
        signal: signal.to_owned(),
        after: after.to_owned(),
    };
    let task = New {
        kind: Kind::Signal,
        id: &format!("{signal}/{after}"),
        payload: &serde_json::to_string(&spread).unwrap_or_default(),
        subject: None,
        user_id: None,
        now_ms,
        due_at_ms: now_ms,
        expires_at_ms: None,
    };
    queue::enqueue(tx, &task).await
}

/// Creates the tasks for the next users of a signal, and reschedules itself for the rest.
///
/// # Errors
/// The database failed.
pub async fn spread(app: &AppState, task: &Task) -> Result<(), ApiError> {
    let spread: Spread = serde_json::from_str(&task.payload).map_err(ApiError::internal)?;
    let now_ms = app.clock.now_ms();
    let mut tx = app.db.begin().await?;
    // Another server may have claimed the task meanwhile.
    if !queue::put_off(&mut tx, task, now_ms, queue::Effect::None).await? {
        return Ok(());
    }
    let signal = store::signal(tx.connection(), &spread.signal).await?;
    if let Some(signal) = signal {
        let takers = store::takers(
            tx.connection(),
            &signal.coin,
            &spread.after,
            now_ms,
            PORTION,
        )
        .await?;
        for user in &takers {
            let about = ForUser {
                signal: signal.id.clone(),
                user: user.clone(),
            };
            let one = New {
                kind: Kind::Trade,
                id: &format!("{}/{user}", signal.id),
                payload: &serde_json::to_string(&about).map_err(ApiError::internal)?,
                subject: None,
                user_id: Some(user),
                now_ms,
                due_at_ms: now_ms,
                expires_at_ms: None,
            };
            queue::enqueue(&mut tx, &one).await?;
        }
        if let Some(last) = takers.last() {
            enqueue_spread(&mut tx, &signal.id, last, now_ms).await?;
        }
    }
    queue::done(&mut tx, Kind::Signal, &task.id).await?;
    Ok(tx.commit().await?)
}
