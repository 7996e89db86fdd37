//! Card payments.

use crate::cards::{self, CardCheckout};
use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::HeaderMap;
use domain_core::money::{Amount, Currency};
use domain_core::wallet::Fund;
use ground::error::{ApiError, Fails, code};
use money::limits::MONEY;
use providers::card::flutterwave::Event;
use serde::{Deserialize, Serialize};
use service::access::{Session, users};
use service::app::AppState;
use service::http::envelope::Nothing;
use service::http::limits::count;
use service::http::{Body, Client, Envelope, Path, Plain, Read};
use utoipa::ToSchema;

service::body_schemas! {
    /// A card payment to start.
    CardBody: (Fund, Plain<CardPurpose>),
}

/// The purpose of a card payment.
#[derive(Deserialize, ToSchema)]
pub struct CardPurpose {
    /// `fund`, `savings` (the first instalment of a waiting plan), `loan_fee` (the request fee of a loan), or
    /// `instalment`.
    purpose: String,
    /// The plan, loan or instalment to pay. If given, the amount may be omitted: the card then pays the amount due.
    id: Option<String>,
    #[schema(value_type = service::http::schema::Currency)]
    currency: Currency,
}

/// A line of the charge.
#[derive(Serialize, ToSchema)]
pub struct CardLine {
    code: &'static str,
    label: &'static str,
    #[schema(value_type = String, example = "50.00")]
    amount: Amount,
}

/// A checkout to pay at.
#[derive(Serialize, ToSchema)]
pub struct CardStarted {
    tx_ref: String,
    /// The card company's page; in the sandbox a path of the app.
    checkout_url: String,
    /// The amount charged to the card: the sum of the lines.
    #[schema(value_type = String, example = "1050.00")]
    charged: Amount,
    lines: Vec<CardLine>,
}

/// The report of the card company's page. It is not trusted; only the identifiers are used, to ask the company.
#[derive(Deserialize, ToSchema)]
pub struct CardResult {
    tx_ref: String,
    /// The company's identifier of the payment, if any.
    transaction_id: Option<String>,
}

/// Creates a checkout on the card company's page.
#[utoipa::path(post, path = "/payment/card", operation_id = "start_card_payment", tag = "wallet", security(("bearer" = [])), request_body = CardBody,
    responses((status = 201, body = Envelope<CardStarted>), Fails<(code::Refused, code::NotFound, code::NoAddress)>))]
pub async fn start(
    State(app): State<AppState>,
    session: Session,
    client: Client,
    asked: Read<(Fund, Plain<CardPurpose>)>,
) -> Result<(axum::http::StatusCode, Json<Envelope<CardStarted>>), ApiError> {
    let Read((form, Plain(asked))) = asked;
    count(&app, MONEY, &format!("card:{}", session.user_id)).await?;
    let person = users::of_session(&app, &session).await?;
    let started = cards::start(
        &app,
        &client,
        &person,
        cards::purpose(&asked.purpose, asked.id)?,
        asked.currency,
        &form,
    )
    .await?;
    let lines = started.lines.iter().map(|line| CardLine {
        code: line.code,
        label: line.label,
        amount: line.amount,
    });
    let answer = CardStarted {
        tx_ref: started.tx_ref,
        checkout_url: started.checkout_url,
        charged: started.charged,
        lines: lines.collect(),
    };
    Ok((axum::http::StatusCode::CREATED, Envelope::of(answer)))
}

/// The stored state of one of the user's checkouts. The card company is not asked.
#[utoipa::path(get, path = "/payment/card/{tx_ref}", operation_id = "card_payment", tag = "wallet", security(("bearer" = [])), params(("tx_ref" = String, Path)),
    responses((status = 200, body = Envelope<CardCheckout>), Fails<code::NotFound>))]
pub async fn state(
    State(app): State<AppState>,
    session: Session,
    Path(tx_ref): Path<String>,
) -> Result<Json<Envelope<CardCheckout>>, ApiError> {
    Ok(Envelope::of(
        cards::state_of(&app, &session.user_id, &tx_ref).await?,
    ))
}

/// Asks the card company for the state of a checkout, and credits confirmed payments once.
#[utoipa::path(post, path = "/payment/flutter/confirm", operation_id = "confirm_card_payment", tag = "wallet", security(("bearer" = [])), request_body = CardResult,
    responses((status = 200, body = Envelope<CardCheckout>), Fails<(code::NotFound, code::Unavailable)>))]
pub async fn confirm(
    State(app): State<AppState>,
    session: Session,
    Body(told): Body<CardResult>,
) -> Result<Json<Envelope<CardCheckout>>, ApiError> {
    count(&app, MONEY, &format!("confirm:{}", session.user_id)).await?;
    let payment_id = told.transaction_id.as_deref();
    let checkout = cards::confirm(&app, &session.user_id, &told.tx_ref, payment_id).await?;
    Ok(Envelope::of(checkout))
}

/// Receives a notice from the card company. It only triggers a status request; repeated notices change nothing.
#[utoipa::path(post, path = "/hooks/card", operation_id = "card_notice", tag = "wallet", request_body = Event,
    responses((status = 200, body = Envelope<Nothing>), Fails<(code::Unauthenticated, code::NotFound, code::WrongType)>))]
pub async fn notice(
    State(app): State<AppState>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Json<Envelope<Nothing>>, ApiError> {
    cards::take(&app, &headers, &body).await?;
    Ok(Envelope::of(Nothing {}))
}
