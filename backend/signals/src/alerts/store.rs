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

/// Sets the end of the paid period, which begins now unless it continues one. Call with the user locked: it follows from
/// the previous one.
pub async fn set(tx: &mut Tx, user_id: &str, until_ms: i64, now_ms: i64) -> Result<(), DbError> {
    sqlx::query(
        "INSERT INTO alert_subscriptions (user_id, until_ms, began_ms) VALUES ($1, $2, $3) \
         ON CONFLICT (user_id) DO UPDATE SET until_ms = excluded.until_ms, \
         began_ms = CASE WHEN alert_subscriptions.until_ms < excluded.began_ms THEN excluded.began_ms \
         ELSE alert_subscriptions.began_ms END",
    )
    .bind(user_id)
    .bind(until_ms)
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// A time without current predictions.
pub struct Gap {
    pub since_ms: i64,
    /// `None` while it lasts.
    pub until_ms: Option<i64>,
}

/// The end of a subscription, and the days that the last gap added to it.
pub struct Extended {
    pub until_ms: i64,
    pub gap_since_ms: Option<i64>,
    pub gap_days: i64,
}

/// Begins a gap, unless one lasts. Call with the board locked.
pub async fn begin_gap(tx: &mut Tx, since_ms: i64) -> Result<(), DbError> {
    let open = sqlx::query("SELECT since_ms FROM signal_gaps WHERE until_ms IS NULL")
        .fetch_optional(tx.connection())
        .await?;
    if open.is_none() {
        sqlx::query(
            "INSERT INTO signal_gaps (since_ms) VALUES ($1) ON CONFLICT (since_ms) DO NOTHING",
        )
        .bind(since_ms)
        .execute(tx.connection())
        .await?;
    }
    Ok(())
}

/// Ends the gap that lasts. Call with the board locked.
pub async fn end_gap(tx: &mut Tx, now_ms: i64) -> Result<(), DbError> {
    sqlx::query("UPDATE signal_gaps SET until_ms = $1 WHERE until_ms IS NULL")
        .bind(now_ms)
        .execute(tx.connection())
        .await?;
    Ok(())
}

/// The gaps for which subscriptions may have to be extended, the earliest first.
pub async fn gaps(connection: &mut AnyConnection) -> Result<Vec<Gap>, DbError> {
    let rows = sqlx::query(
        "SELECT since_ms, until_ms FROM signal_gaps WHERE done_at_ms IS NULL ORDER BY since_ms",
    )
    .fetch_all(connection)
    .await?;
    let gap = |row: &AnyRow| {
        Ok(Gap {
            since_ms: row.try_get("since_ms")?,
            until_ms: row.try_get("until_ms")?,
        })
    };
    rows.iter().map(gap).collect()
}

/// Records that every subscription was extended for a gap that is over.
pub async fn close_gap(tx: &mut Tx, since_ms: i64, now_ms: i64) -> Result<(), DbError> {
    sqlx::query("UPDATE signal_gaps SET done_at_ms = $2 WHERE since_ms = $1")
        .bind(since_ms)
        .bind(now_ms)
        .execute(tx.connection())
        .await?;
    Ok(())
}

/// The owners of subscriptions that ran when a gap began, and that it has not extended by these days.
pub async fn touched(
    connection: &mut AnyConnection,
    since_ms: i64,
    days: i64,
    most: i64,
) -> Result<Vec<String>, DbError> {
    let rows = sqlx::query(
        "SELECT user_id FROM alert_subscriptions WHERE until_ms >= $1 AND (began_ms IS NULL OR began_ms <= $1) \
         AND $2 > 0 AND (gap_since_ms IS NULL OR gap_since_ms < $1 OR (gap_since_ms = $1 AND gap_days < $2)) \
         ORDER BY user_id LIMIT $3",
    )
    .bind(since_ms)
    .bind(days)
    .bind(most)
    .fetch_all(connection)
    .await?;
    rows.iter().map(|row| Ok(row.try_get("user_id")?)).collect()
}

/// A subscription. Call with the user locked.
pub async fn extended(
    connection: &mut AnyConnection,
    user_id: &str,
) -> Result<Option<Extended>, DbError> {
    let row = sqlx::query(
        "SELECT until_ms, gap_since_ms, gap_days FROM alert_subscriptions WHERE user_id = $1",
    )
    .bind(user_id)
    .fetch_optional(connection)
    .await?;
    let read = |row: AnyRow| {
        Ok(Extended {
            until_ms: row.try_get("until_ms")?,
            gap_since_ms: row.try_get("gap_since_ms")?,
            gap_days: row.try_get("gap_days")?,
        })
    };
    row.map(read).transpose()
}

/// Extends a subscription for a gap. Call with the user locked.
pub async fn extend(
    tx: &mut Tx,
    user_id: &str,
    until_ms: i64,
    (since_ms, days): (i64, i64),
) -> Result<(), DbError> {
    sqlx::query(
        "UPDATE alert_subscriptions SET until_ms = $2, gap_since_ms = $3, gap_days = $4 WHERE user_id = $1",
    )
    .bind(user_id)
    .bind(until_ms)
    .bind(since_ms)
    .bind(days)
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
