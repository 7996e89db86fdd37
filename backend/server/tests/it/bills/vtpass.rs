//! A fake VTpass: its interface according to its documentation and clients, quirks included. Refusals come with HTTP
//! 200, one list is misspelt, each distributor puts the token into another field, and a reference is executed once.

use crate::support::{Engine, World};
use axum::extract::{Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use tokio::net::TcpListener;

/// Documented by VTpass for its own sandbox.
pub const PHONE: &str = "08011111111";
pub const CARD: &str = "1212121212";
pub const METER: &str = "1111111111111";
pub const POSTPAID_METER: &str = "1010101010101";
pub const PENDING: &str = "201000000000";
/// Our own: its token comes with the third response.
pub const LATE_METER: &str = "1111111111188";

/// The behaviour for the next purchase.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Fault {
    #[default]
    None,
    /// It is executed, and the response is cut off.
    AnswerCut,
    /// It never arrives.
    RequestLost,
    /// It is refused.
    Refused,
    /// It is refused with this code.
    Code(&'static str),
}

#[derive(Default)]
struct Shop {
    next: Fault,
    /// By `request_id`.
    purchases: HashMap<String, Purchase>,
    /// The bodies of `/pay`.
    paid: Vec<Value>,
    variations_asked: usize,
}

struct Purchase {
    body: Value,
    is_delivered: bool,
    asked: usize,
}

/// The fake provider.
#[derive(Clone, Default)]
pub struct StandIn(Arc<Mutex<Shop>>);

impl StandIn {
    /// Starts the fake; returns its URL and itself.
    pub async fn start() -> (String, Self) {
        let stand_in = Self::default();
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let url = format!("http://{}/api", listener.local_addr().unwrap());
        let router = Router::new()
            .route("/api/balance", get(balance))
            .route("/api/service-variations", get(variations))
            .route("/api/merchant-verify", post(verify))
            .route("/api/pay", post(pay))
            .route("/api/requery", post(requery))
            .with_state(stand_in.clone());
        tokio::spawn(axum::serve(listener, router).into_future());
        (url, stand_in)
    }

    /// A server with VTpass as its bills provider.
    pub async fn world(engine: Engine) -> (World, Self) {
        let (url, stand_in) = Self::start().await;
        let settings = [
            ("AJO_RATE_LIMIT_FACTOR", "0"),
            ("AJO_VTPASS_URL", url.as_str()),
            ("AJO_VTPASS_API_KEY", "api-key"),
            ("AJO_VTPASS_PUBLIC_KEY", "PK_public"),
            ("AJO_VTPASS_SECRET_KEY", "SK_secret"),
        ];
        (World::with(engine, &settings).await, stand_in)
    }

    pub fn will(&self, fault: Fault) {
        self.0.lock().unwrap().next = fault;
    }

    pub fn delivered(&self) -> usize {
        let shop = self.0.lock().unwrap();
        let delivered = shop.purchases.values().filter(|one| one.is_delivered);
        delivered.count()
    }

    /// The bodies sent to `/pay`.
    pub fn paid(&self) -> Vec<Value> {
        self.0.lock().unwrap().paid.clone()
    }

    pub fn variations_asked(&self) -> usize {
        self.0.lock().unwrap().variations_asked
    }
}

type Reply = (StatusCode, String);

fn reply(body: &Value) -> Reply {
    (StatusCode::OK, body.to_string())
}

fn has(headers: &HeaderMap, name: &str, value: &str) -> bool {
    let key = headers.get("api-key").is_some_and(|key| key == "api-key");
    key && headers.get(name).is_some_and(|given| given == value)
        && !headers.contains_key("authorization")
}

fn invalid_credentials() -> Reply {
    reply(&json!({ "code": "087", "content": { "errors": "INVALID CREDENTIALS" } }))
}

async fn balance(headers: HeaderMap) -> Reply {
    match has(&headers, "public-key", "PK_public") {
        true => reply(&json!({ "code": 1, "contents": { "balance": 91_250.5 } })),
        false => invalid_credentials(),
    }
}

async fn variations(
    State(StandIn(shop)): State<StandIn>,
    Query(asked): Query<HashMap<String, String>>,
    headers: HeaderMap,
) -> Reply {
    if !has(&headers, "public-key", "PK_public") {
        return invalid_credentials();
    }
    shop.lock().unwrap().variations_asked += 1;
    let row = |code: &str, name: &str, amount: &str| json!({ "variation_code": code, "name": name, "variation_amount": amount, "fixedPrice": "Yes" });
    let id = asked["serviceID"].as_str();
    let (list, rows) = match id {
        "mtn-data" | "airtel-data" | "glo-data" | "etisalat-data" => (
            "variations",
            json!([
                row("mtn-10mb-100", "N100 100MB - 24 hrs", "100.00"),
                row("mtn-1gb-800", "N800 1GB - 7 days", "800.00"),
                row("mtn-own", "Any amount", "0.00"),
            ]),
        ),
        // Misspelt, as in the original.
        "dstv" | "gotv" => (
            "varations",
            json!([
                row("dstv-padi", "DStv Padi N4,400", "4400.00"),
                row("dstv-yanga", "DStv Yanga N6,000", "6000.00")
            ]),
        ),
        "startimes" => (
            "variations",
            json!([row("nova", "Nova - 2,100 Naira - 1 Month", "2100.00")]),
        ),
        _ => {
            return reply(
                &json!({ "response_description": "012", "content": { "errors": "PRODUCT DOES NOT EXIST" } }),
            );
        }
    };
    let mut content = json!({ "ServiceName": id, "serviceID": id, "convinience_fee": "0 %" });
    content[list] = rows;
    reply(&json!({ "response_description": "000", "content": content }))
}

async fn verify(headers: HeaderMap, Json(asked): Json<Value>) -> Reply {
    if !has(&headers, "secret-key", "SK_secret") {
        return invalid_credentials();
    }
    let content = match (asked["billersCode"].as_str(), asked["type"].as_str()) {
        (Some(CARD), None) => {
            json!({ "Customer_Name": "TEST CARD", "Status": "ACTIVE", "Current_Bouquet": "DStv Padi", "Renewal_Amount": "4400.00" })
        }
        (Some(METER | LATE_METER), Some("prepaid")) | (Some(POSTPAID_METER), Some("postpaid")) => {
            json!({ "Customer_Name": "TESTMETER1", "Address": "ABULE - EGBA BU", "Meter_Number": asked["billersCode"],
                    "Customer_Arrears": "", "Min_Purchase_Amount": 500, "Can_Vend": "yes", "WrongBillersCode": false })
        }
        (_, Some(_)) => {
            json!({ "error": "This meter is not correct or is not a valid meter.", "WrongBillersCode": true })
        }
        (_, None) => json!({ "WrongBillersCode": true }),
    };
    reply(&json!({ "code": "000", "content": content }))
}

/// At least the eight digits of a date are required.
fn has_a_date(id: &str) -> bool {
    id.len() >= 12 && id.bytes().take(8).all(|byte| byte.is_ascii_digit())
}

async fn pay(
    State(StandIn(shop)): State<StandIn>,
    headers: HeaderMap,
    Json(asked): Json<Value>,
) -> Reply {
    if !has(&headers, "secret-key", "SK_secret") {
        return invalid_credentials();
    }
    let mut shop = shop.lock().unwrap();
    shop.paid.push(asked.clone());
    let fault = std::mem::take(&mut shop.next);
    let id = asked["request_id"].as_str().unwrap_or_default().to_owned();
    let refused = |code: &str| {
        reply(
            &json!({ "code": code, "content": { "errors": "REFUSED" }, "response_description": "REFUSED" }),
        )
    };
    match fault {
        // A proxy in between responds.
        Fault::RequestLost => return (StatusCode::OK, "<html>".into()),
        Fault::Code(code) => return refused(code),
        Fault::None | Fault::AnswerCut | Fault::Refused => {}
    }
    if !has_a_date(&id) {
        return refused("085");
    }
    if shop.purchases.contains_key(&id) {
        return refused("014");
    }
    let purchase = Purchase {
        body: asked,
        is_delivered: fault != Fault::Refused,
        asked: 0,
    };
    let answer = told(&id, &purchase);
    shop.purchases.insert(id, purchase);
    match fault {
        Fault::AnswerCut => (StatusCode::OK, answer.to_string()[..40].to_owned()),
        _ => reply(&answer),
    }
}

async fn requery(
    State(StandIn(shop)): State<StandIn>,
    headers: HeaderMap,
    Json(asked): Json<Value>,
) -> Reply {
    if !has(&headers, "secret-key", "SK_secret") {
        return invalid_credentials();
    }
    let id = asked["request_id"].as_str().unwrap_or_default();
    let mut shop = shop.lock().unwrap();
    let Some(purchase) = shop.purchases.get_mut(id) else {
        return reply(&json!({ "code": "015", "content": { "errors": "INVALID REQUEST ID" } }));
    };
    purchase.asked += 1;
    reply(&told(id, purchase))
}

/// The response about a purchase.
fn told(id: &str, purchase: &Purchase) -> Value {
    let Purchase {
        body,
        is_delivered,
        asked,
    } = purchase;
    let customer = body["billersCode"].as_str().or(body["phone"].as_str());
    let is_pending = customer == Some(PENDING) && *asked < 3;
    let (code, status, words) = match (is_pending, is_delivered) {
        (true, _) => ("000", "pending", "TRANSACTION PROCESSING"),
        (false, true) => ("000", "delivered", "TRANSACTION SUCCESSFUL"),
        (false, false) => ("016", "failed", "TRANSACTION FAILED"),
    };
    let transaction = json!({
        "status": status, "product_name": body["serviceID"], "unique_element": customer, "unit_price": body["amount"],
        "quantity": 1, "type": "Bill", "amount": body["amount"], "transactionId": "17399999999999",
    });
    let mut answer = json!({
        "code": code, "content": { "transactions": transaction }, "response_description": words, "requestId": id,
        "amount": body["amount"], "transaction_date": "2026-11-22T08:14:27.000000Z", "purchased_code": "",
    });
    let has_token = customer != Some(LATE_METER) || *asked >= 3;
    if status == "delivered" && has_token && body["variation_code"] == "prepaid" {
        match body["serviceID"].as_str() {
            Some("ikeja-electric") => answer["token"] = json!("1234-5678-9012-3456-7890"),
            Some("eko-electric") => answer["mainToken"] = json!("12345678901234567890"),
            _ => answer["purchased_code"] = json!("Token : 12345678901234567890"),
        }
        answer["units"] = json!("10.5");
    }
    answer
}
