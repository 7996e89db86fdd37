//! Money over HTTP: funding, transfers, withdrawals, statements, and everything that must not happen.

mod account;
mod addresses;
pub mod amounts;
mod at_once;
mod banks;
mod caps;
pub mod card_faults;
pub mod cards;
pub mod coins;
mod cost;
pub mod exchange;
mod funding;
mod hooks;
mod mandates;
mod monthly;
mod orders;
mod payout_faults;
mod races;
mod rates;
pub mod restricted;
mod reversals;
mod statements;
mod transfers;
mod withdrawals;

use crate::support::{Answer, Caller, World, fresh_email};
use serde_json::{Value, json};

/// A user with a PIN and this much naira.
pub async fn holder(world: &World, amount: &str) -> Caller {
    let mut person = world.member_with_pin(&fresh_email()).await;
    credit(world, &mut person, "NGN", amount).await;
    person
}

/// Transfers money from outside to the user's own bank account.
pub async fn credit(world: &World, person: &mut Caller, currency: &str, amount: &str) -> Answer {
    let account = person
        .post("/accounts/fund", json!({ "type": currency }))
        .await;
    let number = account.expect(200).data()["account_number"].clone();
    let answer = world
        .caller()
        .post(
            "/sandbox/credits",
            json!({ "account_number": number, "amount": amount }),
        )
        .await;
    answer.expect(200);
    answer
}

/// The user's wallet in a currency.
pub async fn wallet(person: &mut Caller, currency: &str) -> Value {
    let accounts = person.get("/accounts").await;
    let wallets = accounts.expect(200).data()["wallets"]
        .as_array()
        .cloned()
        .unwrap();
    wallets
        .into_iter()
        .find(|wallet| wallet["base_currency"] == currency)
        .unwrap()
}

/// Settled and available naira.
pub async fn balances(person: &mut Caller) -> (String, String) {
    let wallet = wallet(person, "NGN").await;
    (
        wallet["balance"].as_str().unwrap().into(),
        wallet["ledger_balance"].as_str().unwrap().into(),
    )
}

pub async fn wallet_number(person: &mut Caller) -> String {
    wallet(person, "NGN").await["identity"]
        .as_str()
        .unwrap()
        .into()
}

/// A payment of naira as confirmed by the PIN, without its body.
pub fn payment(action: &str, amount: &str, payee: &str, key: &str) -> Value {
    json!({ "pin": "2580", "currency": "NGN", "action": action, "amount": amount, "payee": payee, "idempotency_key": key })
}

/// A copy of the caller with a key, who enters the PIN for exactly this payment with the first body that is sent.
pub async fn authorised(
    person: &mut Caller,
    action: &str,
    amount: &str,
    payee: &str,
    key: &str,
) -> Caller {
    let keyed = person.with("idempotency-key", key);
    keyed.entering(payment(action, amount, payee, key))
}

/// A copy of the caller with a key and an authorisation for exactly this payment with this body.
pub async fn authorised_for(
    person: &Caller,
    (action, amount, payee): (&str, &str, &str),
    key: &str,
    body: &Value,
) -> Caller {
    let granted = person
        .confirm(payment(action, amount, payee, key), body)
        .await;
    person
        .with("idempotency-key", key)
        .with("x-pin-authorisation", &granted)
}

pub fn transfer_body(number: &str, amount: &str) -> Value {
    json!({ "amount": amount, "send_wallet": "NGN", "receive_wallet": number, "confirm": true })
}

/// Makes a wallet transfer, including quote and PIN.
pub async fn transfer(person: &mut Caller, number: &str, amount: &str, key: &str) -> Answer {
    let mut payer = authorised(
        person,
        "wallet_transfer",
        amount,
        &format!("wallet:{number}"),
        key,
    )
    .await;
    payer
        .post("/wallet/transfer", transfer_body(number, amount))
        .await
}

pub const BANK: &str = "058";
pub const ACCOUNT: &str = "0123456789";

/// A withdrawal to an unsaved bank account.
pub async fn withdrawal_body(person: &mut Caller, amount: &str) -> Value {
    let enquiry = person
        .post(
            "/enquire",
            json!({ "bank_code": BANK, "account_number": ACCOUNT }),
        )
        .await;
    let found = enquiry.expect(200).data().clone();
    json!({
        "amount": amount, "send_wallet": "NGN", "confirm": true, "bank_code": BANK, "bank_name": found["bank"]["name"],
        "account_number": ACCOUNT, "account_name": found["account_name"],
    })
}

/// Makes a withdrawal, including quote and PIN.
pub async fn withdraw(person: &mut Caller, amount: &str, key: &str) -> Answer {
    let body = withdrawal_body(person, amount).await;
    let mut payer = authorised(
        person,
        "withdraw",
        amount,
        &format!("bank:{BANK}:{ACCOUNT}"),
        key,
    )
    .await;
    payer.post("/withdraw", body).await
}

/// Sets the behaviour of the sandbox bank.
pub async fn bank_will(world: &World, outcome: &str) {
    let body = json!({ "port": "bank", "outcome": outcome, "delay_ms": 0 });
    world
        .caller()
        .put("/sandbox/behaviour", body)
        .await
        .expect(200);
}

/// The payouts known to the sandbox bank.
pub async fn payouts(world: &World) -> Vec<Value> {
    let answer = world.caller().get("/sandbox/payouts").await;
    answer.expect(200).data().as_array().cloned().unwrap()
}
