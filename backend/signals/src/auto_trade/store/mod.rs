//! The rows of `auto_trade` and `trade_signals`; `orders`: those of `trade_orders`.

mod orders;

pub use orders::{
    NewOrder, OrderRow, count_over, drop_unsent, end, insert, is_ordered, note_sent, order, page,
    reserved, spent,
};

use domain_core::money::{Amount, Currency, Figure};
use domain_core::signals::order::{ExactChange, TradeStrategy};
use ground::db::{DbError, Tx};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

/// A user's switch and caps.
#[derive(Debug, Clone, Copy, Default)]
pub struct Setting {
    pub is_on: bool,
    pub per_trade: Option<Amount>,
    pub per_day: Option<Amount>,
}

/// A new signal of a coin.
#[derive(Debug, Clone)]
pub struct Signal {
    pub id: String,
    pub coin: String,
    pub change: String,
    pub at_ms: i64,
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

/// Sets switch and caps; an omitted cap stays.
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

/// Adds a signal; false if it is stored already.
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

/// Users who have switched it on, have paid, and have an active strategy for the coin: those after one, in order.
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

/// A user's strategies for a coin, active ones first, then newest first. An unreadable figure matches nothing.
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
