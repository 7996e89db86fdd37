//! The rows of `sign_ups`: forms filled in for addresses that are not proven yet.

use crate::access::users::NewUser;
use ground::db::{DbError, Tx};
use sqlx::Row;

/// A sign-up form.
pub struct SignUp {
    pub name: String,
    pub phone: String,
    pub password_hash: String,
    pub referred_by: Option<String>,
}

pub async fn insert(
    tx: &mut Tx,
    browser_hash: &str,
    new: &NewUser<'_>,
    now_ms: i64,
) -> Result<(), DbError> {
    sqlx::query(
        "INSERT INTO sign_ups (browser_hash, tenant_id, email, name, phone, password_hash, referred_by, created_at_ms) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .bind(browser_hash)
    .bind(new.tenant_id)
    .bind(new.email)
    .bind(new.name)
    .bind(new.phone)
    .bind(new.password_hash)
    .bind(new.referred_by)
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// Takes the form that this browser filled in for the address; it can be read only once.
pub async fn take(
    tx: &mut Tx,
    browser_hash: &str,
    tenant_id: &str,
    email: &str,
) -> Result<Option<SignUp>, DbError> {
    let row = sqlx::query(
        "DELETE FROM sign_ups WHERE browser_hash = $1 AND tenant_id = $2 AND email = $3 \
         RETURNING name, phone, password_hash, referred_by",
    )
    .bind(browser_hash)
    .bind(tenant_id)
    .bind(email)
    .fetch_optional(tx.connection())
    .await?;
    row.map(|row| {
        Ok(SignUp {
            name: row.try_get("name")?,
            phone: row.try_get("phone")?,
            password_hash: row.try_get("password_hash")?,
            referred_by: row.try_get("referred_by")?,
        })
    })
    .transpose()
}
