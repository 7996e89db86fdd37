//! Triggers of payments into savings.

use domain_core::money::{Amount, Currency};
use domain_core::plans::trigger::TriggerKind;
use ground::db::{DbError, Tx, columns};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

/// A trigger of a membership.
#[derive(Debug, Clone)]
pub struct TriggerRow {
    pub id: String,
    pub member_id: String,
    pub subscription_id: String,
    pub kind: TriggerKind,
    /// The step that payments are rounded up to, or the least amount that is shared.
    pub figure: Amount,
    /// The share, as decimal text; `None` for change.
    pub percent: Option<String>,
    pub seen_ms: i64,
    pub created_at_ms: i64,
}

/// Sets a trigger. What happened before is not counted.
pub async fn set(tx: &mut Tx, row: &TriggerRow, user_id: &str, now_ms: i64) -> Result<(), DbError> {
    remove(tx, &row.member_id, row.kind).await?;
    sqlx::query(
        "INSERT INTO plan_triggers (id, member_id, user_id, kind, figure_minor, percent, seen_ms, created_at_ms) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $7)",
    )
    .bind(row.id.as_str())
    .bind(row.member_id.as_str())
    .bind(user_id)
    .bind(row.kind.as_str())
    .bind(columns::minor(&row.figure)?)
    .bind(row.percent.as_deref())
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    Ok(())
}

pub async fn remove(tx: &mut Tx, member_id: &str, kind: TriggerKind) -> Result<(), DbError> {
    sqlx::query(
        "DELETE FROM plan_triggered WHERE trigger_id IN (SELECT id FROM plan_triggers WHERE member_id = $1 AND kind = $2)",
    )
    .bind(member_id)
    .bind(kind.as_str())
    .execute(tx.connection())
    .await?;
    sqlx::query("DELETE FROM plan_triggers WHERE member_id = $1 AND kind = $2")
        .bind(member_id)
        .bind(kind.as_str())
        .execute(tx.connection())
        .await?;
    Ok(())
}

/// The triggers of a user, oldest first.
pub async fn of_user(
    connection: &mut AnyConnection,
    user_id: &str,
    currency: Currency,
) -> Result<Vec<TriggerRow>, DbError> {
    let rows = sqlx::query(
        "SELECT t.id, t.member_id, m.subscription_id, t.kind, t.figure_minor, t.percent, t.seen_ms, t.created_at_ms \
         FROM plan_triggers t JOIN plan_members m ON m.id = t.member_id WHERE t.user_id = $1 ORDER BY t.created_at_ms, t.id",
    )
    .bind(user_id)
    .fetch_all(connection)
    .await?;
    rows.iter().map(|row| read(row, currency)).collect()
}

/// Users with triggers after an identifier, each with the oldest instant up to which their statement was seen.
pub async fn users(
    connection: &mut AnyConnection,
    after: &str,
    limit: i64,
) -> Result<Vec<(String, i64)>, DbError> {
    let rows = sqlx::query(
        "SELECT user_id, CAST(MIN(seen_ms) AS BIGINT) AS seen_ms FROM plan_triggers WHERE user_id > $1 \
         GROUP BY user_id ORDER BY user_id LIMIT $2",
    )
    .bind(after)
    .bind(limit)
    .fetch_all(connection)
    .await?;
    rows.iter()
        .map(|row| Ok((row.try_get("user_id")?, row.try_get("seen_ms")?)))
        .collect()
}

/// Notes that a trigger has counted a line of the statement; false if it had before.
pub async fn note(
    tx: &mut Tx,
    trigger_id: &str,
    transaction_id: &str,
    line_at_ms: i64,
) -> Result<bool, DbError> {
    let done = sqlx::query(
        "INSERT INTO plan_triggered (trigger_id, transaction_id, line_at_ms) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
    )
    .bind(trigger_id)
    .bind(transaction_id)
    .bind(line_at_ms)
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Sets the instant up to which a trigger has seen the statement.
pub async fn seen(tx: &mut Tx, id: &str, seen_ms: i64) -> Result<(), DbError> {
    sqlx::query("UPDATE plan_triggers SET seen_ms = $2 WHERE id = $1")
        .bind(id)
        .bind(seen_ms)
        .execute(tx.connection())
        .await?;
    Ok(())
}

/// Removes a trigger's notes of lines up to an instant, which it does not read again.
pub async fn forget(tx: &mut Tx, id: &str, until_ms: i64) -> Result<(), DbError> {
    sqlx::query("DELETE FROM plan_triggered WHERE trigger_id = $1 AND line_at_ms <= $2")
        .bind(id)
        .bind(until_ms)
        .execute(tx.connection())
        .await?;
    Ok(())
}

fn read(row: &AnyRow, currency: Currency) -> Result<TriggerRow, DbError> {
    let kind: String = row.try_get("kind")?;
    Ok(TriggerRow {
        id: row.try_get("id")?,
        member_id: row.try_get("member_id")?,
        subscription_id: row.try_get("subscription_id")?,
        kind: TriggerKind::named(&kind).ok_or_else(|| columns::corrupt("kind"))?,
        figure: columns::amount(row, "figure_minor", currency)?,
        percent: row.try_get("percent")?,
        seen_ms: row.try_get("seen_ms")?,
        created_at_ms: row.try_get("created_at_ms")?,
    })
}
