//! Passkeys: adding, signing in, proving, removing, and paying in place of the PIN.

mod adding;
mod limit;
mod paying;
mod recovery;
mod removing;
mod signing_in;

use crate::support::authenticator::Authenticator;
use crate::support::{Answer, Caller, World, fresh_email, sign_in};
use serde_json::{Value, json};

/// A user with a passkey, and their address.
pub async fn member_with_passkey(world: &World) -> (Caller, Authenticator, String) {
    let email = fresh_email();
    let mut ada = world.member_with_pin(&email).await;
    let passkey = Authenticator::added_by(&mut ada).await;
    (ada, passkey, email)
}

/// As [`member_with_passkey`], a day later: the passkey proves its owner.
pub async fn member_with_old_passkey(world: &World) -> (Caller, Authenticator, String) {
    let (_, passkey, email) = member_with_passkey(world).await;
    world.advance_seconds(86_400);
    let mut ada = world.caller();
    sign_in(&mut ada, &email).await;
    (ada, passkey, email)
}

/// The options for a sign-in in the caller's browser.
pub async fn started(person: &mut Caller) -> Value {
    let started = person.post("/auth/passkey/start", json!({})).await;
    started.expect(200).data()["options"].clone()
}

/// A sign-in in the caller's browser.
pub async fn signs_in(person: &mut Caller, passkey: &mut Authenticator) -> Answer {
    let options = started(person).await;
    let credential = passkey.sign(&options);
    person
        .post("/auth/passkey", json!({ "credential": credential }))
        .await
}

/// A proof in the caller's session.
pub async fn proves(person: &mut Caller, passkey: &mut Authenticator) -> Answer {
    let started = person
        .post("/account/passkeys/proof/start", json!({}))
        .await;
    let started = started.expect(200).data().clone();
    let credential = passkey.sign(&started["options"]);
    let body = json!({ "challenge_id": started["challenge_id"], "credential": credential });
    person.post("/account/passkeys/proof", body).await
}

/// The caller's passkeys.
pub async fn listed(person: &mut Caller) -> Vec<Value> {
    let answer = person.get("/account/passkeys").await;
    answer.expect(200).data()["passkeys"]
        .as_array()
        .cloned()
        .unwrap()
}

/// Lets time pass in a session that stays open.
pub async fn wait_minutes(world: &World, person: &mut Caller, minutes: i64) {
    for _ in 0..minutes {
        world.advance_seconds(60);
        person.post("/auth/refresh", json!({})).await.expect(200);
    }
}

/// Every call about passkeys, each with an effect.
pub async fn every_call(world: &World) {
    let (_, mut passkey, _) = member_with_passkey(world).await;
    world.advance_seconds(86_400);
    let mut ada = world.caller();
    signs_in(&mut ada, &mut passkey).await.expect(200);
    proves(&mut ada, &mut passkey).await.expect(200);
    let limit = json!({ "limit": "5000", "pin": "2580" });
    ada.put("/account/passkeys/limit", limit).await.expect(200);
    let payment = json!({
        "currency": "NGN", "action": "airtime", "amount": "100.00", "payee": "phone:08031234567",
        "idempotency_key": "key-of-passkeys-1", "request": {},
    });
    let started = ada.post("/wallet/passkey-start", payment.clone()).await;
    let started = started.expect(200).data().clone();
    let mut signed = payment;
    signed["challenge_id"] = started["challenge_id"].clone();
    signed["credential"] = passkey.sign(&started["options"]);
    ada.post("/wallet/passkey-confirm", signed)
        .await
        .expect(200);
    let new = json!({ "password": "Savannah#Rain3", "confirm_password": "Savannah#Rain3" });
    ada.post("/user/password", new).await.expect(200);
    let path = format!(
        "/account/passkeys/{}",
        listed(&mut ada).await[0]["id"].as_str().unwrap()
    );
    ada.patch(&path, json!({ "name": "My phone" }))
        .await
        .expect(200);
    ada.delete(&path, json!({})).await.expect(200);
}
