//! Payments that a passkey authorises in place of the PIN.

use super::listed;
use crate::support::authenticator::Authenticator;
use crate::support::{Caller, PASSWORD, World, all_at_once, fresh_email};
use crate::wallet::{balances, holder, transfer_body, wallet_number};
use serde_json::{Value, json};

const KEY: &str = "key-of-passkey-01";

/// A payer with a passkey that pays up to N5,000, and a payee's wallet.
async fn payer(world: &World) -> (Caller, Authenticator, String) {
    let mut ada = holder(world, "20000.00").await;
    let passkey = Authenticator::added_by(&mut ada).await;
    ada.put(
        "/account/passkeys/limit",
        json!({ "limit": "5000", "pin": "2580" }),
    )
    .await
    .expect(200);
    let mut bola = world.member_with_pin(&fresh_email()).await;
    (ada, passkey, wallet_number(&mut bola).await)
}

fn payment(number: &str, amount: &str) -> Value {
    json!({
        "currency": "NGN", "action": "wallet_transfer", "amount": amount, "payee": format!("wallet:{number}"),
        "idempotency_key": KEY, "request": transfer_body(number, amount),
    })
}

async fn started(person: &mut Caller, payment: &Value) -> Value {
    let started = person.post("/wallet/passkey-start", payment.clone()).await;
    started.expect(200).data().clone()
}

/// The payment with the signature of a challenge.
fn signed(payment: &Value, started: &Value, passkey: &mut Authenticator) -> Value {
    let mut body = payment.clone();
    body["challenge_id"] = started["challenge_id"].clone();
    body["credential"] = passkey.sign(&started["options"]);
    body
}

async fn pays(person: &Caller, number: &str, amount: &str, granted: &Value) -> u16 {
    let mut payer = person.with("idempotency-key", KEY).with(
        "x-pin-authorisation",
        granted["authorisation"].as_str().unwrap(),
    );
    let paid = payer
        .post("/wallet/transfer", transfer_body(number, amount))
        .await;
    paid.status.as_u16()
}

on_both! {
    async fn a_payment_within_the_limit_needs_no_pin(world: World) {
        let (mut ada, mut passkey, number) = payer(world).await;
        let order = payment(&number, "5000.00");
        let started = started(&mut ada, &order).await;
        let granted = ada.post("/wallet/passkey-confirm", signed(&order, &started, &mut passkey)).await;
        let granted = granted.expect(200).data().clone();
        assert_eq!(pays(&ada, &number, "5000.00", &granted).await, 201);
        assert_ne!(balances(&mut ada).await.0, "20000.00");
        let recorded = world.text("SELECT detail FROM audit_log WHERE event = 'payment_authorised'").await;
        assert!(recorded.contains("\"passkey\""), "{recorded}");
    }

    async fn the_limit_is_for_all_payments_of_a_day(world: World) {
        let (mut ada, mut passkey, number) = payer(world).await;
        let order = payment(&number, "3000.00");
        let challenge = started(&mut ada, &order).await;
        let granted = ada.post("/wallet/passkey-confirm", signed(&order, &challenge, &mut passkey)).await;
        let granted = granted.expect(200).data().clone();
        assert_eq!(ada.get("/account/passkeys").await.data()["spent"], "3000.00");
        // An authorisation counts before it is paid, and two challenges do not both fit.
        ada.post("/wallet/passkey-start", payment(&number, "2000.01")).await.refuses(403, "pin_required");
        let (mut first, mut second) = (payment(&number, "1500.00"), payment(&number, "1500.00"));
        first["idempotency_key"] = json!("key-of-passkey-02");
        second["idempotency_key"] = json!("key-of-passkey-03");
        let challenges = (started(&mut ada, &first).await, started(&mut ada, &second).await);
        ada.post("/wallet/passkey-confirm", signed(&first, &challenges.0, &mut passkey)).await.expect(200);
        ada.post("/wallet/passkey-confirm", signed(&second, &challenges.1, &mut passkey)).await.refuses(403, "pin_required");
        assert_eq!(pays(&ada, &number, "3000.00", &granted).await, 201);
        // An authorisation that was not used expires; a payment counts for a day.
        world.advance_seconds(130);
        assert_eq!(ada.get("/account/passkeys").await.data()["spent"], "3000.00");
        started(&mut ada, &second).await;
    }

    async fn a_new_pin_ends_payments_with_passkeys(world: World) {
        let (mut ada, mut passkey, number) = payer(world).await;
        let order = payment(&number, "3000.00");
        let challenge = started(&mut ada, &order).await;
        let change = json!({ "old_pin": "2580", "pin": "8642", "confirm_pin": "8642", "currency": "NGN" });
        ada.put("/wallet/pin-update", change).await.expect(200);
        ada.post("/wallet/passkey-confirm", signed(&order, &challenge, &mut passkey)).await.refuses(403, "pin_required");
        assert_eq!(ada.get("/account/passkeys").await.data()["limit"], json!(null));
    }

    async fn a_lowered_limit_revokes_what_is_not_paid(world: World) {
        let (mut ada, mut passkey, number) = payer(world).await;
        let order = payment(&number, "3000.00");
        let challenge = started(&mut ada, &order).await;
        let granted = ada.post("/wallet/passkey-confirm", signed(&order, &challenge, &mut passkey)).await;
        let granted = granted.expect(200).data().clone();
        ada.put("/account/passkeys/limit", json!({ "limit": "0", "pin": "2580" })).await.expect(200);
        assert_eq!(pays(&ada, &number, "3000.00", &granted).await, 403);
    }

    async fn a_signature_is_for_one_payment(world: World) {
        let (mut ada, mut passkey, number) = payer(world).await;
        let order = payment(&number, "3000.00");
        let others: [(&str, Value); 6] = [
            ("amount", json!("3000.01")),
            ("payee", json!("wallet:9999999999")),
            ("idempotency_key", json!("key-of-passkey-02")),
            ("action", json!("withdraw")),
            ("request", transfer_body(&number, "3000.01")),
            ("request", transfer_body("9999999999", "3000.00")),
        ];
        for (member, value) in others {
            let started = started(&mut ada, &order).await;
            let mut body = signed(&order, &started, &mut passkey);
            body[member] = value;
            ada.post("/wallet/passkey-confirm", body).await.refuses(403, "passkey_refused");
        }
        // Another currency is another challenge too.
        let challenge = started(&mut ada, &order).await;
        let mut body = signed(&order, &challenge, &mut passkey);
        body["currency"] = json!("USD");
        ada.post("/wallet/passkey-confirm", body).await.refuses(403, "passkey_refused");
        assert_eq!(world.count("SELECT COUNT(*) FROM pin_grants").await, 0);
    }

    async fn a_signature_authorises_once(world: World) {
        let (mut ada, mut passkey, number) = payer(world).await;
        let order = payment(&number, "1000.00");
        let challenge = started(&mut ada, &order).await;
        let body = signed(&order, &challenge, &mut passkey);
        let counted = all_at_once([ada.clone(), ada.clone(), ada.clone()], "/wallet/passkey-confirm", &body).await;
        assert_eq!((counted.get(&200), counted.get(&403)), (Some(&1), Some(&2)), "{counted:?}");
        ada.post("/wallet/passkey-confirm", body).await.refuses(403, "passkey_refused");
        assert_eq!(world.count("SELECT COUNT(*) FROM pin_grants").await, 1);
        // Challenges of two payments at once each authorise their own.
        let (first, second) = (started(&mut ada, &order).await, started(&mut ada, &order).await);
        let crossed = json!({ "challenge_id": first["challenge_id"], "options": second["options"] });
        ada.post("/wallet/passkey-confirm", signed(&order, &crossed, &mut passkey)).await.refuses(403, "passkey_refused");
        ada.post("/wallet/passkey-confirm", signed(&order, &second, &mut passkey)).await.expect(200);
        world.advance_seconds(120);
        ada.post("/auth/refresh", json!({})).await.expect(200);
        let late = started(&mut ada, &order).await;
        world.advance_seconds(120);
        ada.post("/auth/refresh", json!({})).await.expect(200);
        world.advance_seconds(60);
        ada.post("/wallet/passkey-confirm", signed(&order, &late, &mut passkey)).await.refuses(403, "passkey_refused");
    }

    async fn a_signature_of_another_person_session_or_purpose_is_refused(world: World) {
        let (mut ada, mut passkey, number) = payer(world).await;
        let order = payment(&number, "3000.00");
        let (mut bola, mut bolas, _) = payer(world).await;
        // Bola's passkey in Ada's session, and Ada's signature in Bola's.
        let challenge = started(&mut ada, &order).await;
        ada.post("/wallet/passkey-confirm", signed(&order, &challenge, &mut bolas)).await.refuses(403, "passkey_refused");
        let challenge = started(&mut ada, &order).await;
        bola.post("/wallet/passkey-confirm", signed(&order, &challenge, &mut passkey)).await.refuses(403, "passkey_refused");
        // A signature for signing in, or for proving, pays nothing.
        let proof = ada.post("/account/passkeys/proof/start", json!({})).await.expect(200).data().clone();
        ada.post("/wallet/passkey-confirm", signed(&order, &proof, &mut passkey)).await.refuses(403, "passkey_refused");
        // Nor does one without the user's verification, or for another host.
        let wrong: [fn(&mut Authenticator); 3] = [
            |one| one.verifies = false,
            |one| one.origin = "http://esusu.localhost:8080".into(),
            |one| one.host = "esusu.localhost".into(),
        ];
        for change in wrong {
            let challenge = started(&mut ada, &order).await;
            let mut other = passkey.clone();
            change(&mut other);
            ada.post("/wallet/passkey-confirm", signed(&order, &challenge, &mut other)).await.refuses(403, "passkey_refused");
        }
        assert_eq!(world.count("SELECT COUNT(*) FROM pin_grants").await, 0);
    }

    async fn what_the_limit_does_not_cover_needs_the_pin(world: World) {
        let (mut ada, _, number) = payer(world).await;
        let mut refused = vec![payment(&number, "5000.01")];
        let mut loan = payment(&number, "1.00");
        loan["action"] = json!("loan_request");
        refused.push(loan);
        let mut dollars = payment(&number, "1.00");
        dollars["currency"] = json!("USD");
        refused.push(dollars);
        for order in refused {
            ada.post("/wallet/passkey-start", order).await.refuses(403, "pin_required");
        }
        // A passkey added later is not covered until the limit is set again.
        let path = format!("/account/passkeys/{}", listed(&mut ada).await[0]["id"].as_str().unwrap());
        ada.delete(&path, json!({ "password": PASSWORD })).await.expect(200);
        world.advance_seconds(1);
        let mut second = Authenticator::added_by(&mut ada).await;
        let order = payment(&number, "1.00");
        ada.post("/wallet/passkey-start", order.clone()).await.refuses(403, "pin_required");
        ada.put("/account/passkeys/limit", json!({ "limit": "5000", "pin": "2580" })).await.expect(200);
        let challenge = started(&mut ada, &order).await;
        ada.post("/wallet/passkey-confirm", signed(&order, &challenge, &mut second)).await.expect(200);
    }

    async fn what_changed_since_the_challenge_counts(world: World) {
        let (mut ada, mut passkey, number) = payer(world).await;
        let order = payment(&number, "3000.00");
        let challenge = started(&mut ada, &order).await;
        ada.put("/account/passkeys/limit", json!({ "limit": "2999", "pin": "2580" })).await.expect(200);
        ada.post("/wallet/passkey-confirm", signed(&order, &challenge, &mut passkey)).await.refuses(403, "pin_required");
        ada.put("/account/passkeys/limit", json!({ "limit": "3000", "pin": "2580" })).await.expect(200);
        // A PIN that is locked locks the passkey's payments too.
        let challenge = started(&mut ada, &order).await;
        let mut wrong = order.clone();
        wrong["pin"] = json!("1357");
        for _ in 0..5 {
            ada.post("/wallet/pin-confirm", wrong.clone()).await;
        }
        ada.post("/wallet/passkey-confirm", signed(&order, &challenge, &mut passkey)).await.refuses(423, "pin_locked");
        ada.post("/wallet/passkey-start", order).await.refuses(423, "pin_locked");
    }

    async fn a_removed_passkey_pays_nothing(world: World) {
        let (mut ada, mut passkey, number) = payer(world).await;
        let order = payment(&number, "1000.00");
        let challenge = started(&mut ada, &order).await;
        let granted = ada.post("/wallet/passkey-confirm", signed(&order, &challenge, &mut passkey)).await;
        let granted = granted.expect(200).data().clone();
        let challenge = started(&mut ada, &order).await;
        let path = format!("/account/passkeys/{}", listed(&mut ada).await[0]["id"].as_str().unwrap());
        ada.delete(&path, json!({ "password": PASSWORD })).await.expect(200);
        ada.post("/wallet/passkey-confirm", signed(&order, &challenge, &mut passkey)).await.refuses(403, "passkey_refused");
        // Its unused authorisation went with it.
        assert_eq!(pays(&ada, &number, "1000.00", &granted).await, 403);
        assert_eq!(balances(&mut ada).await.0, "20000.00");
    }
}
