//! Credits reported by banks, each stored once.

use domain_core::money::{Amount, Currency};
use ground::db::columns;
use ground::db::{DbError, Tx};
use sqlx::{AnyConnection, Row};

/// A booked credit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CreditRow {
    pub provider_reference: String,
    pub account_number: String,
    pub currency: Currency,
    pub amount: Amount,
    pub user_id: String,
    /// The reference of its transaction.
    pub reference: String,
}

/// Stores a credit. Returns whether it was new.
pub async fn insert(tx: &mut Tx, credit: &CreditRow, now_ms: i64) -> Result<bool, DbError> {
    let done = sqlx::query(
        "INSERT INTO bank_credits (provider_reference, account_number, currency, amount_minor, user_id, reference, received_at_ms) \
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (provider_reference) DO NOTHING",
    )
    .bind(credit.provider_reference.as_str())
    .bind(credit.account_number.as_str())
    .bind(credit.currency.as_str())
    .bind(columns::minor(&credit.amount)?)
    .bind(credit.user_id.as_str())
    .bind(credit.reference.as_str())
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

pub async fn find(
    connection: &mut AnyConnection,
    provider_reference: &str,
) -> Result<Option<CreditRow>, DbError> {
    let row = sqlx::query(
        "SELECT provider_reference, account_number, currency, amount_minor, user_id, reference FROM bank_credits \
         WHERE provider_reference = $1",
    )
    .bind(provider_reference)
    .fetch_optional(connection)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let currency = columns::currency(&row)?;
    Ok(Some(CreditRow {
        provider_reference: row.try_get("provider_reference")?,
        account_number: row.try_get("account_number")?,
        currency,
        amount: columns::amount(&row, "amount_minor", currency)?,
        user_id: row.try_get("user_id")?,
        reference: row.try_get("reference")?,
    }))
}
