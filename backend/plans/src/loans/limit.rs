//! A borrower's own limit. The rule decides it (`loan.limit`); this module reads its input.

use super::policy::usual_policy;
use crate::products::WALLET;
use crate::store::loans::{self, Lent, LentPart, Policy};
use crate::subscriptions::refusal;
use domain_core::money::{Amount, Currency, Percent};
use domain_core::plans::loan_limit::{
    self, LimitLine, LimitReason, LimitTerms, LoanLimit, LoanLimitInput, PastLoan, PastPart,
    RECEIVED_DAYS,
};
use domain_core::status::Status;
use ground::clock::lagos_date;
use ground::error::ApiError;
use money::statement;
use serde::Serialize;
use service::access::Session;
use service::access::users;
use service::app::AppState;
use sqlx::AnyConnection;
use utoipa::ToSchema;

const DAY_MS: i64 = 24 * 60 * 60 * 1_000;

/// The largest debt that is granted without a person's decision.
#[derive(Debug, Serialize, ToSchema)]
pub struct OwnLimit {
    #[schema(value_type = service::http::schema::Currency)]
    currency: Currency,
    #[schema(value_type = String, example = "20000.00")]
    limit: Amount,
    /// The remainder after current debts.
    #[schema(value_type = String, example = "20000.00")]
    left: Amount,
    /// The most that a person's decision can still grant, after current debts.
    #[schema(value_type = String, example = "500000.00")]
    room: Amount,
    /// The reasons for the limit, most important first.
    lines: Vec<OwnLimitLine>,
}

/// A reason for the limit.
#[derive(Debug, Serialize, ToSchema)]
pub struct OwnLimitLine {
    /// `first_loan`, `repaid_on_time`, `late`, `new_account`, `little_received`, `person_limit`.
    #[schema(value_type = String)]
    reason: LimitReason,
    message: &'static str,
    /// The way to raise the limit; null if there is none.
    #[schema(required)]
    raised_by: Option<&'static str>,
}

impl From<LimitLine> for OwnLimitLine {
    fn from(line: LimitLine) -> Self {
        Self {
            reason: line.reason,
            message: line.message,
            raised_by: line.raised_by,
        }
    }
}

/// The caller's own limit.
///
/// # Errors
/// The database failed.
pub async fn own(app: &AppState, session: &Session) -> Result<OwnLimit, ApiError> {
    let mut connection = app.db.read().await?;
    let policy = loans::policy(&mut connection, &session.tenant_id, WALLET).await?;
    let policy = policy.unwrap_or_else(usual_policy);
    let found = of(&mut connection, app, &session.user_id, &policy).await?;
    let today = app.clock.today();
    let debts = loans::debts(&mut connection, &session.user_id, today, WALLET).await?;
    let after_debts = |limit: &Amount| {
        let rest = limit.checked_sub(&debts.outstanding);
        rest.unwrap_or_else(|| Amount::zero(WALLET))
    };
    Ok(OwnLimit {
        currency: WALLET,
        limit: found.limit,
        left: after_debts(&found.limit),
        room: after_debts(&policy.person_limit),
        lines: found.lines.into_iter().map(OwnLimitLine::from).collect(),
    })
}

/// The limit of a user under a policy.
///
/// # Errors
/// The database failed.
pub(super) async fn of(
    connection: &mut AnyConnection,
    app: &AppState,
    user_id: &str,
    policy: &Policy,
) -> Result<LoanLimit, ApiError> {
    let (today, now_ms) = (app.clock.today(), app.clock.now_ms());
    let history = loans::history(connection, user_id, WALLET).await?;
    let since_ms = now_ms - RECEIVED_DAYS * DAY_MS;
    let received = statement::received_since(connection, user_id, WALLET, since_ms).await?;
    let since = users::since_ms(connection, user_id).await?;
    let decided = loan_limit::limit(&LoanLimitInput {
        terms: LimitTerms {
            first: policy.first_limit.into(),
            person: policy.person_limit.into(),
            growth: Percent::whole(policy.growth_percent),
            income: Percent::whole(policy.income_percent),
            least_age_days: policy.least_age_days,
            least_held_days: policy.least_held_days,
        },
        loans: history.iter().map(past).collect(),
        opened_on: since.map_or(today, lagos_date),
        today,
        received: received.into(),
        currency: Some(WALLET.into()),
    });
    decided.map_err(refusal)
}

fn past(lent: &Lent) -> PastLoan {
    let part = |part: &LentPart| PastPart {
        due_at: part.due_on,
        paid_on: part.paid_at_ms.map(lagos_date),
    };
    PastLoan {
        amount: lent.amount.into(),
        started_on: lent.starts_on,
        ended_on: lent.ended_at_ms.map(lagos_date),
        repaid: lent.status == Status::Completed,
        parts: lent.parts.iter().map(part).collect(),
    }
}
