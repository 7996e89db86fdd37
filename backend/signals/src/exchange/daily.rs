//! Daily tests of connected keys: one that has come to permit too much is removed, and its owner is notified. One that
//! the exchange refuses stays: it is harmless, and the cause may be our address, which a key can be bound to.

use super::keys;
use domain_core::signals::exchange::acceptable;
use ground::db::DbError;
use ground::error::ApiError;
use providers::push::{Notice, Urgency};
use serde_json::json;
use service::access::{audit, users};
use service::app::AppState;
use service::letters::{self, Letter};
use service::push;
use sqlx::Row;
use sqlx::any::AnyRow;

const HOUR_MS: i64 = 60 * 60 * 1_000;
const DAY_MS: i64 = 24 * HOUR_MS;
/// The most keys in a round.
const MOST: i64 = 20;
const SETTINGS: &str = "/settings/trading";

/// A key due for a test.
struct Due {
    user_id: String,
    sealed_key: String,
    sealed_secret: String,
}

impl Due {
    fn read(row: &AnyRow) -> Result<Self, DbError> {
        Ok(Self {
            user_id: row.try_get("user_id")?,
            sealed_key: row.try_get("sealed_key")?,
            sealed_secret: row.try_get("sealed_secret")?,
        })
    }
}

/// Tests the keys that were not tested for a day; returns their number.
///
/// # Errors
/// The database failed.
pub async fn check_due(app: &AppState) -> Result<usize, ApiError> {
    if !app.ports.exchange_keys.is_open() {
        return Ok(0);
    }
    let rows = sqlx::query(
        "SELECT user_id, sealed_key, sealed_secret FROM exchange_keys WHERE checked_at_ms <= $1 \
         ORDER BY checked_at_ms, user_id LIMIT $2",
    )
    .bind(app.clock.now_ms() - DAY_MS)
    .bind(MOST)
    .fetch_all(&mut *app.db.read().await?)
    .await?;
    for row in &rows {
        // A failed test does not hold up the others.
        if let Err(error) = check(app, &Due::read(row)?).await {
            tracing::warn!(code = error.code(), "an exchange key was not tested");
        }
    }
    Ok(rows.len())
}

async fn check(app: &AppState, due: &Due) -> Result<(), ApiError> {
    let now_ms = app.clock.now_ms();
    // Rescheduled in an hour before anything can fail.
    put_off(app, due, now_ms - DAY_MS + HOUR_MS).await?;
    let opened = keys::unseal(app, &due.user_id, &due.sealed_key, &due.sealed_secret);
    let Some(keys) = opened else {
        tracing::warn!("an exchange key is sealed with an unknown secret");
        return Ok(());
    };
    let Ok(rights) = app.ports.exchange_keys.rights(&keys).await else {
        return Ok(());
    };
    match acceptable(rights) {
        Ok(()) => {
            note_trades(app, due, rights.trades).await?;
            put_off(app, due, now_ms).await
        }
        Err(refused) => remove(app, due, &refused.message).await,
    }
}

async fn put_off(app: &AppState, due: &Due, checked_at_ms: i64) -> Result<(), ApiError> {
    let mut tx = app.db.begin().await?;
    sqlx::query(
        "UPDATE exchange_keys SET checked_at_ms = $3 WHERE user_id = $1 AND sealed_key = $2",
    )
    .bind(due.user_id.as_str())
    .bind(due.sealed_key.as_str())
    .bind(checked_at_ms)
    .execute(tx.connection())
    .await?;
    Ok(tx.commit().await?)
}

/// Records whether a key may trade, which is no reason to remove it.
async fn note_trades(app: &AppState, due: &Due, trades: bool) -> Result<(), ApiError> {
    let mut tx = app.db.begin().await?;
    sqlx::query("UPDATE exchange_keys SET trades = $3 WHERE user_id = $1 AND sealed_key = $2")
        .bind(due.user_id.as_str())
        .bind(due.sealed_key.as_str())
        .bind(i64::from(trades))
        .execute(tx.connection())
        .await?;
    Ok(tx.commit().await?)
}

/// Removes the tested key, unless it was replaced meanwhile.
async fn remove(app: &AppState, due: &Due, why: &str) -> Result<(), ApiError> {
    let mut tx = app.db.begin().await?;
    let gone = sqlx::query("DELETE FROM exchange_keys WHERE user_id = $1 AND sealed_key = $2")
        .bind(due.user_id.as_str())
        .bind(due.sealed_key.as_str())
        .execute(tx.connection())
        .await?;
    if gone.rows_affected() == 1 {
        super::forget_balances(&mut tx, &due.user_id).await?;
        let user = users::find(tx.connection(), &due.user_id).await?;
        let user = user.ok_or_else(ApiError::not_found)?;
        let letter = Letter {
            subject: "your exchange key was removed",
            text: &format!(
                "The key to your account at the exchange is no longer connected.\n\n{why}\n\n\
                 You can connect another one in Settings."
            ),
            short: &format!("your exchange key was removed. {why}"),
        };
        letters::send(&mut tx, app, &user, letter).await?;
        let title = "Your exchange key was removed";
        let notice = Notice::new(title, why, SETTINGS, Urgency::High);
        push::tell_beside_letter(&mut tx, app, &user.id, &notice).await?;
        audit::append(&mut tx, app, &user.id, "exchange_key_removed", &json!({})).await?;
    }
    Ok(tx.commit().await?)
}
