//! The rows of `passkeys`.

use domain_core::calendar::Instant;
use domain_core::identity::passkey::proves;
use ground::db::{DbError, Tx};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

/// A passkey, as stored.
pub struct Passkey {
    pub id: String,
    pub user_id: String,
    pub tenant_id: String,
    pub relying_party: String,
    pub credential_id: String,
    pub credential: String,
    pub counter: i64,
    pub name: String,
    pub added_at_ms: i64,
    pub used_at_ms: Option<i64>,
}

impl Passkey {
    /// Whether it is old enough to prove its owner.
    pub fn proves(&self, now_ms: i64) -> bool {
        proves(Instant(self.added_at_ms), Instant(now_ms))
    }
}

/// A user's passkeys, the oldest first.
pub async fn of_user(
    connection: &mut AnyConnection,
    user_id: &str,
) -> Result<Vec<Passkey>, DbError> {
    let rows = sqlx::query("SELECT * FROM passkeys WHERE user_id = $1 ORDER BY added_at_ms, id")
        .bind(user_id)
        .fetch_all(connection)
        .await?;
    rows.iter().map(passkey).collect()
}

pub async fn by_credential(
    connection: &mut AnyConnection,
    host: &str,
    credential_id: &str,
) -> Result<Option<Passkey>, DbError> {
    let row = sqlx::query("SELECT * FROM passkeys WHERE relying_party = $1 AND credential_id = $2")
        .bind(host)
        .bind(credential_id)
        .fetch_optional(connection)
        .await?;
    row.as_ref().map(passkey).transpose()
}

/// Stores a passkey; false, without a change, if the host knows the credential.
pub async fn insert(tx: &mut Tx, new: &Passkey) -> Result<bool, DbError> {
    let done = sqlx::query(
        "INSERT INTO passkeys (id, user_id, tenant_id, relying_party, credential_id, credential, counter, name, added_at_ms) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (relying_party, credential_id) DO NOTHING",
    )
    .bind(new.id.as_str())
    .bind(new.user_id.as_str())
    .bind(new.tenant_id.as_str())
    .bind(new.relying_party.as_str())
    .bind(new.credential_id.as_str())
    .bind(new.credential.as_str())
    .bind(new.counter)
    .bind(new.name.as_str())
    .bind(new.added_at_ms)
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Records a use; false, without a change, if the passkey is gone or its counter does not rise. Authenticators that do
/// not count send 0. `credential`: with what the authenticator has said of its backup.
pub async fn use_up(
    tx: &mut Tx,
    id: &str,
    counter: i64,
    credential: &str,
    now_ms: i64,
) -> Result<bool, DbError> {
    let done = sqlx::query(
        "UPDATE passkeys SET counter = $2, used_at_ms = $3, credential = $4 WHERE id = $1 AND (counter < $2 OR (counter = 0 AND $2 = 0))",
    )
    .bind(id)
    .bind(counter)
    .bind(now_ms)
    .bind(credential)
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Renames a passkey; the new row, if it is the user's.
pub async fn rename(
    tx: &mut Tx,
    user_id: &str,
    id: &str,
    name: &str,
) -> Result<Option<Passkey>, DbError> {
    let row =
        sqlx::query("UPDATE passkeys SET name = $3 WHERE id = $1 AND user_id = $2 RETURNING *")
            .bind(id)
            .bind(user_id)
            .bind(name)
            .fetch_optional(tx.connection())
            .await?;
    row.as_ref().map(passkey).transpose()
}

/// Removes a passkey; the removed row, if it was the user's.
pub async fn remove(tx: &mut Tx, user_id: &str, id: &str) -> Result<Option<Passkey>, DbError> {
    let row = sqlx::query("DELETE FROM passkeys WHERE id = $1 AND user_id = $2 RETURNING *")
        .bind(id)
        .bind(user_id)
        .fetch_optional(tx.connection())
        .await?;
    row.as_ref().map(passkey).transpose()
}

/// Removes all of a user's passkeys; their number.
pub async fn remove_all(tx: &mut Tx, user_id: &str) -> Result<u64, DbError> {
    let done = sqlx::query("DELETE FROM passkeys WHERE user_id = $1")
        .bind(user_id)
        .execute(tx.connection())
        .await?;
    Ok(done.rows_affected())
}

fn passkey(row: &AnyRow) -> Result<Passkey, DbError> {
    Ok(Passkey {
        id: row.try_get("id")?,
        user_id: row.try_get("user_id")?,
        tenant_id: row.try_get("tenant_id")?,
        relying_party: row.try_get("relying_party")?,
        credential_id: row.try_get("credential_id")?,
        credential: row.try_get("credential")?,
        counter: row.try_get("counter")?,
        name: row.try_get("name")?,
        added_at_ms: row.try_get("added_at_ms")?,
        used_at_ms: row.try_get("used_at_ms")?,
    })
}
