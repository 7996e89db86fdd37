//! A fake Flutterwave, version 3. Its quirks: an amount is a number in one response and a string in the next, an
//! identifier is a number in responses and a string in notices, fees have three decimals, an unknown payment is a 400
//! or a 404, a success can be called `error` by a gateway that timed out, and one reference can be paid more than once.

use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use tokio::net::TcpListener;

pub const KEY: &str = "FLWSECK_TEST-stand-in-X";
pub const HOOK_SECRET: &str = "flw-hook-secret";

/// A fault of the next call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// The gateway times out after the work was done.
    LosesAnswer,
    /// Nothing is done.
    Unavailable,
    /// An HTML page instead of a response.
    Nonsense,
}

#[derive(Default)]
struct Books {
    links: BTreeMap<String, Value>,
    charges: Vec<Value>,
    asked: usize,
    faults: Vec<Fault>,
}

/// The fake provider.
#[derive(Clone)]
pub struct Flutterwave {
    pub url: String,
    books: Arc<Mutex<Books>>,
}

type Answer = (StatusCode, Json<Value>);

impl Flutterwave {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let company = Self {
            url,
            books: Arc::default(),
        };
        let router = Router::new()
            .route("/v3/payments", post(payments))
            .route("/v3/transactions", get(list))
            .route("/v3/transactions/verify_by_reference", get(by_reference))
            .route("/v3/transactions/{id}/verify", get(by_id))
            .with_state(company.clone());
        tokio::spawn(axum::serve(listener, router).into_future());
        company
    }

    /// The settings of a server that uses it.
    pub fn settings(&self) -> Vec<(&'static str, String)> {
        vec![
            ("AJO_RATE_LIMIT_FACTOR", String::from("0")),
            ("AJO_FLUTTERWAVE_URL", format!("{}/v3", self.url)),
            ("AJO_FLUTTERWAVE_CHECKOUT", self.url.clone()),
            ("AJO_FLUTTERWAVE_KEY", String::from(KEY)),
            ("AJO_FLUTTERWAVE_HOOK_SECRET", String::from(HOOK_SECRET)),
        ]
    }

    pub fn will(&self, fault: Fault) {
        self.books.lock().unwrap().faults.push(fault);
    }

    /// The number of queries about payments.
    pub fn asked(&self) -> usize {
        self.books.lock().unwrap().asked
    }

    /// The body that a checkout was created with.
    pub fn link(&self, tx_ref: &str) -> Value {
        self.books.lock().unwrap().links[tx_ref].clone()
    }

    /// Pays, or tries to pay, on the page of a checkout; returns the payment's identifier.
    pub fn pay(&self, tx_ref: &str, amount: &str, currency: &str, status: &str) -> String {
        let mut books = self.books.lock().unwrap();
        assert!(books.links.contains_key(tx_ref), "no such page: {tx_ref}");
        let id = 285_959_875 + books.charges.len();
        books.charges.push(json!({
            "id": id, "tx_ref": tx_ref, "flw_ref": format!("FLW-MOCK-{id}"), "amount": amount, "currency": currency,
            "charged_amount": amount, "app_fee": 26.875, "merchant_fee": 0, "processor_response": "Approved",
            "auth_model": "PIN", "status": status, "payment_type": "card", "created_at": "2026-11-20T09:00:00.000Z",
            "customer": { "id": 1, "name": "Ada Obi", "phone_number": null, "email": "ada@example.ng" },
        }));
        id.to_string()
    }

    /// Charges back the latest payment of a checkout.
    pub fn take_back(&self, tx_ref: &str) -> String {
        let mut books = self.books.lock().unwrap();
        let mut charges = books.charges.iter_mut().rev();
        let charge = charges
            .find(|charge| charge["tx_ref"] == tx_ref && charge["status"] == "successful")
            .expect("a payment");
        charge["status"] = json!("reversed");
        charge["id"].to_string()
    }

    /// The body of the notice about a payment.
    pub fn notice(&self, id: &str) -> String {
        let books = self.books.lock().unwrap();
        let charge = find(&books, |charge| {
            charge["id"]
                .as_u64()
                .is_some_and(|number| number.to_string() == id)
        });
        let mut data = charge.unwrap();
        data["id"] = json!(id);
        json!({ "event": "charge.completed", "event.type": "CARD_TRANSACTION", "data": data })
            .to_string()
    }

    /// The fault to produce now, before or after the work.
    fn fault(&self) -> Option<Fault> {
        let mut books = self.books.lock().unwrap();
        (!books.faults.is_empty()).then(|| books.faults.remove(0))
    }
}

fn find(books: &Books, is_it: impl Fn(&Value) -> bool) -> Option<Value> {
    books.charges.iter().rev().find(|one| is_it(one)).cloned()
}

fn error(status: StatusCode, message: &str) -> Answer {
    let body = json!({ "status": "error", "message": message, "data": null });
    (status, Json(body))
}

fn broken(fault: Fault) -> Answer {
    match fault {
        Fault::LosesAnswer | Fault::Unavailable => error(
            StatusCode::SERVICE_UNAVAILABLE,
            "An error occurred. Please contact support",
        ),
        Fault::Nonsense => (StatusCode::OK, Json(json!("<html>"))),
    }
}

fn is_ours(headers: &HeaderMap) -> bool {
    headers
        .get("authorization")
        .is_some_and(|value| value.to_str().unwrap() == format!("Bearer {KEY}"))
}

async fn payments(
    State(company): State<Flutterwave>,
    headers: HeaderMap,
    Json(body): Json<Value>,
) -> Answer {
    if !is_ours(&headers) {
        return error(StatusCode::UNAUTHORIZED, "Authorization required");
    }
    let fault = company.fault();
    if let Some(fault @ (Fault::Unavailable | Fault::Nonsense)) = fault {
        return broken(fault);
    }
    for field in ["tx_ref", "amount", "currency", "redirect_url"] {
        if body[field].as_str().is_none_or(str::is_empty) {
            return error(StatusCode::BAD_REQUEST, &format!("{field} is required"));
        }
    }
    if !body["customer"]["email"]
        .as_str()
        .is_some_and(|email| email.contains('@'))
    {
        return error(StatusCode::BAD_REQUEST, "customer.email is required");
    }
    let tx_ref = body["tx_ref"].as_str().unwrap().to_owned();
    let mut books = company.books.lock().unwrap();
    let number = books.links.len();
    books.links.insert(tx_ref, body);
    if let Some(fault) = fault {
        return broken(fault);
    }
    let link = format!("{}/v3/hosted/pay/flwlnk-{number}", company.url);
    let body = json!({ "status": "success", "message": "Hosted Link", "data": { "link": link } });
    (StatusCode::OK, Json(body))
}

/// The successful payments, latest first. It includes those of other checkouts, as if the status were the only filter.
async fn list(
    State(company): State<Flutterwave>,
    headers: HeaderMap,
    Query(query): Query<BTreeMap<String, String>>,
) -> Answer {
    if !is_ours(&headers) {
        return error(StatusCode::UNAUTHORIZED, "Authorization required");
    }
    let books = company.books.lock().unwrap();
    let listed = books.charges.iter().rev();
    let listed: Vec<&Value> = listed
        .filter(|one| one["status"] == json!(query["status"]))
        .collect();
    let body = json!({ "status": "success", "message": "Transactions fetched", "meta": {}, "data": listed });
    (StatusCode::OK, Json(body))
}

async fn by_reference(
    State(company): State<Flutterwave>,
    headers: HeaderMap,
    Query(query): Query<BTreeMap<String, String>>,
) -> Answer {
    let tx_ref = query["tx_ref"].clone();
    verify(&company, &headers, |charge| {
        charge["tx_ref"] == json!(tx_ref)
    })
}

async fn by_id(
    State(company): State<Flutterwave>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Answer {
    verify(&company, &headers, |charge| {
        charge["id"]
            .as_u64()
            .is_some_and(|number| number.to_string() == id)
    })
}

fn verify(company: &Flutterwave, headers: &HeaderMap, is_it: impl Fn(&Value) -> bool) -> Answer {
    if !is_ours(headers) {
        return error(StatusCode::UNAUTHORIZED, "Authorization required");
    }
    if let Some(fault) = company.fault() {
        return broken(fault);
    }
    let mut books = company.books.lock().unwrap();
    books.asked += 1;
    let is_odd = books.asked % 2 == 1;
    let Some(mut charge) = find(&books, is_it) else {
        let status = if is_odd {
            StatusCode::BAD_REQUEST
        } else {
            StatusCode::NOT_FOUND
        };
        return error(status, "No transaction was found for this id");
    };
    if is_odd {
        // The amount as a number.
        let number: f64 = charge["amount"].as_str().unwrap().parse().unwrap();
        charge["amount"] = json!(number);
    }
    let body = json!({ "status": "success", "message": "Transaction fetched successfully", "data": charge });
    (StatusCode::OK, Json(body))
}
