//! What is new in predictions, and for whom it is.

use super::store::{self, Signal};
use crate::app::AppState;
use crate::db::{DbError, Tx};
use crate::error::ApiError;
use crate::outbound::market::Pair;
use crate::outbound::signals::{Prediction, Predictions};
use crate::queue::{self, Kind, New, Task};
use serde::{Deserialize, Serialize};

/// Users of a signal that get their task in one transaction.
const PORTION: i64 = 100;

/// Where the users of a signal are being gone through.
#[derive(Serialize, Deserialize)]
struct Spread {
    signal: String,
    /// Users up to here have their task.
    after: String,
}

/// What a task of [`Kind::Trade`] is about.
#[derive(Serialize, Deserialize)]
pub struct ForUser {
    pub signal: String,
    pub user: String,
}

/// The first prediction of each coin that is traded here.
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

/// Notes each coin of which something else is predicted than before, and has it traded. Call with the predictions locked.
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
            // A sender's clock may be ahead of ours: its signal lasts no longer for that.
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

/// Gives the next users of a signal a task each, and has the rest gone through after them.
///
/// # Errors
/// The database failed.
pub async fn spread(app: &AppState, task: &Task) -> Result<(), ApiError> {
    let spread: Spread = serde_json::from_str(&task.payload).map_err(ApiError::internal)?;
    let now_ms = app.clock.now_ms();
    let mut tx = app.db.begin().await?;
    // Another server may have come in between: then this task is not ours any more.
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
