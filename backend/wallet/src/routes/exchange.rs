//! Converting money between one's own wallets: terms, quote and payment.

use crate::exchange::conversion::{Conversion, ConversionQuote};
use crate::exchange::terms::{self, ConversionTerms};
use axum::Json;
use axum::extract::State;
use domain_core::wallet::Exchange;
use ground::error::{ApiError, Fails, code};
use money::Call;
use money::grant::PinAuthorisation;
use money::limits::MONEY;
use money::statement::Transaction;
use serde::Deserialize;
use service::access::{Session, users};
use service::app::AppState;
use service::http::idempotency::Answer;
use service::http::limits::count;
use service::http::{Asked, Envelope, Keyed, Plain};
use utoipa::ToSchema;

service::body_schemas! {
    /// Money to be quoted for a conversion.
    ConversionValues: Exchange,
    /// Money to be converted.
    ConversionBody: (Exchange, Plain<Quoted>),
}

/// The confirmed quote.
#[derive(Deserialize, ToSchema)]
pub struct Quoted {
    quote_id: Option<String>,
}

/// The current terms of conversions: served currencies, rates and spread.
#[utoipa::path(get, path = "/convert/terms", operation_id = "conversion_terms", tag = "wallet", security(("bearer" = [])),
    responses((status = 200, body = Envelope<ConversionTerms>)))]
pub async fn show(
    State(app): State<AppState>,
    session: Session,
) -> Result<Json<Envelope<ConversionTerms>>, ApiError> {
    Ok(Envelope::of(terms::terms(&app, &session.tenant_id).await?))
}

/// Quotes a conversion; the rate is valid for thirty seconds.
#[utoipa::path(post, path = "/quotes/convert", operation_id = "quote_conversion", tag = "wallet", security(("bearer" = [])), request_body = ConversionValues,
    responses((status = 200, body = Envelope<ConversionQuote>), Fails<(code::Refused, code::RateStale)>))]
pub async fn quote(
    State(app): State<AppState>,
    session: Session,
    Asked { form, asked }: Asked<Exchange>,
) -> Result<Json<Envelope<ConversionQuote>>, ApiError> {
    count(&app, MONEY, &format!("quote:{}", session.user_id)).await?;
    let payer = users::of_session(&app, &session).await?;
    let conversion = Conversion::new(form, None);
    Ok(Envelope::of(conversion.quote(&app, &payer, asked).await?))
}

/// Converts money from one of the user's wallets to another, immediately.
#[utoipa::path(post, path = "/convert", operation_id = "convert", tag = "wallet", security(("bearer" = [])), request_body = ConversionBody,
    params(("Idempotency-Key" = String, Header), ("X-Pin-Authorisation" = String, Header)),
    responses((status = 201, body = Envelope<Transaction>), Fails<(code::QuoteChanged, code::RateStale)>))]
pub async fn pay(
    State(app): State<AppState>,
    session: Session,
    grant: PinAuthorisation,
    keyed: Keyed<(Exchange, Plain<Quoted>)>,
) -> Result<Answer, ApiError> {
    let (form, Plain(quoted)) = keyed.body;
    let conversion = Conversion::new(form, quoted.quote_id);
    conversion
        .pay(Call::new(&app, &session, &keyed.operation, &grant))
        .await
}
