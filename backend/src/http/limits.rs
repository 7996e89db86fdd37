//! Rate limits. Those that protect accounts and providers are counted in the database and shared by all servers; the
//! general one is counted in each process, where it costs no write (`server::rate_limits`).
//!
//! An IPv6 address counts as its /64 network, which is one phone or home. A subscriber may own a /48, so each /48 has a
//! limit too, high enough for several neighbours.

use crate::app::AppState;
use crate::db::Tx;
use crate::error::ApiError;
use crate::limit::{DAY_SECONDS, HOUR_SECONDS, Limit, MINUTE_SECONDS, around};
use sqlx::{AnyConnection, Row};

pub const LOGIN_BY_ACCOUNT: Limit = Limit {
    name: "login-account",
    most: 5,
    window_seconds: MINUTE_SECONDS,
};
pub const LOGIN_BY_ADDRESS: Limit = Limit {
    name: "login-address",
    most: 30,
    window_seconds: MINUTE_SECONDS,
};
pub const REGISTER_BY_ADDRESS: Limit = Limit {
    name: "register-address",
    most: 30,
    window_seconds: MINUTE_SECONDS,
};
pub const ELSEWHERE_BY_ADDRESS: Limit = Limit {
    name: "elsewhere-address",
    most: 30,
    window_seconds: MINUTE_SECONDS,
};
pub const CODES_BY_ADDRESS: Limit = Limit {
    name: "codes-address",
    most: 30,
    window_seconds: MINUTE_SECONDS,
};
pub const TEXTS_AN_HOUR: Limit = Limit {
    name: "texts-hour",
    most: 5,
    window_seconds: HOUR_SECONDS,
};
pub const TEXTS_A_DAY: Limit = Limit {
    name: "texts-day",
    most: 10,
    window_seconds: DAY_SECONDS,
};
pub const NUMBER_LOOKUPS: Limit = Limit {
    name: "number-lookups",
    most: 10,
    window_seconds: DAY_SECONDS,
};
pub const ACCOUNTS_OPENED: Limit = Limit {
    name: "accounts-opened",
    most: 60,
    window_seconds: HOUR_SECONDS,
};
/// Codes to people who are to join a group: strangers could be written to by it.
pub const FRIENDS_INVITED: Limit = Limit {
    name: "friends-invited",
    most: 20,
    window_seconds: DAY_SECONDS,
};
pub const PHONE_CODES: Limit = Limit {
    name: "phone-codes",
    most: 5,
    window_seconds: HOUR_SECONDS,
};
pub const IDENTITY_CHECKS: Limit = Limit {
    name: "identity-checks",
    most: 10,
    window_seconds: DAY_SECONDS,
};
pub const PASSWORD_CHECKS_A_MINUTE: Limit = Limit {
    name: "password-checks-minute",
    most: 5,
    window_seconds: MINUTE_SECONDS,
};
pub const PASSWORD_CHECKS_A_DAY: Limit = Limit {
    name: "password-checks-day",
    most: 20,
    window_seconds: DAY_SECONDS,
};
pub const PLACES: Limit = Limit {
    name: "places",
    most: 60,
    window_seconds: MINUTE_SECONDS,
};
pub const SECURITY_ANSWERS: Limit = Limit {
    name: "security-answers",
    most: 20,
    window_seconds: HOUR_SECONDS,
};
pub const AVATARS: Limit = Limit {
    name: "avatars",
    most: 20,
    window_seconds: HOUR_SECONDS,
};
pub const CHAT_MESSAGES: Limit = Limit {
    name: "chat-messages",
    most: 30,
    window_seconds: MINUTE_SECONDS,
};
pub const CHAT_MESSAGES_A_DAY: Limit = Limit {
    name: "chat-messages-day",
    most: 300,
    window_seconds: DAY_SECONDS,
};
pub const CHAT_DOWNLOADS: Limit = Limit {
    name: "chat-downloads",
    most: 120,
    window_seconds: MINUTE_SECONDS,
};
pub const CHAT_FILES: Limit = Limit {
    name: "chat-files",
    most: 20,
    window_seconds: HOUR_SECONDS,
};
pub const CHAT_REPORTS: Limit = Limit {
    name: "chat-reports",
    most: 20,
    window_seconds: HOUR_SECONDS,
};
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
pub const EXPORTS: Limit = Limit {
    name: "exports",
    most: 10,
    window_seconds: DAY_SECONDS,
};
pub const MONEY: Limit = Limit {
    name: "money",
    most: 30,
    window_seconds: MINUTE_SECONDS,
};
pub const UNUSED_KEYS: Limit = Limit {
    name: "unused-keys",
    most: 30,
    window_seconds: MINUTE_SECONDS,
};
/// Calls of a user, or of an address without a session.
pub const GENERAL: Limit = Limit {
    name: "general",
    most: 300,
    window_seconds: MINUTE_SECONDS,
};
/// Calls with a token, and public files, of an address: behind a carrier's address translation it is thousands of phones.
pub const CROWD: Limit = Limit {
    name: "crowd",
    most: 30_000,
    window_seconds: MINUTE_SECONDS,
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

/// The outer error is a database failure, the inner one a call above the limit.
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
