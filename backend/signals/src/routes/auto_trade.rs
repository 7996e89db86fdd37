//! Automatic trading, and the balances of the user's own account at the exchange.

use super::AutoTradeValues;
use crate::auto_trade::{self, AutoTradeOrder, AutoTradeState};
use crate::exchange::balances::{self, ExchangeBalances};
use axum::Json;
use axum::extract::State;
use domain_core::signals::AutoTrade;
use ground::error::{ApiError, Fails, code};
use serde::Deserialize;
use service::access::Session;
use service::app::AppState;
use service::http::envelope::{Page, Place};
use service::http::{Envelope, Query, Read};
use utoipa::IntoParams;

/// The page to return.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct OrdersFilter {
    /// From 1.
    page: Option<i64>,
    per_page: Option<i64>,
}

/// Whether signals are traded for the user, the caps, and today's spending.
#[utoipa::path(get, path = "/auto-trade", operation_id = "auto_trade", tag = "signals", security(("bearer" = [])),
    responses((status = 200, body = Envelope<AutoTradeState>)))]
pub async fn show(
    State(app): State<AppState>,
    session: Session,
) -> Result<Json<Envelope<AutoTradeState>>, ApiError> {
    Ok(Envelope::of(auto_trade::show(&app, &session).await?))
}

/// Sets switch and caps. Once switched off, no order is sent any more, and unsent ones are dropped.
#[utoipa::path(put, path = "/auto-trade", operation_id = "set_auto_trade", tag = "signals", security(("bearer" = [])), request_body = AutoTradeValues,
    responses((status = 200, body = Envelope<AutoTradeState>), Fails<code::Refused>))]
pub async fn change(
    State(app): State<AppState>,
    session: Session,
    Read(form): Read<AutoTrade>,
) -> Result<Json<Envelope<AutoTradeState>>, ApiError> {
    Ok(Envelope::of(
        auto_trade::change(&app, &session, &form).await?,
    ))
}

/// The outcome of signals: every order and every refusal with its reason, newest first.
#[utoipa::path(get, path = "/auto-trade/orders", operation_id = "auto_trade_orders", tag = "signals", security(("bearer" = [])), params(OrdersFilter),
    responses((status = 200, body = Envelope<Page<AutoTradeOrder>>)))]
pub async fn orders(
    State(app): State<AppState>,
    session: Session,
    Query(filter): Query<OrdersFilter>,
) -> Result<Json<Envelope<Page<AutoTradeOrder>>>, ApiError> {
    let place = Place::new(filter.page, filter.per_page);
    Ok(Envelope::of(
        auto_trade::orders(&app, &session, place).await?,
    ))
}

/// The balances of the user's own account at the exchange, at most a minute old while the exchange responds.
#[utoipa::path(get, path = "/exchange/balances", operation_id = "exchange_balances", tag = "signals", security(("bearer" = [])),
    responses((status = 200, body = Envelope<ExchangeBalances>)))]
pub async fn balances(
    State(app): State<AppState>,
    session: Session,
) -> Result<Json<Envelope<ExchangeBalances>>, ApiError> {
    Ok(Envelope::of(balances::show(&app, &session).await?))
}
