//! Coins in the sandbox: prices set by testers, deposits, and sent coins.

use super::sandbox;
use axum::Json;
use axum::extract::State;
use domain_core::money::{Amount, Rate};
use domain_core::validation::Code;
use ground::error::{ApiError, Fails, code};
use providers::market::{MoneyPair, Pair};
use providers::sandbox::{
    SandboxCoinDeposit, SandboxCoinSend, SandboxExchangeOrder, SandboxKeyOrder,
};
use serde::Deserialize;
use service::app::AppState;
use service::http::envelope::Nothing;
use service::http::{Body, Envelope};
use utoipa::ToSchema;
use wallet::coins::deposits;

/// A pair's price.
#[derive(Deserialize, ToSchema)]
pub struct SetPrice {
    #[schema(example = "BTCUSDT")]
    pair: String,
    /// Null: the sandbox market's generated price.
    price: Option<String>,
}

/// A deposit at an address.
#[derive(Deserialize, ToSchema)]
pub struct NewDeposit {
    /// The address as shown to the user.
    address: String,
    amount: String,
    confirmations: i64,
    /// The identifier of an earlier deposit, to set its confirmations.
    id: Option<String>,
}

/// Sets a price; the server uses it from its next request, within a minute.
#[utoipa::path(put, path = "/sandbox/prices", tag = "sandbox", request_body = SetPrice,
    responses((status = 200, body = Envelope<Nothing>), Fails<(code::Refused, code::NotFound)>))]
pub async fn set_price(
    State(app): State<AppState>,
    Body(wanted): Body<SetPrice>,
) -> Result<Json<Envelope<Nothing>>, ApiError> {
    let pair = Pair::named(&wanted.pair).map(Pair::text);
    let pair = pair.or_else(|| MoneyPair::named(&wanted.pair).map(|pair| pair.text.to_owned()));
    let pair = pair.ok_or_else(ApiError::not_found)?;
    let price = wanted.price.as_deref().map(str::trim);
    if price.is_some_and(|price| Rate::parse(price).is_none()) {
        let words = "Enter a price above zero, such as 95000.50.";
        return Err(ApiError::refused_field("price", Code::NotAnAmount, words));
    }
    sandbox(&app).set_price(&pair, price).await?;
    Ok(Envelope::of(Nothing {}))
}

/// Makes a deposit at an address, as reported by the custodian.
#[utoipa::path(post, path = "/sandbox/coins", tag = "sandbox", request_body = NewDeposit,
    responses((status = 200, body = Envelope<Vec<SandboxCoinDeposit>>), Fails<(code::Refused, code::NotFound, code::CoinsUnavailable, code::CreditDiffers)>))]
pub async fn receive(
    State(app): State<AppState>,
    Body(wanted): Body<NewDeposit>,
) -> Result<Json<Envelope<Vec<SandboxCoinDeposit>>>, ApiError> {
    let address = deposits::address(&app, wanted.address.trim()).await?;
    let refused = || {
        ApiError::refused_field(
            "amount",
            Code::NotAnAmount,
            "Enter an amount, such as 0.05.",
        )
    };
    let amount = Amount::parse(wanted.amount.trim(), address.coin).map_err(|_| refused())?;
    if amount.minor().is_none_or(|minor| minor == 0) {
        return Err(refused());
    }
    let id = wanted
        .id
        .unwrap_or_else(|| app.random.id(app.clock.now_ms()));
    let sandbox = sandbox(&app);
    let (coin, text) = (address.coin.as_str(), amount.text());
    sandbox
        .deposit(&id, &address.reference, coin, &text, wanted.confirmations)
        .await?;
    deposits::noticed(&app, &address.reference).await?;
    Ok(Envelope::of(sandbox.deposits(&address.reference).await?))
}

/// Orders at the exchange, newest first.
#[utoipa::path(get, path = "/sandbox/exchange", tag = "sandbox",
    responses((status = 200, body = Envelope<Vec<SandboxExchangeOrder>>)))]
pub async fn exchange_orders(
    State(app): State<AppState>,
) -> Result<Json<Envelope<Vec<SandboxExchangeOrder>>>, ApiError> {
    Ok(Envelope::of(sandbox(&app).exchange_orders().await?))
}

/// Orders at the exchange with users' own keys, newest first.
#[utoipa::path(get, path = "/sandbox/exchange/keys", tag = "sandbox",
    responses((status = 200, body = Envelope<Vec<SandboxKeyOrder>>)))]
pub async fn key_orders(
    State(app): State<AppState>,
) -> Result<Json<Envelope<Vec<SandboxKeyOrder>>>, ApiError> {
    Ok(Envelope::of(sandbox(&app).key_orders().await?))
}

/// Sent coins, newest first.
#[utoipa::path(get, path = "/sandbox/coins", tag = "sandbox",
    responses((status = 200, body = Envelope<Vec<SandboxCoinSend>>)))]
pub async fn sent(
    State(app): State<AppState>,
) -> Result<Json<Envelope<Vec<SandboxCoinSend>>>, ApiError> {
    Ok(Envelope::of(sandbox(&app).coin_sends().await?))
}
