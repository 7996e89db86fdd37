//! Trade signals over HTTP.

mod alerts;
pub mod auto_trade;
mod auto_trade_runs;
pub mod exchange;
mod predictions;
mod program;
pub mod strategies;

use crate::support::{Answer, Caller, PASSWORD, World};
use crate::wallet::{authorised, holder};
use serde_json::json;

/// The price of a month at the schema's sample rate.
pub const MONTH: &str = "14800.00";
pub const PAYEE: &str = "alert-subscription";

/// Pays for a month of signals, including quote and PIN.
pub async fn subscribe(person: &mut Caller, key: &str) -> Answer {
    let mut payer = authorised(person, "alert_subscription", MONTH, PAYEE, key).await;
    payer.post("/alerts/subscribe", json!({})).await
}

/// A user with a month of signals, and money for half a month.
pub async fn subscriber(world: &World) -> Caller {
    let mut person = holder(world, "22200.00").await;
    subscribe(&mut person, "key-00000001").await.expect(201);
    person
}

/// The user's address.
pub async fn email(person: &mut Caller) -> String {
    let me = person.get("/auth/me").await;
    me.expect(200).data()["email"].as_str().unwrap().to_owned()
}

/// Lets time pass and signs in again, because no session lasts that long.
pub async fn later(world: &World, person: &mut Caller, seconds: i64) {
    let login = json!({ "email": email(person).await, "password": PASSWORD });
    world.advance_seconds(seconds);
    person.post("/auth/login", login).await.expect(200);
}

/// The end of a user's paid period.
pub async fn until(person: &mut Caller) -> serde_json::Value {
    let me = person.get("/auth/me").await;
    me.expect(200).data()["meta"]["sub"].clone()
}
