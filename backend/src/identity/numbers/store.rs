//! The rows of `national_numbers`.

use crate::db::{DbError, Tx};
use crate::outbound::identity::NumberKind;
use sqlx::{AnyConnection, Row};

/// A number that was proven.
pub struct NewNumber<'a> {
    pub user_id: &'a str,
    pub tenant_id: &'a str,
    pub kind: NumberKind,
    pub lookup_hash: &'a str,
    pub sealed: &'a str,
    pub last_digits: &'a str,
}

/// Whose it is.
pub async fn owner(
    connection: &mut AnyConnection,
    tenant_id: &str,
    kind: NumberKind,
    lookup_hash: &str,
) -> Result<Option<String>, DbError> {
    let row = sqlx::query(
        "SELECT user_id FROM national_numbers WHERE tenant_id = $1 AND kind = $2 AND lookup_hash = $3",
    )
    .bind(tenant_id)
    .bind(kind.as_str())
    .bind(lookup_hash)
    .fetch_optional(connection)
    .await?;
    Ok(row.map(|row| row.try_get("user_id")).transpose()?)
}

/// Proven people with the phone who have a number of another kind, and none of this one.
pub async fn with_other_number(
    connection: &mut AnyConnection,
    tenant_id: &str,
    kind: NumberKind,
    phone: &str,
) -> Result<Vec<String>, DbError> {
    let rows = sqlx::query(
        "SELECT users.id FROM users JOIN national_numbers ON national_numbers.user_id = users.id \
         WHERE users.tenant_id = $1 AND users.phone = $2 AND users.verified_at_ms IS NOT NULL AND national_numbers.kind <> $3 \
         AND NOT EXISTS (SELECT 1 FROM national_numbers own WHERE own.user_id = users.id AND own.kind = $3) ORDER BY users.id",
    )
    .bind(tenant_id)
    .bind(phone)
    .bind(kind.as_str())
    .fetch_all(connection)
    .await?;
    rows.iter().map(|row| Ok(row.try_get("id")?)).collect()
}

/// Whether it was free; if not, nothing was done.
pub async fn insert(tx: &mut Tx, new: &NewNumber<'_>, now_ms: i64) -> Result<bool, DbError> {
    let done = sqlx::query(
        "INSERT INTO national_numbers (user_id, tenant_id, kind, lookup_hash, sealed, last_digits, verified_at_ms) \
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING",
    )
    .bind(new.user_id)
    .bind(new.tenant_id)
    .bind(new.kind.as_str())
    .bind(new.lookup_hash)
    .bind(new.sealed)
    .bind(new.last_digits)
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}
