//! When members were reminded by others.

use super::subscriptions::date;
use crate::db::{DbError, columns};
use domain_core::calendar::Date;
use sqlx::{AnyConnection, Row};

/// When a person last reminded each member of a plan.
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
