//! Totals of a user's plans.

use domain_core::money::{Amount, AmountText, Currency};
use domain_core::plans::coins::CoinStatus;
use domain_core::plans::worth::HeldCoin;
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

/// The totals of savings and loans.
pub struct Sums {
    pub savings: PlanSummary,
    pub loan: PlanSummary,
}

/// The running coin sets of a user.
pub struct Sets {
    /// Their money that is in no coin.
    pub pot: Amount,
    pub coins: Vec<HeldCoin>,
}

/// The totals of savings and loans in a currency.
pub async fn sums(
    connection: &mut AnyConnection,
    user_id: &str,
    currency: Currency,
) -> Result<Sums, DbError> {
    let zero = || PlanSummary {
        settled: Amount::zero(currency),
        balance: Amount::zero(currency),
    };
    let mut sums = Sums {
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
         WHERE m.user_id = $1 AND s.currency = $2 AND a.currency = $2 AND s.kind IN ('savings', 'loan') GROUP BY s.kind",
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

/// The content of a user's savings that are held in another currency, by currency.
pub async fn held_elsewhere(
    connection: &mut AnyConnection,
    user_id: &str,
    currency: Currency,
) -> Result<Vec<Amount>, DbError> {
    let rows = sqlx::query(
        "SELECT a.currency, CAST(SUM(a.settled_minor) AS BIGINT) AS total_minor FROM plan_members m \
         JOIN ledger_accounts a ON a.id = m.id WHERE m.user_id = $1 AND a.currency <> $2 GROUP BY a.currency ORDER BY a.currency",
    )
    .bind(user_id)
    .bind(currency.as_str())
    .fetch_all(connection)
    .await?;
    let read = |row| columns::amount(row, "total_minor", columns::currency(row)?);
    rows.iter().map(read).collect()
}

/// The running coin sets in a currency; `None` if there are none.
pub async fn sets(
    connection: &mut AnyConnection,
    user_id: &str,
    currency: Currency,
) -> Result<Option<Sets>, DbError> {
    let row = sqlx::query(
        "SELECT COUNT(*) AS sets, CAST(COALESCE(SUM(a.settled_minor), 0) AS BIGINT) AS pot_minor FROM plan_members m \
         JOIN plan_subscriptions s ON s.id = m.subscription_id LEFT JOIN ledger_accounts a ON a.id = m.id \
         WHERE m.user_id = $1 AND s.currency = $2 AND s.kind = 'coins' AND s.status IN ('INITIATED', 'ACTIVE')",
    )
    .bind(user_id)
    .bind(currency.as_str())
    .fetch_one(&mut *connection)
    .await?;
    let count: i64 = row.try_get("sets")?;
    if count == 0 {
        return Ok(None);
    }
    let coins = sqlx::query(
        "SELECT c.status, c.coin, c.amount_minor, c.amount_bought, c.price_bought, c.amount_sold, c.price_sold \
         FROM plan_members m JOIN plan_subscriptions s ON s.id = m.subscription_id \
         JOIN plan_coins c ON c.subscription_id = s.id \
         WHERE m.user_id = $1 AND s.currency = $2 AND s.kind = 'coins' AND s.status IN ('INITIATED', 'ACTIVE')",
    )
    .bind(user_id)
    .bind(currency.as_str())
    .fetch_all(connection)
    .await?;
    let held = |row: &sqlx::any::AnyRow| {
        let status: String = row.try_get("status")?;
        let price = |name: &str| -> Result<Option<AmountText>, DbError> {
            let text: Option<String> = row.try_get(name)?;
            Ok(text.map(|text| text.as_str().into()))
        };
        Ok(HeldCoin {
            status: CoinStatus::named(&status).ok_or_else(|| columns::corrupt("status"))?,
            coin: row.try_get("coin")?,
            amount: columns::amount(row, "amount_minor", currency)?.into(),
            amount_bought: row.try_get("amount_bought")?,
            price_bought: price("price_bought")?,
            amount_sold: row.try_get("amount_sold")?,
            price_sold: price("price_sold")?,
            price: None,
        })
    };
    Ok(Some(Sets {
        pot: columns::amount(&row, "pot_minor", currency)?,
        coins: coins.iter().map(held).collect::<Result<_, DbError>>()?,
    }))
}

fn of<'a>(
    sums: &'a mut Sums,
    row: &sqlx::any::AnyRow,
) -> Result<(&'a mut Amount, &'a mut Amount), DbError> {
    let kind: String = row.try_get("kind")?;
    let part = match kind.as_str() {
        "savings" => &mut sums.savings,
        _ => &mut sums.loan,
    };
    Ok((&mut part.settled, &mut part.balance))
}
