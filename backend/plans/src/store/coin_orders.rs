//! Orders for the coins of sets, and the coins' rows.

use super::coins::coin_status;
use domain_core::calendar::Date;
use domain_core::money::{Amount, Currency, Figure};
use domain_core::plans::coins::CoinStatus;
use domain_core::status::Status;
use ground::db::{DbError, Tx, columns};
use providers::exchange::Fill;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

/// The side of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    Buy,
    Sell,
}

impl Side {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Buy => "buy",
            Self::Sell => "sell",
        }
    }
}

/// A coin of a set, with the facts about the set that its orders need.
#[derive(Debug, Clone)]
pub struct HeldCoin {
    pub id: String,
    pub subscription_id: String,
    pub member_id: String,
    pub user_id: String,
    pub tenant_id: String,
    pub coin: String,
    pub amount: Amount,
    pub status: CoinStatus,
    pub bought: Figure,
    pub sold: Figure,
    /// The proceeds so far.
    pub received: Option<Amount>,
}

/// A pending order at the exchange.
#[derive(Debug, Clone)]
pub struct OpenOrder {
    pub id: String,
    pub coin_id: String,
    pub side: Side,
    pub size: Figure,
    pub times_placed: i64,
    pub placed_at_ms: i64,
}

/// A coin of a set to be stored.
pub struct NewCoin<'a> {
    pub id: String,
    pub subscription_id: &'a str,
    pub member_id: &'a str,
    pub position: i64,
    pub name: &'a str,
    pub coin: &'a str,
    pub amount: Amount,
}

pub async fn insert_coin(tx: &mut Tx, row: &NewCoin<'_>) -> Result<(), DbError> {
    sqlx::query(
        "INSERT INTO plan_coins (id, subscription_id, member_id, position, name, coin, amount_minor, status) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, 'INITIATED')",
    )
    .bind(row.id.as_str())
    .bind(row.subscription_id)
    .bind(row.member_id)
    .bind(row.position)
    .bind(row.name)
    .bind(row.coin)
    .bind(columns::minor(&row.amount)?)
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// Coins to be bought: of sets that are paid and not being ended.
pub async fn to_buy(connection: &mut AnyConnection, limit: i64) -> Result<Vec<String>, DbError> {
    let rows = sqlx::query(
        "SELECT c.id FROM plan_coins c JOIN plan_subscriptions s ON s.id = c.subscription_id \
         WHERE s.status = 'INITIATED' AND s.kind = 'coins' AND s.closing IS NULL AND c.status = 'INITIATED' \
         ORDER BY s.created_at_ms, c.subscription_id, c.position LIMIT $1",
    )
    .bind(limit)
    .fetch_all(connection)
    .await?;
    ids(&rows)
}

/// Coins to be sold, without a pending sale.
pub async fn to_sell(connection: &mut AnyConnection, limit: i64) -> Result<Vec<String>, DbError> {
    let rows = sqlx::query(
        "SELECT c.id FROM plan_coins c JOIN plan_subscriptions s ON s.id = c.subscription_id \
         WHERE s.kind = 'coins' AND s.status IN ('INITIATED', 'ACTIVE') AND s.closing IS NOT NULL AND c.status = 'APPROVED' \
         AND NOT EXISTS (SELECT 1 FROM plan_coin_orders o WHERE o.coin_id = c.id AND o.state = 'open') \
         ORDER BY s.updated_at_ms, c.subscription_id, c.position LIMIT $1",
    )
    .bind(limit)
    .fetch_all(connection)
    .await?;
    ids(&rows)
}

/// Sets whose coins are all bought or failed, and sets being ended whose coins are all sold or failed.
pub async fn to_settle(connection: &mut AnyConnection, limit: i64) -> Result<Vec<String>, DbError> {
    let rows = sqlx::query(
        "SELECT s.id FROM plan_subscriptions s WHERE s.kind = 'coins' AND (s.status = 'INITIATED' OR (s.status = 'ACTIVE' \
         AND s.closing IS NOT NULL)) AND NOT EXISTS (SELECT 1 FROM plan_coins c WHERE c.subscription_id = s.id AND (c.status IN \
         ('INITIATED', 'PENDING', 'TRADING') OR (c.status = 'APPROVED' AND s.closing IS NOT NULL))) ORDER BY s.id LIMIT $1",
    )
    .bind(limit)
    .fetch_all(connection)
    .await?;
    ids(&rows)
}

/// Sets that have reached maturity.
pub async fn matured(
    connection: &mut AnyConnection,
    today: Date,
    limit: i64,
) -> Result<Vec<String>, DbError> {
    let rows = sqlx::query(
        "SELECT id FROM plan_subscriptions WHERE kind = 'coins' AND status = 'ACTIVE' AND closing IS NULL AND ends_on <= $1 \
         ORDER BY id LIMIT $2",
    )
    .bind(today.text())
    .bind(limit)
    .fetch_all(connection)
    .await?;
    ids(&rows)
}

/// Open orders due for a check.
pub async fn due(
    connection: &mut AnyConnection,
    now_ms: i64,
    limit: i64,
) -> Result<Vec<OpenOrder>, DbError> {
    let rows = sqlx::query(
        "SELECT id, coin_id, side, size_units, times_placed, placed_at_ms FROM plan_coin_orders \
         WHERE state = 'open' AND held_until_ms <= $1 ORDER BY held_until_ms, id LIMIT $2",
    )
    .bind(now_ms)
    .bind(limit)
    .fetch_all(connection)
    .await?;
    let read = |row: &AnyRow| {
        let side: String = row.try_get("side")?;
        let placed_at_ms: Option<i64> = row.try_get("placed_at_ms")?;
        Ok(OpenOrder {
            id: row.try_get("id")?,
            coin_id: row.try_get("coin_id")?,
            side: if side == "buy" { Side::Buy } else { Side::Sell },
            size: Figure::of_units(row.try_get("size_units")?).unwrap_or_default(),
            times_placed: row.try_get("times_placed")?,
            placed_at_ms: placed_at_ms.unwrap_or_default(),
        })
    };
    rows.iter().map(read).collect()
}

/// Leases a due order; false if another server has leased it.
pub async fn hold(tx: &mut Tx, id: &str, until_ms: i64, now_ms: i64) -> Result<bool, DbError> {
    let done = sqlx::query(
        "UPDATE plan_coin_orders SET held_until_ms = $2 WHERE id = $1 AND state = 'open' AND held_until_ms <= $3",
    )
    .bind(id)
    .bind(until_ms)
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Releases an order until its next check.
pub async fn release(tx: &mut Tx, id: &str, until_ms: i64) -> Result<(), DbError> {
    sqlx::query("UPDATE plan_coin_orders SET held_until_ms = $2 WHERE id = $1")
        .bind(id)
        .bind(until_ms)
        .execute(tx.connection())
        .await?;
    Ok(())
}

/// Records an attempt to place an order; false if it was placed since it was read.
pub async fn note_placed(tx: &mut Tx, order: &OpenOrder, now_ms: i64) -> Result<bool, DbError> {
    let done = sqlx::query(
        "UPDATE plan_coin_orders SET times_placed = times_placed + 1, placed_at_ms = $3 \
         WHERE id = $1 AND state = 'open' AND times_placed = $2",
    )
    .bind(order.id.as_str())
    .bind(order.times_placed)
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    if order.side == Side::Buy {
        sqlx::query(
            "UPDATE plan_coins SET status = 'TRADING' WHERE id = $1 AND status = 'PENDING'",
        )
        .bind(order.coin_id.as_str())
        .execute(tx.connection())
        .await?;
    }
    Ok(done.rows_affected() == 1)
}

pub async fn insert(
    tx: &mut Tx,
    order: (&str, &str, Side),
    size: Figure,
    now_ms: i64,
) -> Result<(), DbError> {
    let (id, coin_id, side) = order;
    sqlx::query(
        "INSERT INTO plan_coin_orders (id, coin_id, side, size_units, state, held_until_ms, created_at_ms) \
         VALUES ($1, $2, $3, $4, 'open', $5, $5)",
    )
    .bind(id)
    .bind(coin_id)
    .bind(side.as_str())
    .bind(size.units())
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// Ends an order; false if it has already ended.
pub async fn end(tx: &mut Tx, id: &str, fill: Option<Fill>) -> Result<bool, DbError> {
    let of = |pick: fn(Fill) -> Figure| fill.map_or(0, |fill| pick(fill).units());
    let done = sqlx::query(
        "UPDATE plan_coin_orders SET state = $2, quantity_units = $3, quote_units = $4 WHERE id = $1 AND state = 'open'",
    )
    .bind(id)
    .bind(if fill.is_some() { "filled" } else { "refused" })
    .bind(of(|fill| fill.quantity))
    .bind(of(|fill| fill.quote))
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Whether the exchange has refused a sale of a coin.
pub async fn was_refused(connection: &mut AnyConnection, coin_id: &str) -> Result<bool, DbError> {
    let row = sqlx::query(
        "SELECT COUNT(*) AS refused FROM plan_coin_orders WHERE coin_id = $1 AND side = 'sell' AND state = 'refused'",
    )
    .bind(coin_id)
    .fetch_one(connection)
    .await?;
    Ok(row.try_get::<i64, _>("refused")? > 0)
}

/// Finds a coin of a set by its identifier.
pub async fn coin(connection: &mut AnyConnection, id: &str) -> Result<Option<HeldCoin>, DbError> {
    let row = sqlx::query(
        "SELECT c.id, c.subscription_id, c.member_id, m.user_id, s.tenant_id, s.currency, c.coin, c.amount_minor, c.status, \
         c.amount_bought, c.amount_sold, c.price_sold FROM plan_coins c JOIN plan_subscriptions s ON s.id = c.subscription_id \
         JOIN plan_members m ON m.id = c.member_id WHERE c.id = $1",
    )
    .bind(id)
    .fetch_optional(connection)
    .await?;
    row.as_ref().map(read).transpose()
}

fn read(row: &AnyRow) -> Result<HeldCoin, DbError> {
    let currency = columns::currency(row)?;
    let quantity = |column: &'static str| -> Result<Figure, DbError> {
        let text: Option<String> = row.try_get(column)?;
        let parsed = |text: String| Figure::parse(&text).ok_or_else(|| columns::corrupt(column));
        Ok(text.map(parsed).transpose()?.unwrap_or_default())
    };
    let received: Option<String> = row.try_get("price_sold")?;
    let amount =
        |text: String| Amount::parse(&text, currency).map_err(|_| columns::corrupt("price_sold"));
    Ok(HeldCoin {
        id: row.try_get("id")?,
        subscription_id: row.try_get("subscription_id")?,
        member_id: row.try_get("member_id")?,
        user_id: row.try_get("user_id")?,
        tenant_id: row.try_get("tenant_id")?,
        coin: row.try_get("coin")?,
        amount: columns::amount(row, "amount_minor", currency)?,
        status: coin_status(row)?,
        bought: quantity("amount_bought")?,
        sold: quantity("amount_sold")?,
        received: received.map(amount).transpose()?,
    })
}

/// Changes the state of a coin; false if it is not in the expected state.
pub async fn set_status(
    tx: &mut Tx,
    id: &str,
    (from, to): (CoinStatus, CoinStatus),
) -> Result<bool, DbError> {
    let done = sqlx::query("UPDATE plan_coins SET status = $3 WHERE id = $1 AND status = $2")
        .bind(id)
        .bind(from.as_str())
        .bind(to.as_str())
        .execute(tx.connection())
        .await?;
    Ok(done.rows_affected() == 1)
}

/// Records the purchased quantity and its cost.
pub async fn bought(tx: &mut Tx, id: &str, quantity: Figure, cost: &Amount) -> Result<(), DbError> {
    sqlx::query(
        "UPDATE plan_coins SET status = 'APPROVED', amount_bought = $2, price_bought = $3 WHERE id = $1",
    )
    .bind(id)
    .bind(quantity.to_string())
    .bind(cost.text())
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// Records the sold quantity and the proceeds so far.
pub async fn sold(
    tx: &mut Tx,
    id: &str,
    quantity: Figure,
    received: &Amount,
    is_all: bool,
) -> Result<(), DbError> {
    sqlx::query(
        "UPDATE plan_coins SET status = CASE WHEN $4 = 1 THEN 'COMPLETED' ELSE status END, amount_sold = $2, price_sold = $3 \
         WHERE id = $1",
    )
    .bind(id)
    .bind(quantity.to_string())
    .bind(received.text())
    .bind(i64::from(is_all))
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// The state of a set after its coins are sold, and the penalty; `None` unless it is being ended.
pub async fn closing(
    connection: &mut AnyConnection,
    subscription_id: &str,
    currency: Currency,
) -> Result<Option<(Status, Amount)>, DbError> {
    let row =
        sqlx::query("SELECT closing, closing_penalty_minor FROM plan_subscriptions WHERE id = $1")
            .bind(subscription_id)
            .fetch_one(connection)
            .await?;
    let closing: Option<String> = row.try_get("closing")?;
    let named = |text: String| Status::named(&text).ok_or_else(|| columns::corrupt("closing"));
    let closing = closing.map(named).transpose()?;
    let penalty = columns::amount(&row, "closing_penalty_minor", currency)?;
    Ok(closing.map(|status| (status, penalty)))
}

/// Starts the end of a set; false if that has already started. Coins without an order are no longer bought.
pub async fn close(
    tx: &mut Tx,
    subscription_id: &str,
    to: Status,
    penalty: &Amount,
    comment: &str,
    now_ms: i64,
) -> Result<bool, DbError> {
    let done = sqlx::query(
        "UPDATE plan_subscriptions SET closing = $2, closing_penalty_minor = $3, comment = $4, updated_at_ms = $5 \
         WHERE id = $1 AND kind = 'coins' AND status IN ('INITIATED', 'ACTIVE') AND closing IS NULL",
    )
    .bind(subscription_id)
    .bind(to.as_str())
    .bind(columns::minor(penalty)?)
    .bind(comment)
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    if done.rows_affected() == 0 {
        return Ok(false);
    }
    sqlx::query(
        "UPDATE plan_coins SET status = 'FAILED' WHERE subscription_id = $1 AND status = 'INITIATED'",
    )
    .bind(subscription_id)
    .execute(tx.connection())
    .await?;
    Ok(true)
}

/// Changes the state of a set, with a comment.
pub async fn change_set(
    tx: &mut Tx,
    id: &str,
    to: Status,
    comment: &str,
    (starts_on, ends_on): (Option<Date>, Option<Date>),
    is_end: bool,
    now_ms: i64,
) -> Result<(), DbError> {
    sqlx::query(
        "UPDATE plan_subscriptions SET status = $2, comment = $3, starts_on = COALESCE($4, starts_on), \
         ends_on = COALESCE($5, ends_on), updated_at_ms = $6, ended_at_ms = CASE WHEN $7 = 1 THEN $6 ELSE ended_at_ms END \
         WHERE id = $1",
    )
    .bind(id)
    .bind(to.as_str())
    .bind(comment)
    .bind(starts_on.map(Date::text))
    .bind(ends_on.map(Date::text))
    .bind(now_ms)
    .bind(i64::from(is_end))
    .execute(tx.connection())
    .await?;
    Ok(())
}

fn ids(rows: &[AnyRow]) -> Result<Vec<String>, DbError> {
    rows.iter().map(|row| Ok(row.try_get("id")?)).collect()
}
