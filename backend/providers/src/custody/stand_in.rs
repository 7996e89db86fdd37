//! A BTCPay Server on a local port, with its peculiarities: the search finds more than requested, decimals are strings,
//! payouts have no idempotency key, and answers may be lost after the work is done.

use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::net::TcpListener;

pub const KEY: &str = "canary-key";
pub const STORE: &str = "S1";

/// Behaviour for the next call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mood {
    #[default]
    Well,
    /// Does the work, and answers 502.
    LosesAnswer,
    /// Answers 502 without doing anything.
    LosesRequest,
    /// Answers 504, and does the work on [`StandIn::late_ones_arrive`]: a request delayed by a proxy.
    ArrivesLate,
    /// Refuses payouts.
    Refuses,
}

#[derive(Default)]
pub struct Kept {
    pub mood: Mood,
    pub invoices: Vec<Value>,
    /// Payments by invoice.
    pub payments: HashMap<String, Vec<Value>>,
    pub payouts: Vec<Value>,
    /// Payouts that have not arrived yet.
    late: Vec<Value>,
    /// Speed policies of the created invoices.
    pub speed_policies: Vec<Value>,
}

impl Kept {
    fn pay_out(&mut self, body: &Value) -> Value {
        let id = format!("P{}", self.payouts.len() + 1);
        let payout = json!({ "id": id, "state": "AwaitingPayment", "payoutMethodId": "BTC-CHAIN", "destination": body["destination"],
            "originalAmount": body["amount"], "metadata": body["metadata"], "revision": 0 });
        self.payouts.push(payout.clone());
        payout
    }
}

#[derive(Clone)]
pub struct StandIn {
    pub url: String,
    kept: Arc<Mutex<Kept>>,
}

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
        let store = format!("/api/v1/stores/{STORE}");
        let router = Router::new()
            .route(
                &format!("{store}/invoices"),
                get(invoices).post(new_invoice),
            )
            .route(
                &format!("{store}/invoices/{{id}}/payment-methods"),
                get(methods),
            )
            .route(&format!("{store}/payouts"), get(payouts).post(new_payout))
            .route(
                &format!("{store}/payment-methods/BTC-CHAIN/wallet/feerate"),
                get(fee_rate),
            )
            .with_state(stand_in.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        stand_in
    }

    pub fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Executes the delayed payouts.
    pub fn late_ones_arrive(&self) {
        let mut kept = self.kept();
        for body in std::mem::take(&mut kept.late) {
            kept.pay_out(&body);
        }
    }

    /// Adds a payment to the only invoice.
    pub fn pays(&self, id: &str, value: &Value, status: &str) {
        let mut kept = self.kept();
        let invoice = kept.invoices[0]["id"].as_str().expect("an id").to_owned();
        let payments = kept.payments.entry(invoice).or_default();
        payments.retain(|payment| payment["id"] != id);
        payments.push(json!({ "id": id, "value": value, "fee": "0.0", "status": status, "receivedDate": 1_795_000_000 }));
    }

    /// Does the work and answers as configured by the test.
    fn answers(
        &self,
        headers: &HeaderMap,
        work: impl FnOnce(&mut Kept) -> (u16, Value),
    ) -> Response {
        let key = headers
            .get("authorization")
            .and_then(|value| value.to_str().ok());
        if key != Some(&format!("token {KEY}")) {
            return StatusCode::UNAUTHORIZED.into_response();
        }
        let mut kept = self.kept();
        if kept.mood == Mood::LosesRequest {
            return StatusCode::BAD_GATEWAY.into_response();
        }
        let (status, answer) = work(&mut kept);
        if kept.mood == Mood::LosesAnswer {
            return StatusCode::BAD_GATEWAY.into_response();
        }
        (
            StatusCode::from_u16(status).expect("a status"),
            Json(answer),
        )
            .into_response()
    }
}

type Asked = (State<StandIn>, HeaderMap);

async fn invoices(
    (State(at), headers): Asked,
    Query(given): Query<HashMap<String, String>>,
) -> Response {
    let order = given.get("orderId").cloned().unwrap_or_default();
    at.answers(&headers, |kept| {
        let is_match = |invoice: &&Value| {
            invoice["metadata"]["orderId"]
                .as_str()
                .is_some_and(|known| known.starts_with(&order))
        };
        (
            200,
            kept.invoices.iter().filter(is_match).cloned().collect(),
        )
    })
}

async fn new_invoice((State(at), headers): Asked, Json(body): Json<Value>) -> Response {
    at.answers(&headers, |kept| {
        if !body["amount"].is_null() || body["currency"] != "BTC" {
            return (422, json!([{ "path": "amount", "message": "a top-up invoice has none" }]));
        }
        kept.speed_policies
            .push(body["checkout"]["speedPolicy"].clone());
        let id = format!("I{}", kept.invoices.len() + 1);
        let invoice = json!({ "id": id, "storeId": STORE, "type": "TopUp", "status": "New", "metadata": body["metadata"],
            "amount": "0", "currency": "BTC" });
        kept.invoices.push(invoice.clone());
        (200, invoice)
    })
}

async fn methods((State(at), headers): Asked, Path(id): Path<String>) -> Response {
    at.answers(&headers, |kept| {
        let payments = kept.payments.get(&id).cloned().unwrap_or_default();
        (200, json!([
            { "paymentMethodId": "BTC-LN", "currency": "BTC", "destination": "lnbc1", "payments": [] },
            { "paymentMethodId": "BTC-CHAIN", "currency": "BTC", "destination": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
              "totalPaid": "0", "due": "0", "payments": payments },
        ]))
    })
}

async fn payouts((State(at), headers): Asked) -> Response {
    at.answers(&headers, |kept| (200, kept.payouts.clone().into()))
}

async fn new_payout((State(at), headers): Asked, Json(body): Json<Value>) -> Response {
    at.answers(&headers, |kept| {
        if kept.mood == Mood::Refuses {
            return (
                422,
                json!([{ "path": "destination", "message": "Destination is not valid" }]),
            );
        }
        if kept.mood == Mood::ArrivesLate {
            kept.late.push(body);
            return (504, Value::Null);
        }
        (200, kept.pay_out(&body))
    })
}

async fn fee_rate((State(at), headers): Asked) -> Response {
    at.answers(&headers, |_| (200, json!({ "feeRate": 11.2 })))
}
