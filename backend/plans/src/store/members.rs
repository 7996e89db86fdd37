//! Memberships of plans. A membership's pot has its identifier.

use super::status;
use super::subscriptions::date;
use domain_core::calendar::Date;
use domain_core::money::{Amount, Currency};
use domain_core::status::Status;
use ground::db::{DbError, Tx, columns};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

/// A membership.
#[derive(Debug, Clone)]
pub struct MemberRow {
    /// Also the pot's identifier in the ledger.
    pub id: String,
    pub subscription_id: String,
    pub user_id: String,
    pub name: String,
    pub amount: Amount,
    pub status: Status,
    /// The balance of the pot, in the pot's currency.
    pub pot: Amount,
    /// Whether due instalments of savings are collected from the wallet; `None`: by the account's switch.
    pub collects: Option<bool>,
    /// The member has left a group that continued.
    pub left_at_ms: Option<i64>,
    pub joined_at_ms: i64,
    /// The member's own end, and the last processed day; `None` before the first payment.
    pub ends_on: Option<Date>,
    pub day_done: Option<Date>,
}

pub async fn insert(tx: &mut Tx, row: &MemberRow) -> Result<(), DbError> {
    sqlx::query(
        "INSERT INTO plan_members (id, subscription_id, user_id, amount_minor, status, joined_at_ms, ends_on, day_done, collects) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
    )
    .bind(row.id.as_str())
    .bind(row.subscription_id.as_str())
    .bind(row.user_id.as_str())
    .bind(columns::minor(&row.amount)?)
    .bind(row.status.as_str())
    .bind(row.joined_at_ms)
    .bind(row.ends_on.map(Date::text))
    .bind(row.day_done.map(Date::text))
    .bind(row.collects.map(i64::from))
    .execute(tx.connection())
    .await?;
    Ok(())
}

pub async fn set_status(tx: &mut Tx, id: &str, status: Status) -> Result<(), DbError> {
    sqlx::query("UPDATE plan_members SET status = $2 WHERE id = $1")
        .bind(id)
        .bind(status.as_str())
        .execute(tx.connection())
        .await?;
    Ok(())
}

/// Records that a member has left a group that continues.
pub async fn leave(tx: &mut Tx, id: &str, now_ms: i64) -> Result<(), DbError> {
    sqlx::query("UPDATE plan_members SET status = 'TERMINATED', left_at_ms = $2 WHERE id = $1")
        .bind(id)
        .bind(now_ms)
        .execute(tx.connection())
        .await?;
    Ok(())
}

/// Records that an invited member has joined: with this amount, from today on.
pub async fn join(tx: &mut Tx, row: &MemberRow) -> Result<(), DbError> {
    sqlx::query(
        "UPDATE plan_members SET amount_minor = $2, status = $3, ends_on = $4, day_done = $5, collects = $6 WHERE id = $1",
    )
    .bind(row.id.as_str())
    .bind(columns::minor(&row.amount)?)
    .bind(row.status.as_str())
    .bind(row.ends_on.map(Date::text))
    .bind(row.day_done.map(Date::text))
    .bind(row.collects.map(i64::from))
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// Sets whether due instalments are collected from the wallet.
pub async fn set_collects(tx: &mut Tx, id: &str, collects: bool) -> Result<(), DbError> {
    sqlx::query("UPDATE plan_members SET collects = $2 WHERE id = $1")
        .bind(id)
        .bind(i64::from(collects))
        .execute(tx.connection())
        .await?;
    Ok(())
}

/// Starts a member's part of a plan on a day.
pub async fn begin(tx: &mut Tx, id: &str, start: Date, end: Date) -> Result<(), DbError> {
    sqlx::query(
        "UPDATE plan_members SET status = 'ACTIVE', ends_on = $2, day_done = $3 WHERE id = $1",
    )
    .bind(id)
    .bind(end.text())
    .bind(start.text())
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// The members of a plan, in the order of joining.
pub async fn of(
    connection: &mut AnyConnection,
    subscription_id: &str,
    currency: Currency,
) -> Result<Vec<MemberRow>, DbError> {
    let rows = sqlx::query(
        "SELECT m.id, m.subscription_id, m.user_id, u.name, m.amount_minor, m.status, m.joined_at_ms, m.ends_on, m.day_done, m.collects, m.left_at_ms, \
         COALESCE(a.settled_minor, 0) AS pot_minor, COALESCE(a.currency, s.pot_currency) AS pot_currency \
         FROM plan_members m JOIN users u ON u.id = m.user_id JOIN plan_subscriptions s ON s.id = m.subscription_id LEFT JOIN ledger_accounts a ON a.id = m.id WHERE m.subscription_id = $1 ORDER BY m.joined_at_ms, m.id",
    )
    .bind(subscription_id)
    .fetch_all(connection)
    .await?;
    rows.iter().map(|row| read(row, currency)).collect()
}

fn read(row: &AnyRow, currency: Currency) -> Result<MemberRow, DbError> {
    Ok(MemberRow {
        id: row.try_get("id")?,
        subscription_id: row.try_get("subscription_id")?,
        user_id: row.try_get("user_id")?,
        name: row.try_get("name")?,
        amount: columns::amount(row, "amount_minor", currency)?,
        status: status(row)?,
        pot: columns::amount(row, "pot_minor", super::currency(row, "pot_currency")?)?,
        left_at_ms: row.try_get("left_at_ms")?,
        collects: row.try_get::<Option<i64>, _>("collects")?.map(|on| on != 0),
        joined_at_ms: row.try_get("joined_at_ms")?,
        ends_on: date(row, "ends_on")?,
        day_done: date(row, "day_done")?,
    })
}
