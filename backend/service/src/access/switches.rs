//! On/off options of a user.

use ground::db::DbError;
use sqlx::{AnyConnection, Row};

/// Whether a switch of the user is on; off by default.
///
/// # Errors
/// The database failed.
pub async fn is_on(
    connection: &mut AnyConnection,
    user_id: &str,
    name: &str,
) -> Result<bool, DbError> {
    let row = sqlx::query("SELECT value FROM account_settings WHERE user_id = $1 AND name = $2")
        .bind(user_id)
        .bind(name)
        .fetch_optional(connection)
        .await?;
    let value: Option<String> = row.map(|row| row.try_get("value")).transpose()?;
    Ok(value.as_deref() == Some("true"))
}
