//! The rows of `sessions` and `session_tokens`.

use ground::db::{DbError, Tx};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

pub struct SessionRow {
    pub id: String,
    pub user_id: String,
    pub tenant_id: String,
    pub last_active_at_ms: i64,
    pub expires_at_ms: i64,
    pub code_entered_at_ms: Option<i64>,
    pub passkey_used_at_ms: Option<i64>,
    pub ended_at_ms: Option<i64>,
}

/// A session, and the browser that started it.
pub struct OpenSession {
    pub row: SessionRow,
    pub started_at_ms: i64,
    pub user_agent: String,
}

/// A user's sessions that were not ended, most recently active first. Some may have timed out.
pub async fn of_user(
    connection: &mut AnyConnection,
    user_id: &str,
) -> Result<Vec<OpenSession>, DbError> {
    let rows = sqlx::query(
        "SELECT * FROM sessions WHERE user_id = $1 AND ended_at_ms IS NULL ORDER BY last_active_at_ms DESC LIMIT 200",
    )
    .bind(user_id)
    .fetch_all(connection)
    .await?;
    let open = |row: &AnyRow| {
        Ok(OpenSession {
            row: session(row)?,
            started_at_ms: row.try_get("started_at_ms")?,
            user_agent: row.try_get("user_agent")?,
        })
    };
    rows.iter().map(open).collect()
}

pub async fn insert(
    tx: &mut Tx,
    row: &SessionRow,
    now_ms: i64,
    ip: &str,
    user_agent: &str,
) -> Result<(), DbError> {
    sqlx::query(
        "INSERT INTO sessions (id, user_id, tenant_id, started_at_ms, last_active_at_ms, expires_at_ms, code_entered_at_ms, ip, user_agent, passkey_used_at_ms) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
    )
    .bind(row.id.as_str())
    .bind(row.user_id.as_str())
    .bind(row.tenant_id.as_str())
    .bind(now_ms)
    .bind(row.last_active_at_ms)
    .bind(row.expires_at_ms)
    .bind(row.code_entered_at_ms)
    .bind(ip)
    .bind(user_agent)
    .bind(row.passkey_used_at_ms)
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// Whether the user has ever had a session: rows are never deleted.
pub async fn any(connection: &mut AnyConnection, user_id: &str) -> Result<bool, DbError> {
    let row = sqlx::query("SELECT id FROM sessions WHERE user_id = $1 LIMIT 1")
        .bind(user_id)
        .fetch_optional(connection)
        .await?;
    Ok(row.is_some())
}

/// Whether the session is open; locks it until the transaction ends.
pub async fn hold(tx: &mut Tx, id: &str) -> Result<bool, DbError> {
    let done =
        sqlx::query("UPDATE sessions SET ended_at_ms = NULL WHERE id = $1 AND ended_at_ms IS NULL")
            .bind(id)
            .execute(tx.connection())
            .await?;
    Ok(done.rows_affected() == 1)
}

pub async fn code_entered(tx: &mut Tx, id: &str, now_ms: i64) -> Result<(), DbError> {
    sqlx::query("UPDATE sessions SET code_entered_at_ms = $2 WHERE id = $1")
        .bind(id)
        .bind(now_ms)
        .execute(tx.connection())
        .await?;
    Ok(())
}

pub async fn passkey_used(tx: &mut Tx, id: &str, now_ms: i64) -> Result<(), DbError> {
    sqlx::query("UPDATE sessions SET passkey_used_at_ms = $2 WHERE id = $1")
        .bind(id)
        .bind(now_ms)
        .execute(tx.connection())
        .await?;
    Ok(())
}

pub async fn forget_passkeys(tx: &mut Tx, user_id: &str) -> Result<(), DbError> {
    sqlx::query("UPDATE sessions SET passkey_used_at_ms = NULL WHERE user_id = $1 AND passkey_used_at_ms IS NOT NULL")
        .bind(user_id)
        .execute(tx.connection())
        .await?;
    Ok(())
}

pub async fn passkey_used_at_ms(
    connection: &mut AnyConnection,
    id: &str,
) -> Result<Option<i64>, DbError> {
    let row = sqlx::query("SELECT passkey_used_at_ms FROM sessions WHERE id = $1")
        .bind(id)
        .fetch_one(connection)
        .await?;
    Ok(row.try_get("passkey_used_at_ms")?)
}

/// The time of the sign-in that started the session.
pub async fn started_at_ms(connection: &mut AnyConnection, id: &str) -> Result<i64, DbError> {
    let row = sqlx::query("SELECT started_at_ms FROM sessions WHERE id = $1")
        .bind(id)
        .fetch_one(connection)
        .await?;
    Ok(row.try_get("started_at_ms")?)
}

pub async fn insert_token(
    tx: &mut Tx,
    hash: &str,
    session_id: &str,
    kind: &str,
    now_ms: i64,
    expires_at_ms: i64,
) -> Result<(), DbError> {
    sqlx::query("INSERT INTO session_tokens (hash, session_id, kind, issued_at_ms, expires_at_ms) VALUES ($1, $2, $3, $4, $5)")
        .bind(hash)
        .bind(session_id)
        .bind(kind)
        .bind(now_ms)
        .bind(expires_at_ms)
        .execute(tx.connection())
        .await?;
    Ok(())
}

/// The session of a token that has not expired.
pub async fn by_token(
    connection: &mut AnyConnection,
    hash: &str,
    kind: &str,
    now_ms: i64,
) -> Result<Option<SessionRow>, DbError> {
    let row = sqlx::query(
        "SELECT sessions.* FROM session_tokens JOIN sessions ON sessions.id = session_tokens.session_id \
         WHERE session_tokens.hash = $1 AND session_tokens.kind = $2 AND session_tokens.expires_at_ms > $3",
    )
    .bind(hash)
    .bind(kind)
    .bind(now_ms)
    .fetch_optional(connection)
    .await?;
    row.as_ref().map(session).transpose()
}

pub async fn by_id(
    connection: &mut AnyConnection,
    id: &str,
) -> Result<Option<SessionRow>, DbError> {
    let row = sqlx::query("SELECT * FROM sessions WHERE id = $1")
        .bind(id)
        .fetch_optional(connection)
        .await?;
    row.as_ref().map(session).transpose()
}

/// Marks a refresh token as replaced; false if it was replaced before.
pub async fn rotate(tx: &mut Tx, hash: &str, now_ms: i64) -> Result<bool, DbError> {
    let done = sqlx::query(
        "UPDATE session_tokens SET rotated_at_ms = $2 WHERE hash = $1 AND rotated_at_ms IS NULL",
    )
    .bind(hash)
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

/// The time of a token's replacement, if the token exists and was replaced.
pub async fn rotated_at(tx: &mut Tx, hash: &str) -> Result<Option<Option<i64>>, DbError> {
    let row = sqlx::query("SELECT rotated_at_ms FROM session_tokens WHERE hash = $1")
        .bind(hash)
        .fetch_optional(tx.connection())
        .await?;
    Ok(row.map(|row| row.try_get("rotated_at_ms")).transpose()?)
}

pub async fn touch(tx: &mut Tx, session_id: &str, now_ms: i64) -> Result<(), DbError> {
    sqlx::query("UPDATE sessions SET last_active_at_ms = $2 WHERE id = $1 AND last_active_at_ms < $2 AND ended_at_ms IS NULL")
        .bind(session_id)
        .bind(now_ms)
        .execute(tx.connection())
        .await?;
    Ok(())
}

pub async fn end(tx: &mut Tx, session_id: &str, reason: &str, now_ms: i64) -> Result<(), DbError> {
    sqlx::query("UPDATE sessions SET ended_at_ms = $2, end_reason = $3 WHERE id = $1 AND ended_at_ms IS NULL")
        .bind(session_id)
        .bind(now_ms)
        .bind(reason)
        .execute(tx.connection())
        .await?;
    Ok(())
}

pub async fn end_all(tx: &mut Tx, user_id: &str, reason: &str, now_ms: i64) -> Result<(), DbError> {
    sqlx::query("UPDATE sessions SET ended_at_ms = $2, end_reason = $3 WHERE user_id = $1 AND ended_at_ms IS NULL")
        .bind(user_id)
        .bind(now_ms)
        .bind(reason)
        .execute(tx.connection())
        .await?;
    Ok(())
}

/// Ends all sessions but one; returns their ids.
pub async fn end_others(
    tx: &mut Tx,
    user_id: &str,
    but: &str,
    reason: &str,
    now_ms: i64,
) -> Result<Vec<String>, DbError> {
    let rows = sqlx::query(
        "UPDATE sessions SET ended_at_ms = $3, end_reason = $4 WHERE user_id = $1 AND id <> $2 AND ended_at_ms IS NULL RETURNING id",
    )
    .bind(user_id)
    .bind(but)
    .bind(now_ms)
    .bind(reason)
    .fetch_all(tx.connection())
    .await?;
    rows.iter().map(|row| Ok(row.try_get("id")?)).collect()
}

/// Deletes the session's expired bearer tokens.
pub async fn sweep(tx: &mut Tx, session_id: &str, now_ms: i64) -> Result<(), DbError> {
    sqlx::query("DELETE FROM session_tokens WHERE session_id = $1 AND kind = 'access' AND expires_at_ms < $2")
        .bind(session_id)
        .bind(now_ms)
        .execute(tx.connection())
        .await?;
    Ok(())
}

fn session(row: &AnyRow) -> Result<SessionRow, DbError> {
    Ok(SessionRow {
        id: row.try_get("id")?,
        user_id: row.try_get("user_id")?,
        tenant_id: row.try_get("tenant_id")?,
        last_active_at_ms: row.try_get("last_active_at_ms")?,
        expires_at_ms: row.try_get("expires_at_ms")?,
        code_entered_at_ms: row.try_get("code_entered_at_ms")?,
        passkey_used_at_ms: row.try_get("passkey_used_at_ms")?,
        ended_at_ms: row.try_get("ended_at_ms")?,
    })
}
