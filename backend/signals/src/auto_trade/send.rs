//! Sends an order once, and queries its outcome until that is known.

use super::again;
use super::store::{self, OrderRow};
use crate::exchange::keys::{self, Connected};
use domain_core::calendar::Instant;
use domain_core::money::Figure;
use domain_core::signals::order::{TradeReason, refusal};
use domain_core::signals::trade_status::TradeStatus;
use domain_core::signals::unsent::{Unsent, stopped};
use ground::error::ApiError;
use ground::queue::{self, Kind, Task};
use providers::exchange_keys::{Bought, LimitOrder, MAY_ARRIVE_MS, Ordered};
use providers::market::Pair;
use providers::push::{Notice, Urgency};
use service::access::users;
use service::app::AppState;
use service::push;

/// An order whose outcome cannot be queried because its key is gone is abandoned after a day.
const ABANDONED_AFTER_MS: i64 = 24 * 3_600_000;
/// A server that was delayed for longer than this sends nothing: the order might be abandoned by the time it arrived.
/// Together with the validity of a call, it is far less than [`MAY_ARRIVE_MS`].
const SENT_WITHIN_MS: i64 = 10_000;
const NOTHING: Bought = Bought {
    quantity: Figure::ZERO,
    cost: Figure::ZERO,
};

/// Takes the next step for an order.
///
/// # Errors
/// The database failed.
pub async fn pursue(app: &AppState, task: &Task) -> Result<(), ApiError> {
    let order = store::order(&mut *app.db.read().await?, &task.id).await?;
    match order {
        Some(order) if order.status == TradeStatus::Initiated => send(app, task, &order).await,
        Some(order) if order.status == TradeStatus::Sent => ask(app, task, &order).await,
        Some(_) | None => {
            let mut tx = app.db.begin().await?;
            queue::done(&mut tx, Kind::TradeOrder, &task.id).await?;
            Ok(tx.commit().await?)
        }
    }
}

fn as_sent(order: &OrderRow) -> Result<LimitOrder, ApiError> {
    let pair = Pair::of(&order.coin).ok_or_else(|| ApiError::internal("an order for no pair"))?;
    Ok(LimitOrder {
        id: order.id.clone(),
        pair,
        quantity: order.quantity,
        limit: order.limit,
    })
}

/// The reason that an order may not be sent now, if any.
async fn obstacle(
    app: &AppState,
    tx: &mut ground::db::Tx,
    order: &OrderRow,
    connected: Option<&Connected>,
    now_ms: i64,
) -> Result<Option<TradeReason>, ApiError> {
    let setting = store::setting(tx.connection(), &order.user_id).await?;
    let now = keys::facts(tx.connection(), &order.user_id).await?;
    let opened = connected.map(|connected| (connected.at_ms, true));
    Ok(stopped(&Unsent {
        is_on: setting.is_on,
        connected: opened.is_some() && now == opened,
        signal_at: Instant(order.signal_at_ms),
        now: Instant(now_ms),
        decided_on: &order.day,
        today: &app.clock.today().text(),
    }))
}

/// Sends an order. This is recorded first, under the lock that the switch takes: after a crash the exchange is queried,
/// and the order is never resent.
async fn send(app: &AppState, task: &Task, order: &OrderRow) -> Result<(), ApiError> {
    let connected = keys::opened(app, &order.user_id).await?;
    let now_ms = app.clock.now_ms();
    let mut tx = app.db.begin().await?;
    users::lock_settings(&mut tx, &order.user_id, now_ms).await?;
    if let Some(reason) = obstacle(app, &mut tx, order, connected.as_ref(), now_ms).await? {
        let message = refusal(reason).message;
        store::drop_unsent(
            &mut tx,
            &order.user_id,
            Some(&order.id),
            (reason, &message),
            now_ms,
        )
        .await?;
        queue::done(&mut tx, Kind::TradeOrder, &task.id).await?;
        return Ok(tx.commit().await?);
    }
    let Some(connected) = connected else {
        return Ok(());
    };
    if !store::note_sent(&mut tx, &order.id, connected.at_ms, now_ms).await? {
        return Ok(());
    }
    tx.commit().await?;
    app.pause.pass().await;
    if app.clock.now_ms() - now_ms > SENT_WITHIN_MS {
        return again(app, task).await;
    }
    let outcome = app
        .ports
        .exchange_keys
        .order(&connected.keys, &as_sent(order)?)
        .await;
    match outcome {
        // Not found by the sending call: it may still arrive.
        Ordered::NotFound | Ordered::Unknown | Ordered::Open => again(app, task).await,
        Ordered::Over(bought) => {
            end(
                app,
                task,
                order,
                TradeStatus::after(order.quantity, bought.quantity),
                bought,
            )
            .await
        }
        Ordered::Refused => end(app, task, order, TradeStatus::Rejected, NOTHING).await,
    }
}

async fn ask(app: &AppState, task: &Task, order: &OrderRow) -> Result<(), ApiError> {
    let connected = keys::opened(app, &order.user_id).await?;
    let sent = as_sent(order)?;
    let outcome = match &connected {
        Some(connected) => {
            let port = &app.ports.exchange_keys;
            port.order_status(&connected.keys, sent.pair, &sent.id)
                .await
        }
        None => Ordered::Unknown,
    };
    let age_ms = app.clock.now_ms() - order.sent_at_ms.unwrap_or(order.created_at_ms);
    // Another key may belong to another account, which does not know this order.
    let is_its_key = connected.is_some_and(|connected| Some(connected.at_ms) == order.key_at_ms);
    match outcome {
        Ordered::Over(bought) => {
            end(
                app,
                task,
                order,
                TradeStatus::after(order.quantity, bought.quantity),
                bought,
            )
            .await
        }
        Ordered::Refused => end(app, task, order, TradeStatus::Rejected, NOTHING).await,
        Ordered::NotFound if is_its_key && age_ms >= MAY_ARRIVE_MS => {
            end(app, task, order, TradeStatus::Lost, NOTHING).await
        }
        Ordered::NotFound | Ordered::Unknown if age_ms >= ABANDONED_AFTER_MS => {
            let all = Bought {
                quantity: Figure::ZERO,
                cost: order.notional,
            };
            end(app, task, order, TradeStatus::Unknown, all).await
        }
        Ordered::NotFound | Ordered::Unknown | Ordered::Open => again(app, task).await,
    }
}

async fn end(
    app: &AppState,
    task: &Task,
    order: &OrderRow,
    status: TradeStatus,
    bought: Bought,
) -> Result<(), ApiError> {
    let now_ms = app.clock.now_ms();
    let mut tx = app.db.begin().await?;
    // Locked, because today's spending changes: concurrent decisions wait.
    users::lock_settings(&mut tx, &order.user_id, now_ms).await?;
    let is_news = store::end(&mut tx, &order.id, status, bought, now_ms).await?;
    if is_news && matches!(status, TradeStatus::Filled | TradeStatus::Partial) {
        let body = "A signal was traded for you at your exchange.";
        let notice = Notice::new("Automatic trade", body, "/strategy", Urgency::Normal);
        push::tell(&mut tx, app, &order.user_id, &notice).await?;
    }
    queue::done(&mut tx, Kind::TradeOrder, &task.id).await?;
    Ok(tx.commit().await?)
}
