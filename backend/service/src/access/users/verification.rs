//! The verification of addresses, in the rows of `person_settings`.

use domain_core::calendar::Date;
use ground::db::{DbError, Tx};
use sqlx::{AnyConnection, Row};

/// The state of the address verification: when it was completed, or the day until which it is pending.
pub async fn set_address_verification(
    tx: &mut Tx,
    user_id: &str,
    verified_at_ms: Option<i64>,
    pending_until: Option<&str>,
    now_ms: i64,
) -> Result<(), DbError> {
    sqlx::query(
        "INSERT INTO person_settings (user_id, address_verified_at_ms, address_pending_until, updated_at_ms) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (user_id) DO UPDATE SET address_verified_at_ms = excluded.address_verified_at_ms, \
         address_pending_until = excluded.address_pending_until, updated_at_ms = excluded.updated_at_ms",
    )
    .bind(user_id)
    .bind(verified_at_ms)
    .bind(pending_until)
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// Completes a due verification: the address is verified. False if the address has changed since, or the verification
/// has ended.
pub async fn end_address_verification(
    tx: &mut Tx,
    user_id: &str,
    today: Date,
    now_ms: i64,
) -> Result<bool, DbError> {
    let done = sqlx::query(
        "UPDATE person_settings SET address_verified_at_ms = $3, address_pending_until = NULL, updated_at_ms = $3 \
         WHERE user_id = $1 AND address_pending_until <= $2 AND address_verified_at_ms IS NULL",
    )
    .bind(user_id)
    .bind(today.text())
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Users whose address verification is due.
pub async fn address_verifications_due(
    connection: &mut AnyConnection,
    today: Date,
) -> Result<Vec<String>, DbError> {
    let rows = sqlx::query(
        "SELECT user_id FROM person_settings WHERE address_pending_until <= $1 AND address_verified_at_ms IS NULL LIMIT 100",
    )
    .bind(today.text())
    .fetch_all(connection)
    .await?;
    rows.iter().map(|row| Ok(row.try_get("user_id")?)).collect()
}
