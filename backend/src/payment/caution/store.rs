//! What left a wallet of late, and since when somebody has been paid.

use crate::db::DbError;
use crate::db::columns;
use crate::payment::caution::Recipient;
use domain_core::money::{Amount, Currency};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

/// Whose payments, in what, since when (not included).
#[derive(Debug, Clone, Copy)]
pub struct Payer<'a> {
    pub user_id: &'a str,
    pub currency: Currency,
    pub since_ms: i64,
}

/// What was sent by transfers and withdrawals, without charges. What is on its way counts; what came back does not.
pub async fn sum(connection: &mut AnyConnection, payer: Payer<'_>) -> Result<Amount, DbError> {
    let row = sqlx::query(
        "SELECT CAST(COALESCE(SUM(gross_minor), 0) AS BIGINT) AS sent_minor FROM wallet_transactions \
         WHERE user_id = $1 AND currency = $2 AND created_at_ms > $3 AND kind = 'DEBIT' AND status <> 'FAILED' \
         AND category IN ('withdraw', 'wallet-transfer')",
    )
    .bind(payer.user_id)
    .bind(payer.currency.as_str())
    .bind(payer.since_ms)
    .fetch_one(connection)
    .await?;
    sent(&row, payer.currency)
}

/// The same to one recipient.
pub async fn sum_to(
    connection: &mut AnyConnection,
    payer: Payer<'_>,
    recipient: Recipient<'_>,
) -> Result<Amount, DbError> {
    let asked = match recipient {
        Recipient::Bank {
            bank_code,
            account_number,
        } => sqlx::query(
            "SELECT CAST(COALESCE(SUM(amount_minor), 0) AS BIGINT) AS sent_minor FROM payouts \
             WHERE user_id = $1 AND currency = $2 AND created_at_ms > $3 AND state <> 'refused' \
             AND bank_code = $4 AND account_number = $5",
        )
        .bind(payer.user_id)
        .bind(payer.currency.as_str())
        .bind(payer.since_ms)
        .bind(bank_code)
        .bind(account_number),
        Recipient::Wallet { wallet_number } => sqlx::query(
            "SELECT CAST(COALESCE(SUM(gross_minor), 0) AS BIGINT) AS sent_minor FROM wallet_transactions \
             WHERE user_id = $1 AND currency = $2 AND created_at_ms > $3 AND kind = 'DEBIT' AND status <> 'FAILED' \
             AND category = 'wallet-transfer' AND counterparty_wallet_number = $4",
        )
        .bind(payer.user_id)
        .bind(payer.currency.as_str())
        .bind(payer.since_ms)
        .bind(wallet_number),
    };
    sent(&asked.fetch_one(connection).await?, payer.currency)
}

/// When a recipient was saved, or first paid.
pub async fn known_since_ms(
    connection: &mut AnyConnection,
    user_id: &str,
    recipient: Recipient<'_>,
) -> Result<Option<i64>, DbError> {
    let asked = match recipient {
        Recipient::Bank {
            bank_code,
            account_number,
        } => sqlx::query(
            "SELECT created_at_ms FROM beneficiaries WHERE user_id = $1 AND bank_code = $2 AND account_number = $3 \
             UNION ALL SELECT created_at_ms FROM payouts \
             WHERE user_id = $1 AND bank_code = $2 AND account_number = $3 AND state <> 'refused' \
             ORDER BY created_at_ms LIMIT 1",
        )
        .bind(user_id)
        .bind(bank_code)
        .bind(account_number),
        Recipient::Wallet { wallet_number } => sqlx::query(
            "SELECT created_at_ms FROM wallet_transactions WHERE user_id = $1 AND counterparty_wallet_number = $2 \
             AND kind = 'DEBIT' AND status <> 'FAILED' AND category = 'wallet-transfer' \
             ORDER BY created_at_ms LIMIT 1",
        )
        .bind(user_id)
        .bind(wallet_number),
    };
    let row = asked.fetch_optional(connection).await?;
    Ok(row.map(|row| row.try_get("created_at_ms")).transpose()?)
}

fn sent(row: &AnyRow, currency: Currency) -> Result<Amount, DbError> {
    columns::amount(row, "sent_minor", currency)
}
