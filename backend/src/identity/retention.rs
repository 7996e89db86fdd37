//! What is not kept: rows that have served their purpose. The audit log is not among them.

use super::devices;
use crate::app::AppState;
use crate::error::ApiError;
use crate::queue;

const DAY_MS: i64 = 86_400_000;
/// Longer than the longest limit counts, which is a day.
const KEEP_MS: i64 = 2 * DAY_MS;

/// Removes codes, grants, tokens, messages, counters, unsent files and browsers that nobody can use any more. Answers how many rows
/// went.
///
/// # Errors
/// The database failed.
pub async fn sweep(app: &AppState) -> Result<u64, ApiError> {
    let before_ms = app.clock.now_ms() - KEEP_MS;
    // A cookie that has run out comes back no more.
    let browsers_before_ms = before_ms - devices::KEPT_SECONDS * 1_000;
    let mut gone = 0;
    let short_lived = [
        "DELETE FROM one_time_codes WHERE sent_at_ms < $1",
        "DELETE FROM code_targets WHERE asked_at_ms < $1",
        "DELETE FROM pin_grants WHERE expires_at_ms < $1",
        "DELETE FROM sign_ups WHERE created_at_ms < $1",
        "DELETE FROM exchange_codes WHERE expires_at_ms < $1",
        "DELETE FROM sandbox_google_codes WHERE expires_at_ms < $1",
        "DELETE FROM session_tokens WHERE expires_at_ms < $1",
        "DELETE FROM login_failures WHERE last_at_ms < $1",
        "DELETE FROM chat_attachments WHERE message_id IS NULL AND created_at_ms < $1",
        "DELETE FROM rate_limits WHERE window_start_at_ms < $1",
    ];
    let browsers = "DELETE FROM person_browsers WHERE first_seen_at_ms < $1";
    let all = short_lived.map(|statement| (statement, before_ms));
    for (statement, before_ms) in all.into_iter().chain([(browsers, browsers_before_ms)]) {
        // One short transaction each: payments do not wait for the broom.
        let mut tx = app.db.begin().await?;
        gone += sqlx::query(statement)
            .bind(before_ms)
            .execute(tx.connection())
            .await?
            .rows_affected();
        tx.commit().await?;
    }
    let mut tx = app.db.begin().await?;
    gone += queue::remove_expired(&mut tx, before_ms).await?;
    tx.commit().await?;
    Ok(gone)
}
