//! The rows of `pins`.

use domain_core::identity::pin::PinStatus;
use ground::db::{Column, DbError, Tx, Write, Writes};
use serde_json::json;
use service::access::Session;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

pub struct PinRow {
    pub currency: String,
    pub status: PinStatus,
    pub pin_hash: Option<String>,
    /// Whether it is the naira PIN.
    pub shared: bool,
    /// Incremented whenever the PIN is set or removed: an unchanged count means an unchanged PIN.
    pub times_set: i64,
    /// Wrong entries in this currency since the last correct one.
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

/// A correctly entered PIN.
pub struct ComparedPin<'a> {
    pub times_set: i64,
    pub hash: &'a str,
    /// The hash to store; equal to the compared one if it is current.
    pub renewed_hash: &'a str,
}

/// Whether the PIN is still the compared one; if so, clears its failures and locks it until the transaction ends. The
/// hash alone does not decide: a concurrent correct entry may have rehashed it.
pub async fn confirm(
    tx: &mut Tx,
    user_id: &str,
    currency: &str,
    compared: &ComparedPin<'_>,
) -> Result<bool, DbError> {
    let done = sqlx::query(
        "UPDATE pins SET failures = 0, locked_until_ms = NULL, pin_hash = CASE WHEN pin_hash = $4 THEN $5 ELSE pin_hash END \
         WHERE user_id = $1 AND currency = $2 AND times_set = $3 AND pin_hash IS NOT NULL",
    )
    .bind(user_id)
    .bind(currency)
    .bind(compared.times_set)
    .bind(compared.hash)
    .bind(compared.renewed_hash)
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

/// The conditions on the user's other PINs are of the moment at which the statement began; those on this one hold when it
/// is written.
static CONFIRM: Write = Write {
    name: "the PIN",
    columns: &[
        ("user_id", Column::Text),
        ("currency", Column::Text),
        ("times_set", Column::Whole),
        ("hash", Column::Text),
        ("renewed_hash", Column::Text),
        ("session_id", Column::Text),
        ("now_ms", Column::Whole),
    ],
    statement: "UPDATE pins SET failures = 0, locked_until_ms = NULL, \
        pin_hash = CASE WHEN pins.pin_hash = rows.hash THEN rows.renewed_hash ELSE pins.pin_hash END FROM rows \
        WHERE pins.user_id = rows.user_id AND pins.currency = rows.currency AND pins.times_set = rows.times_set \
        AND pins.pin_hash IS NOT NULL AND COALESCE(pins.locked_until_ms, 0) <= rows.now_ms \
        AND NOT EXISTS (SELECT 1 FROM pins other WHERE other.user_id = rows.user_id AND other.locked_until_ms > rows.now_ms) \
        AND EXISTS (SELECT 1 FROM sessions WHERE sessions.id = rows.session_id AND sessions.ended_at_ms IS NULL)",
};

/// Adds what [`confirm`] does to other writes, and that neither a PIN of the user is locked nor the session has ended.
pub fn confirm_in(
    writes: &mut Writes,
    session: &Session,
    currency: &str,
    compared: &ComparedPin<'_>,
    now_ms: i64,
) {
    let row = json!({
        "user_id": session.user_id,
        "currency": currency,
        "times_set": compared.times_set,
        "hash": compared.hash,
        "renewed_hash": compared.renewed_hash,
        "session_id": session.id,
        "now_ms": now_ms,
    });
    writes.add(&CONFIRM, row);
}

/// The number of PINs not hashed with the secret of this identifier.
pub async fn hashed_otherwise(
    connection: &mut AnyConnection,
    key_id: &str,
) -> Result<i64, DbError> {
    let row = sqlx::query("SELECT COUNT(*) AS others FROM pins WHERE pin_hash NOT LIKE $1 || '$%'")
        .bind(key_id)
        .fetch_one(connection)
        .await?;
    Ok(row.try_get("others")?)
}

/// A PIN to be stored.
pub struct NewPin<'a> {
    pub status: PinStatus,
    pub hash: &'a str,
    /// The hash it replaces; blank for the first PIN.
    pub replaces: &'a str,
    pub shared: bool,
}

/// Stores a PIN; false, without a change, if the hash to be replaced is gone.
pub async fn save(
    tx: &mut Tx,
    user_id: &str,
    currency: &str,
    new: &NewPin<'_>,
    now_ms: i64,
) -> Result<bool, DbError> {
    let done = sqlx::query(
        "INSERT INTO pins (user_id, currency, status, pin_hash, updated_at_ms, shared) VALUES ($1, $2, $3, $4, $5, $7) \
         ON CONFLICT (user_id, currency) DO UPDATE SET status = excluded.status, pin_hash = excluded.pin_hash, shared = excluded.shared, \
           times_set = pins.times_set + 1, failures = 0, locked_until_ms = NULL, updated_at_ms = excluded.updated_at_ms \
         WHERE COALESCE(pins.pin_hash, '') = $6",
    )
    .bind(user_id)
    .bind(currency)
    .bind(new.status.as_str())
    .bind(new.hash)
    .bind(now_ms)
    .bind(new.replaces)
    .bind(i64::from(new.shared))
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

fn pin(row: &AnyRow) -> Result<PinRow, DbError> {
    let status: String = row.try_get("status")?;
    let shared: i64 = row.try_get("shared")?;
    Ok(PinRow {
        currency: row.try_get("currency")?,
        status: PinStatus::named(&status).unwrap_or(PinStatus::PinDefault),
        pin_hash: row.try_get("pin_hash")?,
        shared: shared != 0,
        times_set: row.try_get("times_set")?,
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
        "UPDATE pins SET status = $3, pin_hash = NULL, times_set = times_set + 1, failures = 0, locked_until_ms = NULL, \
         shared = 0, updated_at_ms = $4 \
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
