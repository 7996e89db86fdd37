//! Orders: what providers are asked to do with reserved money. An unknown outcome is polled until it is known; a
//! provider is never asked for the same money under another reference, and money is never released on a guess.

pub mod operator;
mod provider;
pub mod seal;
mod store;
mod token;

pub use provider::BillOrder;
pub use store::{Order, give_back, is_made, payer, waiting};

use super::statement::{self, Status};
use super::{alerts, execute, hooks};
use crate::app::AppState;
use crate::db::{DbError, Tx};
use crate::error::ApiError;
use crate::http::idempotency::{self, Answer};
use crate::ledger;
use crate::outbound::OrderOutcome;
use crate::outbound::bills::Vended;
use crate::queue::{self, Task};
use crate::secret::Keys;
use operator::ByHand;
use provider::Sending;
use store::{self as rows, State};
use tokio::task::JoinSet;

/// The reconcile job polls soon at first, and later every ten minutes.
const FIRST_ASK_MS: i64 = 2_000;
const LAST_ASK_MS: i64 = 600_000;
/// The counter of payouts that were reported as paid and as refused.
const CONTRADICTIONS: &str = "ajo_bank_contradictions_total";
/// The counter of orders that are not what was authorised.
const CHANGED: &str = "ajo_orders_changed_total";
/// Orders claimed per round: few, because each is held while the provider is asked.
const ROUND: usize = 20;
/// How long an order belongs to the server that asks about it. A provider is asked up to three times in a row, for twenty
/// seconds each: what became of the order, and, if it never arrived, to execute it, which looks for it once more.
pub const HOLD_MS: i64 = 120_000;
/// A server that was held up for longer than this sends nothing: with the longest call it is still less than the hold, so
/// another server does not send the order at the same time.
const SENT_WITHIN_MS: i64 = 60_000;
/// The same for the first time, when the order is held for [`queue::HOLD_MS`].
const FIRST_SENT_WITHIN_MS: i64 = 15_000;

/// Stores an open order, signed, and queues its first poll. Until that is due, the caller owns it.
///
/// # Errors
/// The database failed.
pub(super) async fn insert(tx: &mut Tx, keys: &Keys, order: &Order) -> Result<(), DbError> {
    rows::insert(tx, order, &seal::of(keys, order)?).await
}

/// Sends the order and settles the outcome; returns the payer's response, if it could be read. Runs on if the caller
/// disconnects; failures on the way are left to the reconcile job.
pub(super) async fn send_now(app: &AppState, order: Order) -> Option<Answer> {
    let app = app.clone();
    let sending = tokio::spawn(async move {
        if app.clock.now_ms() - order.created_at_ms > FIRST_SENT_WITHIN_MS {
            // The job asks about it, and sends it.
            return None;
        }
        let vended = provider::send(&app.ports, &order, Sending::First).await;
        follow(&app, &order, vended, None).await;
        let mut connection = app.db.read().await.ok()?;
        let row = statement::find(&mut connection, &order.user_id, &order.reference).await;
        execute::answer_of(&row.ok()??).ok()
    });
    sending.await.ok().flatten()
}

/// Polls the providers of due orders concurrently; returns how many orders were settled.
///
/// # Errors
/// The database failed.
pub async fn reconcile(app: &AppState) -> Result<usize, ApiError> {
    let (kind, now_ms) = (queue::Kind::Order, app.clock.now_ms());
    let claimed = queue::claim_due_for(&app.db, kind, now_ms, ROUND, HOLD_MS).await?;
    let mut asking = JoinSet::new();
    for task in claimed {
        let app = app.clone();
        asking.spawn(async move { ask(&app, &task, now_ms).await });
    }
    let mut settled = 0;
    while let Some(asked) = asking.join_next().await {
        settled += usize::from(asked.unwrap_or(false));
    }
    Ok(settled)
}

/// Whether the task's order is settled now.
async fn ask(app: &AppState, task: &Task, claimed_at_ms: i64) -> bool {
    let order = match app.db.read().await {
        Ok(mut connection) => rows::open(&mut connection, &task.id).await,
        Err(error) => Err(error),
    };
    let order = match order {
        Ok(Some(order)) => order,
        Ok(None) => return token::ask(app, task).await,
        Err(_) => return false,
    };
    let mut vended = provider::status(&app.ports, &order).await;
    if vended.outcome == OrderOutcome::NotFound {
        if app.clock.now_ms() - claimed_at_ms > SENT_WITHIN_MS {
            let reference = order.reference.as_str();
            tracing::warn!(
                reference,
                "an order was held up, and is left to the next round"
            );
            return false;
        }
        if !seal::stands(&app.config.keys, &order).unwrap_or(false) {
            let reference = order.reference.as_str();
            tracing::error!(reference, "an order was changed by hand, and is not sent");
            app.metrics.refused(CHANGED, "changed_by_hand");
            return follow(
                app,
                &order,
                OrderOutcome::Unknown.into(),
                Some(task.attempts),
            )
            .await;
        }
        // It never arrived. The instant is stored first: a provider without an idempotency key counts from it.
        if !matches!(asked_again(app, &order).await, Ok(true)) {
            return false;
        }
        vended = provider::send(&app.ports, &order, Sending::Again).await;
    }
    follow(app, &order, vended, Some(task.attempts)).await
}

async fn asked_again(app: &AppState, order: &Order) -> Result<bool, ApiError> {
    let mut tx = app.db.begin().await?;
    let is_ours = rows::asked_again(&mut tx, order, app.clock.now_ms()).await?;
    tx.commit().await?;
    Ok(is_ours)
}

/// Settles an order whose outcome the provider has reported on its own; whether it was made before, and comes back now.
///
/// # Errors
/// 404 for a reference without an order, and for one that was refused and is said to be made.
pub async fn notice(
    app: &AppState,
    reference: &str,
    outcome: OrderOutcome,
) -> Result<bool, ApiError> {
    let open = rows::open(&mut *app.db.read().await?, reference).await?;
    if let Some(order) = &open {
        follow(app, order, outcome.into(), Some(0)).await;
    }
    if open.is_some() {
        return Ok(false);
    }
    let ended = rows::ended(&mut *app.db.read().await?, reference).await?;
    match (ended, outcome) {
        // Told twice.
        (Some(State::Done), OrderOutcome::Done) | (Some(State::Refused), OrderOutcome::Refused) => {
            Ok(false)
        }
        (Some(State::Done), OrderOutcome::Refused) => Ok(true),
        (Some(State::Refused), OrderOutcome::Done) => {
            contradicted(app, reference);
            Err(ApiError::not_found())
        }
        _ => Err(ApiError::not_found()),
    }
}

/// A provider contradicts what it, or an operator, has said of an order before. Nobody but a person can find out where the
/// money is: the ledger stays as it is.
fn contradicted(app: &AppState, reference: &str) {
    tracing::error!(
        reference,
        "the outcome of an order contradicts the one that it has"
    );
    app.metrics.refused(CONTRADICTIONS, "payout");
}

/// Whether the order is settled now. `attempts` counts the job's polls; none while the payer waits for the response.
async fn follow(app: &AppState, order: &Order, vended: Vended, attempts: Option<i64>) -> bool {
    let is_late = attempts.is_some();
    let done = match vended.outcome {
        OrderOutcome::Done => settle(app, order, State::Done, &vended, is_late, None).await,
        OrderOutcome::Refused => settle(app, order, State::Refused, &vended, is_late, None).await,
        OrderOutcome::Pending | OrderOutcome::Unknown | OrderOutcome::NotFound => {
            let put_off = put_off(app, order, attempts.unwrap_or(0)).await;
            put_off.map(|()| false)
        }
    };
    done.unwrap_or_else(|error| {
        let (reference, code) = (order.reference.as_str(), error.code());
        tracing::warn!(reference, code, "an order is left to the reconcile job");
        false
    })
}

async fn put_off(app: &AppState, order: &Order, attempts: i64) -> Result<(), ApiError> {
    let wait_ms = queue::backoff_ms(FIRST_ASK_MS, attempts + 1, LAST_ASK_MS);
    let due_at_ms = app.clock.now_ms() + wait_ms;
    let mut tx = app.db.begin().await?;
    queue::reschedule(&mut tx, queue::Kind::Order, &order.reference, due_at_ms).await?;
    Ok(tx.commit().await?)
}

/// Whether this call settled it: posts or voids the transfer, completes the statement, and replaces the stored
/// response, so that replays return the outcome. A payer who was answered before is notified, and an operator's
/// decision is recorded.
async fn settle(
    app: &AppState,
    order: &Order,
    state: State,
    vended: &Vended,
    is_late: bool,
    by_hand: Option<&ByHand<'_>>,
) -> Result<bool, ApiError> {
    let now_ms = app.clock.now_ms();
    let (user_id, reference) = (order.user_id.as_str(), order.reference.as_str());
    let mut tx = app.db.begin().await?;
    // An operator decides what they have read: not an order that has been sent again since.
    if by_hand.is_some() && !rows::is_as_read(&mut tx, order).await? {
        return Ok(false);
    }
    if !rows::end(&mut tx, reference, state, now_ms).await? {
        let ended = rows::ended(tx.connection(), reference).await?;
        if ended.is_some_and(|ended| ended != state) {
            contradicted(app, reference);
        }
        return Ok(false);
    }
    let is_delivered = state == State::Done;
    if is_delivered && vended.token.is_none() && provider::sells_a_token(order) {
        token::owe(&mut tx, app, order).await?;
    } else {
        queue::done(&mut tx, queue::Kind::Order, reference).await?;
    }
    let (moved, status, comment) = match state {
        State::Done => {
            let moved = ledger::post(&mut tx, reference, now_ms).await;
            (moved, Status::Successful, None)
        }
        State::Refused => {
            let moved = ledger::void(&mut tx, reference, now_ms).await;
            (moved, Status::Failed, order.kind.refusal())
        }
    };
    moved?;
    statement::settle(&mut tx, user_id, reference, status, comment, now_ms).await?;
    if let Some(token) = &vended.token {
        statement::add_token(&mut tx, user_id, reference, token).await?;
    }
    let row = statement::find(tx.connection(), user_id, reference).await?;
    let row = row.ok_or_else(|| ApiError::internal("an order without its statement"))?;
    let answer = execute::answer_of(&row)?;
    idempotency::finish(&mut tx, user_id, &order.idempotency_key, &answer).await?;
    hooks::settled(&mut tx, app, reference).await?;
    if is_late {
        alerts::settled(&mut tx, app, &row).await?;
        hooks::told_later(&mut tx, app, &row).await?;
    }
    if let Some(by_hand) = by_hand {
        by_hand.record(&mut tx, app, order, state).await?;
    }
    tx.commit().await?;
    app.settled.add(order.kind.as_str(), state.as_str());
    Ok(true)
}
