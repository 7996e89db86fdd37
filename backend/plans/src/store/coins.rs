//! The rows of sets of coins.

use domain_core::money::{Amount, Currency};
use domain_core::plans::coins::CoinStatus;
use ground::db::{DbError, columns};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

/// A coin of a set.
#[derive(Debug, Clone)]
pub struct CoinRow {
    pub name: String,
    pub coin: String,
    pub amount: Amount,
    pub status: CoinStatus,
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

/// The state of a coin's row.
pub(super) fn coin_status(row: &AnyRow) -> Result<CoinStatus, DbError> {
    let text: String = row.try_get("status")?;
    CoinStatus::named(&text).ok_or_else(|| columns::corrupt("status"))
}

fn read(row: &AnyRow, currency: Currency) -> Result<CoinRow, DbError> {
    Ok(CoinRow {
        name: row.try_get("name")?,
        coin: row.try_get("coin")?,
        amount: columns::amount(row, "amount_minor", currency)?,
        status: coin_status(row)?,
        amount_bought: row.try_get("amount_bought")?,
        price_bought: row.try_get("price_bought")?,
        amount_sold: row.try_get("amount_sold")?,
        price_sold: row.try_get("price_sold")?,
    })
}
