//! What people were shown before confirming.

use crate::db::DbError;
use crate::db::columns;
use domain_core::money::{Amount, Currency};
use sqlx::{AnyConnection, Row};

/// A quote as it was shown.
#[derive(Debug, Clone)]
pub struct QuoteRow {
    pub id: String,
    pub user_id: String,
    pub currency: Currency,
    pub amount: Amount,
    pub fee: Amount,
    pub total: Amount,
    /// What the payer's authorisation is bound to.
    pub payee: String,
    /// The whole answer, as JSON.
    pub document: String,
    pub expires_at_ms: i64,
}

/// Keeps a quote, and forgets those that ran out long ago.
pub async fn insert(
    connection: &mut AnyConnection,
    quote: &QuoteRow,
    forget_before_ms: i64,
) -> Result<(), DbError> {
    sqlx::query("DELETE FROM transfer_quotes WHERE expires_at_ms < $1")
        .bind(forget_before_ms)
        .execute(&mut *connection)
        .await?;
    sqlx::query(
        "INSERT INTO transfer_quotes (id, user_id, currency, amount_minor, fee_minor, total_minor, payee, document, expires_at_ms) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
    )
    .bind(quote.id.as_str())
    .bind(quote.user_id.as_str())
    .bind(quote.currency.as_str())
    .bind(columns::minor(&quote.amount)?)
    .bind(columns::minor(&quote.fee)?)
    .bind(columns::minor(&quote.total)?)
    .bind(quote.payee.as_str())
    .bind(quote.document.as_str())
    .bind(quote.expires_at_ms)
    .execute(connection)
    .await?;
    Ok(())
}

/// A person's own quote.
pub async fn find(
    connection: &mut AnyConnection,
    user_id: &str,
    id: &str,
) -> Result<Option<QuoteRow>, DbError> {
    let row = sqlx::query(
        "SELECT id, user_id, currency, amount_minor, fee_minor, total_minor, payee, document, expires_at_ms \
         FROM transfer_quotes WHERE user_id = $1 AND id = $2",
    )
    .bind(user_id)
    .bind(id)
    .fetch_optional(connection)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let currency = columns::currency(&row)?;
    Ok(Some(QuoteRow {
        id: row.try_get("id")?,
        user_id: row.try_get("user_id")?,
        currency,
        amount: columns::amount(&row, "amount_minor", currency)?,
        fee: columns::amount(&row, "fee_minor", currency)?,
        total: columns::amount(&row, "total_minor", currency)?,
        payee: row.try_get("payee")?,
        document: row.try_get("document")?,
        expires_at_ms: row.try_get("expires_at_ms")?,
    }))
}
