//! Whether an account is closed.

use ground::db::{DbError, Tx};

/// Whether the account is open; locks the user until the transaction ends.
pub async fn hold_open(tx: &mut Tx, user_id: &str) -> Result<bool, DbError> {
    let done =
        sqlx::query("UPDATE users SET closed_at_ms = NULL WHERE id = $1 AND closed_at_ms IS NULL")
            .bind(user_id)
            .execute(tx.connection())
            .await?;
    Ok(done.rows_affected() == 1)
}

/// Closes an account; false if it was closed before.
pub async fn close(tx: &mut Tx, user_id: &str, now_ms: i64) -> Result<bool, DbError> {
    let done =
        sqlx::query("UPDATE users SET closed_at_ms = $2 WHERE id = $1 AND closed_at_ms IS NULL")
            .bind(user_id)
            .bind(now_ms)
            .execute(tx.connection())
            .await?;
    Ok(done.rows_affected() == 1)
}

/// Opens a closed account again; false if it is open.
pub async fn reopen(tx: &mut Tx, user_id: &str) -> Result<bool, DbError> {
    let done = sqlx::query(
        "UPDATE users SET closed_at_ms = NULL WHERE id = $1 AND closed_at_ms IS NOT NULL",
    )
    .bind(user_id)
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}
