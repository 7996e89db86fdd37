//! Repayment of loans.

use super::{Confirmed, Confirming};
use crate::loans::Repay;
use crate::loans::limit::{self, OwnLimit};
use axum::Json;
use axum::extract::State;
use domain_core::plans::PayInstalment;
use ground::error::{ApiError, Fails, code};
use money::grant::PinAuthorisation;
use money::limits::MONEY;
use money::quote;
use money::quote::Quote;
use money::statement::Transaction;
use money::{Call, execute};
use serde::Deserialize;
use service::access::Session;
use service::app::AppState;
use service::http::idempotency::Answer;
use service::http::limits::count;
use service::http::{Asked, Envelope, Plain};
use utoipa::ToSchema;

/// The loan to repay.
#[derive(Deserialize, ToSchema)]
pub struct OfLoan {
    /// The loan, or one of its instalments.
    id: String,
}

service::body_schemas! {
    /// A repayment of a loan, to be quoted.
    LoanPaymentValues: (PayInstalment, Plain<OfLoan>),
    /// A repayment of a loan, from the wallet.
    LoanPaymentBody: ((PayInstalment, Plain<OfLoan>), Plain<Confirmed>),
}

fn repayment(body: (PayInstalment, Plain<OfLoan>), quote_id: Option<String>) -> Repay {
    let (form, Plain(of)) = body;
    Repay {
        id: of.id,
        form,
        quote_id,
    }
}

/// The user's own limit for loans: the debt that can be granted at once. Above it a person decides.
#[utoipa::path(get, path = "/loans/limit", operation_id = "own_loan_limit", tag = "plans", security(("bearer" = [])),
    responses((status = 200, body = Envelope<OwnLimit>)))]
pub async fn own_limit(
    State(app): State<AppState>,
    session: Session,
) -> Result<Json<Envelope<OwnLimit>>, ApiError> {
    Ok(Envelope::of(limit::own(&app, &session).await?))
}

/// Quotes a repayment: at most the payoff; if it was capped, `message` says so. Valid for two minutes.
#[utoipa::path(post, path = "/quotes/loan", tag = "plans", security(("bearer" = [])), request_body = LoanPaymentValues,
    responses((status = 200, body = Envelope<Quote>), Fails<(code::Refused, code::NotFound, code::Restricted)>))]
pub async fn quote_repayment(
    State(app): State<AppState>,
    session: Session,
    Asked { form: body, asked }: Asked<(PayInstalment, Plain<OfLoan>)>,
) -> Result<Json<Envelope<Quote>>, ApiError> {
    count(&app, MONEY, &format!("quote:{}", session.user_id)).await?;
    let repayment = repayment(body, None);
    let (quote, terms) = quote(&app, &session.user_id, &repayment, &asked).await?;
    Ok(match terms.detail.message {
        Some(message) => Envelope::saying(quote, message),
        None => Envelope::of(quote),
    })
}

/// Repays a loan from the wallet: oldest instalment first, interest before principal. Paying the full payoff ends the
/// loan; interest not yet earned is not charged.
#[utoipa::path(post, path = "/loans/repay", tag = "plans", security(("bearer" = [])), request_body = LoanPaymentBody,
    params(("Idempotency-Key" = String, Header), ("X-Pin-Authorisation" = String, Header)),
    responses((status = 201, body = Envelope<Transaction>), Fails<code::QuoteChanged>))]
pub async fn repay_loan(
    State(app): State<AppState>,
    session: Session,
    grant: PinAuthorisation,
    keyed: Confirming<PayInstalment, OfLoan>,
) -> Result<Answer, ApiError> {
    let (body, Plain(confirmed)) = keyed.body;
    let repay = repayment(body, confirmed.quote_id);
    let call = Call::new(&app, &session, &keyed.operation, &grant);
    let mut answer = execute(call, &repay).await?;
    if answer.body["data"]["reference"].is_string() {
        answer.body["message"] = "Loan debt successfully repaid".into();
    }
    Ok(answer)
}
