//! Binance's signed API on a local port, with its peculiarities: parameters in the query with the signature last, its
//! own error codes, identifiers that are accepted again once their order is over, commission in the coin that was
//! bought, and lost answers.

use crate::binance::signature;
use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::net::TcpListener;

pub const KEY: &str = "canary-key";
pub const SECRET: &str = "canary-secret";

/// Behaviour for the next calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mood {
    #[default]
    Well,
    /// Places orders, and answers 503.
    LosesAnswer,
    /// Answers 503 without doing anything.
    LosesRequest,
    /// Executes a part of an order, which then expires.
    Partly,
    /// Accepts an order without executing it.
    Waits,
    /// Refuses orders.
    Refuses,
    /// Answers that there are too many requests.
    Limits,
    /// Answers with text that is not JSON.
    Nonsense,
}

#[derive(Default)]
pub struct Kept {
    pub mood: Mood,
    /// The offset of its clock.
    pub ahead_ms: i64,
    pub orders: Vec<Value>,
    /// Trades by order number.
    pub trades: HashMap<i64, Vec<Value>>,
    /// Whether trades are not listed yet.
    pub hides_trades: bool,
    pub asked: Vec<String>,
    pub now_ms: i64,
}

#[derive(Clone)]
pub struct StandIn {
    pub url: String,
    kept: Arc<Mutex<Kept>>,
}

type Given = HashMap<String, String>;

impl StandIn {
    pub async fn new() -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0))
            .await
            .expect("a free port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let stand_in = Self {
            url,
            kept: Arc::default(),
        };
        let router = Router::new()
            .route("/api/v3/time", get(time))
            .route("/api/v3/exchangeInfo", get(info))
            .route("/api/v3/account", get(account))
            .route("/api/v3/order", get(status).post(place))
            .route("/api/v3/myTrades", get(trades))
            .with_state(stand_in.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        stand_in
    }

    pub fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Checks key, signature and time, then does the work.
    fn signed(
        &self,
        path: &str,
        headers: &HeaderMap,
        query: Option<String>,
        work: impl FnOnce(&mut Kept, &Given) -> Response,
    ) -> Response {
        let query = query.unwrap_or_default();
        let mut kept = self.kept();
        kept.asked.push(format!("{path}?{query}"));
        let (parameters, signed) = query.rsplit_once("&signature=").unwrap_or((&query, ""));
        if headers
            .get("x-mbx-apikey")
            .and_then(|key| key.to_str().ok())
            != Some(KEY)
        {
            return refusal(401, -2015);
        }
        if signed != signature(SECRET, parameters) {
            return refusal(400, -1022);
        }
        let given: Given = form_urlencoded::parse(parameters.as_bytes())
            .into_owned()
            .collect();
        let number = |name: &str| given.get(name).and_then(|text| text.parse::<i64>().ok());
        let (sent, window) = (
            number("timestamp").unwrap_or(0),
            number("recvWindow").unwrap_or(5_000),
        );
        let now_ms = kept.now_ms + kept.ahead_ms;
        if sent >= now_ms + 1_000 || now_ms - sent > window {
            return refusal(400, -1021);
        }
        work(&mut kept, &given)
    }
}

fn refusal(status: u16, code: i64) -> Response {
    let status = StatusCode::from_u16(status).expect("a status");
    (status, Json(json!({ "code": code, "msg": "refused" }))).into_response()
}

fn text(given: &Given, name: &str) -> String {
    given.get(name).cloned().unwrap_or_default()
}

async fn time(State(at): State<StandIn>) -> Response {
    let kept = at.kept();
    Json(json!({ "serverTime": kept.now_ms + kept.ahead_ms })).into_response()
}

async fn info(State(at): State<StandIn>, RawQuery(query): RawQuery) -> Response {
    let query = query.unwrap_or_default();
    let mut kept = at.kept();
    kept.asked.push(format!("/api/v3/exchangeInfo?{query}"));
    let symbol = query.trim_start_matches("symbol=");
    if kept.mood == Mood::LosesRequest {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    }
    if symbol == "LTCUSDT" {
        return refusal(400, -1121);
    }
    let status = if symbol == "DOGEUSDT" {
        "BREAK"
    } else {
        "TRADING"
    };
    Json(json!({ "timezone": "UTC", "symbols": [{ "symbol": symbol, "status": status, "baseAsset": "X", "quoteAsset": "USDT", "filters": [
        { "filterType": "PRICE_FILTER", "minPrice": "0.01000000", "maxPrice": "1000000.00000000", "tickSize": "0.01000000" },
        { "filterType": "LOT_SIZE", "minQty": "0.00001000", "maxQty": "9000.00000000", "stepSize": "0.00001000" },
        { "filterType": "MARKET_LOT_SIZE", "minQty": "0.00000000", "maxQty": "76.79615875", "stepSize": "0.00000000" },
        { "filterType": "NOTIONAL", "minNotional": "5.00000000", "applyMinToMarket": true, "maxNotional": "9000000.00000000", "applyMaxToMarket": false, "avgPriceMins": 5 },
        { "filterType": "MAX_NUM_ORDERS", "maxNumOrders": 200 },
    ] }] }))
    .into_response()
}

async fn account(
    State(at): State<StandIn>,
    headers: HeaderMap,
    RawQuery(query): RawQuery,
) -> Response {
    at.signed("/api/v3/account", &headers, query, |_, _| {
        Json(json!({ "canTrade": true, "canWithdraw": true, "balances": [
            { "asset": "USDT", "free": "1000.00000000", "locked": "0.50000000" },
            { "asset": "BNB", "free": "0.00000000", "locked": "0.00000000" },
        ] }))
        .into_response()
    })
}

/// Creates the order with its trades: at 50,000 each, in two halves.
fn trade(kept: &mut Kept, given: &Given) -> Value {
    let number = i64::try_from(kept.orders.len()).expect("few orders") + 1;
    let is_buyer = text(given, "side") == "BUY";
    // Whole numbers of hundred-millionths.
    let of = |name: &str| {
        domain_core::money::Figure::parse(&text(given, name)).map(domain_core::money::Figure::units)
    };
    let price = 50_000;
    let mut quantity = match of("quoteOrderQty") {
        Some(quote) => quote / price / 1_000 * 1_000,
        None => of("quantity").expect("a quantity"),
    };
    let mut status = "FILLED";
    match kept.mood {
        Mood::Partly => (quantity, status) = (quantity / 2 / 1_000 * 1_000, "EXPIRED"),
        Mood::Waits => (quantity, status) = (0, "NEW"),
        _ => {}
    }
    let decimal = |units: i64| format!("{}.{:08}", units / 100_000_000, units % 100_000_000);
    let half = quantity / 2;
    let trades = [half, quantity - half].into_iter().filter(|units| *units > 0).map(|units| {
        let (commission, asset) = if is_buyer {
            (units / 1_000, text(given, "symbol").trim_end_matches("USDT").to_owned())
        } else {
            (units * price / 1_000, String::from("USDT"))
        };
        json!({ "symbol": text(given, "symbol"), "id": 1, "orderId": number, "price": "50000.00000000", "qty": decimal(units),
            "quoteQty": decimal(units * price), "commission": decimal(commission), "commissionAsset": asset, "isBuyer": is_buyer })
    });
    kept.trades.insert(number, trades.collect());
    let order = json!({ "symbol": text(given, "symbol"), "orderId": number, "clientOrderId": text(given, "newClientOrderId"),
        "status": status, "side": text(given, "side"), "type": "MARKET", "executedQty": decimal(quantity),
        "cummulativeQuoteQty": decimal(quantity * price) });
    kept.orders.push(order.clone());
    order
}

async fn place(
    State(at): State<StandIn>,
    headers: HeaderMap,
    RawQuery(query): RawQuery,
) -> Response {
    at.signed("/api/v3/order", &headers, query, |kept, given| {
        match kept.mood {
            Mood::LosesRequest => return StatusCode::SERVICE_UNAVAILABLE.into_response(),
            Mood::Refuses => return refusal(400, -1013),
            Mood::Limits => return refusal(429, -1003),
            Mood::Nonsense => return "<html>".into_response(),
            _ => {}
        }
        let id = text(given, "newClientOrderId");
        let is_open =
            |order: &Value| order["clientOrderId"] == id.as_str() && order["status"] == "NEW";
        if kept.orders.iter().any(is_open) {
            return refusal(400, -2010);
        }
        let order = trade(kept, given);
        match kept.mood {
            Mood::LosesAnswer => StatusCode::SERVICE_UNAVAILABLE.into_response(),
            _ => Json(order).into_response(),
        }
    })
}

async fn status(
    State(at): State<StandIn>,
    headers: HeaderMap,
    RawQuery(query): RawQuery,
) -> Response {
    at.signed("/api/v3/order", &headers, query, |kept, given| {
        if kept.mood == Mood::LosesRequest {
            return StatusCode::SERVICE_UNAVAILABLE.into_response();
        }
        let id = text(given, "origClientOrderId");
        let found = kept
            .orders
            .iter()
            .rfind(|order| order["clientOrderId"] == id.as_str());
        found.map_or_else(
            || refusal(400, -2013),
            |order| Json(order.clone()).into_response(),
        )
    })
}

async fn trades(
    State(at): State<StandIn>,
    headers: HeaderMap,
    RawQuery(query): RawQuery,
) -> Response {
    at.signed("/api/v3/myTrades", &headers, query, |kept, given| {
        let number = text(given, "orderId").parse::<i64>().unwrap_or(0);
        let known = kept.trades.get(&number).filter(|_| !kept.hides_trades);
        Json(known.cloned().unwrap_or_default()).into_response()
    })
}
