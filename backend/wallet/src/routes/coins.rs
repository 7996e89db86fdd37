//! Prices and terms of coins, and deposit addresses.

use crate::coins::addresses::{self, CoinAddress};
use crate::coins::coin;
use crate::coins::deposits::{self, CoinArrival};
use crate::coins::market::{self, ListedCoin, PriceAnswer};
use crate::coins::terms::{self, CoinTerms};
use axum::Json;
use axum::extract::State;
use domain_core::money::Currency;
use domain_core::wallet::coin::Network;
use ground::error::{ApiError, Fails, code};
use providers::market::{Candle, Period};
use serde::Deserialize;
use service::access::{Session, users};
use service::app::AppState;
use service::http::limits::{LOOKUPS_A_DAY, LOOKUPS_A_MINUTE, count};
use service::http::{Body, Envelope};
use utoipa::ToSchema;

/// Pairs such as `BTCUSDT`.
#[derive(Deserialize, ToSchema)]
pub struct Pairs {
    #[serde(default)]
    pairs: Vec<String>,
}

/// A pair and the length of its candles.
#[derive(Deserialize, ToSchema)]
pub struct CandlesOf {
    #[schema(example = "BTCUSDT")]
    pair: String,
    #[schema(example = "5m")]
    period: Period,
}

/// A coin and the destination of a payment.
#[derive(Deserialize, ToSchema)]
pub struct TermsOf {
    #[schema(value_type = service::http::schema::Currency)]
    symbol: Currency,
    #[schema(value_type = Option<service::http::schema::CoinNetwork>)]
    network: Option<Network>,
    address: Option<String>,
}

/// A coin and the network to receive it over.
#[derive(Deserialize, ToSchema)]
pub struct Receiving {
    #[schema(value_type = service::http::schema::Currency)]
    symbol: Currency,
    #[schema(value_type = service::http::schema::CoinNetwork)]
    network: Network,
}

/// Prices of pairs, at most a minute old while the market responds. Without pairs, an empty list.
#[utoipa::path(post, path = "/prices", tag = "wallet", security(("bearer" = [])), request_body = Pairs,
    responses((status = 200, body = Envelope<Vec<PriceAnswer>>), Fails<code::CoinsUnavailable>))]
pub async fn prices(
    State(app): State<AppState>,
    _session: Session,
    Body(body): Body<Pairs>,
) -> Result<Json<Envelope<Vec<PriceAnswer>>>, ApiError> {
    Ok(Envelope::of(market::prices(&app, &body.pairs).await?))
}

/// The latest candles of a pair, oldest first; the last one is still open.
#[utoipa::path(post, path = "/candle-stick", tag = "wallet", security(("bearer" = [])), request_body = CandlesOf,
    responses((status = 200, body = Envelope<Vec<Candle>>), Fails<(code::NotFound, code::CoinsUnavailable)>))]
pub async fn candles(
    State(app): State<AppState>,
    _session: Session,
    Body(body): Body<CandlesOf>,
) -> Result<Json<Envelope<Vec<Candle>>>, ApiError> {
    Ok(Envelope::of(
        market::candles(&app, &body.pair, body.period).await?,
    ))
}

/// The listed coins, with market data.
#[utoipa::path(get, path = "/coins", tag = "wallet", security(("bearer" = [])),
    responses((status = 200, body = Envelope<Vec<ListedCoin>>)))]
pub async fn list(
    State(app): State<AppState>,
    session: Session,
) -> Result<Json<Envelope<Vec<ListedCoin>>>, ApiError> {
    Ok(Envelope::of(market::coins(&app, &session.tenant_id).await?))
}

/// The user's pending deposits: seen on the network, but not credited yet.
#[utoipa::path(get, path = "/coins/arrivals", tag = "wallet", security(("bearer" = [])),
    responses((status = 200, body = Envelope<Vec<CoinArrival>>)))]
pub async fn arrivals(
    State(app): State<AppState>,
    session: Session,
) -> Result<Json<Envelope<Vec<CoinArrival>>>, ApiError> {
    Ok(Envelope::of(
        deposits::arriving(&app, &session.user_id).await?,
    ))
}

/// The current terms of a coin: price, spread, network fee and cap.
#[utoipa::path(post, path = "/coins/terms", tag = "wallet", security(("bearer" = [])), request_body = TermsOf,
    responses((status = 200, body = Envelope<CoinTerms>), Fails<code::Refused>))]
pub async fn terms(
    State(app): State<AppState>,
    session: Session,
    Body(body): Body<TermsOf>,
) -> Result<Json<Envelope<CoinTerms>>, ApiError> {
    let person = users::of_session(&app, &session).await?;
    let address = body.address.as_deref().unwrap_or_default();
    let terms = terms::terms(&app, &person, coin(body.symbol)?, body.network, address).await?;
    Ok(Envelope::of(terms))
}

/// The user's deposit address of a coin, created on first use.
#[utoipa::path(post, path = "/coins/address", tag = "wallet", security(("bearer" = [])), request_body = Receiving,
    responses((status = 200, body = Envelope<CoinAddress>), Fails<(code::Refused, code::CoinsUnavailable)>))]
pub async fn address(
    State(app): State<AppState>,
    session: Session,
    Body(body): Body<Receiving>,
) -> Result<Json<Envelope<CoinAddress>>, ApiError> {
    count(&app, LOOKUPS_A_MINUTE, &session.user_id).await?;
    count(&app, LOOKUPS_A_DAY, &session.user_id).await?;
    let person = users::of_session(&app, &session).await?;
    let coin = coin(body.symbol)?;
    let address = addresses::of(&app, &session, &person, coin, body.network).await?;
    Ok(Envelope::of(address))
}
