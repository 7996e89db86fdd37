//! Orders: requests to providers to carry out payments of reserved money. An order is polled until its result is known.
//! The same money is never requested under another reference, and never released on a guess.

pub mod operator;
mod provider;
pub mod seal;
mod store;
mod token;

pub use provider::BillOrder;
pub use store::{Order, give_back, is_made, payer, waiting};

use super::statement::{self, Status};
use super::{alerts, execute, hooks};
use crate::ledger;
use ground::db::{DbError, Tx};
use ground::error::ApiError;
use ground::queue::{self, Task};
use ground::secret::Keys;
use operator::ByHand;
use provider::Sending;
use providers::OrderOutcome;
use providers::bills::Vended;
use service::app::AppState;
use service::http::idempotency::{self, Answer};
use store::{self as rows, State};
use tokio::task::JoinSet;

/// The reconcile job polls within seconds at first, and later every ten minutes.
const FIRST_ASK_MS: i64 = 2_000;
const LAST_ASK_MS: i64 = 600_000;
/// Counts payouts that were reported both as paid and as refused.
const CONTRADICTIONS: &str = "ajo_bank_contradictions_total";
/// Counts orders that differ from their authorisation.
const CHANGED: &str = "ajo_orders_changed_total";
/// The number of orders claimed per round: small, because each is leased while the provider is asked.
const ROUND: usize = 20;
/// The lease of an order. A provider is called up to three times in a row, for twenty seconds each: for the status of
/// the order, and, if it never arrived, to execute it, which looks it up once more.
pub const HOLD_MS: i64 = 120_000;
/// A server that was delayed longer than this sends nothing: together with the longest call it stays below the lease,
/// so no other server sends the order at the same time.
const SENT_WITHIN_MS: i64 = 60_000;
/// The corresponding limit for the first attempt, whose lease is [`queue::HOLD_MS`].
const FIRST_SENT_WITHIN_MS: i64 = 15_000;

/// Stores an open order with its seal, and schedules its first poll. Until that is due, the caller owns it.
///
/// # Errors
/// The database failed.
pub(super) async fn insert(tx: &mut Tx, keys: &Keys, order: &Order) -> Result<(), DbError> {
    rows::insert(tx, order, &seal::of(keys, order)?).await
}

/// Sends the order and settles the result. Returns the payer's response, if it could be read. Continues if the caller
/// disconnects; the reconcile job takes over after a failure.
pub(super) async fn send_now(app: &AppState, order: Order) -> Option<Answer> {
    let app = app.clone();
    let sending = tokio::spawn(async move {
        if app.clock.now_ms() - order.created_at_ms > FIRST_SENT_WITHIN_MS {
            // The job polls it, and sends it if necessary.
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

/// Polls the providers of due orders, concurrently. Returns the number of settled orders.
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

/// Polls an order. Returns whether it was settled now.
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
        // The order never arrived. The instant is stored first: a provider without an idempotency key counts from it.
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

/// Settles an order whose result the provider has reported by itself. Returns true if a completed order has been
/// returned.
///
/// # Errors
/// 404 if there is no such order, or a refused order is reported as completed.
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
        // A repeated notice.
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

/// Logs and counts a result that contradicts an earlier one of the provider or an operator. Only an operator can find
/// out where the money is: the ledger stays unchanged.
fn contradicted(app: &AppState, reference: &str) {
    tracing::error!(
        reference,
        "the outcome of an order contradicts the one that it has"
    );
    app.metrics.refused(CONTRADICTIONS, "payout");
}

/// Applies the provider's response. Returns whether the order was settled now. `attempts` counts the job's polls;
/// `None` while the payer waits for the response.
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

/// Settles an order: posts or voids the transfer, completes the statement, and replaces the stored response, so that
/// replays return the result. A payer with an earlier response is notified, and an operator's decision is recorded.
/// Returns whether this call settled it.
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
    // An operator's decision applies to the order as read, not to one that has been sent again since.
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
