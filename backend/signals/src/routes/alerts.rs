//! A month of trade signals: its price, and paying for it.

use crate::alerts::Subscription;
use axum::Json;
use axum::extract::State;
use ground::error::{ApiError, Fails, code};
use money::grant::PinAuthorisation;
use money::limits::MONEY;
use money::quote::Quote;
use money::statement::Transaction;
use money::{Call, execute};
use serde::Deserialize;
use serde_json::Value;
use service::access::{Session, users};
use service::app::AppState;
use service::http::idempotency::Answer;
use service::http::limits::count;
use service::http::{Envelope, Keyed, Plain};
use utoipa::ToSchema;

/// The confirmed quote.
#[derive(Deserialize, ToSchema)]
pub struct AlertSubscriptionBody {
    quote_id: Option<String>,
}

/// The price of a month of trade signals, valid for two minutes.
#[utoipa::path(post, path = "/quotes/alerts", operation_id = "quote_alerts", tag = "signals", security(("bearer" = [])),
    responses((status = 200, body = Envelope<Quote>), Fails<(code::Refused, code::Restricted, code::RateStale, code::NoSignals)>))]
pub async fn quote(
    State(app): State<AppState>,
    session: Session,
) -> Result<Json<Envelope<Quote>>, ApiError> {
    count(&app, MONEY, &format!("quote:{}", session.user_id)).await?;
    let user = users::of_session(&app, &session).await?;
    let subscription = Subscription::of(&user, None)?;
    let (quote, _) = money::quote(&app, &user.id, &subscription, &Value::Null).await?;
    Ok(Envelope::of(quote))
}

/// Pays for a month of trade signals, added to the current subscription if there is one.
#[utoipa::path(post, path = "/alerts/subscribe", operation_id = "subscribe_for_alerts", tag = "signals", security(("bearer" = [])),
    request_body = AlertSubscriptionBody,
    params(("Idempotency-Key" = String, Header), ("X-Pin-Authorisation" = String, Header)),
    responses((status = 201, body = Envelope<Transaction>), Fails<(code::QuoteChanged, code::RateStale, code::NoSignals)>))]
pub async fn subscribe(
    State(app): State<AppState>,
    session: Session,
    grant: PinAuthorisation,
    keyed: Keyed<Plain<AlertSubscriptionBody>>,
) -> Result<Answer, ApiError> {
    let Plain(body) = keyed.body;
    let user = users::of_session(&app, &session).await?;
    let subscription = Subscription::of(&user, body.quote_id)?;
    let call = Call::new(&app, &session, &keyed.operation, &grant);
    execute(call, &subscription).await
}
