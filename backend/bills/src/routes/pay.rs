//! Quotes and purchases.

use crate::form::BillForm;
use crate::purchase::{Named, Purchase};
use axum::Json;
use axum::extract::State;
use domain_core::bills::{Airtime, Cable, Data, Power};
use domain_core::money::AmountText;
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
use service::http::idempotency::{Answer, Operation};
use service::http::limits::count;
use service::http::{Asked, Envelope, Keyed, Plain};
use utoipa::ToSchema;

/// A form, its price-related values, and the confirmation of its quote.
type Confirming<F, S> = Keyed<((F, Plain<S>), Plain<Confirmed>)>;

/// The confirmed quote.
#[derive(Deserialize, ToSchema)]
pub struct Confirmed {
    quote_id: Option<String>,
}

/// The package price shown to the user.
#[derive(Deserialize, ToSchema)]
pub struct Shown {
    /// The package price shown to the user; refused if it has changed.
    #[schema(value_type = Option<String>)]
    amount: Option<AmountText>,
}

/// The validated customer.
#[derive(Deserialize, ToSchema)]
pub struct ForCustomer {
    /// The `code` of the validation.
    token: Option<String>,
}

/// The validated customer and the shown package price.
#[derive(Deserialize, ToSchema)]
pub struct ShownForCustomer {
    /// The package price shown to the user; refused if it has changed.
    #[schema(value_type = Option<String>)]
    amount: Option<AmountText>,
    /// The `code` of the validation.
    token: Option<String>,
}

impl From<Shown> for Named {
    fn from(shown: Shown) -> Self {
        Self {
            amount: shown.amount,
            ..Self::default()
        }
    }
}

impl From<ForCustomer> for Named {
    fn from(shown: ForCustomer) -> Self {
        Self {
            token: shown.token,
            ..Self::default()
        }
    }
}

impl From<ShownForCustomer> for Named {
    fn from(shown: ShownForCustomer) -> Self {
        Self {
            amount: shown.amount,
            token: shown.token,
            quote_id: None,
        }
    }
}

impl Named {
    fn confirmed(self, confirmed: Confirmed) -> Self {
        Self {
            quote_id: confirmed.quote_id,
            ..self
        }
    }
}

async fn quote<F: BillForm>(
    app: &AppState,
    session: &Session,
    form: F,
    (named, asked): (Named, Value),
) -> Result<Json<Envelope<Quote>>, ApiError> {
    count(app, MONEY, &format!("quote:{}", session.user_id)).await?;
    let user = users::of_session(app, session).await?;
    let purchase = Purchase::read(app, &user, form, named).await;
    let (quote, _) = money::quote(app, &user.id, &purchase, &asked).await?;
    Ok(Envelope::of(quote))
}

async fn buy<F: BillForm>(
    app: &AppState,
    session: &Session,
    grant: &PinAuthorisation,
    operation: &Operation,
    (form, named): (F, Named),
) -> Result<Answer, ApiError> {
    let user = users::of_session(app, session).await?;
    let purchase = Purchase::read(app, &user, form, named).await;
    execute(Call::new(app, session, operation, grant), &purchase).await
}

/// Quotes an airtime top-up; valid for two minutes.
#[utoipa::path(post, path = "/quotes/airtime", tag = "bills", security(("bearer" = [])), request_body = super::AirtimeValues,
    responses((status = 200, body = Envelope<Quote>), Fails<(code::Refused, code::Restricted, code::Unavailable)>))]
pub async fn quote_airtime(
    State(app): State<AppState>,
    session: Session,
    Asked { form, asked }: Asked<Airtime>,
) -> Result<Json<Envelope<Quote>>, ApiError> {
    quote(&app, &session, form, (Named::default(), asked)).await
}

/// Quotes a data package; valid for two minutes.
#[utoipa::path(post, path = "/quotes/data", tag = "bills", security(("bearer" = [])), request_body = super::DataAsked,
    responses((status = 200, body = Envelope<Quote>), Fails<(code::Refused, code::Restricted, code::QuoteChanged, code::Unavailable)>))]
pub async fn quote_data(
    State(app): State<AppState>,
    session: Session,
    Asked { form: body, asked }: Asked<(Data, Plain<Shown>)>,
) -> Result<Json<Envelope<Quote>>, ApiError> {
    let (form, Plain(shown)) = body;
    quote(&app, &session, form, (shown.into(), asked)).await
}

/// Quotes a cable package; valid for two minutes. `token` is the code of the validation.
#[utoipa::path(post, path = "/quotes/cable", tag = "bills", security(("bearer" = [])), request_body = super::CableAsked,
    responses((status = 200, body = Envelope<Quote>), Fails<(code::Refused, code::Restricted, code::QuoteChanged, code::ValidationSpent, code::Unavailable)>))]
pub async fn quote_cable(
    State(app): State<AppState>,
    session: Session,
    Asked { form: body, asked }: Asked<(Cable, Plain<ShownForCustomer>)>,
) -> Result<Json<Envelope<Quote>>, ApiError> {
    let (form, Plain(shown)) = body;
    quote(&app, &session, form, (shown.into(), asked)).await
}

/// Quotes electricity; valid for two minutes. `token` is the code of the validation.
#[utoipa::path(post, path = "/quotes/power", tag = "bills", security(("bearer" = [])), request_body = super::PowerAsked,
    responses((status = 200, body = Envelope<Quote>), Fails<(code::Refused, code::Restricted, code::ValidationSpent, code::Unavailable)>))]
pub async fn quote_power(
    State(app): State<AppState>,
    session: Session,
    Asked { form: body, asked }: Asked<(Power, Plain<ForCustomer>)>,
) -> Result<Json<Envelope<Quote>>, ApiError> {
    let (form, Plain(shown)) = body;
    quote(&app, &session, form, (shown.into(), asked)).await
}

/// Buys airtime. 202 while the provider's result is unknown.
#[utoipa::path(post, path = "/vas/airtime", tag = "bills", security(("bearer" = [])), request_body = super::AirtimeBody,
    params(("Idempotency-Key" = String, Header), ("X-Pin-Authorisation" = String, Header)),
    responses((status = 201, body = Envelope<Transaction>), (status = 202, body = Envelope<Transaction>), Fails<code::QuoteChanged>))]
pub async fn buy_airtime(
    State(app): State<AppState>,
    session: Session,
    grant: PinAuthorisation,
    keyed: Keyed<(Airtime, Plain<Confirmed>)>,
) -> Result<Answer, ApiError> {
    let (form, Plain(confirmed)) = keyed.body;
    let named = Named::default().confirmed(confirmed);
    buy(&app, &session, &grant, &keyed.operation, (form, named)).await
}

/// Buys data. 202 while the provider's result is unknown.
#[utoipa::path(post, path = "/vas/data", tag = "bills", security(("bearer" = [])), request_body = super::DataBody,
    params(("Idempotency-Key" = String, Header), ("X-Pin-Authorisation" = String, Header)),
    responses((status = 201, body = Envelope<Transaction>), (status = 202, body = Envelope<Transaction>), Fails<code::QuoteChanged>))]
pub async fn buy_data(
    State(app): State<AppState>,
    session: Session,
    grant: PinAuthorisation,
    keyed: Confirming<Data, Shown>,
) -> Result<Answer, ApiError> {
    let ((form, Plain(shown)), Plain(confirmed)) = keyed.body;
    let named = Named::from(shown).confirmed(confirmed);
    buy(&app, &session, &grant, &keyed.operation, (form, named)).await
}

/// Pays for cable television. 202 while the provider's result is unknown.
#[utoipa::path(post, path = "/vas/cable", tag = "bills", security(("bearer" = [])), request_body = super::CableBody,
    params(("Idempotency-Key" = String, Header), ("X-Pin-Authorisation" = String, Header)),
    responses((status = 201, body = Envelope<Transaction>), (status = 202, body = Envelope<Transaction>), Fails<(code::QuoteChanged, code::ValidationSpent)>))]
pub async fn buy_cable(
    State(app): State<AppState>,
    session: Session,
    grant: PinAuthorisation,
    keyed: Confirming<Cable, ShownForCustomer>,
) -> Result<Answer, ApiError> {
    let ((form, Plain(shown)), Plain(confirmed)) = keyed.body;
    let named = Named::from(shown).confirmed(confirmed);
    buy(&app, &session, &grant, &keyed.operation, (form, named)).await
}

/// Buys electricity. The response has the token and units of a prepaid meter. 202 while the provider's result is
/// unknown.
#[utoipa::path(post, path = "/vas/power", tag = "bills", security(("bearer" = [])), request_body = super::PowerBody,
    params(("Idempotency-Key" = String, Header), ("X-Pin-Authorisation" = String, Header)),
    responses((status = 201, body = Envelope<Transaction>), (status = 202, body = Envelope<Transaction>), Fails<(code::QuoteChanged, code::ValidationSpent)>))]
pub async fn buy_power(
    State(app): State<AppState>,
    session: Session,
    grant: PinAuthorisation,
    keyed: Confirming<Power, ForCustomer>,
) -> Result<Answer, ApiError> {
    let ((form, Plain(shown)), Plain(confirmed)) = keyed.body;
    let named = Named::from(shown).confirmed(confirmed);
    buy(&app, &session, &grant, &keyed.operation, (form, named)).await
}
