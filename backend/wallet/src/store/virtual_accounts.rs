//! Virtual accounts: bank accounts whose credits belong to a wallet.

use domain_core::money::Currency;
use ground::db::DbError;
use ground::db::columns;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

/// A provider's bank account whose credits belong to a user's wallet.
#[derive(Debug, Clone)]
pub struct VirtualAccountRow {
    pub id: String,
    pub user_id: String,
    pub currency: Currency,
    pub account_number: String,
    pub bank_name: String,
    pub account_name: String,
    pub reference: String,
    pub routing_number: Option<String>,
    pub swift_code: Option<String>,
}

/// Stores an account, unless the user has one in that currency.
pub async fn insert(
    connection: &mut AnyConnection,
    account: &VirtualAccountRow,
    now_ms: i64,
) -> Result<(), DbError> {
    sqlx::query(
        "INSERT INTO virtual_accounts (id, user_id, currency, account_number, bank_name, account_name, reference, \
         routing_number, swift_code, created_at_ms) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) \
         ON CONFLICT (user_id, currency) DO NOTHING",
    )
    .bind(account.id.as_str())
    .bind(account.user_id.as_str())
    .bind(account.currency.as_str())
    .bind(account.account_number.as_str())
    .bind(account.bank_name.as_str())
    .bind(account.account_name.as_str())
    .bind(account.reference.as_str())
    .bind(account.routing_number.as_deref())
    .bind(account.swift_code.as_deref())
    .bind(now_ms)
    .execute(connection)
    .await?;
    Ok(())
}

/// A user's account in a currency.
pub async fn find(
    connection: &mut AnyConnection,
    user_id: &str,
    currency: Currency,
) -> Result<Option<VirtualAccountRow>, DbError> {
    let row = sqlx::query(
        "SELECT id, user_id, currency, account_number, bank_name, account_name, reference, routing_number, swift_code \
         FROM virtual_accounts WHERE user_id = $1 AND currency = $2",
    )
    .bind(user_id)
    .bind(currency.as_str())
    .fetch_optional(connection)
    .await?;
    row.as_ref().map(read).transpose()
}

/// A user's accounts.
pub async fn of_user(
    connection: &mut AnyConnection,
    user_id: &str,
) -> Result<Vec<VirtualAccountRow>, DbError> {
    let rows = sqlx::query(
        "SELECT id, user_id, currency, account_number, bank_name, account_name, reference, routing_number, swift_code \
         FROM virtual_accounts WHERE user_id = $1",
    )
    .bind(user_id)
    .fetch_all(connection)
    .await?;
    rows.iter().map(read).collect()
}

/// The account with a number.
pub async fn by_number(
    connection: &mut AnyConnection,
    account_number: &str,
) -> Result<Option<VirtualAccountRow>, DbError> {
    let row = sqlx::query(
        "SELECT id, user_id, currency, account_number, bank_name, account_name, reference, routing_number, swift_code \
         FROM virtual_accounts WHERE account_number = $1",
    )
    .bind(account_number)
    .fetch_optional(connection)
    .await?;
    row.as_ref().map(read).transpose()
}

fn read(row: &AnyRow) -> Result<VirtualAccountRow, DbError> {
    Ok(VirtualAccountRow {
        id: row.try_get("id")?,
        user_id: row.try_get("user_id")?,
        currency: columns::currency(row)?,
        account_number: row.try_get("account_number")?,
        bank_name: row.try_get("bank_name")?,
        account_name: row.try_get("account_name")?,
        reference: row.try_get("reference")?,
        routing_number: row.try_get("routing_number")?,
        swift_code: row.try_get("swift_code")?,
    })
}
