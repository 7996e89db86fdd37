//! Receipt settings of users, and settled transactions whose receipts are not sent yet.

use super::statement::{self, TransactionRow};
use ground::db::{DbError, Tx};
use sqlx::{AnyConnection, Row};

/// Statements that delete rows two days after the instant in `$1`.
pub const SHORT_LIVED: [&str; 1] = ["DELETE FROM receipts_sent WHERE sent_at_ms < $1"];

/// A user's settings.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Preferences {
    pub account_name: String,
    pub by_email: bool,
    pub by_sms: bool,
}

/// A settled transaction whose receipt is due.
pub struct Due {
    pub row: TransactionRow,
    pub by_email: bool,
    pub by_sms: bool,
}

pub async fn preferences(
    connection: &mut AnyConnection,
    user_id: &str,
) -> Result<Preferences, DbError> {
    let row = sqlx::query(
        "SELECT account_name, email_since_ms, sms_since_ms FROM account_preferences WHERE user_id = $1",
    )
    .bind(user_id)
    .fetch_optional(connection)
    .await?;
    let Some(row) = row else {
        return Ok(Preferences::default());
    };
    let is_on = |column: &str| -> Result<bool, DbError> {
        Ok(row.try_get::<Option<i64>, _>(column)?.is_some())
    };
    Ok(Preferences {
        account_name: row.try_get("account_name")?,
        by_email: is_on("email_since_ms")?,
        by_sms: is_on("sms_since_ms")?,
    })
}

/// Saves a user's settings. A channel that was already on keeps its starting time.
pub async fn choose(
    tx: &mut Tx,
    user_id: &str,
    chosen: &Preferences,
    now_ms: i64,
) -> Result<(), DbError> {
    sqlx::query(
        "INSERT INTO account_preferences (user_id, account_name, email_since_ms, sms_since_ms) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (user_id) DO UPDATE SET account_name = excluded.account_name, \
         email_since_ms = CASE WHEN excluded.email_since_ms IS NULL THEN NULL \
         ELSE COALESCE(account_preferences.email_since_ms, excluded.email_since_ms) END, \
         sms_since_ms = CASE WHEN excluded.sms_since_ms IS NULL THEN NULL \
         ELSE COALESCE(account_preferences.sms_since_ms, excluded.sms_since_ms) END",
    )
    .bind(user_id)
    .bind(chosen.account_name.as_str())
    .bind(chosen.by_email.then_some(now_ms))
    .bind(chosen.by_sms.then_some(now_ms))
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// Due receipts, those of the longest settled transactions first. Triggers keep their rows, from the time at which a
/// transaction is settled; a prepaid meter is due only once its token has arrived.
///
/// # Errors
/// The database failed.
pub async fn due(connection: &mut AnyConnection, most: i64) -> Result<Vec<Due>, DbError> {
    let rows = sqlx::query(
        "SELECT w.*, CASE WHEN d.settled_at_ms >= p.email_since_ms THEN 1 ELSE 0 END AS by_email, \
         CASE WHEN d.settled_at_ms >= p.sms_since_ms THEN 1 ELSE 0 END AS by_sms \
         FROM (SELECT user_id, reference, settled_at_ms FROM receipts_due ORDER BY settled_at_ms LIMIT $1) d \
         JOIN wallet_transactions w ON w.user_id = d.user_id AND w.reference = d.reference \
         LEFT JOIN account_preferences p ON p.user_id = d.user_id ORDER BY d.settled_at_ms, w.id",
    )
    .bind(most)
    .fetch_all(connection)
    .await?;
    let mut due = Vec::with_capacity(rows.len());
    for row in &rows {
        due.push(Due {
            row: statement::read(row)?,
            by_email: row.try_get::<i64, _>("by_email")? != 0,
            by_sms: row.try_get::<i64, _>("by_sms")? != 0,
        });
    }
    Ok(due)
}

/// Takes a receipt off the list, and marks it as sent; false if another server has done so.
///
/// # Errors
/// The database failed.
pub async fn mark_sent(tx: &mut Tx, row: &TransactionRow, now_ms: i64) -> Result<bool, DbError> {
    drop_due(tx, row).await?;
    let done = sqlx::query(
        "INSERT INTO receipts_sent (user_id, reference, sent_at_ms) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
    )
    .bind(row.user_id.as_str())
    .bind(row.reference.as_str())
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Takes a receipt off the list.
///
/// # Errors
/// The database failed.
pub async fn drop_due(tx: &mut Tx, row: &TransactionRow) -> Result<(), DbError> {
    sqlx::query("DELETE FROM receipts_due WHERE user_id = $1 AND reference = $2")
        .bind(row.user_id.as_str())
        .bind(row.reference.as_str())
        .execute(tx.connection())
        .await?;
    Ok(())
}
