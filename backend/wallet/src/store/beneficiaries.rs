//! Bank accounts that a user pays to.

use ground::db::{DbError, Tx};
use service::http::envelope::Place;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

/// A saved bank account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BeneficiaryRow {
    pub id: String,
    pub user_id: String,
    pub bank_code: String,
    pub bank_name: String,
    pub account_number: String,
    pub account_name: String,
    pub is_default: bool,
    pub created_at_ms: i64,
}

/// Saves an account; an existing one keeps its identifier and gets the new names. Returns the identifier.
pub async fn save(tx: &mut Tx, row: &BeneficiaryRow) -> Result<String, DbError> {
    let saved = sqlx::query(
        "INSERT INTO beneficiaries (id, user_id, bank_code, bank_name, account_number, account_name, is_default, created_at_ms) \
         VALUES ($1, $2, $3, $4, $5, $6, 0, $7) ON CONFLICT (user_id, bank_code, account_number) \
         DO UPDATE SET bank_name = excluded.bank_name, account_name = excluded.account_name RETURNING id",
    )
    .bind(row.id.as_str())
    .bind(row.user_id.as_str())
    .bind(row.bank_code.as_str())
    .bind(row.bank_name.as_str())
    .bind(row.account_number.as_str())
    .bind(row.account_name.as_str())
    .bind(row.created_at_ms)
    .fetch_one(tx.connection())
    .await?;
    let id: String = saved.try_get("id")?;
    if row.is_default {
        set_default(tx, &row.user_id, &id, true).await?;
    }
    Ok(id)
}

/// Makes it the only default, or removes the default.
pub async fn set_default(
    tx: &mut Tx,
    user_id: &str,
    id: &str,
    is_default: bool,
) -> Result<(), DbError> {
    sqlx::query(
        "UPDATE beneficiaries SET is_default = CASE WHEN id = $2 THEN $3 ELSE 0 END \
         WHERE user_id = $1 AND (id = $2 OR (is_default = 1 AND $3 = 1))",
    )
    .bind(user_id)
    .bind(id)
    .bind(i64::from(is_default))
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// A user's own account.
pub async fn find(
    connection: &mut AnyConnection,
    user_id: &str,
    id: &str,
) -> Result<Option<BeneficiaryRow>, DbError> {
    let row = sqlx::query(
        "SELECT id, user_id, bank_code, bank_name, account_number, account_name, is_default, created_at_ms FROM beneficiaries \
         WHERE user_id = $1 AND id = $2",
    )
    .bind(user_id)
    .bind(id)
    .fetch_optional(connection)
    .await?;
    row.as_ref().map(read).transpose()
}

pub async fn delete(tx: &mut Tx, user_id: &str, id: &str) -> Result<(), DbError> {
    sqlx::query("DELETE FROM beneficiaries WHERE user_id = $1 AND id = $2")
        .bind(user_id)
        .bind(id)
        .execute(tx.connection())
        .await?;
    Ok(())
}

/// A page of a user's accounts, the default first, and the total number of matches. `pattern` is lower-case, for LIKE
/// with `\`.
pub async fn page(
    connection: &mut AnyConnection,
    user_id: &str,
    pattern: &str,
    default_only: bool,
    place: Place,
) -> Result<(i64, Vec<BeneficiaryRow>), DbError> {
    let total = sqlx::query(
        "SELECT COUNT(*) AS total FROM beneficiaries WHERE user_id = $1 AND is_default >= $3 \
         AND (LOWER(account_name) LIKE $2 ESCAPE '\\' OR LOWER(bank_name) LIKE $2 ESCAPE '\\' OR account_number LIKE $2 ESCAPE '\\')",
    )
    .bind(user_id)
    .bind(pattern)
    .bind(i64::from(default_only))
    .fetch_one(&mut *connection)
    .await?;
    let rows = sqlx::query(
        "SELECT id, user_id, bank_code, bank_name, account_number, account_name, is_default, created_at_ms FROM beneficiaries \
         WHERE user_id = $1 AND is_default >= $3 \
         AND (LOWER(account_name) LIKE $2 ESCAPE '\\' OR LOWER(bank_name) LIKE $2 ESCAPE '\\' OR account_number LIKE $2 ESCAPE '\\') \
         ORDER BY is_default DESC, LOWER(account_name), id LIMIT $4 OFFSET $5",
    )
    .bind(user_id)
    .bind(pattern)
    .bind(i64::from(default_only))
    .bind(place.rows)
    .bind(place.skipped())
    .fetch_all(connection)
    .await?;
    Ok((
        total.try_get("total")?,
        rows.iter().map(read).collect::<Result<_, _>>()?,
    ))
}

fn read(row: &AnyRow) -> Result<BeneficiaryRow, DbError> {
    let is_default: i64 = row.try_get("is_default")?;
    Ok(BeneficiaryRow {
        id: row.try_get("id")?,
        user_id: row.try_get("user_id")?,
        bank_code: row.try_get("bank_code")?,
        bank_name: row.try_get("bank_name")?,
        account_number: row.try_get("account_number")?,
        account_name: row.try_get("account_name")?,
        is_default: is_default == 1,
        created_at_ms: row.try_get("created_at_ms")?,
    })
}

/// The time at which a user saved an account, if they did.
pub async fn saved_at_ms(
    connection: &mut AnyConnection,
    user_id: &str,
    bank_code: &str,
    account_number: &str,
) -> Result<Option<i64>, DbError> {
    let row = sqlx::query(
        "SELECT created_at_ms FROM beneficiaries WHERE user_id = $1 AND bank_code = $2 AND account_number = $3",
    )
    .bind(user_id)
    .bind(bank_code)
    .bind(account_number)
    .fetch_optional(connection)
    .await?;
    Ok(row.map(|row| row.try_get("created_at_ms")).transpose()?)
}
