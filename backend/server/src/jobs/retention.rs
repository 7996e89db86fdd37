//! Deletes rows that have served their purpose. The audit log is kept.

use domain_core::identity::passkey::LIMIT_IS_FOR_MS;
use ground::error::ApiError;
use ground::queue;
use identity::devices;
use service::access;
use service::app::AppState;
use service::http;
use service::inbox;
use service::push;
use signals::auto_trade;
use signals::predictions::outcomes;

const DAY_MS: i64 = 24 * 3_600_000;
/// Longer than the longest rate limit window, which is a day.
const KEEP_MS: i64 = 2 * DAY_MS;

/// Deletes expired codes, grants, tokens, messages, counters, unsent files and browsers. Returns the number of rows.
///
/// # Errors
/// The database failed.
pub async fn sweep(app: &AppState) -> Result<u64, ApiError> {
    let before_ms = app.clock.now_ms() - KEEP_MS;
    // A browser does not send back an expired cookie.
    let browsers_before_ms = before_ms - devices::KEPT_SECONDS * 1_000;
    let mut gone = 0;
    let short_lived = [
        &access::SHORT_LIVED[..],
        &identity::SHORT_LIVED,
        &community::SHORT_LIVED,
        &bills::SHORT_LIVED,
        &wallet::statements::SHORT_LIVED,
        &money::receipts::SHORT_LIVED,
        &providers::SHORT_LIVED,
        &push::telegram::SHORT_LIVED,
        &http::SHORT_LIVED,
        &auto_trade::SHORT_LIVED,
    ]
    .concat();
    let browsers = (devices::FORGET, browsers_before_ms);
    // Grants by passkey count against its limit.
    let grants = (money::SPENT, app.clock.now_ms() - LIMIT_IS_FOR_MS);
    let notices = (inbox::OLD, app.clock.now_ms() - inbox::KEPT_MS);
    let all = short_lived
        .into_iter()
        .map(|statement| (statement, before_ms));
    let refusals_before_ms = app.clock.now_ms() - auto_trade::REFUSALS_KEPT_MS;
    let refusals = (auto_trade::OLD_REFUSALS, refusals_before_ms);
    let outcomes_before_ms = app.clock.now_ms() - outcomes::KEPT_MS;
    let outcomes = (outcomes::OLD, outcomes_before_ms);
    for (statement, before_ms) in all.chain([browsers, grants, notices, refusals, outcomes]) {
        // One transaction per statement, so payments are not blocked.
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
