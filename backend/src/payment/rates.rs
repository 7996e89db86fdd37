//! Exchange rates.

use crate::db::DbError;
use crate::db::columns;
use columns::corrupt;
use domain_core::money::{Currency, Rate, Rates};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

/// The current rates.
pub async fn all(connection: &mut AnyConnection) -> Result<Rates, DbError> {
    let rows = sqlx::query("SELECT currency, sell_rate, buy_rate FROM rates ORDER BY currency")
        .fetch_all(connection)
        .await?;
    read(&rows)
}

/// The rates in rows with the columns `currency`, `sell_rate` and `buy_rate`, one for each currency.
pub(super) fn read(rows: &[AnyRow]) -> Result<Rates, DbError> {
    let mut rates = Rates::default();
    for row in rows {
        let rate = |column: &'static str| -> Result<Rate, DbError> {
            let text: String = row.try_get(column)?;
            Rate::parse(&text).ok_or_else(|| corrupt(column))
        };
        rates = rates.with(
            columns::currency(row)?,
            rate("sell_rate")?,
            Some(rate("buy_rate")?),
        );
    }
    Ok(rates)
}

/// Sets a currency's rates.
pub async fn set(
    connection: &mut AnyConnection,
    currency: Currency,
    sell: Rate,
    buy: Rate,
    now_ms: i64,
) -> Result<(), DbError> {
    sqlx::query(
        "INSERT INTO rates (currency, sell_rate, buy_rate, updated_at_ms) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (currency) DO UPDATE SET sell_rate = excluded.sell_rate, buy_rate = excluded.buy_rate, \
         updated_at_ms = excluded.updated_at_ms",
    )
    .bind(currency.as_str())
    .bind(sell.to_string())
    .bind(buy.to_string())
    .bind(now_ms)
    .execute(connection)
    .await?;
    Ok(())
}
