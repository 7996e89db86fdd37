//! Taking a plan: who is asked depends on its kind.

use super::answers::PlanSubscription;
use super::coins::{self, SetStart};
use super::loans::{self, Request};
use super::savings::{self, Start};
use crate::access::Session;
use crate::app::AppState;
use crate::error::ApiError;
use crate::http::idempotency::{Answer, Operation};
use crate::payment::grant::PinAuthorisation;
use crate::payment::quote::Quote;
use crate::payment::statement::Transaction;
use crate::payment::{Call, execute};
use domain_core::plans::{Kind, LoanSubscription, SavingsSubscription};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

/// What stands beside the form.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct Chosen {
    pub plan_id: String,
    #[schema(value_type = super::answers::PlanKind)]
    pub r#type: Kind,
    /// The `version` of the plan whose terms were seen and accepted.
    pub plan_version: i64,
    /// Where a borrower is, as decimal degrees.
    pub latitude: Option<String>,
    pub longitude: Option<String>,
    /// The quote that is confirmed; a request for a quote names none.
    #[serde(skip)]
    pub quote_id: Option<String>,
}

/// The values of the form, whichever of the two it is.
pub struct Wanted {
    pub chosen: Chosen,
    pub savings: SavingsSubscription,
    pub loan: LoanSubscription,
}

/// What subscribing answers: the payment from the wallet, or the plan that waits for money from a card or a bank.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "it describes the answers of the calls")]
pub enum Subscribed {
    Paid(Box<Transaction>),
    Awaited(Box<PlanSubscription>),
}

/// The price of a plan today, whatever pays for it.
///
/// # Errors
/// 404 for an unknown plan; 422 if the form refuses it.
pub async fn quote(
    app: &AppState,
    session: &Session,
    wanted: Wanted,
    asked: Value,
) -> Result<Quote, ApiError> {
    match wanted.chosen.r#type {
        Kind::Savings => {
            Start::new(wanted.chosen, wanted.savings)
                .quote(app, session, asked)
                .await
        }
        Kind::Loan => {
            Request::new(wanted.chosen, wanted.loan)
                .quote(app, session, asked)
                .await
        }
        Kind::Coins => {
            SetStart::read(app, session, wanted.chosen, wanted.savings)
                .await?
                .quote(app, session, asked)
                .await
        }
    }
}

/// Takes a plan, by PIN whatever pays for it. From the wallet it is paid at once; otherwise it waits for the money.
///
/// # Errors
/// As every payment; 404 for an unknown plan.
pub async fn subscribe(
    app: &AppState,
    session: &Session,
    grant: &PinAuthorisation,
    operation: &Operation,
    wanted: Wanted,
) -> Result<Answer, ApiError> {
    let call = Call::new(app, session, operation, grant);
    match wanted.chosen.r#type {
        Kind::Savings => {
            let start = Start::new(wanted.chosen, wanted.savings);
            match start.is_from_wallet() {
                true => execute(call, &start).await,
                false => savings::wait(call, session, &start).await,
            }
        }
        Kind::Loan => {
            let request = Request::new(wanted.chosen, wanted.loan);
            match request.is_paid_now(app, session).await? {
                true => execute(call, &request).await,
                false => loans::wait(call, session, &request).await,
            }
        }
        Kind::Coins => {
            let start = SetStart::read(app, session, wanted.chosen, wanted.savings).await?;
            match start.is_from_wallet() {
                true => execute(call, &start).await,
                false => coins::wait(call, session, &start).await,
            }
        }
    }
}
