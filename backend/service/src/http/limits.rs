//! Rate limits. Those that protect accounts and providers are counted in the database and shared by all servers; the
//! general one is counted in each process, where it costs no write (`server::rate_limits`).
//!
//! An IPv6 address counts as its /64 network, which is one phone or home. A subscriber may own a /48, so each /48 has a
//! limit too, high enough for several neighbours.

use crate::app::AppState;
use ground::db::Tx;
use ground::error::ApiError;
use ground::limit::{DAY_SECONDS, Limit, MINUTE_SECONDS, around};
use sqlx::{AnyConnection, Row};

pub const LOOKUPS_A_MINUTE: Limit = Limit {
    name: "lookups-minute",
    most: 20,
    window_seconds: MINUTE_SECONDS,
};
pub const LOOKUPS_A_DAY: Limit = Limit {
    name: "lookups-day",
    most: 200,
    window_seconds: DAY_SECONDS,
};

/// Counts a call in its own transaction, so that refused calls count too.
///
/// # Errors
/// 429 above the limit.
pub async fn count(app: &AppState, limit: Limit, subject: &str) -> Result<(), ApiError> {
    if app.config.rate_limit_factor == 0 {
        return Ok(());
    }
    let mut tx = app.db.begin().await?;
    let judgement = count_around(&mut tx, app, limit, subject).await?;
    tx.commit().await?;
    judgement
}

/// Counts a call in the caller's transaction: it counts only if that commits.
///
/// # Errors
/// 429 above the limit.
pub async fn count_in(
    tx: &mut Tx,
    app: &AppState,
    limit: Limit,
    subject: &str,
) -> Result<(), ApiError> {
    if app.config.rate_limit_factor == 0 {
        return Ok(());
    }
    count_around(tx, app, limit, subject).await?
}

/// Counts a call. The outer error is a database failure, the inner one a call above the limit.
async fn count_around(
    tx: &mut Tx,
    app: &AppState,
    limit: Limit,
    subject: &str,
) -> Result<Result<(), ApiError>, ApiError> {
    let hits = hit(tx.connection(), app, limit, subject).await?;
    let mut judgement = check(app, limit, hits);
    if let Some((limit, network)) = around(limit, subject) {
        let hits = hit(tx.connection(), app, limit, &network).await?;
        judgement = judgement.and(check(app, limit, hits));
    }
    Ok(judgement)
}

async fn hit(
    connection: &mut AnyConnection,
    app: &AppState,
    limit: Limit,
    subject: &str,
) -> Result<i64, ApiError> {
    let window_ms = limit.window_seconds * 1_000;
    let window_start_ms = app.clock.now_ms() / window_ms * window_ms;
    let row = sqlx::query(
        "INSERT INTO rate_limits (name, subject, window_start_at_ms, hits) VALUES ($1, $2, $3, 1) \
         ON CONFLICT (name, subject) DO UPDATE SET \
           hits = CASE WHEN rate_limits.window_start_at_ms = excluded.window_start_at_ms THEN rate_limits.hits + 1 ELSE 1 END, \
           window_start_at_ms = excluded.window_start_at_ms \
         RETURNING hits",
    )
    .bind(limit.name)
    .bind(subject)
    .bind(window_start_ms)
    .fetch_one(connection)
    .await?;
    Ok(row.try_get("hits")?)
}

/// Checks a number that is counted elsewhere against a limit.
///
/// # Errors
/// 429 above the limit.
pub fn check(app: &AppState, limit: Limit, hits: i64) -> Result<(), ApiError> {
    let most = limit
        .most
        .saturating_mul(i64::from(app.config.rate_limit_factor));
    if app.config.rate_limit_factor > 0 && hits > most {
        Err(ApiError::too_many(seconds_left(app.clock.now_ms(), limit)))
    } else {
        Ok(())
    }
}

const fn seconds_left(now_ms: i64, limit: Limit) -> i64 {
    limit.window_seconds - now_ms / 1_000 % limit.window_seconds
}
