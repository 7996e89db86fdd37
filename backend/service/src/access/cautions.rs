//! Recent security changes of an account: for a day, payments out of its wallets are limited. The limit is a rule
//! (`domain_core::wallet::caution`); this module stores the changes.

use domain_core::wallet::caution::Change;
use ground::db::{DbError, Tx};

/// Records a change. Returns whether it calls for caution: not if the user has never signed in, or first did so too
/// recently.
///
/// # Errors
/// The database failed.
pub async fn begin(
    tx: &mut Tx,
    user_id: &str,
    change: Change,
    now_ms: i64,
) -> Result<bool, DbError> {
    let done = sqlx::query(
        "INSERT INTO cautions (user_id, reason, since_ms) SELECT CAST($1 AS TEXT), CAST($2 AS TEXT), CAST($3 AS BIGINT) \
         WHERE EXISTS (SELECT 1 FROM sessions WHERE sessions.user_id = $1 AND sessions.started_at_ms <= $4) \
         ON CONFLICT (user_id, reason) DO UPDATE SET since_ms = excluded.since_ms",
    )
    .bind(user_id)
    .bind(change.as_str())
    .bind(now_ms)
    .bind(now_ms - change.least_age_ms())
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}
