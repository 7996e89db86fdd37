//! The subscription to trade signals: a month at a time, paid from the wallet in the user's base currency.

pub mod gaps;
pub mod notices;
mod store;
mod subscribe;

pub use subscribe::Subscription;

use domain_core::calendar::Instant;
use domain_core::signals::alert::{AlertInput, status};
use ground::db::DbError;
use sqlx::AnyConnection;

/// The end of a user's paid period.
///
/// # Errors
/// The database failed.
pub async fn until(
    connection: &mut AnyConnection,
    user_id: &str,
) -> Result<Option<Instant>, DbError> {
    Ok(store::until_ms(connection, user_id).await?.map(Instant))
}

/// Whether the user has an active subscription.
///
/// # Errors
/// The database failed.
pub async fn is_active(
    connection: &mut AnyConnection,
    user_id: &str,
    now_ms: i64,
) -> Result<bool, DbError> {
    let until = until(connection, user_id).await?;
    let now = Instant(now_ms);
    Ok(status(&AlertInput { until, now }).active)
}
