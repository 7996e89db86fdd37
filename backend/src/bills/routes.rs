//! The calls of this area: extract, one service call, wrap.

use super::airtime::TopUp;
use crate::access::Session;
use crate::app::AppState;
use crate::error::{ApiError, Fails, code};
use crate::http::idempotency::Answer;
use crate::http::limits::{MONEY, count};
use crate::http::{Beside, Envelope, Keyed, Read};
use crate::payment::grant::PinAuthorisation;
use crate::payment::quote::{self, Quote};
use crate::payment::statement::Transaction;
use crate::payment::{Call, accounts, caution, execute};
use axum::Json;
use axum::extract::State;
use domain_core::bills::Airtime;
use domain_core::money::Currency;
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// All of them.
pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(quote_airtime))
        .routes(routes!(buy_airtime))
}

crate::form_schemas!(AirtimeValues: Airtime);

crate::body_schemas! {
    /// Airtime to be bought.
    AirtimeBody: (Airtime, Beside<Confirmed>),
}

/// What stands beside the form.
#[derive(Deserialize, ToSchema)]
pub struct Confirmed {
    quote_id: Option<String>,
}

/// What a top-up will cost; holds for two minutes.
#[utoipa::path(post, path = "/quotes/airtime", tag = "bills", security(("bearer" = [])), request_body = AirtimeValues,
    responses((status = 200, body = Envelope<Quote>), Fails<code::Refused>))]
pub async fn quote_airtime(
    State(app): State<AppState>,
    session: Session,
    Read(form): Read<Airtime>,
) -> Result<Json<Envelope<Quote>>, ApiError> {
    count(&app, MONEY, &format!("quote:{}", session.user_id)).await?;
    let top_up = TopUp {
        form,
        quote_id: None,
    };
    let wallet =
        accounts::find(&mut *app.db.read().await?, &session.user_id, Currency::Ngn).await?;
    let wallet = wallet.ok_or_else(ApiError::not_found)?;
    let recipient = top_up.recipient();
    let cap = caution::on(&app, &session.user_id, Currency::Ngn, &recipient).await?;
    let price = top_up.price(&app, wallet.available, cap.map(|cap| cap.amount))?;
    let quote = quote::give(&app, &session.user_id, top_up.offer(price)).await?;
    Ok(Envelope::of(quote))
}

/// Buys airtime. 202 while the provider has not said what became of it.
#[utoipa::path(post, path = "/vas/airtime", tag = "bills", security(("bearer" = [])), request_body = AirtimeBody,
    params(("Idempotency-Key" = String, Header), ("X-Pin-Authorisation" = String, Header)),
    responses((status = 201, body = Envelope<Transaction>), (status = 202, body = Envelope<Transaction>), Fails<code::QuoteChanged>))]
pub async fn buy_airtime(
    State(app): State<AppState>,
    session: Session,
    grant: PinAuthorisation,
    keyed: Keyed<(Airtime, Beside<Confirmed>)>,
) -> Result<Answer, ApiError> {
    let (form, Beside(confirmed)) = keyed.body;
    let top_up = TopUp {
        form,
        quote_id: confirmed.quote_id,
    };
    execute(Call::new(&app, &session, &keyed.operation, &grant), &top_up).await
}
