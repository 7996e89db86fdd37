//! The address: entered, completed, saved, and verified for a fee.

use super::*;
use futures_util::future::join_all;
use service::access::users;

const ALLEN: [(&str, &str); 5] = [
    ("address", "12 Allen Avenue"),
    ("postal_code", "100271"),
    ("country", "Nigeria"),
    ("state", "Lagos"),
    ("city", "Ikeja"),
];

fn address() -> Value {
    let members = ALLEN.map(|(key, value)| (key.to_owned(), json!(value)));
    Value::Object(members.into_iter().collect())
}

async fn verify(person: &mut Caller, key: &str) -> Answer {
    let mut granted = authorised(
        person,
        "address_verification",
        "1400.00",
        "address-verification",
        key,
    )
    .await;
    granted.post("/verify/address", json!({})).await
}

on_one! {
    async fn an_address_is_saved_separately(world: World) {
        let mut ada = holder(world, "10.00").await;
        let saved = ada.post("/profile", address()).await.expect(200).data().clone();
        assert_eq!((&saved["first_name"], &saved["address"], &saved["lga"]), (&json!("Ada"), &json!("12 Allen Avenue"), &json!(null)));
        let mut short = address();
        short["address"] = json!("12");
        short["postal_code"] = json!("1002");
        ada.post("/profile", short).await.breaks(&[("address", "too_short"), ("postal_code", "too_short")]);
        let mut stateless = address();
        stateless["state"] = json!("");
        ada.post("/profile", stateless.clone()).await.breaks(&[("state", "required")]);
        stateless["country"] = json!("Monaco");
        ada.post("/profile", stateless).await.expect(200);
        // Both parts at once, with the violations of both.
        let mut both = address();
        both["first_name"] = json!("");
        both["city"] = json!("");
        ada.post("/profile", both).await.breaks(&[("first_name", "required"), ("last_name", "required"), ("gender", "required"), ("dob", "required"), ("city", "required")]);
        ada.post("/profile", json!({})).await.breaks(&[("first_name", "required"), ("last_name", "required"), ("gender", "required"), ("dob", "required")]);
    }

    async fn a_partial_address_is_completed(world: World) {
        let mut ada = holder(world, "10.00").await;
        let places = ada.get("/places?query=12%20Allen%20Avenue,%20Ikeja").await;
        assert_eq!((&places.expect(200).data()[0]["address"], &places.data()[0]["state"]), (&json!("12 Allen Avenue"), &json!("Lagos")));
        world.caller().get("/places?query=Ikeja").await.refuses(401, "unauthenticated");
        world.caller().put("/sandbox/behaviour", json!({ "port": "places", "outcome": "lose_answer" })).await.expect(200);
        ada.get("/places?query=Ikeja").await.refuses(503, "unavailable");
        let countries = world.caller().get("/countries").await;
        assert_eq!(countries.expect(200).data()[0]["name"], "Afghanistan");
    }

    async fn an_address_is_verified_once_and_for_one_fee(world: World) {
        let mut ada = holder(world, "2000.00").await;
        verify(&mut ada, "key-00000001").await.breaks(&[("address", "required"), ("postal_code", "required"), ("country", "required"), ("state", "required"), ("city", "required")]);
        ada.post("/profile", address()).await.expect(200);
        ada.with("idempotency-key", "key-00000002").post("/verify/address", json!({})).await.refuses(403, "pin_authorisation_required");
        ada.post("/verify/address", json!({})).await.refuses(400, "idempotency_key_required");

        let first = verify(&mut ada, "key-00000003").await;
        let paid = first.expect(201).data().clone();
        assert_eq!((&paid["category"], &paid["net_amount"], &paid["charge"]), (&json!("address-verification"), &json!("1400.00"), &json!("0.00")));
        assert_eq!(balances(&mut ada).await.0, "600.00");
        let replay = ada.with("idempotency-key", "key-00000003").post("/verify/address", json!({})).await;
        assert_eq!(replay.expect(201).body, first.body);
        let me = ada.get("/auth/me").await.data().clone();
        assert_eq!((&me["meta"]["pending_addr_verification"], &me["settings"]["address_pending_until"]), (&json!(true), &json!("2026-11-23")));
        verify(&mut ada, "key-00000004").await.refuses(409, "nothing_due");
        let mut other = address();
        other["address"] = json!("13 Allen Avenue");
        ada.post("/profile", other.clone()).await.refuses(409, "address_verification_pending");
        let mut landmark = address();
        landmark["landmark"] = json!("Opposite the bank");
        ada.post("/profile", landmark).await.expect(200);

        // Three days later it is verified, and nothing is due.
        world.advance_seconds(2 * 86_400);
        assert_eq!(identity::profile::verify_due_addresses(&world.app).await.unwrap(), 0);
        world.advance_seconds(86_400);
        assert_eq!(identity::profile::verify_due_addresses(&world.app).await.unwrap(), 1);
        let mut ada = relogged(world, &me).await;
        let me = ada.get("/auth/me").await.data().clone();
        assert_eq!((&me["meta"]["pending_addr_verification"], &me["settings"]["address_verified_at"]), (&json!(false), &json!("2026-11-23T09:00:00.000Z")));
        verify(&mut ada, "key-00000005").await.refuses(409, "nothing_due");
        // Another address is not the verified one.
        ada.post("/profile", other).await.expect(200);
        assert_eq!(ada.get("/auth/me").await.data()["settings"]["address_verified_at"], json!(null));
        assert_eq!(balances(&mut ada).await.0, "600.00");
    }
}

on_both! {
    async fn concurrent_payments_of_the_fee_pay_once(world: World) {
        let mut ada = holder(world, "9000.00").await;
        ada.post("/profile", address()).await.expect(200);
        let mut tries = Vec::new();
        for number in 0..5 {
            let key = format!("key-0000000{number}");
            tries.push(authorised(&mut ada, "address_verification", "1400.00", "address-verification", &key).await);
        }
        let answers = join_all(tries.iter_mut().map(|one| one.post("/verify/address", json!({})))).await;
        let paid = answers.iter().filter(|answer| answer.status == 201).count();
        assert_eq!(paid, 1);
        assert_eq!(balances(&mut ada).await.0, "7600.00");
    }

    async fn a_pin_pays_only_for_the_address_it_was_entered_for(world: World) {
        let mut ada = holder(world, "3000.00").await;
        ada.post("/profile", address()).await.expect(200);
        let what = ("address_verification", "1400.00", "address-verification");
        let mut granted = authorised_for(&ada, what, "key-00000001", &json!({})).await;
        // Saving the same address changes nothing.
        ada.post("/profile", address()).await.expect(200);
        let mut other = address();
        other["address"] = json!("99 Elsewhere");
        ada.post("/profile", other).await.expect(200);
        granted.post("/verify/address", json!({})).await.refuses(403, "pin_authorisation_required");
        assert_eq!(balances(&mut ada).await.0, "3000.00");
        verify(&mut ada, "key-00000002").await.expect(201);
    }

    async fn an_address_change_waits_for_a_payment_in_progress(world: World) {
        let mut ada = holder(world, "10.00").await;
        ada.post("/profile", address()).await.expect(200);
        let id = ada.get("/auth/me").await.data()["id"].as_str().unwrap().to_owned();
        // Like a payment, up to its commit.
        let now_ms = world.clock.now_ms();
        let mut tx = world.app.db.begin().await.unwrap();
        users::lock_settings(&mut tx, &id, now_ms).await.unwrap();
        users::set_address_verification(&mut tx, &id, None, Some("2026-11-23"), now_ms).await.unwrap();
        let mut other = address();
        other["address"] = json!("13 Allen Avenue");
        let mut same = ada.clone();
        let saving = tokio::spawn(async move { same.post("/profile", other).await });
        world.until_stuck(&saving).await;
        tx.commit().await.unwrap();
        saving.await.unwrap().refuses(409, "address_verification_pending");
        assert_eq!(ada.get("/profile").await.data()["address"], "12 Allen Avenue");
    }
}

on_one! {
    async fn a_verification_requires_the_fee(world: World) {
        let mut ada = holder(world, "1399.99").await;
        ada.post("/profile", address()).await.expect(200);
        let refused = verify(&mut ada, "key-00000001").await;
        refused.breaks(&[("amount", "insufficient_balance")]);
        assert_eq!(refused.body["message"], "Your balance is low. NGN 1399.99");
        assert_eq!(ada.get("/auth/me").await.data()["meta"]["pending_addr_verification"], false);
    }
}

/// Signs the user in again, days later.
async fn relogged(world: &World, me: &Value) -> Caller {
    let mut caller = world.caller();
    let login = json!({ "email": me["email"], "password": crate::support::PASSWORD });
    caller.post("/auth/login", login).await.expect(200);
    caller
}
