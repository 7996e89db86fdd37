//! Posted entries of an account in a period, and its balances around them.

use ground::db::DbError;
use sqlx::{AnyConnection, Row};
use std::collections::BTreeMap;

/// The entries of a period.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BookedEntries {
    /// The sum of all entries before the period.
    pub opening_minor: i64,
    /// The account's balance, less all entries after the period.
    pub closing_minor: i64,
    /// The amount of each transfer in the period.
    pub amounts: BTreeMap<String, i64>,
}

/// The entries of an account that were posted in a period, at most so many, and the balances around them; `None` if
/// there is no such account.
///
/// # Errors
/// The database failed.
pub async fn booked(
    connection: &mut AnyConnection,
    account_id: &str,
    start_ms: i64,
    end_ms: i64,
    most: i64,
) -> Result<Option<BookedEntries>, DbError> {
    let Some(balance) = super::balance(connection, account_id).await? else {
        return Ok(None);
    };
    let around = sqlx::query(
        "SELECT CAST(COALESCE(SUM(CASE WHEN t.settled_at_ms < $2 THEN e.amount_minor ELSE 0 END), 0) AS BIGINT) AS before_minor, \
         CAST(COALESCE(SUM(CASE WHEN t.settled_at_ms >= $3 THEN e.amount_minor ELSE 0 END), 0) AS BIGINT) AS after_minor \
         FROM ledger_entries e JOIN ledger_transfers t ON t.id = e.transfer_id WHERE e.account_id = $1 AND t.state = 'posted'",
    )
    .bind(account_id)
    .bind(start_ms)
    .bind(end_ms)
    .fetch_one(&mut *connection)
    .await?;
    let rows = sqlx::query(
        "SELECT e.transfer_id, e.amount_minor FROM ledger_entries e JOIN ledger_transfers t ON t.id = e.transfer_id \
         WHERE e.account_id = $1 AND t.state = 'posted' AND t.settled_at_ms >= $2 AND t.settled_at_ms < $3 LIMIT $4",
    )
    .bind(account_id)
    .bind(start_ms)
    .bind(end_ms)
    .bind(most)
    .fetch_all(connection)
    .await?;
    let mut amounts = BTreeMap::new();
    for row in &rows {
        amounts.insert(row.try_get("transfer_id")?, row.try_get("amount_minor")?);
    }
    let after_minor: i64 = around.try_get("after_minor")?;
    Ok(Some(BookedEntries {
        opening_minor: around.try_get("before_minor")?,
        closing_minor: balance.settled_minor.saturating_sub(after_minor),
        amounts,
    }))
}
