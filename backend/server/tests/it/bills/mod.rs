//! Bills over HTTP: quotes, PIN, and outcomes at the provider.

mod airtime;
mod codes;
mod conformance;
mod faults;
mod forms;
mod purchases;
mod tokens;
pub mod vtpass;

use crate::support::{Answer, Caller, World};
use crate::wallet::authorised;
use serde_json::{Value, json};

/// A smart card or a meter that the sandbox provider knows.
pub const NUMBER: &str = "1234567890";
pub const IKEJA: &str = "ikeja-electric-prepaid";

/// Sets the behaviour of the sandbox provider.
pub async fn provider_will(world: &World, outcome: &str) {
    let body = json!({ "port": "bills", "outcome": outcome, "delay_ms": 0 });
    world
        .caller()
        .put("/sandbox/behaviour", body)
        .await
        .expect(200);
}

/// Bills that the sandbox provider knows.
pub async fn bills(world: &World) -> Vec<Value> {
    let answer = world.caller().get("/sandbox/bills").await;
    answer.expect(200).data().as_array().cloned().unwrap()
}

/// The validation code of a customer known to the provider.
pub async fn validated(person: &mut Caller, kind: &str, service: &str, number: &str) -> String {
    let body = json!({ "service": service, "iuc": number, "meter": number });
    let answer = person.post(&format!("/vas/{kind}/validate"), body).await;
    answer.expect(200).data()["code"]
        .as_str()
        .unwrap()
        .to_owned()
}

pub fn data(package: &str) -> Value {
    json!({ "network": "glo", "phone": "08051234567", "package": package, "confirm": true })
}

pub fn cable(package: &str, token: &str) -> Value {
    json!({ "service": "DSTV", "iuc": NUMBER, "package": package, "token": token, "confirm": true })
}

pub fn power(meter: &str, amount: &str, token: &str) -> Value {
    json!({ "service": IKEJA, "meter": meter, "amount": amount, "token": token, "confirm": true })
}

/// The payee of a body, as payments name it.
pub fn payee(kind: &str, body: &Value) -> String {
    let first = |names: [&str; 3]| {
        let found = names.into_iter().find_map(|name| body[name].as_str());
        found.unwrap().to_owned()
    };
    let service = first(["network", "service", "service"]);
    format!("{kind}:{service}:{}", first(["iuc", "meter", "phone"]))
}

/// A bill of a kind sold by the sandbox provider, and its price.
pub async fn some(person: &mut Caller, kind: &str) -> (Value, &'static str) {
    match kind {
        "data" => (data("100mb-1"), "100.00"),
        "cable" => {
            let token = validated(person, "cable", "DSTV", NUMBER).await;
            (cable("dstv-padi", &token), "4400.00")
        }
        _ => {
            let token = validated(person, "power", IKEJA, NUMBER).await;
            (power(NUMBER, "500.00", &token), "500.00")
        }
    }
}

/// Makes a purchase, including quote and PIN.
pub async fn buy(person: &mut Caller, kind: &str, body: Value, amount: &str, key: &str) -> Answer {
    let payee = payee(kind, &body);
    let mut payer = authorised(person, kind, amount, &payee, key).await;
    payer.post(&format!("/vas/{kind}"), body).await
}

/// Lets time pass with activity, so that the session stays alive.
pub async fn pass_time(world: &World, person: &mut Caller, seconds: i64) {
    const STEP_SECONDS: i64 = 120;
    let mut left = seconds;
    while left > 0 {
        let step = left.min(STEP_SECONDS);
        world.advance_seconds(step);
        person.post("/auth/refresh", json!({})).await.expect(200);
        left -= step;
    }
}
