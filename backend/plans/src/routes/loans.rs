//! Repayment of loans.

use super::savings::Confirmation;
use super::{Confirmed, Confirming};
use crate::answers::PlanSubscription;
use crate::loans::limit::{self, OwnLimit};
use crate::loans::{self, Repay};
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
use service::http::{Asked, Envelope, Keyed, Path, Plain};
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
    /// The confirmation for handing a loan back.
    HandBackBody: Plain<Confirmation>,
    /// The confirmation for deleting the place of a loan request.
    ForgetPlaceBody: Plain<Confirmation>,
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

/// Hands a loan back, within a day of its payout and while the wallet holds all of it: nothing is charged, and the
/// request fee comes back.
#[utoipa::path(post, path = "/loans/{id}/hand-back", tag = "plans", security(("bearer" = [])), request_body = HandBackBody,
    params(("id" = String, Path), ("Idempotency-Key" = String, Header)),
    responses((status = 200, body = Envelope<PlanSubscription>), Fails<(code::Refused, code::NotFound)>))]
pub async fn hand_loan_back(
    State(app): State<AppState>,
    session: Session,
    Path(id): Path<String>,
    keyed: Keyed<Plain<Confirmation>>,
) -> Result<Answer, ApiError> {
    let Plain(Confirmation { confirm }) = keyed.body;
    // The key covers the path as well.
    let mut operation = keyed.operation;
    operation.route = operation.route.replace("{id}", &id);
    loans::hand_back(&app, &session, &operation, &id, confirm).await
}

/// Deletes the place of a loan request: its country and state. The decision stays.
#[utoipa::path(post, path = "/loans/{id}/forget-place", tag = "plans", security(("bearer" = [])), request_body = ForgetPlaceBody,
    params(("id" = String, Path), ("Idempotency-Key" = String, Header)),
    responses((status = 200, body = Envelope<PlanSubscription>), Fails<(code::Refused, code::NotFound)>))]
pub async fn forget_loan_place(
    State(app): State<AppState>,
    session: Session,
    Path(id): Path<String>,
    keyed: Keyed<Plain<Confirmation>>,
) -> Result<Answer, ApiError> {
    let Plain(Confirmation { confirm }) = keyed.body;
    let mut operation = keyed.operation;
    operation.route = operation.route.replace("{id}", &id);
    loans::forget_place(&app, &session, &operation, &id, confirm).await
}
