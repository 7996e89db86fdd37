//! Settings stored with the account and shared by all devices: one text per name.

use domain_core::identity::account_setting::{AccountSettingValues, MOST, SWITCHES};
use domain_core::validation::NoContext;
use ground::db::{DbError, Tx};
use ground::error::{ApiError, ErrorCode};
use serde::Serialize;
use service::access::{Session, users};
use service::app::AppState;
use service::http::valid::judge;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};
use utoipa::ToSchema;

/// A setting.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct AccountSetting {
    pub id: String,
    pub name: String,
    pub value: String,
}

/// On/off options, off by default.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Switches {
    /// Whether due instalments are collected from the wallet.
    auto_save: bool,
    /// Whether notices are sent by text message.
    enable_sms: bool,
    enable_email: bool,
    enable_telegram: bool,
    enable_whatsapp: bool,
}

/// All settings, by name.
///
/// # Errors
/// The database failed.
pub async fn all(app: &AppState, session: &Session) -> Result<Vec<AccountSetting>, ApiError> {
    let rows = sqlx::query(
        "SELECT id, name, value FROM account_settings WHERE user_id = $1 ORDER BY name",
    )
    .bind(session.user_id.as_str())
    .fetch_all(&mut *app.db.read().await?)
    .await?;
    rows.iter().map(setting).collect()
}

/// Saves a setting, replacing the one with the same name.
///
/// # Errors
/// 422 for an invalid name, a value that is too long, or too many settings.
pub async fn set(
    app: &AppState,
    session: &Session,
    name: &str,
    value: &str,
) -> Result<AccountSetting, ApiError> {
    let values = AccountSettingValues {
        name: name.to_owned(),
        value: value.to_owned(),
    };
    judge(&values, &NoContext {})?;
    let now_ms = app.clock.now_ms();
    let mut tx = app.db.begin().await?;
    // Serialises concurrent calls, so that the limit holds.
    users::lock_settings(&mut tx, &session.user_id, now_ms).await?;
    let set = put(&mut tx, app, &session.user_id, name, value).await?;
    tx.commit().await?;
    Ok(set)
}

/// Replaces a setting, in the caller's transaction.
async fn put(
    tx: &mut Tx,
    app: &AppState,
    user_id: &str,
    name: &str,
    value: &str,
) -> Result<AccountSetting, ApiError> {
    let now_ms = app.clock.now_ms();
    let row = sqlx::query(
        "INSERT INTO account_settings (id, user_id, name, value, updated_at_ms) VALUES ($1, $2, $3, $4, $5) \
         ON CONFLICT (user_id, name) DO UPDATE SET value = excluded.value, updated_at_ms = excluded.updated_at_ms \
         RETURNING id, name, value",
    )
    .bind(app.random.id(now_ms))
    .bind(user_id)
    .bind(name)
    .bind(value)
    .bind(now_ms)
    .fetch_one(tx.connection())
    .await?;
    let counted = sqlx::query("SELECT COUNT(*) AS count FROM account_settings WHERE user_id = $1")
        .bind(user_id)
        .fetch_one(tx.connection())
        .await?;
    let count = u64::try_from(counted.try_get::<i64, _>("count")?).unwrap_or(0);
    if count > MOST {
        return Err(ApiError::new(
            ErrorCode::TooManySettings,
            "You already have fifty settings. Please remove one first.",
        ));
    }
    setting(&row)
}

/// Which switches are on.
///
/// # Errors
/// The database failed.
pub async fn switches(connection: &mut AnyConnection, user_id: &str) -> Result<Switches, DbError> {
    let rows =
        sqlx::query("SELECT name FROM account_settings WHERE user_id = $1 AND value = 'true'")
            .bind(user_id)
            .fetch_all(connection)
            .await?;
    let names: Vec<String> = rows
        .iter()
        .map(|row| row.try_get("name"))
        .collect::<Result<_, _>>()?;
    let [
        auto_save,
        enable_sms,
        enable_email,
        enable_telegram,
        enable_whatsapp,
    ] = SWITCHES.map(|switch| names.iter().any(|name| name == switch));
    Ok(Switches {
        auto_save,
        enable_sms,
        enable_email,
        enable_telegram,
        enable_whatsapp,
    })
}

/// Sets switches, in the caller's transaction.
///
/// # Errors
/// 422 for too many settings.
pub async fn switch(
    tx: &mut Tx,
    app: &AppState,
    session: &Session,
    wanted: &[(&'static str, bool)],
) -> Result<(), ApiError> {
    users::lock_settings(tx, &session.user_id, app.clock.now_ms()).await?;
    for (name, is_on) in wanted {
        let value = if *is_on { "true" } else { "false" };
        put(tx, app, &session.user_id, name, value).await?;
    }
    Ok(())
}

/// Removes a setting.
///
/// # Errors
/// 404 if the user has no such setting.
pub async fn remove(app: &AppState, session: &Session, id: &str) -> Result<(), ApiError> {
    let mut tx = app.db.begin().await?;
    let done = sqlx::query("DELETE FROM account_settings WHERE id = $1 AND user_id = $2")
        .bind(id)
        .bind(session.user_id.as_str())
        .execute(tx.connection())
        .await?;
    tx.commit().await?;
    if done.rows_affected() == 1 {
        Ok(())
    } else {
        Err(ApiError::not_found())
    }
}

fn setting(row: &AnyRow) -> Result<AccountSetting, ApiError> {
    Ok(AccountSetting {
        id: row.try_get("id")?,
        name: row.try_get("name")?,
        value: row.try_get("value")?,
    })
}
