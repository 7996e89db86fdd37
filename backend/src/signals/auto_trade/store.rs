//! The rows of `auto_trade`, `trade_signals` and `trade_orders`.

use crate::db::{DbError, Tx, columns};
use crate::outbound::exchange_keys::Bought;
use domain_core::money::Figure;
use domain_core::money::{Amount, Currency};
use domain_core::signals::order::{ExactChange, TradeReason, TradeStrategy};
use domain_core::signals::trade_status::TradeStatus;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

/// A user's switch and caps.
#[derive(Debug, Clone, Copy, Default)]
pub struct Setting {
    pub is_on: bool,
    pub per_trade: Option<Amount>,
    pub per_day: Option<Amount>,
}

/// What was new of a coin.
#[derive(Debug, Clone)]
pub struct Signal {
    pub id: String,
    pub coin: String,
    pub change: String,
    pub at_ms: i64,
}

/// An order, or a refusal.
#[derive(Debug, Clone)]
pub struct OrderRow {
    pub id: String,
    pub user_id: String,
    pub signal_at_ms: i64,
    pub coin: String,
    pub day: String,
    pub status: TradeStatus,
    pub reason: TradeReason,
    pub message: String,
    pub quantity: Figure,
    pub limit: Figure,
    pub notional: Figure,
    pub spent: Figure,
    pub bought: Figure,
    pub key_at_ms: Option<i64>,
    pub sent_at_ms: Option<i64>,
    pub created_at_ms: i64,
}

/// One that is written down.
pub struct NewOrder<'a> {
    pub id: &'a str,
    pub user_id: &'a str,
    pub signal: &'a Signal,
    pub strategy_id: Option<&'a str>,
    pub day: &'a str,
    pub status: TradeStatus,
    pub reason: TradeReason,
    pub message: &'a str,
    pub quantity: Figure,
    pub limit: Figure,
    pub notional: Figure,
    pub now_ms: i64,
}

fn figure(row: &AnyRow, column: &str) -> Result<Figure, DbError> {
    Ok(Figure::of_units(row.try_get(column)?).unwrap_or_default())
}

fn cap(row: &AnyRow, column: &str) -> Result<Option<Amount>, DbError> {
    let minor: Option<i64> = row.try_get(column)?;
    Ok(minor.and_then(|minor| Amount::from_minor(minor, Currency::Usdt)))
}

pub async fn setting(connection: &mut AnyConnection, user_id: &str) -> Result<Setting, DbError> {
    let row = sqlx::query(
        "SELECT is_on, per_trade_minor, per_day_minor FROM auto_trade WHERE user_id = $1",
    )
    .bind(user_id)
    .fetch_optional(connection)
    .await?;
    let Some(row) = row else {
        return Ok(Setting::default());
    };
    Ok(Setting {
        is_on: row.try_get::<i64, _>("is_on")? != 0,
        per_trade: cap(&row, "per_trade_minor")?,
        per_day: cap(&row, "per_day_minor")?,
    })
}

/// A cap that is not given stays.
pub async fn set(
    tx: &mut Tx,
    user_id: &str,
    is_on: bool,
    caps: [Option<i64>; 2],
    now_ms: i64,
) -> Result<(), DbError> {
    let [per_trade, per_day] = caps;
    sqlx::query(
        "INSERT INTO auto_trade (user_id, is_on, per_trade_minor, per_day_minor, updated_at_ms) VALUES ($1, $2, $3, $4, $5) \
         ON CONFLICT (user_id) DO UPDATE SET is_on = excluded.is_on, \
         per_trade_minor = COALESCE(excluded.per_trade_minor, auto_trade.per_trade_minor), \
         per_day_minor = COALESCE(excluded.per_day_minor, auto_trade.per_day_minor), updated_at_ms = excluded.updated_at_ms",
    )
    .bind(user_id)
    .bind(i64::from(is_on))
    .bind(per_trade)
    .bind(per_day)
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// False if it was noted before.
pub async fn add_signal(tx: &mut Tx, signal: &Signal) -> Result<bool, DbError> {
    let done = sqlx::query(
        "INSERT INTO trade_signals (id, coin, percent_change_24h, at_ms) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
    )
    .bind(signal.id.as_str())
    .bind(signal.coin.as_str())
    .bind(signal.change.as_str())
    .bind(signal.at_ms)
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

pub async fn signal(connection: &mut AnyConnection, id: &str) -> Result<Option<Signal>, DbError> {
    let row =
        sqlx::query("SELECT id, coin, percent_change_24h, at_ms FROM trade_signals WHERE id = $1")
            .bind(id)
            .fetch_optional(connection)
            .await?;
    let read = |row: AnyRow| {
        Ok(Signal {
            id: row.try_get("id")?,
            coin: row.try_get("coin")?,
            change: row.try_get("percent_change_24h")?,
            at_ms: row.try_get("at_ms")?,
        })
    };
    row.map(read).transpose()
}

/// Users who are on, have paid, and have an active strategy for the coin: those after one, in order.
pub async fn takers(
    connection: &mut AnyConnection,
    coin: &str,
    after: &str,
    now_ms: i64,
    most: i64,
) -> Result<Vec<String>, DbError> {
    let rows = sqlx::query(
        "SELECT a.user_id FROM auto_trade a JOIN alert_subscriptions s ON s.user_id = a.user_id \
         WHERE a.is_on = 1 AND a.user_id > $2 AND s.until_ms >= $3 AND EXISTS (SELECT 1 FROM strategies t \
         WHERE t.user_id = a.user_id AND t.coin = $1 AND t.is_active = 1) ORDER BY a.user_id LIMIT $4",
    )
    .bind(coin)
    .bind(after)
    .bind(now_ms)
    .bind(most)
    .fetch_all(connection)
    .await?;
    rows.iter().map(|row| Ok(row.try_get("user_id")?)).collect()
}

/// A user's strategies for a coin, the active ones first, then the newest. A figure that cannot be read matches nothing.
pub async fn strategies(
    connection: &mut AnyConnection,
    user_id: &str,
    coin: &str,
) -> Result<Vec<(String, TradeStrategy)>, DbError> {
    let rows = sqlx::query(
        "SELECT id, is_active, price, percent_change_24h FROM strategies WHERE user_id = $1 AND coin = $2 \
         ORDER BY is_active DESC, created_at_ms DESC, id DESC",
    )
    .bind(user_id)
    .bind(coin)
    .fetch_all(connection)
    .await?;
    let mut read = Vec::new();
    for row in &rows {
        let (price, change): (String, String) =
            (row.try_get("price")?, row.try_get("percent_change_24h")?);
        let Some(change) = ExactChange::parse(&change) else {
            continue;
        };
        let strategy = TradeStrategy {
            coin: Some(coin.to_owned()),
            is_active: row.try_get::<i64, _>("is_active")? != 0,
            price: Figure::rounded_down(&price).unwrap_or_default(),
            percent_change_24h: change,
        };
        read.push((row.try_get("id")?, strategy));
    }
    Ok(read)
}

pub async fn is_ordered(
    connection: &mut AnyConnection,
    user_id: &str,
    signal_id: &str,
) -> Result<bool, DbError> {
    let row =
        sqlx::query("SELECT 1 AS ordered FROM trade_orders WHERE user_id = $1 AND signal_id = $2")
            .bind(user_id)
            .bind(signal_id)
            .fetch_optional(connection)
            .await?;
    Ok(row.is_some())
}

/// What a day's orders have cost, or may still cost.
pub async fn spent(
    connection: &mut AnyConnection,
    user_id: &str,
    day: &str,
) -> Result<Figure, DbError> {
    let row = sqlx::query(
        "SELECT CAST(COALESCE(SUM(spent_units), 0) AS BIGINT) AS spent_units FROM trade_orders WHERE user_id = $1 AND day = $2",
    )
    .bind(user_id)
    .bind(day)
    .fetch_one(connection)
    .await?;
    figure(&row, "spent_units")
}

/// What orders may still cost that are not over, whatever day they are of.
pub async fn reserved(connection: &mut AnyConnection, user_id: &str) -> Result<Figure, DbError> {
    let row = sqlx::query(
        "SELECT CAST(COALESCE(SUM(spent_units), 0) AS BIGINT) AS spent_units FROM trade_orders WHERE user_id = $1 \
         AND status IN ('initiated', 'sent')",
    )
    .bind(user_id)
    .fetch_one(connection)
    .await?;
    figure(&row, "spent_units")
}

/// How many of a user's orders were sent and are over: while it is the same, none has left the balance meanwhile.
pub async fn count_over(connection: &mut AnyConnection, user_id: &str) -> Result<i64, DbError> {
    let row = sqlx::query(
        "SELECT COUNT(*) AS count FROM trade_orders WHERE user_id = $1 AND sent_at_ms IS NOT NULL AND ended_at_ms IS NOT NULL",
    )
    .bind(user_id)
    .fetch_one(connection)
    .await?;
    Ok(row.try_get("count")?)
}

pub async fn insert(tx: &mut Tx, new: &NewOrder<'_>) -> Result<(), DbError> {
    sqlx::query(
        "INSERT INTO trade_orders (id, user_id, signal_id, signal_at_ms, strategy_id, coin, day, status, reason, message, \
         quantity_units, limit_units, notional_units, spent_units, created_at_ms) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13, $14)",
    )
    .bind(new.id)
    .bind(new.user_id)
    .bind(new.signal.id.as_str())
    .bind(new.signal.at_ms)
    .bind(new.strategy_id)
    .bind(new.signal.coin.as_str())
    .bind(new.day)
    .bind(new.status.as_str())
    .bind(new.reason.as_str())
    .bind(new.message)
    .bind(new.quantity.units())
    .bind(new.limit.units())
    .bind(new.notional.units())
    .bind(new.now_ms)
    .execute(tx.connection())
    .await?;
    Ok(())
}

fn order_row(row: &AnyRow) -> Result<OrderRow, DbError> {
    let status: String = row.try_get("status")?;
    let reason: String = row.try_get("reason")?;
    Ok(OrderRow {
        id: row.try_get("id")?,
        user_id: row.try_get("user_id")?,
        signal_at_ms: row.try_get("signal_at_ms")?,
        coin: row.try_get("coin")?,
        day: row.try_get("day")?,
        status: TradeStatus::named(&status).ok_or_else(|| columns::corrupt("status"))?,
        reason: TradeReason::named(&reason).ok_or_else(|| columns::corrupt("reason"))?,
        message: row.try_get("message")?,
        quantity: figure(row, "quantity_units")?,
        limit: figure(row, "limit_units")?,
        notional: figure(row, "notional_units")?,
        spent: figure(row, "spent_units")?,
        bought: figure(row, "bought_units")?,
        key_at_ms: row.try_get("key_at_ms")?,
        sent_at_ms: row.try_get("sent_at_ms")?,
        created_at_ms: row.try_get("created_at_ms")?,
    })
}

pub async fn order(connection: &mut AnyConnection, id: &str) -> Result<Option<OrderRow>, DbError> {
    let row = sqlx::query("SELECT * FROM trade_orders WHERE id = $1")
        .bind(id)
        .fetch_optional(connection)
        .await?;
    row.as_ref().map(order_row).transpose()
}

/// A page of a user's orders, the newest first, and how many there are.
pub async fn page(
    connection: &mut AnyConnection,
    user_id: &str,
    (skipped, rows): (i64, i64),
) -> Result<(i64, Vec<OrderRow>), DbError> {
    let counted = sqlx::query("SELECT COUNT(*) AS count FROM trade_orders WHERE user_id = $1")
        .bind(user_id)
        .fetch_one(&mut *connection)
        .await?;
    let found = sqlx::query(
        "SELECT * FROM trade_orders WHERE user_id = $1 ORDER BY created_at_ms DESC, id DESC LIMIT $2 OFFSET $3",
    )
    .bind(user_id)
    .bind(rows)
    .bind(skipped)
    .fetch_all(connection)
    .await?;
    let found = found.iter().map(order_row).collect::<Result<_, _>>()?;
    Ok((counted.try_get("count")?, found))
}

/// Notes that an order is being sent; false if it was sent or dropped before.
pub async fn note_sent(
    tx: &mut Tx,
    id: &str,
    key_at_ms: i64,
    now_ms: i64,
) -> Result<bool, DbError> {
    let done = sqlx::query(
        "UPDATE trade_orders SET status = 'sent', key_at_ms = $2, sent_at_ms = $3 WHERE id = $1 AND status = 'initiated'",
    )
    .bind(id)
    .bind(key_at_ms)
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Drops a user's orders that were not sent: all, or one.
pub async fn drop_unsent(
    tx: &mut Tx,
    user_id: &str,
    only: Option<&str>,
    (reason, message): (TradeReason, &str),
    now_ms: i64,
) -> Result<u64, DbError> {
    let done = sqlx::query(
        "UPDATE trade_orders SET status = 'dropped', reason = $3, message = $4, spent_units = 0, ended_at_ms = $5 \
         WHERE user_id = $1 AND status = 'initiated' AND ($2 = '' OR id = $2)",
    )
    .bind(user_id)
    .bind(only.unwrap_or_default())
    .bind(reason.as_str())
    .bind(message)
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected())
}

/// Ends an order that was sent, once. What it has not cost is free again.
pub async fn end(
    tx: &mut Tx,
    id: &str,
    status: TradeStatus,
    bought: Bought,
    now_ms: i64,
) -> Result<bool, DbError> {
    let done = sqlx::query(
        "UPDATE trade_orders SET status = $2, bought_units = $3, spent_units = $4, ended_at_ms = $5 WHERE id = $1 AND status = 'sent'",
    )
    .bind(id)
    .bind(status.as_str())
    .bind(bought.quantity.units())
    .bind(bought.cost.units())
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}
