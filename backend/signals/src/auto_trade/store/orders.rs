//! The rows of `trade_orders`.

use super::Signal;
use domain_core::money::Figure;
use domain_core::signals::order::TradeReason;
use domain_core::signals::trade_status::TradeStatus;
use ground::db::{DbError, Tx, columns};
use providers::exchange_keys::Bought;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

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

/// An order or a refusal to store.
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

/// The cost of a day's orders, possible costs included.
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

/// The possible cost of open orders of any day.
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

/// The number of a user's sent orders that have ended: while it is unchanged, none has reduced the balance meanwhile.
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

/// A page of a user's orders, newest first, and their total number.
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

/// Records that an order is being sent; false if it was sent or dropped before.
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

/// Drops a user's unsent orders: all, or one.
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

/// Ends a sent order, once, and releases its unused limit.
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
