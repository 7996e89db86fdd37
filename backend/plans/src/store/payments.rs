//! Payments for plans.

use domain_core::money::Amount;
use ground::db::{DbError, Tx, columns};

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
    /// For a loan's instalment: the interest contained in the amount.
    pub interest: Amount,
}

pub async fn insert(tx: &mut Tx, row: &PaymentRow<'_>, now_ms: i64) -> Result<(), DbError> {
    sqlx::query(
        "INSERT INTO plan_payments (id, transfer_id, subscription_id, member_id, instalment_id, payer_id, amount_minor, \
         interest_minor, paid_at_ms) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
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
    .execute(tx.connection())
    .await?;
    Ok(())
}
