//! Refusals for users who may receive money, but not send it.

use ground::db::DbError;
use ground::error::{ApiError, ErrorCode};
use sqlx::{AnyConnection, Row};

/// 403, as worded by the specification.
pub fn restricted() -> ApiError {
    ApiError::new(ErrorCode::Restricted, "Cannot perform this transaction!")
}

/// The refusal while the user has an open debt from a reversal.
pub fn owing() -> ApiError {
    ApiError::new(
        ErrorCode::MoneyOwed,
        "A payment to your wallet was taken back, and part of it is still owed. Add money to your wallet: what is owed is \
         taken from it first.",
    )
}

/// Whether the user has an open debt from a reversal.
///
/// # Errors
/// The database failed.
pub async fn owes(connection: &mut AnyConnection, user_id: &str) -> Result<bool, DbError> {
    let row = sqlx::query(
        "SELECT COUNT(*) AS owing FROM reversals WHERE user_id = $1 AND owed_minor > collected_minor",
    )
    .bind(user_id)
    .fetch_one(connection)
    .await?;
    Ok(row.try_get::<i64, _>("owing")? > 0)
}
