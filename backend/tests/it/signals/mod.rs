//! Trade signals over HTTP.

mod alerts;
mod exchange;
mod predictions;
pub mod strategies;

use crate::support::{Answer, Caller, World};
use crate::wallet::{authorised, holder};
use serde_json::json;

/// A month at the sample rate of the schema.
pub const MONTH: &str = "14800.00";
pub const PAYEE: &str = "alert-subscription";

/// Pays for a month of signals, with everything that it needs.
pub async fn subscribe(person: &mut Caller, key: &str) -> Answer {
    let mut payer = authorised(person, "alert_subscription", MONTH, PAYEE, key).await;
    payer.post("/alerts/subscribe", json!({})).await
}

/// Somebody with a month of signals, and half a month's money.
pub async fn subscriber(world: &World) -> Caller {
    let mut person = holder(world, "22200.00").await;
    subscribe(&mut person, "key-00000001").await.expect(201);
    person
}

/// Until when a person's signals are paid for.
pub async fn until(person: &mut Caller) -> serde_json::Value {
    let me = person.get("/auth/me").await;
    me.expect(200).data()["meta"]["sub"].clone()
}
