//! A fake of Paystack's direct debit. Its quirks: an HTTP 200 can contain `status: false`, an authorisation is created
//! long before it is active, and an unknown authorisation is a 404 with its own body.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::routing::{get, post};
use axum::{Json, Router};
use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Value, json};
use sha2::Sha512;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use tokio::net::TcpListener;

pub const KEY: &str = "sk_test_stand_in";

/// The state of an authorisation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    Started,
    Created,
    Active,
    Ended,
}

#[derive(Default)]
struct Books {
    mandates: BTreeMap<String, (Stage, Value)>,
    /// Each order with its status, by our reference.
    charges: BTreeMap<String, (Value, &'static str)>,
    /// Whether each of the next calls is not executed, or its response lost.
    faults: Vec<bool>,
}

#[derive(Clone)]
pub struct Paystack {
    pub url: String,
    books: Arc<Mutex<Books>>,
}

type Answer = (StatusCode, Json<Value>);

impl Paystack {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let company = Self {
            url,
            books: Arc::default(),
        };
        let router = Router::new()
            .route("/customer/authorization/initialize", post(initialize))
            .route("/customer/authorization/verify/{reference}", get(verify))
            .route("/customer/authorization/deactivate", post(deactivate))
            .route("/transaction/charge_authorization", post(charge))
            .route("/transaction/verify/{reference}", get(verify_charge))
            .with_state(company.clone());
        tokio::spawn(axum::serve(listener, router).into_future());
        company
    }

    pub fn settings(&self) -> Vec<(&'static str, String)> {
        vec![
            ("AJO_RATE_LIMIT_FACTOR", String::from("0")),
            ("AJO_PAYSTACK_URL", self.url.clone()),
            ("AJO_PAYSTACK_KEY", String::from(KEY)),
        ]
    }

    pub fn is_away(&self) {
        self.books.lock().unwrap().faults.push(false);
    }

    pub fn loses_answer(&self) {
        self.books.lock().unwrap().faults.push(true);
    }

    pub fn set(&self, reference: &str, stage: Stage) {
        self.books
            .lock()
            .unwrap()
            .mandates
            .get_mut(reference)
            .unwrap()
            .0 = stage;
    }

    pub fn stage(&self, reference: &str) -> Stage {
        self.books.lock().unwrap().mandates[reference].0
    }

    pub fn asked(&self, reference: &str) -> Value {
        self.books.lock().unwrap().mandates[reference].1.clone()
    }

    /// The ordered debits, each with its status.
    pub fn charges(&self) -> Vec<(String, Value, &'static str)> {
        let books = self.books.lock().unwrap();
        let all = books.charges.iter();
        all.map(|(reference, (order, status))| (reference.clone(), order.clone(), *status))
            .collect()
    }

    /// Decides a debit.
    pub fn settle(&self, reference: &str, status: &'static str) {
        self.books
            .lock()
            .unwrap()
            .charges
            .get_mut(reference)
            .unwrap()
            .1 = status;
    }

    /// A notice and its signature.
    pub fn notice(event: &str, reference: &str) -> (String, String) {
        let body = json!({ "event": event, "data": { "active": true, "reference": reference } })
            .to_string();
        let mut mac = <Hmac<Sha512> as KeyInit>::new_from_slice(KEY.as_bytes()).unwrap();
        mac.update(body.as_bytes());
        let signature = mac
            .finalize()
            .into_bytes()
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        (body, signature)
    }

    /// Whether the next call of any kind is not executed.
    fn is_away_now(&self) -> bool {
        let mut books = self.books.lock().unwrap();
        let is_away = books.faults.first() == Some(&false);
        if is_away {
            books.faults.remove(0);
        }
        is_away
    }

    fn fault(&self) -> Option<bool> {
        let mut books = self.books.lock().unwrap();
        (!books.faults.is_empty()).then(|| books.faults.remove(0))
    }
}

fn error(status: StatusCode, message: &str) -> Answer {
    (
        status,
        Json(json!({ "status": false, "message": message, "type": "validation_error" })),
    )
}

fn away() -> Answer {
    error(StatusCode::BAD_GATEWAY, "An error occurred")
}

fn is_ours(headers: &HeaderMap) -> bool {
    headers
        .get("authorization")
        .is_some_and(|value| value.to_str().unwrap() == format!("Bearer {KEY}"))
}

async fn initialize(
    State(company): State<Paystack>,
    headers: HeaderMap,
    Json(body): Json<Value>,
) -> Answer {
    if !is_ours(&headers) {
        return error(StatusCode::UNAUTHORIZED, "Invalid key");
    }
    let fault = company.fault();
    if fault == Some(false) {
        return away();
    }
    if body["channel"] != "direct_debit"
        || !body["email"]
            .as_str()
            .is_some_and(|email| email.contains('@'))
    {
        // A refusal with a 200.
        return error(StatusCode::OK, "Invalid email");
    }
    let mut books = company.books.lock().unwrap();
    let reference = format!("dd-{}", books.mandates.len());
    books
        .mandates
        .insert(reference.clone(), (Stage::Started, body));
    if fault == Some(true) {
        return away();
    }
    let data = json!({
        "redirect_url": format!("https://checkout.paystack.com/{reference}"), "access_code": "x", "reference": reference,
    });
    let body = json!({ "status": true, "message": "Authorization initialized", "data": data });
    (StatusCode::OK, Json(body))
}

async fn verify(
    State(company): State<Paystack>,
    headers: HeaderMap,
    Path(reference): Path<String>,
) -> Answer {
    if !is_ours(&headers) {
        return error(StatusCode::UNAUTHORIZED, "Invalid key");
    }
    // A lost response applies only to calls that change something.
    if company.is_away_now() {
        return away();
    }
    let stage = company
        .books
        .lock()
        .unwrap()
        .mandates
        .get(&reference)
        .map(|one| one.0);
    let is_active = match stage {
        None | Some(Stage::Started | Stage::Ended) => {
            let message = "Authorization does not exist or does not belong to integration";
            return error(StatusCode::NOT_FOUND, message);
        }
        Some(Stage::Created) => false,
        Some(Stage::Active) => true,
    };
    let data = json!({
        "authorization_code": format!("AUTH_{reference}"), "channel": "direct_debit", "bank": "Guaranty Trust Bank",
        "active": is_active, "customer": { "code": "CUS_1", "email": "ada@example.ng" },
    });
    let body =
        json!({ "status": true, "message": "Authorization retrieved successfully", "data": data });
    (StatusCode::OK, Json(body))
}

async fn deactivate(
    State(company): State<Paystack>,
    headers: HeaderMap,
    Json(body): Json<Value>,
) -> Answer {
    if !is_ours(&headers) {
        return error(StatusCode::UNAUTHORIZED, "Invalid key");
    }
    let fault = company.fault();
    if fault == Some(false) {
        return away();
    }
    let code = body["authorization_code"].as_str().unwrap();
    company.set(code.strip_prefix("AUTH_").unwrap(), Stage::Ended);
    if fault == Some(true) {
        return away();
    }
    (
        StatusCode::OK,
        Json(json!({ "status": true, "message": "Authorization has been deactivated" })),
    )
}

fn charged(reference: &str, order: &Value, status: &str) -> Answer {
    let data = json!({
        "id": 4_099_260_516_u64, "status": status, "reference": reference, "amount": order["amount"],
        "requested_amount": order["amount"], "currency": "NGN", "channel": "direct_debit",
    });
    (
        StatusCode::OK,
        Json(json!({ "status": true, "message": "Charge attempted", "data": data })),
    )
}

/// Creates a debit, which is pending for a while; a used reference is refused.
async fn charge(
    State(company): State<Paystack>,
    headers: HeaderMap,
    Json(body): Json<Value>,
) -> Answer {
    if !is_ours(&headers) {
        return error(StatusCode::UNAUTHORIZED, "Invalid key");
    }
    let fault = company.fault();
    if fault == Some(false) {
        return away();
    }
    let mandate = body["authorization_code"].as_str().unwrap();
    let mandate = mandate.strip_prefix("AUTH_").unwrap();
    if company.stage(mandate) != Stage::Active || body["email"] != "ada@example.ng" {
        return error(StatusCode::BAD_REQUEST, "Authorization is not active");
    }
    let reference = body["reference"].as_str().unwrap().to_owned();
    let mut books = company.books.lock().unwrap();
    if books.charges.contains_key(&reference) {
        return error(StatusCode::BAD_REQUEST, "Duplicate Transaction Reference");
    }
    let answer = charged(&reference, &body, "processing");
    books.charges.insert(reference, (body, "processing"));
    if fault == Some(true) {
        return away();
    }
    answer
}

async fn verify_charge(
    State(company): State<Paystack>,
    headers: HeaderMap,
    Path(reference): Path<String>,
) -> Answer {
    if !is_ours(&headers) {
        return error(StatusCode::UNAUTHORIZED, "Invalid key");
    }
    if company.fault().is_some() {
        return away();
    }
    match company.books.lock().unwrap().charges.get(&reference) {
        None => error(StatusCode::BAD_REQUEST, "Transaction reference not found."),
        Some((order, status)) => charged(&reference, order, status),
    }
}
