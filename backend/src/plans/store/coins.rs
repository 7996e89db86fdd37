//! The rows of sets of coins.

use super::status;
use crate::db::{DbError, columns};
use domain_core::money::{Amount, Currency};
use domain_core::status::Status;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

/// A coin of a set.
#[derive(Debug, Clone)]
pub struct CoinRow {
    pub name: String,
    pub coin: String,
    pub amount: Amount,
    pub status: Status,
    /// Quantities and prices are decimal text.
    pub amount_bought: Option<String>,
    pub price_bought: Option<String>,
    pub amount_sold: Option<String>,
    pub price_sold: Option<String>,
}

/// The coins of a set, in its order.
pub async fn of(
    connection: &mut AnyConnection,
    subscription_id: &str,
    currency: Currency,
) -> Result<Vec<CoinRow>, DbError> {
    let rows = sqlx::query(
        "SELECT name, coin, amount_minor, status, amount_bought, price_bought, amount_sold, price_sold FROM plan_coins \
         WHERE subscription_id = $1 ORDER BY position",
    )
    .bind(subscription_id)
    .fetch_all(connection)
    .await?;
    rows.iter().map(|row| read(row, currency)).collect()
}

fn read(row: &AnyRow, currency: Currency) -> Result<CoinRow, DbError> {
    Ok(CoinRow {
        name: row.try_get("name")?,
        coin: row.try_get("coin")?,
        amount: columns::amount(row, "amount_minor", currency)?,
        status: status(row)?,
        amount_bought: row.try_get("amount_bought")?,
        price_bought: row.try_get("price_bought")?,
        amount_sold: row.try_get("amount_sold")?,
        price_sold: row.try_get("price_sold")?,
    })
}
