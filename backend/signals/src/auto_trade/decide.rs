//! Decides what to buy for a user when a signal arrives. The exchange is queried first; the user's settings and
//! spending are read under the user's lock, in the transaction that stores the order.

use super::again;
use super::arrivals::ForUser;
use super::store::{self, NewOrder, Signal};
use crate::alerts;
use crate::exchange::keys::{self, Connected};
use domain_core::calendar::Instant;
use domain_core::money::Figure;
use domain_core::signals::order::{
    ExactChange, TradeFilters, TradeInput, TradeOrder, TradeReason, TradeSide, TradeSignal,
    TradeStrategy, may_be_sent, order, refusal,
};
use domain_core::signals::trade_status::TradeStatus;
use domain_core::wallet::coin::PRICE_VALID_MS;
use ground::db::Tx;
use ground::error::ApiError;
use ground::queue::{self, Kind, New, Task};
use providers::exchange_keys::ExchangeError;
use providers::market::{Pair, QUOTED_IN};
use service::access::users;
use service::app::AppState;

/// Data from the market and the exchange.
#[derive(Default)]
struct Outside {
    /// The connection time of the key that was used; `None` without a key that may trade.
    key_at_ms: Option<i64>,
    price: Figure,
    available: Figure,
    filters: Option<TradeFilters>,
}

/// Queries market and exchange; `None` while one does not respond.
async fn outside(app: &AppState, pair: Pair, connected: Option<&Connected>) -> Option<Outside> {
    let price = app.ports.market.price(pair).await?;
    let is_fresh = app.clock.now_ms() - price.at_ms <= PRICE_VALID_MS;
    let price = Figure::rounded_down(&price.value.to_string()).filter(|_| is_fresh)?;
    let Some(connected) = connected.filter(|connected| connected.trades) else {
        return Some(Outside {
            price,
            ..Outside::default()
        });
    };
    let port = &app.ports.exchange_keys;
    let filters = port.filters(pair).await.ok()?;
    let balances = match port.balances(&connected.keys).await {
        Ok(balances) => balances,
        // A key unknown to the exchange counts as missing.
        Err(ExchangeError::Refused) => {
            return Some(Outside {
                price,
                ..Outside::default()
            });
        }
        Err(ExchangeError::Unavailable) => return None,
    };
    let free = balances.iter().find(|balance| balance.coin == QUOTED_IN);
    Some(Outside {
        key_at_ms: Some(connected.at_ms),
        price,
        available: free.map_or(Figure::ZERO, |balance| balance.free),
        filters,
    })
}

/// Decides on a signal for a user, once. While the exchange does not respond it is retried, until the signal is too
/// old.
///
/// # Errors
/// The database failed.
pub async fn decide(app: &AppState, task: &Task) -> Result<(), ApiError> {
    let about: ForUser = serde_json::from_str(&task.payload).map_err(ApiError::internal)?;
    let signal = store::signal(&mut *app.db.read().await?, &about.signal).await?;
    let found = signal.and_then(|signal| Some((Pair::of(&signal.coin)?, signal)));
    let Some((pair, signal)) = found else {
        return forget(app, task).await;
    };
    let connected = keys::opened(app, &about.user).await?;
    let over = store::count_over(&mut *app.db.read().await?, &about.user).await?;
    let outside = outside(app, pair, connected.as_ref()).await;
    let now_ms = app.clock.now_ms();
    if outside.is_none() && may_be_sent(Instant(signal.at_ms), Instant(now_ms)) {
        return again(app, task).await;
    }
    app.pause.pass().await;
    let outside = outside.unwrap_or_default();
    let mut tx = app.db.begin().await?;
    users::lock_settings(&mut tx, &about.user, now_ms).await?;
    if !store::is_ordered(tx.connection(), &about.user, &signal.id).await? {
        let now = keys::facts(tx.connection(), &about.user).await?;
        let now = now.and_then(|(at_ms, trades)| trades.then_some(at_ms));
        let is_anothers = outside.key_at_ms.is_some() && now.is_some() && outside.key_at_ms != now;
        // The balance belongs to another account, or predates an order that has ended since.
        if is_anothers || store::count_over(tx.connection(), &about.user).await? != over {
            drop(tx);
            return again(app, task).await;
        }
        let connected = outside.key_at_ms.is_some() && outside.key_at_ms == now;
        write(&mut tx, app, (&about.user, connected), &signal, &outside).await?;
    }
    queue::done(&mut tx, Kind::Trade, &task.id).await?;
    tx.commit().await?;
    Ok(())
}

async fn forget(app: &AppState, task: &Task) -> Result<(), ApiError> {
    let mut tx = app.db.begin().await?;
    queue::done(&mut tx, Kind::Trade, &task.id).await?;
    Ok(tx.commit().await?)
}

/// Applies the rule and stores the result: an order to send, or a refusal. Call with the user locked.
async fn write(
    tx: &mut Tx,
    app: &AppState,
    (user_id, connected): (&str, bool),
    signal: &Signal,
    outside: &Outside,
) -> Result<(), ApiError> {
    let now_ms = app.clock.now_ms();
    let day = app.clock.today().text();
    let (strategy_id, decided) =
        best(tx, (user_id, connected), signal, outside, (&day, now_ms)).await?;
    let id = app.random.id(now_ms);
    let new = NewOrder {
        id: &id,
        user_id,
        signal,
        strategy_id: strategy_id.as_deref(),
        day: &day,
        status: match decided.quantity {
            Some(_) => TradeStatus::Initiated,
            None => TradeStatus::Refused,
        },
        reason: decided.reason,
        message: &decided.message,
        quantity: decided.quantity.unwrap_or_default(),
        limit: decided.limit.unwrap_or_default(),
        notional: decided.notional.unwrap_or_default(),
        now_ms,
    };
    store::insert(tx, &new).await?;
    if decided.quantity.is_some() {
        let task = New {
            kind: Kind::TradeOrder,
            id: &id,
            payload: "",
            subject: None,
            user_id: Some(user_id),
            now_ms,
            due_at_ms: now_ms,
            expires_at_ms: None,
        };
        queue::enqueue(tx, &task).await?;
    }
    Ok(())
}

/// The order of the first strategy that produces one, else the refusal of the first.
async fn best(
    tx: &mut Tx,
    (user_id, connected): (&str, bool),
    signal: &Signal,
    outside: &Outside,
    (day, now_ms): (&str, i64),
) -> Result<(Option<String>, TradeOrder), ApiError> {
    let Some(change) = ExactChange::parse(&signal.change) else {
        return Ok((None, refusal(TradeReason::ChangeTooSmall)));
    };
    let setting = store::setting(tx.connection(), user_id).await?;
    let reserved = store::reserved(tx.connection(), user_id).await?;
    let mut input = TradeInput {
        signal: TradeSignal {
            coin: signal.coin.clone(),
            // An unchanged price is not bought either.
            side: change.side().unwrap_or(TradeSide::Sell),
            percent_change_24h: change,
            price: outside.price,
            at: Instant(signal.at_ms),
        },
        strategy: TradeStrategy {
            coin: None,
            is_active: true,
            price: Figure::ZERO,
            percent_change_24h: change,
        },
        is_on: setting.is_on,
        connected,
        until: alerts::until(tx.connection(), user_id).await?,
        per_trade: setting.per_trade.as_ref().and_then(Figure::of_amount),
        per_day: setting.per_day.as_ref().and_then(Figure::of_amount),
        spent_today: store::spent(tx.connection(), user_id, day).await?,
        // Open orders may not have reduced the balance yet.
        available: outside.available.less(reserved).unwrap_or_default(),
        filters: outside.filters.clone(),
        ordered: false,
        now: Instant(now_ms),
    };
    let mut first = None;
    for (id, strategy) in store::strategies(tx.connection(), user_id, &signal.coin).await? {
        input.strategy = strategy;
        let decided = order(&input);
        if decided.quantity.is_some() {
            return Ok((Some(id), decided));
        }
        first.get_or_insert((Some(id), decided));
    }
    Ok(first.unwrap_or_else(|| (None, order(&input))))
}
