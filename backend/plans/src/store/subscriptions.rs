//! Plans that users have taken.

use super::{
    LateTerms, currency, flag, kind, late_terms, optional_amount, optional_country, optional_goal,
    optional_status, optional_unit, status, unit,
};
use domain_core::calendar::Date;
use domain_core::identity::place::Country;
use domain_core::money::{Amount, Currency};
use domain_core::plans::goal::GoalKind;
use domain_core::plans::{Kind, Unit};
use domain_core::status::Status;
use ground::db::{DbError, Tx, columns};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

/// Selects the plan with a value in a column.
macro_rules! with {
    ($column:literal) => {
        concat!(
            "SELECT id, tenant_id, plan_id, kind, created_by, name, status, currency, amount_minor, base_currency, \
             base_currency_amount_minor, rate, comment, funding_source, duration, duration_unit, is_flexible, is_group, \
             opt_out_penalty, take_profit, wait, wait_unit, fee_minor, reference, code, starts_on, ends_on, cluster_id, \
             country, state, decision, created_at_ms, updated_at_ms, late_percent, late_ceiling, late_after_days, return_rate, pot_currency, collects, \
             paid_out_at_ms, goal, goal_minor FROM plan_subscriptions WHERE ",
            $column,
            " = $1"
        )
    };
}

/// A plan that a user has taken, with its terms at that time.
#[derive(Debug, Clone)]
pub struct SubscriptionRow {
    /// For a loan, also the ledger account's identifier.
    pub id: String,
    pub tenant_id: String,
    pub plan_id: String,
    pub kind: Kind,
    pub created_by: String,
    pub name: String,
    pub status: Status,
    pub currency: Currency,
    /// The amount of one instalment; for a loan its principal.
    pub amount: Amount,
    pub base_currency: Currency,
    pub base_currency_amount: Amount,
    pub rate: String,
    pub comment: Option<String>,
    pub funding_source: String,
    pub duration: i64,
    pub duration_unit: Unit,
    pub is_flexible: bool,
    pub is_group: bool,
    pub opt_out_penalty: String,
    pub take_profit: Option<String>,
    pub wait: Option<i64>,
    pub wait_unit: Option<Unit>,
    pub fee: Option<Amount>,
    pub reference: String,
    pub code: Option<String>,
    pub starts_on: Option<Date>,
    pub ends_on: Option<Date>,
    pub cluster_id: Option<String>,
    /// The place of a loan request, while the loan runs.
    pub country: Option<Country>,
    pub state: Option<String>,
    /// The charge for a late instalment.
    pub late: LateTerms,
    /// A year's return on savings, in percent, as decimal text.
    pub return_rate: String,
    /// The currency of the members' pots.
    pub pot_currency: Currency,
    /// Whether due payments are collected from the wallet.
    pub collects: bool,
    /// The goal of savings.
    pub goal: Option<GoalKind>,
    /// The amount to reach, in the currency of the payments.
    pub target: Option<Amount>,
    /// The payout of a loan.
    pub paid_out_at_ms: Option<i64>,
    /// As JSON.
    pub decision: Option<String>,
    pub created_at_ms: i64,
    pub updated_at_ms: i64,
}

/// Kind and status of every plan that a user has started or joined, and the status of the membership if they are not
/// the creator.
pub async fn statuses_of(
    connection: &mut AnyConnection,
    user_id: &str,
) -> Result<Vec<(Kind, Status, Option<Status>)>, DbError> {
    let rows = sqlx::query(
        "SELECT kind, status, NULL AS membership FROM plan_subscriptions WHERE created_by = $1 \
         UNION ALL SELECT s.kind, s.status, m.status AS membership \
         FROM plan_members m JOIN plan_subscriptions s ON s.id = m.subscription_id WHERE m.user_id = $1 AND s.created_by <> $1",
    )
    .bind(user_id)
    .fetch_all(connection)
    .await?;
    rows.iter()
        .map(|row| {
            Ok((
                kind(row)?,
                status(row)?,
                optional_status(row, "membership")?,
            ))
        })
        .collect()
}

/// Stores a plan taken with a PIN.
pub async fn insert(tx: &mut Tx, row: &SubscriptionRow) -> Result<(), DbError> {
    let fee_minor = row.fee.as_ref().map(columns::minor).transpose()?;
    let goal_minor = row.target.as_ref().map(columns::minor).transpose()?;
    sqlx::query(
        "INSERT INTO plan_subscriptions (id, tenant_id, plan_id, kind, created_by, name, status, currency, amount_minor, \
         base_currency, base_currency_amount_minor, rate, comment, funding_source, duration, duration_unit, is_flexible, is_group, \
         opt_out_penalty, take_profit, wait, wait_unit, fee_minor, reference, code, starts_on, ends_on, cluster_id, country, \
         state, decision, created_at_ms, updated_at_ms, late_percent, late_ceiling, late_after_days, return_rate, collects, pot_currency, goal, goal_minor, is_authorised) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, \
         $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37, $38, $39, $40, $41, 1)",
    )
    .bind(row.id.as_str())
    .bind(row.tenant_id.as_str())
    .bind(row.plan_id.as_str())
    .bind(row.kind.as_str())
    .bind(row.created_by.as_str())
    .bind(row.name.as_str())
    .bind(row.status.as_str())
    .bind(row.currency.as_str())
    .bind(columns::minor(&row.amount)?)
    .bind(row.base_currency.as_str())
    .bind(columns::minor(&row.base_currency_amount)?)
    .bind(row.rate.as_str())
    .bind(row.comment.as_deref())
    .bind(row.funding_source.as_str())
    .bind(row.duration)
    .bind(row.duration_unit.as_str())
    .bind(i64::from(row.is_flexible))
    .bind(i64::from(row.is_group))
    .bind(row.opt_out_penalty.as_str())
    .bind(row.take_profit.as_deref())
    .bind(row.wait)
    .bind(row.wait_unit.map(Unit::as_str))
    .bind(fee_minor)
    .bind(row.reference.as_str())
    .bind(row.code.as_deref())
    .bind(row.starts_on.map(Date::text))
    .bind(row.ends_on.map(Date::text))
    .bind(row.cluster_id.as_deref())
    .bind(row.country.map(Country::as_str))
    .bind(row.state.as_deref())
    .bind(row.decision.as_deref())
    .bind(row.created_at_ms)
    .bind(row.updated_at_ms)
    .bind(row.late.percent.as_str())
    .bind(row.late.ceiling.as_str())
    .bind(row.late.after_days)
    .bind(row.return_rate.as_str())
    .bind(i64::from(row.collects))
    .bind(row.pot_currency.as_str())
    .bind(row.goal.map(GoalKind::as_str))
    .bind(goal_minor)
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// Locks a plan until the transaction ends, after its payer and before any ledger account; false if it does not exist.
pub async fn lock(tx: &mut Tx, id: &str) -> Result<bool, DbError> {
    let done =
        sqlx::query("UPDATE plan_subscriptions SET updated_at_ms = updated_at_ms WHERE id = $1")
            .bind(id)
            .execute(tx.connection())
            .await?;
    Ok(done.rows_affected() == 1)
}

/// Sets the state. The time of a final state is stored.
pub async fn set_status(
    tx: &mut Tx,
    id: &str,
    status: Status,
    is_end: bool,
    now_ms: i64,
) -> Result<(), DbError> {
    sqlx::query(
        "UPDATE plan_subscriptions SET status = $2, updated_at_ms = $3, ended_at_ms = CASE WHEN $4 = 1 THEN $3 ELSE ended_at_ms END \
         WHERE id = $1",
    )
    .bind(id)
    .bind(status.as_str())
    .bind(now_ms)
    .bind(i64::from(is_end))
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// Starts a plan that awaited its first payment.
pub async fn begin(
    tx: &mut Tx,
    id: &str,
    starts_on: Date,
    ends_on: Date,
    now_ms: i64,
) -> Result<(), DbError> {
    sqlx::query(
        "UPDATE plan_subscriptions SET status = 'ACTIVE', starts_on = $2, ends_on = $3, updated_at_ms = $4 WHERE id = $1",
    )
    .bind(id)
    .bind(starts_on.text())
    .bind(ends_on.text())
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// Cancels a plan that awaits its first payment; false if it does not. A borrower's place is deleted.
pub async fn cancel(tx: &mut Tx, id: &str, now_ms: i64) -> Result<bool, DbError> {
    let done = sqlx::query(
        "UPDATE plan_subscriptions SET status = 'CANCELLED', updated_at_ms = $2, ended_at_ms = $2, country = NULL, state = NULL \
         WHERE id = $1 AND status = 'PENDING'",
    )
    .bind(id)
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Deletes the place of a loan request.
pub async fn forget_place(tx: &mut Tx, id: &str) -> Result<(), DbError> {
    sqlx::query("UPDATE plan_subscriptions SET country = NULL, state = NULL WHERE id = $1")
        .bind(id)
        .execute(tx.connection())
        .await?;
    Ok(())
}

/// A plan that awaits its first payment.
#[derive(Debug, Clone)]
pub struct WaitingRow {
    pub id: String,
    pub created_by: String,
    pub name: String,
    pub is_loan: bool,
    /// The first instalment, or a loan's request fee.
    pub first: Amount,
    pub created_at_ms: i64,
}

/// A user's plans that wait for a bank transfer and were taken with a PIN, oldest first.
pub async fn awaiting_bank(
    connection: &mut AnyConnection,
    user_id: &str,
) -> Result<Vec<WaitingRow>, DbError> {
    let rows = sqlx::query(
        "SELECT id, created_by, name, kind, currency, amount_minor, fee_minor, created_at_ms FROM plan_subscriptions \
         WHERE created_by = $1 AND status = 'PENDING' AND funding_source = 'bank' AND is_authorised = 1 ORDER BY created_at_ms, id",
    )
    .bind(user_id)
    .fetch_all(connection)
    .await?;
    rows.iter().map(read_waiting).collect()
}

/// The number of a user's plans that await their first payment.
pub async fn waiting_of(connection: &mut AnyConnection, user_id: &str) -> Result<i64, DbError> {
    let row = sqlx::query(
        "SELECT COUNT(*) AS count FROM plan_subscriptions WHERE created_by = $1 AND status = 'PENDING'",
    )
    .bind(user_id)
    .fetch_one(connection)
    .await?;
    Ok(row.try_get("count")?)
}

/// All users' plans that have waited since before an instant, by identifier.
pub async fn waiting_since(
    connection: &mut AnyConnection,
    before_ms: i64,
) -> Result<Vec<WaitingRow>, DbError> {
    let rows = sqlx::query(
        "SELECT id, created_by, name, kind, currency, amount_minor, fee_minor, created_at_ms FROM plan_subscriptions \
         WHERE status = 'PENDING' AND created_at_ms < $1 ORDER BY id",
    )
    .bind(before_ms)
    .fetch_all(connection)
    .await?;
    rows.iter().map(read_waiting).collect()
}

fn read_waiting(row: &AnyRow) -> Result<WaitingRow, DbError> {
    let own = columns::currency(row)?;
    let fee = optional_amount(row, "fee_minor", own)?;
    Ok(WaitingRow {
        id: row.try_get("id")?,
        created_by: row.try_get("created_by")?,
        name: row.try_get("name")?,
        is_loan: kind(row)? == Kind::Loan,
        first: match kind(row)? {
            Kind::Loan => fee.unwrap_or_else(|| Amount::zero(own)),
            Kind::Savings | Kind::Coins => columns::amount(row, "amount_minor", own)?,
        },
        created_at_ms: row.try_get("created_at_ms")?,
    })
}

pub async fn find(
    connection: &mut AnyConnection,
    id: &str,
) -> Result<Option<SubscriptionRow>, DbError> {
    one(connection, with!("id"), id).await
}

/// The brand's open group with a code.
pub async fn with_code(
    connection: &mut AnyConnection,
    tenant_id: &str,
    code: &str,
) -> Result<Option<SubscriptionRow>, DbError> {
    let found = one(connection, with!("code"), code).await?;
    Ok(found.filter(|row| row.tenant_id == tenant_id))
}

/// Finds a plan by its own reference or that of a payment.
pub async fn with_reference(
    connection: &mut AnyConnection,
    reference: &str,
) -> Result<Option<SubscriptionRow>, DbError> {
    if let Some(found) = one(connection, with!("reference"), reference).await? {
        return Ok(Some(found));
    }
    let paid = sqlx::query("SELECT subscription_id FROM plan_payments WHERE transfer_id = $1")
        .bind(reference)
        .fetch_optional(&mut *connection)
        .await?;
    match paid {
        Some(row) => find(connection, row.try_get("subscription_id")?).await,
        None => Ok(None),
    }
}

async fn one(
    connection: &mut AnyConnection,
    statement: &'static str,
    value: &str,
) -> Result<Option<SubscriptionRow>, DbError> {
    let row = sqlx::query(statement)
        .bind(value)
        .fetch_optional(connection)
        .await?;
    row.as_ref().map(read).transpose()
}

/// The time at which a plan ended, and whether its member requested the end of a set of coins.
pub async fn end_of(
    connection: &mut AnyConnection,
    id: &str,
) -> Result<(Option<i64>, bool), DbError> {
    let row = sqlx::query("SELECT ended_at_ms, closing FROM plan_subscriptions WHERE id = $1")
        .bind(id)
        .fetch_one(connection)
        .await?;
    let closing: Option<String> = row.try_get("closing")?;
    Ok((row.try_get("ended_at_ms")?, closing.is_some()))
}

/// The user's plans with due payments.
pub async fn with_due(
    connection: &mut AnyConnection,
    user_id: &str,
    today: Date,
) -> Result<Vec<String>, DbError> {
    let rows = sqlx::query(
        "SELECT m.subscription_id FROM plan_members m WHERE m.user_id = $1 AND m.status = 'ACTIVE' AND EXISTS \
         (SELECT 1 FROM plan_instalments i WHERE i.member_id = m.id AND i.due_on <= $2 AND i.paid_minor < i.amount_minor) \
         ORDER BY m.subscription_id",
    )
    .bind(user_id)
    .bind(today.text())
    .fetch_all(connection)
    .await?;
    rows.iter()
        .map(|row| Ok(row.try_get("subscription_id")?))
        .collect()
}

/// The number of a user's plans of a kind. Groups that they were invited to and have not joined are none.
pub async fn count_of(
    connection: &mut AnyConnection,
    user_id: &str,
    kind: &str,
) -> Result<i64, DbError> {
    let row = sqlx::query(
        "SELECT COUNT(*) AS total FROM plan_members m JOIN plan_subscriptions s ON s.id = m.subscription_id \
         WHERE m.user_id = $1 AND ($2 = '' OR s.kind = $2) AND (s.created_by = $1 OR m.day_done IS NOT NULL)",
    )
    .bind(user_id)
    .bind(kind)
    .fetch_one(connection)
    .await?;
    Ok(row.try_get("total")?)
}

/// The running groups that others have invited a user to, newest first.
pub async fn invitations(
    connection: &mut AnyConnection,
    user_id: &str,
) -> Result<Vec<String>, DbError> {
    let rows = sqlx::query(
        "SELECT s.id FROM plan_members m JOIN plan_subscriptions s ON s.id = m.subscription_id \
         WHERE m.user_id = $1 AND m.status = 'PENDING' AND s.created_by <> $1 AND s.status = 'ACTIVE' \
         ORDER BY m.joined_at_ms DESC, m.id DESC",
    )
    .bind(user_id)
    .fetch_all(connection)
    .await?;
    rows.iter().map(|row| Ok(row.try_get("id")?)).collect()
}

/// The user's plans, newest first; of one kind, unless `kind` is blank.
pub async fn of(
    connection: &mut AnyConnection,
    user_id: &str,
    kind: &str,
    limit: i64,
    skip: i64,
) -> Result<Vec<SubscriptionRow>, DbError> {
    let rows = sqlx::query(
        "SELECT s.id, s.tenant_id, s.plan_id, s.kind, s.created_by, s.name, s.status, s.currency, s.amount_minor, s.base_currency, \
         s.base_currency_amount_minor, s.rate, s.comment, s.funding_source, s.duration, s.duration_unit, s.is_flexible, \
         s.is_group, s.opt_out_penalty, s.take_profit, s.wait, s.wait_unit, s.fee_minor, s.reference, s.code, s.starts_on, \
         s.ends_on, s.cluster_id, s.country, s.state, s.decision, s.created_at_ms, s.updated_at_ms, s.late_percent, s.late_ceiling, \
         s.late_after_days, s.return_rate, s.pot_currency, s.collects, s.paid_out_at_ms, s.goal, s.goal_minor \
         FROM plan_members m JOIN plan_subscriptions s ON s.id = m.subscription_id \
         WHERE m.user_id = $1 AND ($2 = '' OR s.kind = $2) AND (s.created_by = $1 OR m.day_done IS NOT NULL) ORDER BY m.joined_at_ms DESC, m.id DESC LIMIT $3 OFFSET $4",
    )
    .bind(user_id)
    .bind(kind)
    .bind(limit)
    .bind(skip)
    .fetch_all(connection)
    .await?;
    rows.iter().map(read).collect()
}

fn read(row: &AnyRow) -> Result<SubscriptionRow, DbError> {
    let own = columns::currency(row)?;
    let base_currency = currency(row, "base_currency")?;
    let base_amount = columns::amount(row, "base_currency_amount_minor", base_currency)?;
    Ok(SubscriptionRow {
        id: row.try_get("id")?,
        tenant_id: row.try_get("tenant_id")?,
        plan_id: row.try_get("plan_id")?,
        kind: kind(row)?,
        created_by: row.try_get("created_by")?,
        name: row.try_get("name")?,
        status: status(row)?,
        currency: own,
        amount: columns::amount(row, "amount_minor", own)?,
        base_currency,
        base_currency_amount: base_amount,
        rate: row.try_get("rate")?,
        comment: row.try_get("comment")?,
        funding_source: row.try_get("funding_source")?,
        duration: row.try_get("duration")?,
        duration_unit: unit(row, "duration_unit")?,
        is_flexible: flag(row, "is_flexible")?,
        is_group: flag(row, "is_group")?,
        opt_out_penalty: row.try_get("opt_out_penalty")?,
        take_profit: row.try_get("take_profit")?,
        wait: row.try_get("wait")?,
        wait_unit: optional_unit(row, "wait_unit")?,
        fee: optional_amount(row, "fee_minor", own)?,
        reference: row.try_get("reference")?,
        code: row.try_get("code")?,
        starts_on: date(row, "starts_on")?,
        ends_on: date(row, "ends_on")?,
        cluster_id: row.try_get("cluster_id")?,
        country: optional_country(row)?,
        state: row.try_get("state")?,
        late: late_terms(row)?,
        return_rate: row.try_get("return_rate")?,
        pot_currency: currency(row, "pot_currency")?,
        collects: flag(row, "collects")?,
        goal: optional_goal(row)?,
        target: optional_amount(row, "goal_minor", own)?,
        paid_out_at_ms: row.try_get("paid_out_at_ms")?,
        decision: row.try_get("decision")?,
        created_at_ms: row.try_get("created_at_ms")?,
        updated_at_ms: row.try_get("updated_at_ms")?,
    })
}

pub fn date(row: &AnyRow, column: &'static str) -> Result<Option<Date>, DbError> {
    let text: Option<String> = row.try_get(column)?;
    let day = |text: String| Date::parse(&text).ok_or_else(|| columns::corrupt(column));
    text.map(day).transpose()
}
