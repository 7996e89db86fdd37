//! Selling and sending coins: quotes, payments and lists.

use crate::coins::coin;
use crate::coins::sale::{Sale, SaleQuote};
use crate::coins::sending::{CoinSending, SendingQuote};
use crate::history::{self, Filter};
use axum::Json;
use axum::extract::State;
use domain_core::money::Currency;
use domain_core::wallet::{CoinSell, CoinSend};
use ground::error::{ApiError, Fails, code};
use money::Call;
use money::grant::PinAuthorisation;
use money::limits::MONEY;
use money::statement::{Category, Transaction};
use serde::Deserialize;
use service::access::{Session, users};
use service::app::AppState;
use service::http::idempotency::Answer;
use service::http::limits::count;
use service::http::{Asked, Envelope, Keyed, Page, Plain, Query};
use utoipa::ToSchema;

service::body_schemas! {
    /// Coins to be quoted for a sale.
    CoinSaleValues: (CoinSell, Plain<OfCoin>),
    /// Coins to be sold.
    CoinSaleBody: (CoinSell, OfPayment),
    /// Coins to be quoted for sending.
    CoinSendingValues: (CoinSend, Plain<OfCoin>),
    /// Coins to be sent to an address.
    CoinSendingBody: (CoinSend, OfPayment),
}

/// Additional values of the form.
#[derive(Deserialize, ToSchema)]
pub struct OfCoin {
    #[schema(value_type = service::http::schema::Currency)]
    symbol: Currency,
}

/// The confirmed quote.
#[derive(Deserialize, ToSchema)]
pub struct Confirmed {
    quote_id: Option<String>,
}

type OfPayment = (Plain<OfCoin>, Plain<Confirmed>);

/// Quotes a sale of coins; the price is valid for thirty seconds.
#[utoipa::path(post, path = "/quotes/sell", tag = "wallet", security(("bearer" = [])), request_body = CoinSaleValues,
    responses((status = 200, body = Envelope<SaleQuote>), Fails<(code::Refused, code::RateStale, code::CoinsUnavailable)>))]
pub async fn quote_sale(
    State(app): State<AppState>,
    session: Session,
    Asked { form: body, asked }: Asked<(CoinSell, Plain<OfCoin>)>,
) -> Result<Json<Envelope<SaleQuote>>, ApiError> {
    let (form, Plain(of)) = body;
    count(&app, MONEY, &format!("quote:{}", session.user_id)).await?;
    let payer = users::of_session(&app, &session).await?;
    let sale = Sale::new(form, coin(of.symbol)?, None);
    Ok(Envelope::of(sale.quote(&app, &payer, asked).await?))
}

/// Sells coins to the house. The proceeds are credited in naira immediately.
#[utoipa::path(post, path = "/sell", tag = "wallet", security(("bearer" = [])), request_body = CoinSaleBody,
    params(("Idempotency-Key" = String, Header), ("X-Pin-Authorisation" = String, Header)),
    responses((status = 201, body = Envelope<Transaction>), Fails<(code::QuoteChanged, code::RateStale, code::CoinsUnavailable)>))]
pub async fn sell(
    State(app): State<AppState>,
    session: Session,
    grant: PinAuthorisation,
    keyed: Keyed<(CoinSell, OfPayment)>,
) -> Result<Answer, ApiError> {
    let (form, (Plain(of), Plain(confirmed))) = keyed.body;
    let sale = Sale::new(form, coin(of.symbol)?, confirmed.quote_id);
    sale.pay(Call::new(&app, &session, &keyed.operation, &grant))
        .await
}

/// The user's sales of coins, newest first.
#[utoipa::path(get, path = "/sell", tag = "wallet", security(("bearer" = [])), params(Filter),
    responses((status = 200, body = Envelope<Page<Transaction>>), Fails<code::Refused>))]
pub async fn sales(
    State(app): State<AppState>,
    session: Session,
    Query(filter): Query<Filter>,
) -> Result<Json<Envelope<Page<Transaction>>>, ApiError> {
    Ok(Envelope::of(
        of_category(&app, &session, filter, Category::Crypto).await?,
    ))
}

/// Quotes a coin payment, with warnings; the quote is valid for two minutes.
#[utoipa::path(post, path = "/quotes/send", tag = "wallet", security(("bearer" = [])), request_body = CoinSendingValues,
    responses((status = 200, body = Envelope<SendingQuote>), Fails<(code::Refused, code::CoinsUnavailable)>))]
pub async fn quote_sending(
    State(app): State<AppState>,
    session: Session,
    Asked { form: body, asked }: Asked<(CoinSend, Plain<OfCoin>)>,
) -> Result<Json<Envelope<SendingQuote>>, ApiError> {
    let (form, Plain(of)) = body;
    count(&app, MONEY, &format!("quote:{}", session.user_id)).await?;
    let payer = users::of_session(&app, &session).await?;
    let sending = CoinSending::new(form, coin(of.symbol)?, None);
    Ok(Envelope::of(sending.quote(&app, &payer, asked).await?))
}

/// Sends coins to an address. 202 until the custodian has confirmed the payment.
#[utoipa::path(post, path = "/send", tag = "wallet", security(("bearer" = [])), request_body = CoinSendingBody,
    params(("Idempotency-Key" = String, Header), ("X-Pin-Authorisation" = String, Header)),
    responses((status = 201, body = Envelope<Transaction>), (status = 202, body = Envelope<Transaction>), Fails<(code::QuoteChanged, code::CoinsUnavailable)>))]
pub async fn send(
    State(app): State<AppState>,
    session: Session,
    grant: PinAuthorisation,
    keyed: Keyed<(CoinSend, OfPayment)>,
) -> Result<Answer, ApiError> {
    let (form, (Plain(of), Plain(confirmed))) = keyed.body;
    let sending = CoinSending::new(form, coin(of.symbol)?, confirmed.quote_id);
    sending
        .pay(Call::new(&app, &session, &keyed.operation, &grant))
        .await
}

/// The user's coin payments, newest first.
#[utoipa::path(get, path = "/send", tag = "wallet", security(("bearer" = [])), params(Filter),
    responses((status = 200, body = Envelope<Page<Transaction>>), Fails<code::Refused>))]
pub async fn sendings(
    State(app): State<AppState>,
    session: Session,
    Query(filter): Query<Filter>,
) -> Result<Json<Envelope<Page<Transaction>>>, ApiError> {
    Ok(Envelope::of(
        of_category(&app, &session, filter, Category::CryptoSend).await?,
    ))
}

async fn of_category(
    app: &AppState,
    session: &Session,
    filter: Filter,
    category: Category,
) -> Result<Page<Transaction>, ApiError> {
    let filter = Filter {
        category: Some(category.as_str().to_owned()),
        ..filter
    };
    history::page(app, &session.user_id, &filter).await
}
