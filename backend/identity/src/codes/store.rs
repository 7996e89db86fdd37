//! The rows of `one_time_codes`.

use super::{Purpose, Target};
use ground::db::{DbError, Tx};
use service::outbox;
use sqlx::{AnyConnection, Row};

pub struct NewCode<'a> {
    pub id: &'a str,
    pub user_id: Option<&'a str>,
    pub code_hash: Option<&'a str>,
    pub password_given_at_ms: Option<i64>,
    pub begins: &'a str,
}

pub struct LastSent {
    pub sent_at_ms: i64,
    pub expires_at_ms: i64,
}

pub struct Sent {
    pub count: i64,
    pub first_at_ms: i64,
}

pub struct Tried {
    pub id: String,
    pub user_id: Option<String>,
    pub code_hash: Option<String>,
}

/// Locks the address: concurrent requests for a code wait until this transaction ends.
pub async fn lock(tx: &mut Tx, target: Target<'_>, now_ms: i64) -> Result<(), DbError> {
    sqlx::query(
        "INSERT INTO code_targets (tenant_id, target, asked_at_ms) VALUES ($1, $2, $3) \
         ON CONFLICT (tenant_id, target) DO UPDATE SET asked_at_ms = excluded.asked_at_ms",
    )
    .bind(target.tenant_id)
    .bind(target.to)
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// The last code for the purpose, if it is unused: after a use, another may be requested at once. Limited to codes of
/// the same `begins`, unless that is blank.
pub async fn last_sent(
    connection: &mut AnyConnection,
    target: Target<'_>,
    purpose: Purpose,
    begins: &str,
) -> Result<Option<LastSent>, DbError> {
    let row = sqlx::query(
        "SELECT sent_at_ms, expires_at_ms FROM one_time_codes \
         WHERE tenant_id = $1 AND target = $2 AND purpose = $3 AND ended_at_ms IS NULL \
         AND ($4 = '' OR begins = $4) ORDER BY sent_at_ms DESC LIMIT 1",
    )
    .bind(target.tenant_id)
    .bind(target.to)
    .bind(purpose.as_str())
    .bind(begins)
    .fetch_optional(connection)
    .await?;
    row.map(|row| {
        Ok(LastSent {
            sent_at_ms: row.try_get("sent_at_ms")?,
            expires_at_ms: row.try_get("expires_at_ms")?,
        })
    })
    .transpose()
}

pub async fn sent_since(tx: &mut Tx, target: Target<'_>, since_ms: i64) -> Result<Sent, DbError> {
    let row = sqlx::query(
        "SELECT COUNT(*) AS count, COALESCE(MIN(sent_at_ms), 0) AS first_at_ms FROM one_time_codes \
         WHERE tenant_id = $1 AND target = $2 AND sent_at_ms > $3",
    )
    .bind(target.tenant_id)
    .bind(target.to)
    .bind(since_ms)
    .fetch_one(tx.connection())
    .await?;
    Ok(Sent {
        count: row.try_get("count")?,
        first_at_ms: row.try_get("first_at_ms")?,
    })
}

pub async fn end_live(
    tx: &mut Tx,
    target: Target<'_>,
    purpose: Purpose,
    now_ms: i64,
) -> Result<(), DbError> {
    let ended = sqlx::query(
        "UPDATE one_time_codes SET ended_at_ms = $4 WHERE tenant_id = $1 AND target = $2 AND purpose = $3 AND ended_at_ms IS NULL \
         RETURNING id",
    )
    .bind(target.tenant_id)
    .bind(target.to)
    .bind(purpose.as_str())
    .bind(now_ms)
    .fetch_all(tx.connection())
    .await?;
    // Cancel messages that are still queued.
    for code in &ended {
        let id: String = code.try_get("id")?;
        outbox::withdraw_code(tx, &id).await?;
    }
    Ok(())
}

pub async fn replace(
    tx: &mut Tx,
    target: Target<'_>,
    purpose: Purpose,
    new: &NewCode<'_>,
    now_ms: i64,
    expires_at_ms: i64,
) -> Result<(), DbError> {
    end_live(tx, target, purpose, now_ms).await?;
    sqlx::query(
        "INSERT INTO one_time_codes (id, tenant_id, target, purpose, user_id, code_hash, sent_at_ms, expires_at_ms, password_given_at_ms, begins) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
    )
    .bind(new.id)
    .bind(target.tenant_id)
    .bind(target.to)
    .bind(purpose.as_str())
    .bind(new.user_id)
    .bind(new.code_hash)
    .bind(now_ms)
    .bind(expires_at_ms)
    .bind(new.password_given_at_ms)
    .bind(new.begins)
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// Counts an attempt on the live code, if any are left.
pub async fn raise_attempts(
    tx: &mut Tx,
    target: Target<'_>,
    purpose: Purpose,
    most: i64,
    now_ms: i64,
) -> Result<Option<Tried>, DbError> {
    let row = sqlx::query(
        "UPDATE one_time_codes SET attempts = attempts + 1 \
         WHERE tenant_id = $1 AND target = $2 AND purpose = $3 AND ended_at_ms IS NULL AND expires_at_ms > $4 AND attempts < $5 \
         RETURNING id, user_id, code_hash",
    )
    .bind(target.tenant_id)
    .bind(target.to)
    .bind(purpose.as_str())
    .bind(now_ms)
    .bind(most)
    .fetch_optional(tx.connection())
    .await?;
    row.map(|row| {
        Ok(Tried {
            id: row.try_get("id")?,
            user_id: row.try_get("user_id")?,
            code_hash: row.try_get("code_hash")?,
        })
    })
    .transpose()
}

pub async fn lower_attempts(tx: &mut Tx, id: &str) -> Result<(), DbError> {
    sqlx::query("UPDATE one_time_codes SET attempts = attempts - 1 WHERE id = $1 AND attempts > 0")
        .bind(id)
        .execute(tx.connection())
        .await?;
    Ok(())
}

/// Ends a code; false if it was no longer live.
pub async fn end(tx: &mut Tx, id: &str, now_ms: i64) -> Result<bool, DbError> {
    let done = sqlx::query(
        "UPDATE one_time_codes SET ended_at_ms = $2 WHERE id = $1 AND ended_at_ms IS NULL",
    )
    .bind(id)
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    outbox::withdraw_code(tx, id).await?;
    Ok(done.rows_affected() == 1)
}

pub async fn password_given(
    tx: &mut Tx,
    target: Target<'_>,
    purpose: Purpose,
) -> Result<Option<i64>, DbError> {
    let row = sqlx::query(
        "SELECT password_given_at_ms FROM one_time_codes \
         WHERE tenant_id = $1 AND target = $2 AND purpose = $3 AND ended_at_ms IS NULL ORDER BY sent_at_ms DESC LIMIT 1",
    )
    .bind(target.tenant_id)
    .bind(target.to)
    .bind(purpose.as_str())
    .fetch_optional(tx.connection())
    .await?;
    Ok(row
        .map(|row| row.try_get("password_given_at_ms"))
        .transpose()?
        .flatten())
}
