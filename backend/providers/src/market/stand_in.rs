//! Binance's public data on a local port, with its peculiarities: arrays for objects, eight decimals, its own error
//! code, delisted pairs, and rate limits.

use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::atomic::{AtomicU16, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::net::TcpListener;

/// Behaviour configured by the test, and recorded requests.
#[derive(Default)]
pub struct Habits {
    /// Replaces the answer's status; 0: no change.
    status: AtomicU16,
    asked: AtomicUsize,
    /// A delisted pair.
    delisted: Mutex<String>,
    /// Replaces the body.
    body: Mutex<Option<String>>,
}

pub struct StandIn {
    pub url: String,
    habits: Arc<Habits>,
}

impl StandIn {
    pub async fn new() -> Self {
        let habits = Arc::new(Habits::default());
        let router = Router::new()
            .route("/api/v3/ticker/price", get(price))
            .route("/api/v3/ticker/24hr", get(day))
            .route("/api/v3/klines", get(klines))
            .with_state(habits.clone());
        let listener = TcpListener::bind(("127.0.0.1", 0))
            .await
            .expect("a free port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { url, habits }
    }

    pub fn answers(&self, status: u16) {
        self.habits.status.store(status, Ordering::SeqCst);
    }

    pub fn says(&self, body: &str) {
        *self
            .habits
            .body
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = Some(body.to_owned());
    }

    pub fn delists(&self, pair: &str) {
        *self
            .habits
            .delisted
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = pair.to_owned();
    }

    pub fn asked(&self) -> usize {
        self.habits.asked.load(Ordering::SeqCst)
    }
}

type Given = Query<HashMap<String, String>>;

/// The answer, unless overridden by the test.
fn answered(habits: &Habits, given: &Given, answer: impl FnOnce(&str) -> Value) -> Response {
    habits.asked.fetch_add(1, Ordering::SeqCst);
    let status = habits.status.load(Ordering::SeqCst);
    if status != 0 {
        let status = StatusCode::from_u16(status).expect("a status");
        return (
            status,
            Json(json!({ "code": -1003, "msg": "Too many requests." })),
        )
            .into_response();
    }
    if let Some(body) = habits
        .body
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .clone()
    {
        return body.into_response();
    }
    let symbol = given.get("symbol").cloned().unwrap_or_default();
    let delisted = habits
        .delisted
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .clone();
    if !symbol.ends_with("USDT") || symbol == delisted || symbol.len() < 7 {
        let refusal = json!({ "code": -1121, "msg": "Invalid symbol." });
        return (StatusCode::BAD_REQUEST, Json(refusal)).into_response();
    }
    Json(answer(&symbol)).into_response()
}

async fn price(State(habits): State<Arc<Habits>>, given: Given) -> Response {
    answered(
        &habits,
        &given,
        |symbol| json!({ "symbol": symbol, "price": "67123.45000000" }),
    )
}

async fn day(State(habits): State<Arc<Habits>>, given: Given) -> Response {
    answered(&habits, &given, |symbol| {
        json!({
            "symbol": symbol, "openPrice": "66000.00000000", "highPrice": "68000.00000000", "lowPrice": "65500.10000000",
            "lastPrice": "67123.45000000", "volume": "12345.67800000", "quoteVolume": "823456789.12345678",
            "openTime": 1_795_078_800_000_i64, "closeTime": 1_795_165_199_999_i64, "firstId": 1, "lastId": 2, "count": 2,
        })
    })
}

async fn klines(State(habits): State<Arc<Habits>>, given: Given) -> Response {
    let limit: i64 = given
        .get("limit")
        .and_then(|limit| limit.parse().ok())
        .unwrap_or(500);
    answered(&habits, &given, |_| {
        let candle = |index: i64| {
            let opened = 1_795_000_000_000 + index * 300_000;
            json!([
                opened,
                "67000.00000000",
                "67200.50000000",
                "66900.00000000",
                "67123.45000000",
                "12.30000000",
                opened + 299_999,
                "823456.10000000",
                308,
                "6.10000000",
                "408765.20000000",
                "0"
            ])
        };
        (0..limit).map(candle).collect()
    })
}
