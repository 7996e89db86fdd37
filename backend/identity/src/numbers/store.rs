//! The rows of `national_numbers`.

use super::registered::Registered;
use ground::db::{DbError, Tx};
use providers::identity::NumberKind;
use sqlx::{AnyConnection, Row};

/// A verified number.
pub struct NewNumber<'a> {
    pub user_id: &'a str,
    pub tenant_id: &'a str,
    pub kind: NumberKind,
    pub lookup_hash: &'a str,
    pub sealed: &'a str,
    pub last_digits: &'a str,
    pub registered: &'a Registered,
}

/// A user's number of the other kind, with the register's particulars.
pub struct OtherNumber {
    pub user_id: String,
    pub kind: NumberKind,
    pub registered: String,
}

/// The owner of a number, by its keyed hashes.
pub async fn owner(
    connection: &mut AnyConnection,
    tenant_id: &str,
    kind: NumberKind,
    [lookup_hash, other_hash]: &[String; 2],
) -> Result<Option<String>, DbError> {
    let row = sqlx::query(
        "SELECT user_id FROM national_numbers WHERE tenant_id = $1 AND kind = $2 AND lookup_hash IN ($3, $4)",
    )
    .bind(tenant_id)
    .bind(kind.as_str())
    .bind(lookup_hash)
    .bind(other_hash)
    .fetch_optional(connection)
    .await?;
    Ok(row.map(|row| row.try_get("user_id")).transpose()?)
}

/// Numbers of the other kind registered with the phone, of users without one of this kind.
pub async fn with_other_number(
    connection: &mut AnyConnection,
    tenant_id: &str,
    kind: NumberKind,
    [phone_hash, other_hash]: &[String; 2],
) -> Result<Vec<OtherNumber>, DbError> {
    let rows = sqlx::query(
        "SELECT other.user_id, other.kind, other.registered FROM national_numbers other JOIN users ON users.id = other.user_id \
         WHERE other.tenant_id = $1 AND other.phone_hash IN ($2, $4) AND other.kind <> $3 AND users.verified_at_ms IS NOT NULL \
         AND NOT EXISTS (SELECT 1 FROM national_numbers own WHERE own.user_id = other.user_id AND own.kind = $3) \
         ORDER BY other.user_id",
    )
    .bind(tenant_id)
    .bind(phone_hash)
    .bind(kind.as_str())
    .bind(other_hash)
    .fetch_all(connection)
    .await?;
    let mut others = Vec::new();
    for row in &rows {
        let (user_id, kind): (String, String) = (row.try_get("user_id")?, row.try_get("kind")?);
        let registered = row.try_get("registered")?;
        others.extend(NumberKind::named(&kind).map(|kind| OtherNumber {
            user_id,
            kind,
            registered,
        }));
    }
    Ok(others)
}

/// Updates the particulars after another register lookup.
pub async fn renew(
    tx: &mut Tx,
    user_id: &str,
    kind: NumberKind,
    registered: &Registered,
) -> Result<(), DbError> {
    sqlx::query(
        "UPDATE national_numbers SET registered = $3, phone_hash = $4 WHERE user_id = $1 AND kind = $2",
    )
    .bind(user_id)
    .bind(kind.as_str())
    .bind(registered.sealed.as_str())
    .bind(registered.phone_hash.as_str())
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// Stores a number; false, without a change, if it is taken.
pub async fn insert(tx: &mut Tx, new: &NewNumber<'_>, now_ms: i64) -> Result<bool, DbError> {
    let done = sqlx::query(
        "INSERT INTO national_numbers (user_id, tenant_id, kind, lookup_hash, sealed, last_digits, verified_at_ms, registered, phone_hash) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING",
    )
    .bind(new.user_id)
    .bind(new.tenant_id)
    .bind(new.kind.as_str())
    .bind(new.lookup_hash)
    .bind(new.sealed)
    .bind(new.last_digits)
    .bind(now_ms)
    .bind(new.registered.sealed.as_str())
    .bind(new.registered.phone_hash.as_str())
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}
