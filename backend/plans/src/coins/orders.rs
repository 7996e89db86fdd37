//! Purchases and sales of single coins of a set. Money moves in the transaction that records its cause; the exchange is
//! called outside any transaction.

use super::{QUOTED, transfer};
use crate::products::WALLET;
use crate::store::coin_orders::{self, HeldCoin, OpenOrder, Side};
use crate::store::subscriptions;
use crate::subscriptions::refusal;
use domain_core::money::{Amount, Figure, Rates};
use domain_core::payment::Movement;
use domain_core::plans::coins::CoinStatus;
use domain_core::plans::trading::{self, FillInput, Filled, OrderInput, ProceedsInput, order};
use domain_core::wallet::coin::PRICE_VALID_MS;
use ground::db::{DbError, Tx};
use ground::error::{ApiError, ErrorCode};
use money::rates;
use money::statement::new_reference;
use providers::exchange::{Fill, Filters, MAY_ARRIVE_MS, MarketOrder, Placed, Size};
use providers::market::{Pair, QUOTED_IN};
use service::access::users;
use service::app::AppState;

/// The lease of an order, longer than the calls of one check.
const HOLD_MS: i64 = 180_000;
/// The interval between checks of an order.
const ASK_AGAIN_MS: i64 = 5_000;
/// A server that was delayed longer than this places nothing: the order may have been ended meanwhile.
const PLACED_WITHIN_MS: i64 = 10_000;
/// The number of attempts before an order that never reaches the exchange is ended.
const MOST_PLACED: i64 = 5;

/// The rates, unless they are too old for trading.
async fn current_rates(
    tx: &mut Tx,
    app: &AppState,
    coin: &HeldCoin,
) -> Result<Option<Rates>, ApiError> {
    let used = [QUOTED, coin.amount.currency()];
    match rates::check_current(tx.connection(), app, &coin.tenant_id, &used).await {
        Ok(listed) => Ok(Some(rates::table(&listed))),
        Err(error) if error.is(ErrorCode::RateStale) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Locks a coin's owner and set, and reads the coin again.
async fn held(tx: &mut Tx, app: &AppState, coin: &HeldCoin) -> Result<HeldCoin, ApiError> {
    users::lock_settings(tx, &coin.user_id, app.clock.now_ms()).await?;
    subscriptions::lock(tx, &coin.subscription_id).await?;
    let coin = coin_orders::coin(tx.connection(), &coin.id).await?;
    coin.ok_or_else(|| ApiError::internal("a coin that is gone"))
}

async fn known(app: &AppState, coin_id: &str) -> Result<HeldCoin, ApiError> {
    let mut connection = app.db.read().await?;
    let coin = coin_orders::coin(&mut connection, coin_id).await?;
    coin.ok_or_else(|| ApiError::internal("a coin that is gone"))
}

/// The exchange's requirements for orders of a coin, if it trades the coin. An error while it is unavailable.
async fn filters_of(app: &AppState, coin: &HeldCoin) -> Result<Option<Filters>, ()> {
    match Pair::of(&coin.coin) {
        Some(pair) => app.ports.exchange.filters(pair).await.map_err(|_| ()),
        None => Ok(None),
    }
}

/// Starts the purchase of a coin: its money goes to the exchange together with the order. If the exchange does not
/// trade the coin, or the amount is below its minimum, the purchase fails and the money stays in the pot. Nothing
/// happens while the exchange is unavailable or the rates are too old.
///
/// # Errors
/// The database failed.
pub async fn begin_purchase(app: &AppState, coin_id: &str) -> Result<(), ApiError> {
    let coin = known(app, coin_id).await?;
    let Ok(filters) = filters_of(app, &coin).await else {
        return Ok(());
    };
    let now_ms = app.clock.now_ms();
    let mut tx = app.db.begin().await?;
    let coin = held(&mut tx, app, &coin).await?;
    let closing = coin_orders::closing(tx.connection(), &coin.subscription_id, WALLET).await?;
    if coin.status != CoinStatus::Initiated || closing.is_some() {
        return Ok(());
    }
    let Some(rates) = current_rates(&mut tx, app, &coin).await? else {
        return Ok(());
    };
    let size = size_of(&tx, &coin, &rates).filter(|size| !size.is_zero());
    if coin.coin == QUOTED_IN
        && let Some(size) = size
    {
        // The quote currency needs no order.
        let reference = new_reference(app.random);
        let links = (reference.as_str(), None);
        let movement = Movement::CoinsBuy;
        transfer(&mut tx, app, movement, links, &coin.member_id, coin.amount).await?;
        coin_orders::bought(&mut tx, &coin.id, size, &coin.amount).await?;
        return Ok(tx.commit().await?);
    }
    let is_allowed = |(size, filters): &(Figure, Filters)| filters.allows_spending(*size);
    match size.zip(filters).filter(is_allowed) {
        None => {
            let fails = (CoinStatus::Initiated, CoinStatus::Failed);
            coin_orders::set_status(&mut tx, &coin.id, fails).await?;
        }
        Some((size, _)) => {
            let id = app.random.id(now_ms);
            coin_orders::insert(&mut tx, (&id, &coin.id, Side::Buy), size, now_ms).await?;
            let (movement, links) = (Movement::CoinsBuy, (id.as_str(), None));
            transfer(&mut tx, app, movement, links, &coin.member_id, coin.amount).await?;
            let ordered = (CoinStatus::Initiated, CoinStatus::Pending);
            coin_orders::set_status(&mut tx, &coin.id, ordered).await?;
        }
    }
    Ok(tx.commit().await?)
}

/// The size of a coin's order; `None` for an amount that cannot be converted.
fn size_of(tx: &Tx, coin: &HeldCoin, rates: &Rates) -> Option<Figure> {
    let currency = coin.amount.currency();
    let input = OrderInput {
        amount: coin.amount.into(),
        currency: currency.into(),
        rates: rates.of(&[currency, QUOTED]),
    };
    let sized = tx.decided().ask("coins.order", order, &input);
    sized.ok().map(|sized| sized.size)
}

/// Starts the sale of a coin's remainder. The house buys remainders below the exchange's minimum, and USDT.
///
/// # Errors
/// The database failed.
pub async fn begin_sale(app: &AppState, coin_id: &str) -> Result<(), ApiError> {
    let coin = known(app, coin_id).await?;
    let rest = coin.bought.less(coin.sold).unwrap_or_default();
    // A sale once refused by the exchange is not offered to it again.
    if coin_orders::was_refused(&mut *app.db.read().await?, coin_id).await? {
        return take_over(app, &coin).await;
    }
    let Ok(filters) = filters_of(app, &coin).await else {
        return Ok(());
    };
    let Some(size) = filters.and_then(|filters| filters.sellable(rest)) else {
        return take_over(app, &coin).await;
    };
    let now_ms = app.clock.now_ms();
    let mut tx = app.db.begin().await?;
    let now = held(&mut tx, app, &coin).await?;
    if now.status != CoinStatus::Approved || now.sold != coin.sold {
        return Ok(());
    }
    let id = app.random.id(now_ms);
    match coin_orders::insert(&mut tx, (&id, &coin.id, Side::Sell), size, now_ms).await {
        // Another server has started the same sale.
        Err(DbError::Duplicate) => Ok(()),
        done => {
            done?;
            Ok(tx.commit().await?)
        }
    }
}

/// Sells a coin's remainder to the house at the market's price.
async fn take_over(app: &AppState, coin: &HeldCoin) -> Result<(), ApiError> {
    let rest = coin.bought.less(coin.sold).unwrap_or_default();
    let Some(quote) = value_at_market(app, &coin.coin, rest).await else {
        return Ok(());
    };
    let mut tx = app.db.begin().await?;
    let now = held(&mut tx, app, coin).await?;
    if now.status != CoinStatus::Approved || now.sold != coin.sold {
        return Ok(());
    }
    if receive(&mut tx, app, &now, (rest, quote)).await? {
        tx.commit().await?;
    }
    Ok(())
}

/// The value of a quantity of a coin at the market's price, unless that is too old.
pub async fn value_at_market(app: &AppState, coin: &str, quantity: Figure) -> Option<Figure> {
    if coin == QUOTED_IN {
        return Some(quantity);
    }
    let price = app.ports.market.price(Pair::of(coin)?).await?;
    let is_fresh = app.clock.now_ms() - price.at_ms <= PRICE_VALID_MS;
    let price = Figure::parse(&price.value.to_string()).filter(|_| is_fresh)?;
    quantity.brings(price)
}

/// Checks an open order: places it, or asks for its status, and acts on the response.
///
/// # Errors
/// The database failed.
pub async fn pursue(app: &AppState, order: &OpenOrder) -> Result<(), ApiError> {
    let now_ms = app.clock.now_ms();
    let mut tx = app.db.begin().await?;
    if !coin_orders::hold(&mut tx, &order.id, now_ms + HOLD_MS, now_ms).await? {
        return Ok(());
    }
    tx.commit().await?;
    let coin = known(app, &order.coin_id).await?;
    let pair = Pair::of(&coin.coin).ok_or_else(|| ApiError::internal("an order for no pair"))?;
    let asked = match order.times_placed {
        0 => Placed::NotFound,
        _ => app.ports.exchange.status(pair, &order.id).await,
    };
    let may_arrive = order.times_placed > 0 && now_ms - order.placed_at_ms < MAY_ARRIVE_MS;
    let outcome = match asked {
        Placed::NotFound if may_arrive => Placed::Unknown,
        Placed::NotFound if order.times_placed >= MOST_PLACED => Placed::Refused,
        Placed::NotFound => place(app, order, pair).await?,
        known => known,
    };
    app.pause.pass().await;
    match outcome {
        Placed::Filled(fill) => settle(app, order, &coin, Some(fill)).await,
        Placed::Refused => settle(app, order, &coin, None).await,
        Placed::Open | Placed::Unknown | Placed::NotFound => release(app, order).await,
    }
}

/// Places an order. The attempt is recorded first, so that after a crash the exchange is asked for the status.
async fn place(app: &AppState, order: &OpenOrder, pair: Pair) -> Result<Placed, ApiError> {
    let now_ms = app.clock.now_ms();
    let mut tx = app.db.begin().await?;
    if !coin_orders::note_placed(&mut tx, order, now_ms).await? {
        return Ok(Placed::Unknown);
    }
    tx.commit().await?;
    if app.clock.now_ms() - now_ms > PLACED_WITHIN_MS {
        return Ok(Placed::Unknown);
    }
    let size = match order.side {
        Side::Buy => Size::Spend(order.size),
        Side::Sell => Size::Sell(order.size),
    };
    let order = MarketOrder {
        id: order.id.clone(),
        pair,
        size,
    };
    Ok(app.ports.exchange.place(&order).await)
}

async fn release(app: &AppState, order: &OpenOrder) -> Result<(), ApiError> {
    let mut tx = app.db.begin().await?;
    coin_orders::release(&mut tx, &order.id, app.clock.now_ms() + ASK_AGAIN_MS).await?;
    Ok(tx.commit().await?)
}

/// Records the result of an order once, and moves the resulting money.
async fn settle(
    app: &AppState,
    order: &OpenOrder,
    coin: &HeldCoin,
    fill: Option<Fill>,
) -> Result<(), ApiError> {
    let mut tx = app.db.begin().await?;
    let coin = held(&mut tx, app, coin).await?;
    if !coin_orders::end(&mut tx, &order.id, fill).await? {
        return Ok(());
    }
    match (order.side, fill) {
        (Side::Buy, fill) => settle_purchase(&mut tx, app, order, &coin, fill).await?,
        (Side::Sell, Some(fill)) => {
            // A remainder below the step size is sold in the next round, or to the house.
            if !receive(&mut tx, app, &coin, (fill.quantity, fill.quote)).await? {
                // The rates are too old: the order is checked again later.
                drop(tx);
                return release(app, order).await;
            }
        }
        (Side::Sell, None) => {
            // The amount is below the exchange's minimum, or the account there lacks coins: neither may affect the
            // member.
            tx.commit().await?;
            return take_over(app, &coin).await;
        }
    }
    Ok(tx.commit().await?)
}

/// Records a purchase and returns unspent money to the pot.
async fn settle_purchase(
    tx: &mut Tx,
    app: &AppState,
    order: &OpenOrder,
    coin: &HeldCoin,
    fill: Option<Fill>,
) -> Result<(), ApiError> {
    let filled = FillInput {
        amount: coin.amount.into(),
        currency: coin.amount.currency().into(),
        size: order.size,
        spent: fill.map_or(Figure::ZERO, |fill| fill.quote),
    };
    let filled = tx.decided().ask("coins.fill", trading::fill, &filled);
    let Filled { back, cost } = filled.map_err(refusal)?;
    if !back.is_zero() {
        let reference = new_reference(app.random);
        let links = (reference.as_str(), Some(order.id.as_str()));
        let movement = Movement::CoinsBack;
        transfer(tx, app, movement, links, &coin.member_id, back).await?;
    }
    match fill {
        Some(fill) => {
            coin_orders::bought(tx, &coin.id, fill.quantity, &cost).await?;
        }
        None => {
            let failed = (coin.status, CoinStatus::Failed);
            coin_orders::set_status(tx, &coin.id, failed).await?;
        }
    }
    Ok(())
}

/// Credits the proceeds of a sale to the pot; false while the rates are too old.
async fn receive(
    tx: &mut Tx,
    app: &AppState,
    coin: &HeldCoin,
    (sold, quote): (Figure, Figure),
) -> Result<bool, ApiError> {
    let Some(rates) = current_rates(tx, app, coin).await? else {
        return Ok(false);
    };
    let currency = coin.amount.currency();
    let beyond = || ApiError::internal("more than an amount holds");
    let input = ProceedsInput {
        quote,
        currency: currency.into(),
        rates: rates.of(&[currency, QUOTED]),
    };
    let proceeds = tx
        .decided()
        .ask("coins.proceeds", trading::proceeds, &input);
    let brought = proceeds.map_err(refusal)?.amount;
    let before = coin.received.unwrap_or_else(|| Amount::zero(currency));
    let received = before.checked_add(&brought).ok_or_else(beyond)?;
    let all = coin.sold.plus(sold).ok_or_else(beyond)?;
    if !brought.is_zero() {
        let reference = new_reference(app.random);
        let links = (reference.as_str(), None);
        let movement = Movement::CoinsSold;
        transfer(tx, app, movement, links, &coin.member_id, brought).await?;
    }
    coin_orders::sold(tx, &coin.id, all, &received, all >= coin.bought).await?;
    Ok(true)
}
