//! Where the money of a period went: totals for each currency, and the uses of what left.

use crate::history::{self, Filter};
use domain_core::calendar::{Instant, lagos_date};
use domain_core::money::{Amount, Currency};
use domain_core::payment::Outflow;
use domain_core::wallet::month::{self, FlowShare, FlowsInput};
use ground::error::ApiError;
use money::statement::{self, CategorySum, Direction};
use serde::Serialize;
use service::app::AppState;
use utoipa::ToSchema;

/// The totals of a period.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Overview {
    /// The month of the user's first transaction, or else the current one, as in `2026-11`.
    pub since: String,
    pub currencies: Vec<Totals>,
}

/// The totals of a currency. Failed transactions do not count.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Totals {
    #[schema(value_type = service::http::schema::Currency)]
    pub currency: Currency,
    #[schema(value_type = String)]
    pub received: Amount,
    #[schema(value_type = String)]
    pub sent: Amount,
    /// The uses of what was sent; money that stays with its owner has none.
    pub flows: Vec<FlowTotal>,
}

/// One use of money.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct FlowTotal {
    #[schema(value_type = service::http::schema::Flow)]
    pub flow: Outflow,
    pub label: &'static str,
    #[schema(value_type = String)]
    pub amount: Amount,
    /// Its share of all uses, in whole percent.
    pub percent: i64,
}

impl From<FlowShare> for FlowTotal {
    fn from(share: FlowShare) -> Self {
        let FlowShare {
            flow,
            label,
            amount,
            percent,
        } = share;
        Self {
            flow,
            label,
            amount,
            percent,
        }
    }
}

/// The totals of the entries that match the filter.
///
/// # Errors
/// 422 for an invalid date.
pub async fn overview(
    app: &AppState,
    user_id: &str,
    filter: &Filter,
) -> Result<Overview, ApiError> {
    let selection = history::selection(user_id, filter)?;
    let mut connection = app.db.read().await?;
    let sums = statement::category_sums(&mut connection, &selection).await?;
    let oldest_ms = statement::oldest_ms(&mut connection, user_id).await?;
    drop(connection);
    let since = Instant(oldest_ms.unwrap_or_else(|| app.clock.now_ms()));
    let currencies: Result<_, ApiError> = sums
        .chunk_by(|one, next| one.currency == next.currency)
        .map(totals)
        .collect();
    Ok(Overview {
        since: month::key(lagos_date(since)),
        currencies: currencies?,
    })
}

/// The totals of sums of one currency.
fn totals(sums: &[CategorySum]) -> Result<Totals, ApiError> {
    let currency = sums.first().map_or(Currency::Ngn, |sum| sum.currency);
    let sum = |counts: &dyn Fn(&CategorySum) -> bool| {
        let mut counted = sums.iter().filter(|one| counts(one)).map(|one| one.net);
        counted
            .try_fold(Amount::zero(currency), |sum, net| sum.checked_add(&net))
            .ok_or_else(|| ApiError::internal("a period's sum is too great"))
    };
    let is_debit = |one: &CategorySum| one.direction == Direction::Debit;
    let of = |flow: Outflow| sum(&|one| is_debit(one) && one.category.flow() == Some(flow));
    let shares = month::flows(&FlowsInput {
        currency: currency.into(),
        sent: of(Outflow::Sent)?.into(),
        bills: of(Outflow::Bills)?.into(),
        plans: of(Outflow::Plans)?.into(),
    });
    let shares = shares.map_err(|_| ApiError::internal("a period's shares are out of range"))?;
    Ok(Totals {
        currency,
        received: sum(&|one| !is_debit(one))?,
        sent: sum(&is_debit)?,
        flows: shares.flows.into_iter().map(FlowTotal::from).collect(),
    })
}
