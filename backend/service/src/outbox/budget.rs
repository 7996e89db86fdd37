//! The daily budget of a brand for notices by text message and WhatsApp. Codes and account notices are sent regardless,
//! so nobody is locked out by a used-up budget.

use crate::app::AppState;
use crate::http::limits;
use ground::db::{DbError, Tx};
use ground::error::ApiError;
use ground::limit::{DAY_SECONDS, Limit};
use sqlx::{AnyConnection, Row};

/// The default, unless the operator sets another number.
pub const USUAL: i64 = 20_000;

/// Counts a notice; false if it exceeds the brand's daily budget.
///
/// # Errors
/// The database failed.
pub(super) async fn covers(app: &AppState, tenant_id: &str) -> Result<bool, ApiError> {
    let limit = Limit {
        name: "brand-texts",
        most: of(&mut *app.db.read().await?, tenant_id).await?,
        window_seconds: DAY_SECONDS,
    };
    match limits::count(app, limit, tenant_id).await {
        Ok(()) => Ok(true),
        Err(error) if error.is_too_many() => Ok(false),
        Err(error) => Err(error),
    }
}

/// A brand's daily budget.
///
/// # Errors
/// The database failed.
pub async fn of(connection: &mut AnyConnection, tenant_id: &str) -> Result<i64, DbError> {
    let row = sqlx::query("SELECT texts_a_day FROM text_budgets WHERE tenant_id = $1")
        .bind(tenant_id)
        .fetch_optional(connection)
        .await?;
    let set: Option<i64> = row.map(|row| row.try_get("texts_a_day")).transpose()?;
    Ok(set.unwrap_or(USUAL))
}

/// Sets a brand's daily budget.
///
/// # Errors
/// The database failed.
pub async fn set(
    tx: &mut Tx,
    tenant_id: &str,
    texts_a_day: u32,
    by: &str,
    now_ms: i64,
) -> Result<(), DbError> {
    sqlx::query(
        "INSERT INTO text_budgets (tenant_id, texts_a_day, set_by, set_at_ms) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (tenant_id) DO UPDATE SET texts_a_day = excluded.texts_a_day, set_by = excluded.set_by, \
         set_at_ms = excluded.set_at_ms",
    )
    .bind(tenant_id)
    .bind(i64::from(texts_a_day))
    .bind(by)
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    Ok(())
}
