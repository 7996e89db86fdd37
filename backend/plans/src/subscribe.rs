//! Taking a plan, dispatched by its kind.

use super::answers::PlanSubscription;
use super::coins::SetStart;
use super::loans::Request;
use super::savings::Start;
use super::taking::{self, Chosen};
use domain_core::plans::{Kind, LoanSubscription, SavingsSubscription};
use ground::error::ApiError;
use money::Call;
use money::grant::PinAuthorisation;
use money::quote::Quote;
use money::statement::Transaction;
use serde::Serialize;
use serde_json::Value;
use service::access::Session;
use service::app::AppState;
use service::http::idempotency::{Answer, Operation};
use utoipa::ToSchema;

/// The values of the form, of either kind.
pub struct Wanted {
    pub chosen: Chosen,
    pub savings: SavingsSubscription,
    pub loan: LoanSubscription,
}

/// The response to a subscription: the payment from the wallet, or the plan that waits for a card payment or bank
/// transfer.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "it describes the answers of the calls")]
pub enum Subscribed {
    Paid(Box<Transaction>),
    Awaited(Box<PlanSubscription>),
}

/// Quotes a plan, for any source of funding.
///
/// # Errors
/// 404 for an unknown plan; 422 if the form is invalid.
pub async fn quote(
    app: &AppState,
    session: &Session,
    wanted: Wanted,
    asked: &Value,
) -> Result<Quote, ApiError> {
    match wanted.chosen.r#type {
        Kind::Savings => taking::quoted(app, session, wanted.savings(), false, asked).await,
        Kind::Loan => {
            let request = wanted.loan();
            let is_free = request.is_free(app, session).await?;
            taking::quoted(app, session, request, is_free, asked).await
        }
        Kind::Coins => {
            let set = wanted.coins(app, session).await?;
            taking::quoted(app, session, set, false, asked).await
        }
    }
}

/// Takes a plan; every source of funding requires the PIN. From the wallet it is paid at once; otherwise it waits for
/// the money.
///
/// # Errors
/// The errors of a payment; also 404 for an unknown plan.
pub async fn subscribe(
    app: &AppState,
    session: &Session,
    grant: &PinAuthorisation,
    operation: &Operation,
    wanted: Wanted,
) -> Result<Answer, ApiError> {
    let call = Call::new(app, session, operation, grant);
    match wanted.chosen.r#type {
        Kind::Savings => taking::take(call, session, wanted.savings(), false).await,
        Kind::Loan => {
            let request = wanted.loan();
            let is_free = request.is_free(app, session).await?;
            taking::take(call, session, request, is_free).await
        }
        Kind::Coins => {
            let set = wanted.coins(app, session).await?;
            taking::take(call, session, set, false).await
        }
    }
}

impl Wanted {
    fn savings(self) -> Start {
        Start {
            chosen: self.chosen,
            form: self.savings,
        }
    }

    fn loan(self) -> Request {
        Request {
            chosen: self.chosen,
            form: self.loan,
        }
    }

    async fn coins(self, app: &AppState, session: &Session) -> Result<SetStart, ApiError> {
        SetStart::read(app, session, self.chosen, self.savings).await
    }
}
