//! Payments for plans.

use domain_core::money::{Amount, Currency};
use ground::db::{DbError, Tx, columns};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

/// A payment for a plan.
#[derive(Debug, Clone)]
pub struct PaymentRow<'a> {
    pub id: String,
    /// The ledger transfer.
    pub reference: &'a str,
    pub subscription_id: &'a str,
    pub member_id: Option<&'a str>,
    pub instalment_id: Option<&'a str>,
    pub payer_id: &'a str,
    pub amount: Amount,
    /// The amount that reached a pot in another currency.
    pub converted: Option<Amount>,
    /// For a loan's instalment: the interest contained in the amount.
    pub interest: Amount,
}

pub async fn insert(tx: &mut Tx, row: &PaymentRow<'_>, now_ms: i64) -> Result<(), DbError> {
    sqlx::query(
        "INSERT INTO plan_payments (id, transfer_id, subscription_id, member_id, instalment_id, payer_id, amount_minor, \
         interest_minor, paid_at_ms, pot_minor) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
    )
    .bind(row.id.as_str())
    .bind(row.reference)
    .bind(row.subscription_id)
    .bind(row.member_id)
    .bind(row.instalment_id)
    .bind(row.payer_id)
    .bind(columns::minor(&row.amount)?)
    .bind(columns::minor(&row.interest)?)
    .bind(now_ms)
    .bind(row.converted.as_ref().map(columns::minor).transpose()?)
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// A member's payments into the pot, with their times, oldest first.
pub async fn of_member(
    connection: &mut AnyConnection,
    member_id: &str,
    currency: Currency,
) -> Result<Vec<(Amount, i64)>, DbError> {
    let rows = sqlx::query(
        "SELECT amount_minor, paid_at_ms FROM plan_payments WHERE member_id = $1 ORDER BY paid_at_ms, id",
    )
    .bind(member_id)
    .fetch_all(connection)
    .await?;
    let read = |row: &AnyRow| -> Result<(Amount, i64), DbError> {
        Ok((
            columns::amount(row, "amount_minor", currency)?,
            row.try_get("paid_at_ms")?,
        ))
    };
    rows.iter().map(read).collect()
}
