//! Coins over HTTP: prices, selling, sending, receiving, and everything that must not happen.

mod deposits;
mod faults;
mod late_payouts;
mod market;
mod sales;
mod sendings;
mod storm;

use super::wallet;
use crate::support::{Caller, World, fresh_email};
use serde_json::{Value, json};

pub const KEY: &str = "key-00000001";
/// Ether's last, bitcoin's usual one, and Tron's.
pub const OUTSIDE: &str = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
pub const PAYEE: &str = "coin:bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";

/// The user's address for a coin.
pub async fn address(person: &mut Caller, coin: &str, network: &str) -> String {
    let answer = person
        .post(
            "/coins/address",
            json!({ "symbol": coin, "network": network }),
        )
        .await;
    answer.expect(200).data()["address"]
        .as_str()
        .unwrap()
        .to_owned()
}

/// Lets coins arrive with this number of confirmations.
pub async fn arrive(
    world: &World,
    address: &str,
    amount: &str,
    confirmations: i64,
    id: Option<&str>,
) -> Value {
    let body =
        json!({ "address": address, "amount": amount, "confirmations": confirmations, "id": id });
    world
        .caller()
        .post("/sandbox/coins", body)
        .await
        .expect(200)
        .data()
        .clone()
}

/// A user with this much bitcoin, and a PIN for it.
pub async fn holder(world: &World, amount: &str) -> Caller {
    let mut person = world.member_with_pin(&fresh_email()).await;
    let pin = json!({ "pin": "2580", "confirm_pin": "2580", "currency": "BTC" });
    person
        .post("/account/settings/pin/create", pin)
        .await
        .expect(200);
    let own = address(&mut person, "BTC", "bitcoin").await;
    arrive(world, &own, amount, 3, None).await;
    person
}

/// The settled and the available balance in a currency.
pub async fn balance(person: &mut Caller, currency: &str) -> (String, String) {
    let wallet = wallet(person, currency).await;
    let text = |key: &str| wallet[key].as_str().unwrap().to_owned();
    (text("balance"), text("ledger_balance"))
}

/// A copy of the caller with a key, who enters the PIN for exactly this payment of bitcoin with the first body that is
/// sent.
pub async fn authorised(
    person: &mut Caller,
    action: &str,
    amount: &str,
    payee: &str,
    key: &str,
) -> Caller {
    let mut payment = crate::wallet::payment(action, amount, payee, key);
    payment["currency"] = json!("BTC");
    person.with("idempotency-key", key).entering(payment)
}

pub fn sale(amount: &str) -> Value {
    json!({ "symbol": "BTC", "amount": amount, "confirm": true })
}

pub fn sending(amount: &str) -> Value {
    json!({ "symbol": "BTC", "network": "bitcoin", "address": OUTSIDE, "amount": amount, "confirm": true })
}

/// Sets the behaviour of a port of the sandbox.
pub async fn port_will(world: &World, port: &str, outcome: &str) {
    let body = json!({ "port": port, "outcome": outcome, "delay_ms": 0 });
    world
        .caller()
        .put("/sandbox/behaviour", body)
        .await
        .expect(200);
}

/// Sets the price of a pair, for the next request.
pub async fn price_is(world: &World, pair: &str, price: &str) {
    let body = json!({ "pair": pair, "price": price });
    world
        .caller()
        .put("/sandbox/prices", body)
        .await
        .expect(200);
}

/// The sends executed by the sandbox's custodian.
pub async fn sent(world: &World) -> Vec<Value> {
    world
        .caller()
        .get("/sandbox/coins")
        .await
        .expect(200)
        .data()
        .as_array()
        .cloned()
        .unwrap()
}
