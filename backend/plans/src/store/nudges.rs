//! Reminders between members.

use super::subscriptions::date;
use domain_core::calendar::Date;
use ground::db::{DbError, Tx, columns};
use sqlx::{AnyConnection, Row};

/// The days on which a user last reminded each member of a plan.
pub async fn by(
    connection: &mut AnyConnection,
    subscription_id: &str,
    user_id: &str,
) -> Result<Vec<(String, Date)>, DbError> {
    let rows = sqlx::query(
        "SELECT n.member_id, n.nudged_on FROM plan_nudges n JOIN plan_members m ON m.id = n.member_id \
         WHERE m.subscription_id = $1 AND n.user_id = $2",
    )
    .bind(subscription_id)
    .bind(user_id)
    .fetch_all(connection)
    .await?;
    let mut found = Vec::with_capacity(rows.len());
    for row in rows {
        let day = date(&row, "nudged_on")?.ok_or_else(|| columns::corrupt("nudged_on"))?;
        found.push((row.try_get("member_id")?, day));
    }
    Ok(found)
}

/// Records the day on which a user reminded a member.
pub async fn note(tx: &mut Tx, member_id: &str, user_id: &str, day: Date) -> Result<(), DbError> {
    sqlx::query(
        "INSERT INTO plan_nudges (member_id, user_id, nudged_on) VALUES ($1, $2, $3) \
         ON CONFLICT (member_id, user_id) DO UPDATE SET nudged_on = excluded.nudged_on",
    )
    .bind(member_id)
    .bind(user_id)
    .bind(day.text())
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// The user of a membership.
pub async fn user_of(connection: &mut AnyConnection, member_id: &str) -> Result<String, DbError> {
    let row = sqlx::query("SELECT user_id FROM plan_members WHERE id = $1")
        .bind(member_id)
        .fetch_one(connection)
        .await?;
    Ok(row.try_get("user_id")?)
}
