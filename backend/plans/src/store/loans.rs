//! Data specific to loans.

use super::date;
use domain_core::calendar::Date;
use domain_core::identity::place::Country;
use domain_core::money::{Amount, Currency};
use domain_core::plans::repay::Repaid;
use domain_core::status::Status;
use ground::db::{DbError, Tx, columns};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

/// A tenant's terms for lending.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Policy {
    /// The maximum debt of one borrower.
    pub person_limit: Amount,
    /// The maximum total lending.
    pub lending_limit: Amount,
    /// The limit of a first loan.
    pub first_limit: Amount,
    /// In percent of a loan that was repaid on time.
    pub growth_percent: u32,
    /// In percent of the money received within 90 days.
    pub income_percent: u32,
    /// The age of an account from which its limit grows.
    pub least_age_days: i64,
    /// The days that a loan has to run before its repayment raises the limit.
    pub least_held_days: i64,
    /// The days after a refusal in which the answers to the loan questions stay.
    pub pause_days: i64,
}

/// A user's debts from earlier loans.
#[derive(Debug, Clone, Copy)]
pub struct Debts {
    pub outstanding: Amount,
    pub overdue: Amount,
}

/// Values to set with a loan's new state.
#[derive(Debug, Clone, Default)]
pub struct Change<'a> {
    pub comment: Option<&'a str>,
    pub starts_on: Option<Date>,
    pub ends_on: Option<Date>,
    /// As JSON.
    pub decision: Option<String>,
    pub decided_by: Option<&'a str>,
    /// The time of the payout.
    pub paid_out_at_ms: Option<i64>,
    /// Whether the state is final: the borrower's place is deleted.
    pub is_end: bool,
}

/// Changes the state of a loan; false if it is not in the expected state. Omitted values stay unchanged.
pub async fn change(
    tx: &mut Tx,
    id: &str,
    (from, to): (Status, Status),
    change: &Change<'_>,
    now_ms: i64,
) -> Result<bool, DbError> {
    let done = sqlx::query(
        "UPDATE plan_subscriptions SET status = $3, updated_at_ms = $4, comment = COALESCE($5, comment), \
         starts_on = COALESCE($6, starts_on), ends_on = COALESCE($7, ends_on), decision = COALESCE($8, decision), \
         decided_by = COALESCE($9, decided_by), ended_at_ms = CASE WHEN $10 = 1 THEN $4 ELSE ended_at_ms END, \
         country = CASE WHEN $10 = 1 THEN NULL ELSE country END, state = CASE WHEN $10 = 1 THEN NULL ELSE state END, \
         paid_out_at_ms = COALESCE($11, paid_out_at_ms) \
         WHERE id = $1 AND status = $2 AND kind = 'loan'",
    )
    .bind(id)
    .bind(from.as_str())
    .bind(to.as_str())
    .bind(now_ms)
    .bind(change.comment)
    .bind(change.starts_on.map(Date::text))
    .bind(change.ends_on.map(Date::text))
    .bind(change.decision.as_deref())
    .bind(change.decided_by)
    .bind(i64::from(change.is_end))
    .bind(change.paid_out_at_ms)
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

/// A user's debts from paid-out loans, and the overdue part.
pub async fn debts(
    connection: &mut AnyConnection,
    user_id: &str,
    today: Date,
    currency: Currency,
) -> Result<Debts, DbError> {
    let row = sqlx::query(
        "SELECT CAST(COALESCE(SUM(i.amount_minor - i.paid_minor), 0) AS BIGINT) AS outstanding_minor, \
         CAST(COALESCE(SUM(CASE WHEN i.due_on < $2 THEN i.amount_minor - i.paid_minor ELSE 0 END), 0) AS BIGINT) AS overdue_minor \
         FROM plan_subscriptions s JOIN plan_members m ON m.subscription_id = s.id JOIN plan_instalments i ON i.member_id = m.id \
         WHERE s.kind = 'loan' AND s.created_by = $1 AND s.currency = $3 AND s.status IN ('ACTIVE', 'BAD')",
    )
    .bind(user_id)
    .bind(today.text())
    .bind(currency.as_str())
    .fetch_one(connection)
    .await?;
    Ok(Debts {
        outstanding: columns::amount(&row, "outstanding_minor", currency)?,
        overdue: columns::amount(&row, "overdue_minor", currency)?,
    })
}

/// The outstanding principal of a tenant's borrowers.
pub async fn lent(
    connection: &mut AnyConnection,
    tenant_id: &str,
    currency: Currency,
) -> Result<Amount, DbError> {
    let row = sqlx::query(
        "SELECT CAST(COALESCE(SUM(-a.settled_minor), 0) AS BIGINT) AS lent_minor FROM plan_subscriptions s \
         JOIN ledger_accounts a ON a.id = s.id WHERE s.tenant_id = $1 AND s.kind = 'loan' AND a.purpose = 'loan' AND a.currency = $2",
    )
    .bind(tenant_id)
    .bind(currency.as_str())
    .fetch_one(connection)
    .await?;
    columns::amount(&row, "lent_minor", currency)
}

/// A tenant's policy, locked until the transaction ends, so that concurrent loans see each other.
pub async fn lock_policy(
    tx: &mut Tx,
    tenant_id: &str,
    usual: Policy,
    currency: Currency,
) -> Result<Policy, DbError> {
    let statement = "INSERT INTO loan_policies (tenant_id, person_limit_minor, lending_limit_minor, first_limit_minor, growth_percent, \
         income_percent, least_age_days, least_held_days, pause_days) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) \
         ON CONFLICT (tenant_id) DO UPDATE SET tenant_id = excluded.tenant_id RETURNING person_limit_minor, \
         lending_limit_minor, first_limit_minor, growth_percent, income_percent, least_age_days, least_held_days, pause_days";
    let row = bind_policy(sqlx::query(statement), tenant_id, usual)?
        .fetch_one(tx.connection())
        .await?;
    policy_of(&row, currency)
}

/// A tenant's policy, if it has its own.
pub async fn policy(
    connection: &mut AnyConnection,
    tenant_id: &str,
    currency: Currency,
) -> Result<Option<Policy>, DbError> {
    let row = sqlx::query(
        "SELECT person_limit_minor, lending_limit_minor, first_limit_minor, growth_percent, income_percent, least_age_days, \
         least_held_days, pause_days FROM loan_policies WHERE tenant_id = $1",
    )
    .bind(tenant_id)
    .fetch_optional(connection)
    .await?;
    row.map(|row| policy_of(&row, currency)).transpose()
}

pub async fn set_policy(tx: &mut Tx, tenant_id: &str, policy: Policy) -> Result<(), DbError> {
    let statement = "INSERT INTO loan_policies (tenant_id, person_limit_minor, lending_limit_minor, first_limit_minor, growth_percent, \
         income_percent, least_age_days, least_held_days, pause_days) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) \
         ON CONFLICT (tenant_id) DO UPDATE SET person_limit_minor = excluded.person_limit_minor, \
         lending_limit_minor = excluded.lending_limit_minor, first_limit_minor = excluded.first_limit_minor, \
         growth_percent = excluded.growth_percent, income_percent = excluded.income_percent, \
         least_age_days = excluded.least_age_days, least_held_days = excluded.least_held_days, pause_days = excluded.pause_days";
    bind_policy(sqlx::query(statement), tenant_id, policy)?
        .execute(tx.connection())
        .await?;
    Ok(())
}

type Query<'q> = sqlx::query::Query<'q, sqlx::Any, sqlx::any::AnyArguments>;

fn bind_policy<'q>(
    query: Query<'q>,
    tenant_id: &'q str,
    policy: Policy,
) -> Result<Query<'q>, DbError> {
    Ok(query
        .bind(tenant_id)
        .bind(columns::minor(&policy.person_limit)?)
        .bind(columns::minor(&policy.lending_limit)?)
        .bind(columns::minor(&policy.first_limit)?)
        .bind(i64::from(policy.growth_percent))
        .bind(i64::from(policy.income_percent))
        .bind(policy.least_age_days)
        .bind(policy.least_held_days)
        .bind(policy.pause_days))
}

fn policy_of(row: &AnyRow, currency: Currency) -> Result<Policy, DbError> {
    let percent = |name| -> Result<u32, DbError> {
        let stored: i64 = row.try_get(name)?;
        Ok(u32::try_from(stored).unwrap_or(0))
    };
    Ok(Policy {
        person_limit: columns::amount(row, "person_limit_minor", currency)?,
        lending_limit: columns::amount(row, "lending_limit_minor", currency)?,
        first_limit: columns::amount(row, "first_limit_minor", currency)?,
        growth_percent: percent("growth_percent")?,
        income_percent: percent("income_percent")?,
        least_age_days: row.try_get("least_age_days")?,
        least_held_days: row.try_get("least_held_days")?,
        pause_days: row.try_get("pause_days")?,
    })
}

/// A loan that was paid out, with its instalments.
#[derive(Debug, Clone)]
pub struct Lent {
    pub amount: Amount,
    pub status: Status,
    pub starts_on: Date,
    pub ended_at_ms: Option<i64>,
    pub parts: Vec<LentPart>,
}

/// The due date of an instalment, and the time at which it was paid.
#[derive(Debug, Clone, Copy)]
pub struct LentPart {
    pub due_on: Date,
    pub paid_at_ms: Option<i64>,
}

/// A user's loans that were paid out, in the order of their payouts.
pub async fn history(
    connection: &mut AnyConnection,
    user_id: &str,
    currency: Currency,
) -> Result<Vec<Lent>, DbError> {
    let rows = sqlx::query(
        "SELECT s.id, s.amount_minor, s.status, s.starts_on, s.ended_at_ms, i.due_on, i.paid_at_ms FROM plan_subscriptions s \
         JOIN plan_members m ON m.subscription_id = s.id LEFT JOIN plan_instalments i ON i.member_id = m.id \
         WHERE s.kind = 'loan' AND s.created_by = $1 AND s.currency = $2 AND s.starts_on IS NOT NULL \
         ORDER BY s.starts_on, s.created_at_ms, s.id, i.number",
    )
    .bind(user_id)
    .bind(currency.as_str())
    .fetch_all(connection)
    .await?;
    let mut found: Vec<(String, Lent)> = Vec::new();
    for row in rows {
        let id: String = row.try_get("id")?;
        if found.last().is_none_or(|(last, _)| *last != id) {
            let lent = Lent {
                amount: columns::amount(&row, "amount_minor", currency)?,
                status: super::status(&row)?,
                starts_on: date(&row, "starts_on")?,
                ended_at_ms: row.try_get("ended_at_ms")?,
                parts: Vec::new(),
            };
            found.push((id, lent));
        }
        let due_on: Option<String> = row.try_get("due_on")?;
        if let (Some((_, lent)), Some(_)) = (found.last_mut(), due_on) {
            lent.parts.push(LentPart {
                due_on: date(&row, "due_on")?,
                paid_at_ms: row.try_get("paid_at_ms")?,
            });
        }
    }
    Ok(found.into_iter().map(|(_, lent)| lent).collect())
}

/// Reduces an instalment because the loan has ended: by interest that is not charged, and principal repaid from
/// returned interest. It is then paid; an instalment of zero is removed.
pub async fn end_instalment(
    tx: &mut Tx,
    instalment_id: &str,
    part: &Repaid,
    now_ms: i64,
) -> Result<(), DbError> {
    let [waived, returned, covered] = [&part.waived, &part.returned, &part.covered];
    let less = [columns::minor(waived)?, columns::minor(covered)?];
    let not_charged = [columns::minor(waived)?, columns::minor(returned)?];
    let [less, not_charged] = [less, not_charged].map(|parts| parts.into_iter().sum::<i64>());
    if (less, not_charged) == (0, 0) {
        return Ok(());
    }
    let removed = sqlx::query("DELETE FROM plan_instalments WHERE id = $1 AND amount_minor = $2")
        .bind(instalment_id)
        .bind(less)
        .execute(tx.connection())
        .await?;
    if removed.rows_affected() == 0 {
        sqlx::query(
            "UPDATE plan_instalments SET amount_minor = amount_minor - $2, interest_minor = interest_minor - $3, \
             waived_minor = waived_minor + $3, status = 'PAID', paid_at_ms = COALESCE(paid_at_ms, $4) WHERE id = $1",
        )
        .bind(instalment_id)
        .bind(less)
        .bind(not_charged)
        .bind(now_ms)
        .execute(tx.connection())
        .await?;
    }
    Ok(())
}

/// A borrower's loans that are collected from the wallet, earliest payout first.
pub async fn collectable(
    connection: &mut AnyConnection,
    user_id: &str,
) -> Result<Vec<String>, DbError> {
    let rows = sqlx::query(
        "SELECT id FROM plan_subscriptions WHERE created_by = $1 AND kind = 'loan' AND collects = 1 \
         AND status IN ('ACTIVE', 'BAD') ORDER BY starts_on, created_at_ms, id",
    )
    .bind(user_id)
    .fetch_all(connection)
    .await?;
    rows.iter().map(|row| Ok(row.try_get("id")?)).collect()
}

/// Borrowers with due payments on such loans, and money in the wallet.
pub async fn owing(
    connection: &mut AnyConnection,
    today: Date,
    limit: i64,
) -> Result<Vec<String>, DbError> {
    let rows = sqlx::query(
        "SELECT DISTINCT s.created_by FROM plan_subscriptions s JOIN users u ON u.id = s.created_by AND u.restricted = 0 \
         JOIN ledger_accounts a ON a.owner = s.created_by \
         AND a.owner_kind = 'user' AND a.purpose = 'wallet' AND a.currency = s.currency AND a.settled_minor - a.reserved_minor > 0 \
         WHERE s.kind = 'loan' AND s.collects = 1 AND s.status IN ('ACTIVE', 'BAD') AND EXISTS (SELECT 1 FROM plan_members m \
         JOIN plan_instalments i ON i.member_id = m.id WHERE m.subscription_id = s.id AND i.due_on <= $1 \
         AND i.paid_minor < i.amount_minor) ORDER BY s.created_by LIMIT $2",
    )
    .bind(today.text())
    .bind(limit)
    .fetch_all(connection)
    .await?;
    rows.iter()
        .map(|row| Ok(row.try_get("created_by")?))
        .collect()
}

/// Deletes the exact locations that the previous version has stored.
pub async fn forget_locations(tx: &mut Tx) -> Result<u64, DbError> {
    let done = sqlx::query(
        "UPDATE plan_subscriptions SET latitude = NULL, longitude = NULL WHERE latitude IS NOT NULL OR longitude IS NOT NULL",
    )
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected())
}

/// The plan that an instalment belongs to.
pub async fn of_instalment(
    connection: &mut AnyConnection,
    instalment_id: &str,
) -> Result<Option<String>, DbError> {
    let row = sqlx::query(
        "SELECT m.subscription_id FROM plan_instalments i JOIN plan_members m ON m.id = i.member_id WHERE i.id = $1",
    )
    .bind(instalment_id)
    .fetch_optional(connection)
    .await?;
    Ok(row.map(|row| row.try_get("subscription_id")).transpose()?)
}

/// The transfer that paid a loan's request fee.
pub async fn fee_transfer(
    connection: &mut AnyConnection,
    subscription_id: &str,
) -> Result<Option<String>, DbError> {
    let row = sqlx::query(
        "SELECT transfer_id FROM plan_payments WHERE subscription_id = $1 AND instalment_id IS NULL ORDER BY paid_at_ms, id",
    )
    .bind(subscription_id)
    .fetch_optional(connection)
    .await?;
    Ok(row.map(|row| row.try_get("transfer_id")).transpose()?)
}

/// A loan in the operator's list.
#[derive(Debug, Clone)]
pub struct ListedLoan {
    pub reference: String,
    pub status: String,
    pub name: String,
    pub email: String,
    pub purpose: String,
    pub amount: Amount,
    pub decision: Option<String>,
    pub cluster: Option<String>,
    /// The place of the request.
    pub country: Option<Country>,
    pub state: Option<String>,
    /// The due date of the oldest unpaid instalment.
    pub due_on: Option<String>,
    pub created_at_ms: i64,
}

/// A tenant's loans in a state, oldest first.
pub async fn in_state(
    connection: &mut AnyConnection,
    tenant_id: &str,
    status: &str,
) -> Result<Vec<ListedLoan>, DbError> {
    let rows = sqlx::query(
        "SELECT s.reference, s.status, u.name, u.email, s.name AS purpose, s.currency, s.amount_minor, s.decision, s.country, s.state, c.name AS cluster, \
         (SELECT MIN(i.due_on) FROM plan_instalments i JOIN plan_members m ON m.id = i.member_id \
         WHERE m.subscription_id = s.id AND i.status <> 'PAID') AS due_on, s.created_at_ms \
         FROM plan_subscriptions s JOIN users u ON u.id = s.created_by LEFT JOIN clusters c ON c.id = s.cluster_id \
         WHERE s.tenant_id = $1 AND s.kind = 'loan' AND s.status = $2 ORDER BY s.created_at_ms, s.id",
    )
    .bind(tenant_id)
    .bind(status)
    .fetch_all(connection)
    .await?;
    let mut found = Vec::with_capacity(rows.len());
    for row in rows {
        let currency = columns::currency(&row)?;
        found.push(ListedLoan {
            reference: row.try_get("reference")?,
            status: row.try_get("status")?,
            name: row.try_get("name")?,
            email: row.try_get("email")?,
            purpose: row.try_get("purpose")?,
            amount: columns::amount(&row, "amount_minor", currency)?,
            decision: row.try_get("decision")?,
            cluster: row.try_get("cluster")?,
            country: super::optional_country(&row)?,
            state: row.try_get("state")?,
            due_on: row.try_get("due_on")?,
            created_at_ms: row.try_get("created_at_ms")?,
        });
    }
    Ok(found)
}

/// The name of the cluster of a loan request.
pub async fn cluster_name(
    connection: &mut AnyConnection,
    cluster_id: &str,
) -> Result<Option<String>, DbError> {
    let row = sqlx::query("SELECT name FROM clusters WHERE id = $1")
        .bind(cluster_id)
        .fetch_optional(connection)
        .await?;
    Ok(row.map(|row| row.try_get("name")).transpose()?)
}
