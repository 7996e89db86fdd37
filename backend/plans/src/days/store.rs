//! The rows of completed and claimed days.

use crate::store::subscriptions::date;
use domain_core::calendar::Date;
use ground::db::{DbError, Tx};
use service::app::AppState;
use sqlx::{AnyConnection, Row};

/// A member with a day to be processed.
#[derive(Debug, Clone)]
pub struct ToDo {
    pub id: String,
    pub subscription_id: String,
    pub user_id: String,
}

/// The day after the last one that every active member has completed.
pub async fn first_undone(connection: &mut AnyConnection) -> Result<Option<Date>, DbError> {
    let row = sqlx::query(
        "SELECT MIN(m.day_done) AS day_done FROM plan_members m JOIN plan_subscriptions s ON s.id = m.subscription_id \
         WHERE m.status = 'ACTIVE' AND s.status = 'ACTIVE'",
    )
    .fetch_one(connection)
    .await?;
    Ok(date(&row, "day_done")?.and_then(|day| day.add_days(1)))
}

/// Claims an unfinished day that is not leased.
pub async fn claim(app: &AppState, day: Date, now_ms: i64, hold_ms: i64) -> Result<bool, DbError> {
    let mut tx = app.db.begin().await?;
    let done = sqlx::query(
        "INSERT INTO plan_days (day, held_until_ms) VALUES ($1, $2) ON CONFLICT (day) DO UPDATE \
         SET held_until_ms = excluded.held_until_ms WHERE plan_days.finished_at_ms IS NULL AND plan_days.held_until_ms <= $3",
    )
    .bind(day.text())
    .bind(now_ms + hold_ms)
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    tx.commit().await?;
    Ok(done.rows_affected() == 1)
}

pub async fn is_finished(connection: &mut AnyConnection, day: Date) -> Result<bool, DbError> {
    let row = sqlx::query("SELECT finished_at_ms FROM plan_days WHERE day = $1")
        .bind(day.text())
        .fetch_optional(connection)
        .await?;
    let at_ms: Option<i64> = match row {
        Some(row) => row.try_get("finished_at_ms")?,
        None => None,
    };
    Ok(at_ms.is_some())
}

/// Extends the lease of a day.
pub async fn hold(app: &AppState, day: Date, until_ms: i64) -> Result<(), DbError> {
    let mut tx = app.db.begin().await?;
    sqlx::query("UPDATE plan_days SET held_until_ms = $2 WHERE day = $1")
        .bind(day.text())
        .bind(until_ms)
        .execute(tx.connection())
        .await?;
    tx.commit().await
}

/// Releases a day: finished, or free to be claimed again at once.
pub async fn finish(
    app: &AppState,
    day: Date,
    is_finished: bool,
    now_ms: i64,
) -> Result<(), DbError> {
    let mut tx = app.db.begin().await?;
    sqlx::query(
        "UPDATE plan_days SET held_until_ms = $2, finished_at_ms = CASE WHEN $3 = 1 THEN $2 ELSE finished_at_ms END WHERE day = $1",
    )
    .bind(day.text())
    .bind(now_ms)
    .bind(i64::from(is_finished))
    .execute(tx.connection())
    .await?;
    tx.commit().await
}

/// Active members whose last completed day is the given one, by identifier, after a given identifier.
pub async fn to_do(
    connection: &mut AnyConnection,
    day_done: Date,
    after: &str,
    limit: i64,
) -> Result<Vec<ToDo>, DbError> {
    let rows = sqlx::query(
        "SELECT m.id, m.subscription_id, m.user_id FROM plan_members m JOIN plan_subscriptions s ON s.id = m.subscription_id \
         WHERE m.status = 'ACTIVE' AND s.status = 'ACTIVE' AND m.day_done = $1 AND m.id > $2 ORDER BY m.id LIMIT $3",
    )
    .bind(day_done.text())
    .bind(after)
    .bind(limit)
    .fetch_all(connection)
    .await?;
    let read = |row: &sqlx::any::AnyRow| {
        Ok(ToDo {
            id: row.try_get("id")?,
            subscription_id: row.try_get("subscription_id")?,
            user_id: row.try_get("user_id")?,
        })
    };
    rows.iter().map(read).collect()
}

/// Records a member's day as done; false if it already is.
pub async fn note(tx: &mut Tx, member_id: &str, day: Date) -> Result<bool, DbError> {
    let before = day.day_before();
    let done = sqlx::query(
        "UPDATE plan_members SET day_done = $2 WHERE id = $1 AND day_done = $3 AND status = 'ACTIVE'",
    )
    .bind(member_id)
    .bind(day.text())
    .bind(before.text())
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

pub async fn reminded(tx: &mut Tx, instalment_id: &str, day: Date) -> Result<(), DbError> {
    sqlx::query("UPDATE plan_instalments SET reminded_on = $2 WHERE id = $1")
        .bind(instalment_id)
        .bind(day.text())
        .execute(tx.connection())
        .await?;
    Ok(())
}

pub async fn mark(tx: &mut Tx, instalment_id: &str, status: &str) -> Result<(), DbError> {
    sqlx::query("UPDATE plan_instalments SET status = $2 WHERE id = $1")
        .bind(instalment_id)
        .bind(status)
        .execute(tx.connection())
        .await?;
    Ok(())
}
