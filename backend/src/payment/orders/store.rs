//! Money on its way to a bank.

use crate::db::columns;
use crate::db::{DbError, Tx};
use domain_core::money::{Amount, Currency};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

/// A payout that the bank has been, or is about to be, asked for.
#[derive(Debug, Clone)]
pub struct PayoutRow {
    /// Ours; the bank is never asked for the same money under another one.
    pub reference: String,
    pub user_id: String,
    pub ledger_transfer_id: String,
    pub bank_code: String,
    pub bank_name: String,
    pub account_number: String,
    pub account_name: String,
    pub currency: Currency,
    pub amount: Amount,
    pub description: String,
    /// Of the call that asked for it, so that its stored answer can follow.
    pub route: String,
    pub idempotency_key: String,
    /// How often the reconcile job has asked.
    pub attempts: i64,
    pub created_at_ms: i64,
}

/// How a payout ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    Paid,
    Refused,
}

/// Writes an open payout. Until `due_at_ms` it belongs to whoever wrote it.
pub async fn insert(tx: &mut Tx, payout: &PayoutRow, due_at_ms: i64) -> Result<(), DbError> {
    sqlx::query(
        "INSERT INTO payouts (reference, user_id, ledger_transfer_id, bank_code, bank_name, account_number, account_name, \
         currency, amount_minor, description, state, route, idempotency_key, due_at_ms, created_at_ms) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'open', $11, $12, $13, $14)",
    )
    .bind(payout.reference.as_str())
    .bind(payout.user_id.as_str())
    .bind(payout.ledger_transfer_id.as_str())
    .bind(payout.bank_code.as_str())
    .bind(payout.bank_name.as_str())
    .bind(payout.account_number.as_str())
    .bind(payout.account_name.as_str())
    .bind(payout.currency.as_str())
    .bind(columns::minor(&payout.amount)?)
    .bind(payout.description.as_str())
    .bind(payout.route.as_str())
    .bind(payout.idempotency_key.as_str())
    .bind(due_at_ms)
    .bind(payout.created_at_ms)
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// The references of open payouts that are due, the longest waiting first.
pub async fn due(
    connection: &mut AnyConnection,
    now_ms: i64,
    most: i64,
) -> Result<Vec<String>, DbError> {
    let rows = sqlx::query("SELECT reference FROM payouts WHERE state = 'open' AND due_at_ms <= $1 ORDER BY due_at_ms, reference LIMIT $2")
        .bind(now_ms)
        .bind(most)
        .fetch_all(connection)
        .await?;
    rows.iter()
        .map(|row| Ok(row.try_get("reference")?))
        .collect()
}

/// Takes a due payout for oneself until `due_at_ms`; `None` when somebody else was faster.
pub async fn claim(
    tx: &mut Tx,
    reference: &str,
    now_ms: i64,
    due_at_ms: i64,
) -> Result<Option<PayoutRow>, DbError> {
    let row = sqlx::query(
        "UPDATE payouts SET due_at_ms = $3, attempts = attempts + 1 WHERE reference = $1 AND state = 'open' AND due_at_ms <= $2 \
         RETURNING reference, user_id, ledger_transfer_id, bank_code, bank_name, account_number, account_name, currency, \
         amount_minor, description, route, idempotency_key, attempts, created_at_ms",
    )
    .bind(reference)
    .bind(now_ms)
    .bind(due_at_ms)
    .fetch_optional(tx.connection())
    .await?;
    row.as_ref().map(read).transpose()
}

/// An open payout, whoever has it.
pub async fn open(
    connection: &mut AnyConnection,
    reference: &str,
) -> Result<Option<PayoutRow>, DbError> {
    let row = sqlx::query(
        "SELECT reference, user_id, ledger_transfer_id, bank_code, bank_name, account_number, account_name, currency, \
         amount_minor, description, route, idempotency_key, attempts, created_at_ms FROM payouts \
         WHERE reference = $1 AND state = 'open'",
    )
    .bind(reference)
    .fetch_optional(connection)
    .await?;
    row.as_ref().map(read).transpose()
}

/// Sets when the payout is next looked at.
pub async fn put_off(tx: &mut Tx, reference: &str, due_at_ms: i64) -> Result<(), DbError> {
    sqlx::query("UPDATE payouts SET due_at_ms = $2 WHERE reference = $1 AND state = 'open'")
        .bind(reference)
        .bind(due_at_ms)
        .execute(tx.connection())
        .await?;
    Ok(())
}

/// Ends an open payout; false when it had ended before.
pub async fn end(
    tx: &mut Tx,
    reference: &str,
    ending: Ending,
    now_ms: i64,
) -> Result<bool, DbError> {
    let state = match ending {
        Ending::Paid => "paid",
        Ending::Refused => "refused",
    };
    let done = sqlx::query(
        "UPDATE payouts SET state = $2, settled_at_ms = $3 WHERE reference = $1 AND state = 'open'",
    )
    .bind(reference)
    .bind(state)
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

fn read(row: &AnyRow) -> Result<PayoutRow, DbError> {
    let currency = columns::currency(row)?;
    Ok(PayoutRow {
        reference: row.try_get("reference")?,
        user_id: row.try_get("user_id")?,
        ledger_transfer_id: row.try_get("ledger_transfer_id")?,
        bank_code: row.try_get("bank_code")?,
        bank_name: row.try_get("bank_name")?,
        account_number: row.try_get("account_number")?,
        account_name: row.try_get("account_name")?,
        currency,
        amount: columns::amount(row, "amount_minor", currency)?,
        description: row.try_get("description")?,
        route: row.try_get("route")?,
        idempotency_key: row.try_get("idempotency_key")?,
        attempts: row.try_get("attempts")?,
        created_at_ms: row.try_get("created_at_ms")?,
    })
}
