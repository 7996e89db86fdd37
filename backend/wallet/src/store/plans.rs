//! Totals of a user's plans.

use domain_core::money::{Amount, Currency};
use ground::db::{DbError, columns};
use serde::Serialize;
use sqlx::{AnyConnection, Row};
use utoipa::ToSchema;

/// The totals of one kind of plan, in the base currency: the amount paid, and the amount saved or outstanding now.
/// Payments to a stopped plan were refunded and are not counted.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PlanSummary {
    #[schema(value_type = String)]
    pub settled: Amount,
    #[schema(value_type = String)]
    pub balance: Amount,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Summary {
    pub savings: PlanSummary,
    pub loan: PlanSummary,
}

/// The totals of savings and loans in a currency.
pub async fn sums(
    connection: &mut AnyConnection,
    user_id: &str,
    currency: Currency,
) -> Result<Summary, DbError> {
    let zero = || PlanSummary {
        settled: Amount::zero(currency),
        balance: Amount::zero(currency),
    };
    let mut sums = Summary {
        savings: zero(),
        loan: zero(),
    };
    let paid = sqlx::query(
        "SELECT s.kind AS kind, CAST(SUM(i.paid_minor) AS BIGINT) AS total_minor FROM plan_members m \
         JOIN plan_subscriptions s ON s.id = m.subscription_id JOIN plan_instalments i ON i.member_id = m.id \
         WHERE m.user_id = $1 AND s.currency = $2 AND s.kind IN ('savings', 'loan') \
         AND m.status <> 'TERMINATED' GROUP BY s.kind",
    )
    .bind(user_id)
    .bind(currency.as_str())
    .fetch_all(&mut *connection)
    .await?;
    for row in &paid {
        *of(&mut sums, row)?.0 = columns::amount(row, "total_minor", currency)?;
    }
    // A pot is identified by the membership, a loan's account by the subscription.
    let held = sqlx::query(
        "SELECT s.kind AS kind, CAST(SUM(ABS(a.settled_minor)) AS BIGINT) AS total_minor FROM plan_members m \
         JOIN plan_subscriptions s ON s.id = m.subscription_id \
         JOIN ledger_accounts a ON a.id = CASE s.kind WHEN 'loan' THEN s.id ELSE m.id END \
         WHERE m.user_id = $1 AND s.currency = $2 AND s.kind IN ('savings', 'loan') GROUP BY s.kind",
    )
    .bind(user_id)
    .bind(currency.as_str())
    .fetch_all(connection)
    .await?;
    for row in &held {
        *of(&mut sums, row)?.1 = columns::amount(row, "total_minor", currency)?;
    }
    Ok(sums)
}

fn of<'a>(
    sums: &'a mut Summary,
    row: &sqlx::any::AnyRow,
) -> Result<(&'a mut Amount, &'a mut Amount), DbError> {
    let kind: String = row.try_get("kind")?;
    let part = match kind.as_str() {
        "savings" => &mut sums.savings,
        _ => &mut sums.loan,
    };
    Ok((&mut part.settled, &mut part.balance))
}
