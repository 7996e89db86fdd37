//! What is not kept: rows that have served their purpose. The audit log is not among them.

use crate::app::AppState;
use crate::error::ApiError;

const DAY_MS: i64 = 86_400_000;
/// Longer than the longest limit counts, which is a day.
const KEEP_MS: i64 = 2 * DAY_MS;

/// Removes codes, grants, tokens, messages, counters and unsent files that nobody can use any more. Answers how many rows
/// went.
///
/// # Errors
/// The database failed.
pub async fn sweep(app: &AppState) -> Result<u64, ApiError> {
    let before_ms = app.clock.now_ms() - KEEP_MS;
    let mut gone = 0;
    for statement in [
        "DELETE FROM one_time_codes WHERE sent_at_ms < $1",
        "DELETE FROM code_targets WHERE asked_at_ms < $1",
        "DELETE FROM pin_grants WHERE expires_at_ms < $1",
        "DELETE FROM sign_ups WHERE created_at_ms < $1",
        "DELETE FROM exchange_codes WHERE expires_at_ms < $1",
        "DELETE FROM sandbox_google_codes WHERE expires_at_ms < $1",
        "DELETE FROM session_tokens WHERE expires_at_ms < $1",
        "DELETE FROM login_failures WHERE last_at_ms < $1",
        "DELETE FROM outgoing_messages WHERE expires_at_ms < $1",
        "DELETE FROM chat_attachments WHERE message_id IS NULL AND created_at_ms < $1",
        "DELETE FROM rate_limits WHERE window_start_at_ms < $1",
    ] {
        // One short transaction each: payments do not wait for the broom.
        let mut tx = app.db.begin().await?;
        gone += sqlx::query(statement)
            .bind(before_ms)
            .execute(tx.connection())
            .await?
            .rows_affected();
        tx.commit().await?;
    }
    Ok(gone)
}
