//! Strategies: a user's conditions for buying. Another user's strategy counts as not found.

use domain_core::signals::Strategy;
use ground::db::DbError;
use ground::error::{ApiError, ErrorCode};
use serde::Serialize;
use service::access::{Session, users};
use service::app::AppState;
use sqlx::Row;
use sqlx::any::AnyRow;
use utoipa::ToSchema;

/// The most strategies of one user.
const MOST: i64 = 50;

/// A strategy.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Strategy)]
pub struct Saved {
    id: String,
    is_active: bool,
    /// The coin that automatic trading buys with it; blank for none.
    coin: String,
    price: String,
    percent_change_1h: String,
    percent_change_24h: String,
    percent_change_7d: String,
    percent_change_30d: String,
    market_cap: String,
    max_supply: String,
    circulating_supply: String,
}

/// The user's own strategies, newest first.
///
/// # Errors
/// The database failed.
pub async fn all(app: &AppState, session: &Session) -> Result<Vec<Saved>, ApiError> {
    let rows = sqlx::query(
        "SELECT * FROM strategies WHERE user_id = $1 ORDER BY created_at_ms DESC, id DESC",
    )
    .bind(session.user_id.as_str())
    .fetch_all(&mut *app.db.read().await?)
    .await?;
    Ok(rows.iter().map(saved).collect::<Result<_, _>>()?)
}

/// Adds a strategy.
///
/// # Errors
/// 422 above the maximum number.
pub async fn add(app: &AppState, session: &Session, form: &Strategy) -> Result<Saved, ApiError> {
    let now_ms = app.clock.now_ms();
    let mut tx = app.db.begin().await?;
    // Serialises concurrent calls, so that the limit holds.
    users::lock_settings(&mut tx, &session.user_id, now_ms).await?;
    let counted = sqlx::query("SELECT COUNT(*) AS count FROM strategies WHERE user_id = $1")
        .bind(session.user_id.as_str())
        .fetch_one(tx.connection())
        .await?;
    if counted.try_get::<i64, _>("count").map_err(DbError::from)? >= MOST {
        let message = "You already have fifty strategies. Please delete one first.";
        return Err(ApiError::new(ErrorCode::TooManyStrategies, message));
    }
    let row = sqlx::query(
        "INSERT INTO strategies (id, user_id, percent_change_1h, percent_change_24h, percent_change_7d, percent_change_30d, \
         max_supply, circulating_supply, market_cap, price, created_at_ms, coin) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) RETURNING *",
    )
    .bind(app.random.id(now_ms))
    .bind(session.user_id.as_str())
    .bind(form.percent_change_1h.as_str())
    .bind(form.percent_change_24h.as_str())
    .bind(form.percent_change_7d.as_str())
    .bind(form.percent_change_30d.as_str())
    .bind(form.max_supply.as_str())
    .bind(form.circulating_supply.as_str())
    .bind(form.market_cap.as_str())
    .bind(form.price.as_str())
    .bind(now_ms)
    .bind(form.coin.as_str())
    .fetch_one(tx.connection())
    .await?;
    let added = saved(&row)?;
    tx.commit().await?;
    Ok(added)
}

/// Changes a strategy.
///
/// # Errors
/// 404 for another user's.
pub async fn change(
    app: &AppState,
    session: &Session,
    id: &str,
    form: &Strategy,
) -> Result<Saved, ApiError> {
    let mut tx = app.db.begin().await?;
    let row = sqlx::query(
        "UPDATE strategies SET percent_change_1h = $3, percent_change_24h = $4, percent_change_7d = $5, percent_change_30d = $6, \
         max_supply = $7, circulating_supply = $8, market_cap = $9, price = $10, coin = $11 WHERE id = $1 AND user_id = $2 RETURNING *",
    )
    .bind(id)
    .bind(session.user_id.as_str())
    .bind(form.percent_change_1h.as_str())
    .bind(form.percent_change_24h.as_str())
    .bind(form.percent_change_7d.as_str())
    .bind(form.percent_change_30d.as_str())
    .bind(form.max_supply.as_str())
    .bind(form.circulating_supply.as_str())
    .bind(form.market_cap.as_str())
    .bind(form.price.as_str())
    .bind(form.coin.as_str())
    .fetch_optional(tx.connection())
    .await?;
    let changed = saved(&row.ok_or_else(ApiError::not_found)?)?;
    tx.commit().await?;
    Ok(changed)
}

/// Activates or deactivates a strategy.
///
/// # Errors
/// 404 for another user's.
pub async fn toggle(app: &AppState, session: &Session, id: &str) -> Result<Saved, ApiError> {
    let mut tx = app.db.begin().await?;
    let row = sqlx::query(
        "UPDATE strategies SET is_active = 1 - is_active WHERE id = $1 AND user_id = $2 RETURNING *",
    )
    .bind(id)
    .bind(session.user_id.as_str())
    .fetch_optional(tx.connection())
    .await?;
    let toggled = saved(&row.ok_or_else(ApiError::not_found)?)?;
    tx.commit().await?;
    Ok(toggled)
}

/// Deletes a strategy.
///
/// # Errors
/// 404 for another user's.
pub async fn remove(app: &AppState, session: &Session, id: &str) -> Result<(), ApiError> {
    let mut tx = app.db.begin().await?;
    let done = sqlx::query("DELETE FROM strategies WHERE id = $1 AND user_id = $2")
        .bind(id)
        .bind(session.user_id.as_str())
        .execute(tx.connection())
        .await?;
    tx.commit().await?;
    match done.rows_affected() {
        1 => Ok(()),
        _ => Err(ApiError::not_found()),
    }
}

fn saved(row: &AnyRow) -> Result<Saved, DbError> {
    let is_active: i64 = row.try_get("is_active")?;
    Ok(Saved {
        id: row.try_get("id")?,
        is_active: is_active != 0,
        coin: row.try_get("coin")?,
        price: row.try_get("price")?,
        percent_change_1h: row.try_get("percent_change_1h")?,
        percent_change_24h: row.try_get("percent_change_24h")?,
        percent_change_7d: row.try_get("percent_change_7d")?,
        percent_change_30d: row.try_get("percent_change_30d")?,
        market_cap: row.try_get("market_cap")?,
        max_supply: row.try_get("max_supply")?,
        circulating_supply: row.try_get("circulating_supply")?,
    })
}
