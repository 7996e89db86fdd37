//! The rows of `pins`.

use crate::db::{DbError, Tx};
use domain_core::identity::pin::PinStatus;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

pub struct PinRow {
    pub currency: String,
    pub status: PinStatus,
    pub pin_hash: Option<String>,
    pub failures: i64,
    pub locked_until_ms: Option<i64>,
}

pub async fn all(connection: &mut AnyConnection, user_id: &str) -> Result<Vec<PinRow>, DbError> {
    let rows = sqlx::query("SELECT * FROM pins WHERE user_id = $1")
        .bind(user_id)
        .fetch_all(connection)
        .await?;
    rows.iter().map(pin).collect()
}

/// Reads and locks the row until the transaction ends.
pub async fn lock(
    tx: &mut Tx,
    user_id: &str,
    currency: &str,
    now_ms: i64,
) -> Result<Option<PinRow>, DbError> {
    let row = sqlx::query(
        "UPDATE pins SET updated_at_ms = $3 WHERE user_id = $1 AND currency = $2 RETURNING *",
    )
    .bind(user_id)
    .bind(currency)
    .bind(now_ms)
    .fetch_optional(tx.connection())
    .await?;
    row.as_ref().map(pin).transpose()
}

pub async fn set_failures(
    tx: &mut Tx,
    user_id: &str,
    currency: &str,
    failures: i64,
    locked_until_ms: Option<i64>,
) -> Result<(), DbError> {
    sqlx::query(
        "UPDATE pins SET failures = $3, locked_until_ms = $4 WHERE user_id = $1 AND currency = $2",
    )
    .bind(user_id)
    .bind(currency)
    .bind(failures)
    .bind(locked_until_ms)
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// Whether the PIN is still the compared one; if so, clears its failed attempts and locks it until the transaction
/// ends.
pub async fn confirm(
    tx: &mut Tx,
    user_id: &str,
    currency: &str,
    compared_hash: &str,
) -> Result<bool, DbError> {
    let done = sqlx::query(
        "UPDATE pins SET failures = 0, locked_until_ms = NULL WHERE user_id = $1 AND currency = $2 AND pin_hash = $3",
    )
    .bind(user_id)
    .bind(currency)
    .bind(compared_hash)
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

/// A PIN to be written.
pub struct NewPin<'a> {
    pub status: PinStatus,
    pub hash: &'a str,
    /// The hash it replaces; blank if there is none.
    pub replaces: &'a str,
}

/// Whether the hash to be replaced was still there; if not, nothing was written.
pub async fn save(
    tx: &mut Tx,
    user_id: &str,
    currency: &str,
    new: &NewPin<'_>,
    now_ms: i64,
) -> Result<bool, DbError> {
    let done = sqlx::query(
        "INSERT INTO pins (user_id, currency, status, pin_hash, updated_at_ms) VALUES ($1, $2, $3, $4, $5) \
         ON CONFLICT (user_id, currency) DO UPDATE SET status = excluded.status, pin_hash = excluded.pin_hash, \
           failures = 0, locked_until_ms = NULL, updated_at_ms = excluded.updated_at_ms \
         WHERE COALESCE(pins.pin_hash, '') = $6",
    )
    .bind(user_id)
    .bind(currency)
    .bind(new.status.as_str())
    .bind(new.hash)
    .bind(now_ms)
    .bind(new.replaces)
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

fn pin(row: &AnyRow) -> Result<PinRow, DbError> {
    let status: String = row.try_get("status")?;
    Ok(PinRow {
        currency: row.try_get("currency")?,
        status: PinStatus::named(&status).unwrap_or(PinStatus::PinDefault),
        pin_hash: row.try_get("pin_hash")?,
        failures: row.try_get("failures")?,
        locked_until_ms: row.try_get("locked_until_ms")?,
    })
}

/// Removes the PIN, its failed attempts and its lock.
pub async fn reset(
    tx: &mut Tx,
    user_id: &str,
    currency: &str,
    status: PinStatus,
    now_ms: i64,
) -> Result<(), DbError> {
    sqlx::query(
        "UPDATE pins SET status = $3, pin_hash = NULL, failures = 0, locked_until_ms = NULL, updated_at_ms = $4 \
         WHERE user_id = $1 AND currency = $2",
    )
    .bind(user_id)
    .bind(currency)
    .bind(status.as_str())
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    Ok(())
}
