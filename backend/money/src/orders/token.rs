//! Meter tokens that arrive after the delivery: the provider is polled for them.

use super::store as rows;
use super::{FIRST_ASK_MS, Order, provider, put_off};
use crate::{alerts, execute, hooks, statement};
use ground::db::{DbError, Tx};
use ground::error::ApiError;
use ground::queue::{self, Task};
use providers::OrderOutcome;
use providers::bills::MeterToken;
use service::app::AppState;
use service::http::idempotency;

/// Marks the token of a delivered order as outstanding, and schedules the request for it.
pub(super) async fn owe(tx: &mut Tx, app: &AppState, order: &Order) -> Result<(), DbError> {
    let reference = order.reference.as_str();
    tracing::error!(reference, "electricity was delivered without its token");
    statement::owe_token(tx, &order.user_id, reference).await?;
    let due_at_ms = app.clock.now_ms() + FIRST_ASK_MS;
    queue::reschedule(tx, queue::Kind::Order, reference, due_at_ms).await
}

/// Requests an outstanding token. Returns whether it has arrived.
pub(super) async fn ask(app: &AppState, task: &Task) -> bool {
    let order = match app.db.read().await {
        Ok(mut connection) => rows::owing(&mut connection, &task.id).await,
        Err(error) => Err(error),
    };
    let Ok(Some(order)) = order else { return false };
    let vended = provider::status(&app.ports, &order).await;
    if vended.outcome == OrderOutcome::Refused {
        // The payer has been notified of the delivery: only an operator can find out which report is true.
        let reference = order.reference.as_str();
        tracing::error!(
            reference,
            "the provider contradicts what it said of a bill before"
        );
    }
    let done = match &vended.token {
        Some(token) => deliver(app, &order, token).await,
        None => put_off(app, &order, task.attempts).await.map(|()| false),
    };
    done.unwrap_or(false)
}

/// Adds the token to the transaction, and notifies the payer.
async fn deliver(app: &AppState, order: &Order, token: &MeterToken) -> Result<bool, ApiError> {
    let (user_id, reference) = (order.user_id.as_str(), order.reference.as_str());
    let mut tx = app.db.begin().await?;
    if !statement::add_token(&mut tx, user_id, reference, token).await? {
        return Ok(false);
    }
    queue::done(&mut tx, queue::Kind::Order, reference).await?;
    let row = statement::find(tx.connection(), user_id, reference).await?;
    let row = row.ok_or_else(|| ApiError::internal("an order without its statement"))?;
    let answer = execute::answer_of(&row)?;
    idempotency::finish(&mut tx, user_id, &order.idempotency_key, &answer).await?;
    alerts::token_arrived(&mut tx, app, &row).await?;
    hooks::told_later(&mut tx, app, &row).await?;
    tx.commit().await?;
    Ok(true)
}
