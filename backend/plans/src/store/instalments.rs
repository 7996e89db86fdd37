//! Instalments.

use super::subscriptions::date;
use domain_core::calendar::Date;
use domain_core::money::{Amount, Currency};
use domain_core::plans::instalment::InstalmentStatus;
use ground::db::{DbError, Tx, columns};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

/// An instalment.
#[derive(Debug, Clone)]
pub struct InstalmentRow {
    pub id: String,
    pub member_id: String,
    pub number: i64,
    /// The sum of principal and interest.
    pub amount: Amount,
    pub interest: Amount,
    pub paid: Amount,
    pub status: InstalmentStatus,
    pub due_on: Date,
    /// The name of the last payer, if it is not the member.
    pub payer: Option<String>,
    pub reminded_on: Option<Date>,
    /// For a charge: the late instalment.
    pub charged_for: Option<String>,
}

impl InstalmentRow {
    /// The unpaid part.
    pub fn owed(&self) -> Amount {
        let left = self.amount.checked_sub(&self.paid);
        left.unwrap_or_else(|| Amount::zero(self.amount.currency()))
    }
}

pub async fn insert(tx: &mut Tx, row: &InstalmentRow, now_ms: i64) -> Result<(), DbError> {
    let is_paid = row.status == InstalmentStatus::Paid;
    sqlx::query(
        "INSERT INTO plan_instalments (id, member_id, number, amount_minor, interest_minor, paid_minor, status, due_on, paid_at_ms, \
         charged_for) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
    )
    .bind(row.id.as_str())
    .bind(row.member_id.as_str())
    .bind(row.number)
    .bind(columns::minor(&row.amount)?)
    .bind(columns::minor(&row.interest)?)
    .bind(columns::minor(&row.paid)?)
    .bind(row.status.as_str())
    .bind(row.due_on.text())
    .bind(is_paid.then_some(now_ms))
    .bind(row.charged_for.as_deref())
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// Adds a payment to an instalment, and sets its new state. `payer_id` names a payer other than the member.
pub async fn pay(
    tx: &mut Tx,
    id: &str,
    amount: &Amount,
    status: InstalmentStatus,
    payer_id: Option<&str>,
    now_ms: i64,
) -> Result<(), DbError> {
    sqlx::query(
        "UPDATE plan_instalments SET paid_minor = paid_minor + $2, status = $3, payer_id = COALESCE($4, payer_id), \
         paid_at_ms = CASE WHEN $3 = 'PAID' THEN $5 ELSE paid_at_ms END WHERE id = $1",
    )
    .bind(id)
    .bind(columns::minor(amount)?)
    .bind(status.as_str())
    .bind(payer_id)
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// Removes the instalments of a member without payments, to be created again.
pub async fn remove_all(tx: &mut Tx, member_id: &str) -> Result<(), DbError> {
    sqlx::query("DELETE FROM plan_instalments WHERE member_id = $1 AND paid_minor = 0")
        .bind(member_id)
        .execute(tx.connection())
        .await?;
    Ok(())
}

/// Sets the day on which an instalment is due.
pub async fn set_due(
    tx: &mut Tx,
    member_id: &str,
    number: i64,
    due_on: Date,
) -> Result<(), DbError> {
    sqlx::query("UPDATE plan_instalments SET due_on = $3 WHERE member_id = $1 AND number = $2")
        .bind(member_id)
        .bind(number)
        .bind(due_on.text())
        .execute(tx.connection())
        .await?;
    Ok(())
}

/// The plan and the member of an instalment.
pub async fn place(
    connection: &mut AnyConnection,
    id: &str,
) -> Result<Option<(String, String)>, DbError> {
    let row = sqlx::query(
        "SELECT m.subscription_id, m.id FROM plan_instalments i JOIN plan_members m ON m.id = i.member_id WHERE i.id = $1",
    )
    .bind(id)
    .fetch_optional(connection)
    .await?;
    let read = |row: AnyRow| Ok((row.try_get("subscription_id")?, row.try_get("id")?));
    row.map(read).transpose()
}

/// The instalments of a member, in the order of their due dates.
pub async fn of_member(
    connection: &mut AnyConnection,
    member_id: &str,
    currency: Currency,
) -> Result<Vec<InstalmentRow>, DbError> {
    let rows = sqlx::query(
        "SELECT i.id, i.member_id, i.number, i.amount_minor, i.interest_minor, i.paid_minor, i.status, i.due_on, i.reminded_on, i.charged_for, \
         u.name AS payer FROM plan_instalments i LEFT JOIN users u ON u.id = i.payer_id WHERE i.member_id = $1 ORDER BY i.due_on, i.number",
    )
    .bind(member_id)
    .fetch_all(connection)
    .await?;
    rows.iter().map(|row| read(row, currency)).collect()
}

/// The instalments of all members of a plan, by member and due date.
pub async fn of_subscription(
    connection: &mut AnyConnection,
    subscription_id: &str,
    currency: Currency,
) -> Result<Vec<InstalmentRow>, DbError> {
    let rows = sqlx::query(
        "SELECT i.id, i.member_id, i.number, i.amount_minor, i.interest_minor, i.paid_minor, i.status, i.due_on, i.reminded_on, i.charged_for, \
         u.name AS payer FROM plan_instalments i JOIN plan_members m ON m.id = i.member_id LEFT JOIN users u ON u.id = i.payer_id \
         WHERE m.subscription_id = $1 ORDER BY i.member_id, i.due_on, i.number",
    )
    .bind(subscription_id)
    .fetch_all(connection)
    .await?;
    rows.iter().map(|row| read(row, currency)).collect()
}

fn read(row: &AnyRow, currency: Currency) -> Result<InstalmentRow, DbError> {
    let status: String = row.try_get("status")?;
    Ok(InstalmentRow {
        id: row.try_get("id")?,
        member_id: row.try_get("member_id")?,
        number: row.try_get("number")?,
        amount: columns::amount(row, "amount_minor", currency)?,
        interest: columns::amount(row, "interest_minor", currency)?,
        paid: columns::amount(row, "paid_minor", currency)?,
        status: InstalmentStatus::named(&status).ok_or_else(|| columns::corrupt("status"))?,
        due_on: date(row, "due_on")?.ok_or_else(|| columns::corrupt("due_on"))?,
        payer: row.try_get("payer")?,
        reminded_on: date(row, "reminded_on")?,
        charged_for: row.try_get("charged_for")?,
    })
}
