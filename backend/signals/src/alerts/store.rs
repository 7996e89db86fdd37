//! The rows of `alert_subscriptions`.

use ground::db::{DbError, Tx};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

/// A subscription whose owner is to be notified.
pub struct Due {
    pub user_id: String,
    pub until_ms: i64,
}

pub async fn until_ms(
    connection: &mut AnyConnection,
    user_id: &str,
) -> Result<Option<i64>, DbError> {
    let row = sqlx::query("SELECT until_ms FROM alert_subscriptions WHERE user_id = $1")
        .bind(user_id)
        .fetch_optional(connection)
        .await?;
    row.map(|row| Ok(row.try_get("until_ms")?)).transpose()
}

/// Sets the end of the paid period. Call with the user locked: it follows from the previous one.
pub async fn set(tx: &mut Tx, user_id: &str, until_ms: i64) -> Result<(), DbError> {
    sqlx::query(
        "INSERT INTO alert_subscriptions (user_id, until_ms) VALUES ($1, $2) \
         ON CONFLICT (user_id) DO UPDATE SET until_ms = excluded.until_ms",
    )
    .bind(user_id)
    .bind(until_ms)
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// Subscriptions that end between two instants, whose owners were not notified yet.
pub async fn ending(
    connection: &mut AnyConnection,
    from_ms: i64,
    to_ms: i64,
    most: i64,
) -> Result<Vec<Due>, DbError> {
    let rows = sqlx::query(
        "SELECT user_id, until_ms FROM alert_subscriptions WHERE until_ms >= $1 AND until_ms <= $2 \
         AND (announced_end_ms IS NULL OR announced_end_ms <> until_ms) ORDER BY until_ms LIMIT $3",
    )
    .bind(from_ms)
    .bind(to_ms)
    .bind(most)
    .fetch_all(connection)
    .await?;
    rows.iter().map(due).collect()
}

/// Subscriptions that have ended, whose owners were not notified yet.
pub async fn ended(
    connection: &mut AnyConnection,
    now_ms: i64,
    most: i64,
) -> Result<Vec<Due>, DbError> {
    let rows = sqlx::query(
        "SELECT user_id, until_ms FROM alert_subscriptions WHERE until_ms < $1 \
         AND (reached_end_ms IS NULL OR reached_end_ms <> until_ms) ORDER BY until_ms LIMIT $2",
    )
    .bind(now_ms)
    .bind(most)
    .fetch_all(connection)
    .await?;
    rows.iter().map(due).collect()
}

/// Marks the coming end as announced; false if it was extended or announced meanwhile.
pub async fn announce(tx: &mut Tx, due: &Due) -> Result<bool, DbError> {
    let done = sqlx::query(
        "UPDATE alert_subscriptions SET announced_end_ms = until_ms WHERE user_id = $1 AND until_ms = $2 \
         AND (announced_end_ms IS NULL OR announced_end_ms <> until_ms)",
    )
    .bind(due.user_id.as_str())
    .bind(due.until_ms)
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Ends a subscription; false if it was extended or ended meanwhile.
pub async fn end(tx: &mut Tx, due: &Due) -> Result<bool, DbError> {
    let done = sqlx::query(
        "UPDATE alert_subscriptions SET reached_end_ms = until_ms WHERE user_id = $1 AND until_ms = $2 \
         AND (reached_end_ms IS NULL OR reached_end_ms <> until_ms)",
    )
    .bind(due.user_id.as_str())
    .bind(due.until_ms)
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

fn due(row: &AnyRow) -> Result<Due, DbError> {
    Ok(Due {
        user_id: row.try_get("user_id")?,
        until_ms: row.try_get("until_ms")?,
    })
}
