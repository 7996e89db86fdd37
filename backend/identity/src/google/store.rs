//! The rows of `google_accounts` and `exchange_codes`.

use ground::db::{DbError, Tx};
use sqlx::{AnyConnection, Row};

/// A code that can be exchanged for a session.
pub struct ExchangeCode<'a> {
    pub code_hash: &'a str,
    pub browser_hash: &'a str,
    pub user_id: &'a str,
}

/// The user linked to a Google subject.
pub async fn linked(
    connection: &mut AnyConnection,
    tenant_id: &str,
    subject: &str,
) -> Result<Option<String>, DbError> {
    let row =
        sqlx::query("SELECT user_id FROM google_accounts WHERE tenant_id = $1 AND subject = $2")
            .bind(tenant_id)
            .bind(subject)
            .fetch_optional(connection)
            .await?;
    Ok(row.map(|row| row.try_get("user_id")).transpose()?)
}

/// Links them; false, without a change, if either is already linked.
pub async fn link(
    tx: &mut Tx,
    tenant_id: &str,
    subject: &str,
    user_id: &str,
    now_ms: i64,
) -> Result<bool, DbError> {
    let done = sqlx::query(
        "INSERT INTO google_accounts (tenant_id, subject, user_id, linked_at_ms) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
    )
    .bind(tenant_id)
    .bind(subject)
    .bind(user_id)
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

pub async fn insert_exchange_code(
    tx: &mut Tx,
    code: &ExchangeCode<'_>,
    expires_at_ms: i64,
) -> Result<(), DbError> {
    sqlx::query("INSERT INTO exchange_codes (code_hash, browser_hash, user_id, expires_at_ms) VALUES ($1, $2, $3, $4)")
        .bind(code.code_hash)
        .bind(code.browser_hash)
        .bind(code.user_id)
        .bind(expires_at_ms)
        .execute(tx.connection())
        .await?;
    Ok(())
}

/// Takes the code, if it is valid for this browser: it can be read only once.
pub async fn take_exchange_code(
    tx: &mut Tx,
    code_hash: &str,
    browser_hash: &str,
    now_ms: i64,
) -> Result<Option<String>, DbError> {
    let row = sqlx::query(
        "DELETE FROM exchange_codes WHERE code_hash = $1 AND browser_hash = $2 AND expires_at_ms > $3 RETURNING user_id",
    )
    .bind(code_hash)
    .bind(browser_hash)
    .bind(now_ms)
    .fetch_optional(tx.connection())
    .await?;
    Ok(row.map(|row| row.try_get("user_id")).transpose()?)
}
