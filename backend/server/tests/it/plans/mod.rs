//! Plans over HTTP: offers, savings and groups, loans, coin sets, and the daily job.

mod calendar;
mod cards;
mod clocks;
mod coin_races;
pub mod coins;
mod days;
pub mod direct_debits;
mod ends;
pub mod groups;
mod held;
mod leaving;
mod loan_limits;
mod loan_races;
mod loan_terms;
pub mod loans;
mod program;
mod races;
mod returns;
mod savings;
mod terms;
mod triggers;
pub mod waiting;

use crate::support::{Answer, Caller, PASSWORD, World, fresh_email};
use crate::wallet::{authorised, credit};
use domain_core::money::Currency;
use domain_core::plans::Kind;
use plans::days as job;
use plans::products::{self, Facts};
use serde_json::{Value, json};

const DAY_SECONDS: i64 = 86_400;

/// Creates savings of three monthly instalments with a penalty of 5%, modified by `change`; returns the plan's
/// identifier.
pub async fn offered(world: &World, reference: &str, change: impl FnOnce(&mut Facts)) -> String {
    let mut facts = Facts {
        name: Some("Target Savings".into()),
        min_amount: Some("100".into()),
        duration: Some(3),
        duration_unit: Some("month".into()),
        opt_out_penalty: Some("5".into()),
        ..Facts::default()
    };
    change(&mut facts);
    let (kind, base) = (Kind::Savings, Currency::Ngn);
    let added = products::add(&world.app, "ajo", reference, kind, base, &facts, "test").await;
    added.unwrap()
}

/// A user with a PIN and this much naira, and their address.
pub async fn saver(world: &World, amount: &str) -> (Caller, String) {
    let email = fresh_email();
    let mut person = world.member_with_pin(&email).await;
    credit(world, &mut person, "NGN", amount).await;
    (person, email)
}

pub fn wanted(plan: &str, amount: &str, source: &str) -> Value {
    json!({
        "plan_id": plan, "plan_version": 1, "type": "savings", "name": "School fees", "amount": amount, "funding_source": source, "confirm": true,
    })
}

/// Takes a plan by PIN as quoted, from any funding source. A plan that cannot be quoted is sent without the PIN.
pub async fn subscribe_by_pin(person: &Caller, key: &str, body: Value) -> Answer {
    let mut keyed = person.with("idempotency-key", key);
    let quote = keyed.clone().post("/quotes/plan", body.clone()).await;
    if quote.status.is_success() {
        let action = match body["type"].as_str() {
            Some("loan") => "loan_request",
            Some("coins") => "coins_start",
            _ => "savings_start",
        };
        let (amount, payee) = (text(&quote.data()["amount"]), text(&quote.data()["payee"]));
        let payment = crate::wallet::payment(action, &amount, &payee, key);
        keyed = keyed.entering(payment);
    }
    keyed.post("/plans/subscribe", body).await
}

/// Takes savings from the wallet, including quote and PIN.
pub async fn subscribe(person: &mut Caller, plan: &str, amount: &str, key: &str) -> Answer {
    let payee = format!("plan:{plan}");
    let mut payer = authorised(person, "savings_start", amount, &payee, key).await;
    payer
        .post("/plans/subscribe", wanted(plan, amount, "wallet"))
        .await
}

/// The user's newest plan.
pub async fn newest(person: &mut Caller) -> Value {
    let list = person.get("/subscriptions").await;
    list.expect(200).data()["data"][0].clone()
}

/// The user's newest invitation to a group.
pub async fn invitation(person: &mut Caller) -> Value {
    let list = person.get("/invitations").await;
    list.expect(200).data()[0].clone()
}

/// Pays an instalment, including quote and PIN.
pub async fn pay(person: &mut Caller, id: &str, amount: &str, debit: &str, key: &str) -> Answer {
    let payee = format!("instalment:{id}");
    let mut payer = authorised(person, "savings_pay", debit, &payee, key).await;
    let body = json!({ "id": id, "amount": amount, "method": "wallet" });
    payer.post("/savings/pay", body).await
}

pub async fn abort(person: &Caller, id: &str, key: &str) -> Answer {
    let path = format!("/subscriptions/{id}/abort");
    let mut keyed = person.with("idempotency-key", key);
    keyed.post(&path, json!({ "confirm": true })).await
}

pub fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

/// Lets days pass and runs the job; all sessions have ended by then.
pub async fn days_pass(world: &World, days: i64) -> job::Done {
    world.advance_seconds(days * DAY_SECONDS);
    job::run(&world.app).await.unwrap()
}

/// Signs the user in again.
pub async fn back(world: &World, email: &str) -> Caller {
    let mut person = world.caller();
    let login = json!({ "email": email, "password": PASSWORD });
    person.post("/auth/login", login).await.expect(200);
    if person.token.is_none() {
        let code = world.code_for(email).await;
        let answer = json!({ "email": email, "code": code });
        person.post("/auth/login-otp", answer).await.expect(200);
    }
    person
}

/// Signs the only user in again, whose session has ended.
async fn again(world: &World, person: &mut Caller) {
    let row = sqlx::query("SELECT email FROM users")
        .fetch_one(&mut *world.app.db.read().await.unwrap())
        .await;
    let email: String = sqlx::Row::get(&row.unwrap(), 0);
    *person = back(world, &email).await;
}
