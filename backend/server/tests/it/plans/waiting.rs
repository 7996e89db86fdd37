//! Plans that await their first payment: cancellation, expiry, and matching of bank transfers.

use super::*;
use crate::support::Engine;
use crate::wallet::coins::{port_will, price_is};
use crate::wallet::{balances, holder};
use axum::http::HeaderMap;
use providers::card::{
    CardNotice, CardPayment, CardPort, CardStatus, CardUnavailable, Checkout, NoticeError,
};
use providers::{Later, Ports};
use std::sync::Arc;

pub async fn cancel(person: &Caller, id: &str, key: &str) -> Answer {
    let path = format!("/subscriptions/{id}/cancel");
    let mut keyed = person.with("idempotency-key", key);
    keyed.post(&path, json!({ "confirm": true })).await
}

/// A plan that waits for a bank transfer or a card payment; its identifier.
pub async fn waiting(person: &Caller, plan: &str, amount: &str, source: &str, key: &str) -> String {
    let taken = subscribe_by_pin(person, key, wanted(plan, amount, source)).await;
    text(&taken.expect(201).data()["id"])
}

async fn status(person: &mut Caller, id: &str) -> (String, String) {
    let found = person.get(&format!("/subscriptions/{id}")).await;
    let found = found.expect(200).data();
    let waits = found["status"] == "PENDING";
    assert_eq!(found["awaits_payment"], json!(waits), "{found}");
    (text(&found["status"]), text(&found["pot"]))
}

fn is(status: &str, pot: &str) -> (String, String) {
    (status.into(), pot.into())
}

async fn account_number(person: &mut Caller) -> String {
    let account = person
        .post("/accounts/fund", json!({ "type": "NGN" }))
        .await;
    text(&account.expect(200).data()["account_number"])
}

async fn memberships(world: &World, status: &str) -> i64 {
    let mut connection = world.app.db.read().await.unwrap();
    let row = sqlx::query("SELECT COUNT(*) FROM plan_members WHERE status = $1")
        .bind(status.to_owned())
        .fetch_one(&mut *connection)
        .await;
    sqlx::Row::get(&row.unwrap(), 0)
}

fn for_card(id: &str, amount: &str) -> Value {
    json!({ "purpose": "savings", "id": id, "currency": "NGN", "amount": amount })
}

async fn deed(world: &World, tx_ref: &str, deed: &str) {
    let path = format!("/sandbox/card/{tx_ref}");
    let done = world.caller().put(&path, json!({ "deed": deed })).await;
    done.expect(200);
}

fn may_cancel(plan: &Value) -> bool {
    let mut actions = plan["actions"].as_array().unwrap().iter();
    actions.any(|one| one["action"] == "cancel" && one["allowed"] == json!(true))
}

on_one! {
    async fn waiting_plans_are_limited_to_ten(world: World) {
        let plan = offered(world, "target", |_| ()).await;
        let (ada, _) = saver(world, "10.00").await;
        let mut ids = Vec::new();
        for number in 0..10 {
            ids.push(waiting(&ada, &plan, "200.00", "bank", &format!("key-taken-{number}")).await);
        }
        let one_more = subscribe_by_pin(&ada, "key-one-more", wanted(&plan, "200.00", "card")).await;
        one_more.breaks(&[("plan_id", "above_maximum")]);
        cancel(&ada, &ids[0], "key-cancelled").await.expect(200);
        waiting(&ada, &plan, "200.00", "card", "key-one-more-2").await;
    }

    async fn a_waiting_plan_is_cancelled_once_by_its_owner(world: World) {
        let plan = offered(world, "target", |_| ()).await;
        let ((mut ada, _), (mut bola, _)) = (saver(world, "10.00").await, saver(world, "10.00").await);
        let id = waiting(&ada, &plan, "200.00", "bank", "key-00000001").await;
        assert!(may_cancel(&newest(&mut ada).await));
        let path = format!("/subscriptions/{id}/cancel");
        ada.with("idempotency-key", "key-00000002").post(&path, json!({ "confirm": false })).await.breaks(&[("confirm", "not_accepted")]);
        cancel(&bola, &id, "key-00000003").await.refuses(404, "not_found");
        cancel(&ada, "nothing", "key-00000004").await.refuses(404, "not_found");
        let cancelled = cancel(&ada, &id, "key-00000005").await;
        assert_eq!((&cancelled.expect(200).data()["status"], &cancelled.body["message"]), (&json!("CANCELLED"), &json!("Plan cancelled")));
        assert_eq!(cancel(&ada, &id, "key-00000005").await.expect(200).body, cancelled.body);
        cancel(&ada, &id, "key-00000006").await.breaks(&[("id", "not_allowed")]);
        assert!(!may_cancel(&newest(&mut ada).await));
        assert_eq!((memberships(world, "PENDING").await, memberships(world, "TERMINATED").await), (0, 1));
        // Money arriving later stays in the wallet.
        credit(world, &mut ada, "NGN", "200.00").await;
        assert_eq!((status(&mut ada, &id).await, balances(&mut ada).await.0), (is("CANCELLED", "0.00"), "210.00".into()));
        bola.get(&format!("/subscriptions/{id}")).await.refuses(404, "not_found");
    }

    async fn a_running_plan_is_not_cancelled(world: World) {
        let plan = offered(world, "target", |_| ()).await;
        let (mut ada, _) = saver(world, "500.00").await;
        let id = waiting(&ada, &plan, "200.00", "bank", "key-00000001").await;
        credit(world, &mut ada, "NGN", "200.00").await;
        cancel(&ada, &id, "key-00000002").await.breaks(&[("id", "not_allowed")]);
        assert_eq!(status(&mut ada, &id).await, is("ACTIVE", "200.00"));
        abort(&ada, &id, "key-00000003").await.expect(200);
        cancel(&ada, &id, "key-00000004").await.breaks(&[("id", "not_allowed")]);
    }

    async fn a_waiting_coin_set_is_cancelled(world: World) {
        price_is(world, "BTCUSDT", "100000").await;
        let mut ada = holder(world, "10").await;
        let facts = Facts {
            name: Some("Large Coins".into()), min_amount: Some("1000".into()), duration: Some(1), duration_unit: Some("month".into()),
            coin_types: Some(vec!["Large Cap Coin:BTC:100".into()]), ..Facts::default()
        };
        let added = products::add(&world.app, "ajo", "large", Kind::Coins, Currency::Ngn, &facts, "test").await;
        let mut body = wanted(&added.unwrap(), "1500.00", "bank");
        body["type"] = json!("coins");
        let taken = subscribe_by_pin(&ada, "key-00000001", body).await;
        let id = text(&taken.expect(201).data()["id"]);
        assert_eq!(cancel(&ada, &id, "key-00000002").await.expect(200).data()["status"], "CANCELLED");
        credit(world, &mut ada, "NGN", "1500.00").await;
        plans::coins::run(&world.app).await.unwrap();
        assert_eq!((status(&mut ada, &id).await, balances(&mut ada).await.0), (is("CANCELLED", "0.00"), "1510.00".into()));
    }

    async fn cancelling_polls_an_unconfirmed_card_payment_first(world: World) {
        let plan = offered(world, "target", |_| ()).await;
        let (mut ada, _) = saver(world, "10.00").await;
        // It was charged, but neither notice nor browser has arrived.
        let id = waiting(&ada, &plan, "200.00", "card", "key-00000001").await;
        let started = ada.post("/payment/card", for_card(&id, "200.00")).await;
        deed(world, &text(&started.expect(201).data()["tx_ref"]), "pay_and_vanish").await;
        port_will(world, "cards", "fail").await;
        cancel(&ada, &id, "key-00000002").await.refuses(503, "unavailable");
        assert_eq!(status(&mut ada, &id).await, is("PENDING", "0.00"));
        port_will(world, "cards", "succeed").await;
        cancel(&ada, &id, "key-00000002").await.breaks(&[("id", "not_allowed")]);
        assert_eq!(status(&mut ada, &id).await, is("ACTIVE", "200.00"));
        // The page was left open, and is paid after the plan is cancelled.
        let id = waiting(&ada, &plan, "200.00", "card", "key-00000003").await;
        let started = ada.post("/payment/card", for_card(&id, "200.00")).await;
        let tx_ref = text(&started.expect(201).data()["tx_ref"]);
        cancel(&ada, &id, "key-00000004").await.expect(200);
        ada.post("/payment/card", for_card(&id, "200.00")).await.breaks(&[("id", "not_allowed")]);
        deed(world, &tx_ref, "pay").await;
        let confirmed = ada.post("/payment/flutter/confirm", json!({ "tx_ref": tx_ref })).await;
        let comment = &confirmed.expect(200).data()["transaction"]["comment"];
        assert_eq!(comment, "School fees no longer awaits a payment. The money is in your wallet.");
        assert_eq!((status(&mut ada, &id).await, balances(&mut ada).await.0), (is("CANCELLED", "0.00"), "210.00".into()));
    }

    async fn an_added_member_can_decline(world: World) {
        let ((mut ada, _), (mut ben, _)) = (saver(world, "1000.00").await, saver(world, "1000.00").await);
        let plan = offered(world, "group", |facts| facts.is_group = Some(true)).await;
        subscribe(&mut ada, &plan, "200.00", "key-00000001").await.expect(201);
        let group = newest(&mut ada).await;
        let (id, code) = (text(&group["id"]), text(&group["code"]));
        cancel(&ada, &id, "key-00000002").await.breaks(&[("id", "not_allowed")]);
        let user = text(&ben.get("/auth/me").await.data()["uuid"]);
        let added = json!({ "code": code, "amount": "150.00", "user": user });
        ada.with("idempotency-key", "key-00000003").post("/plans/join", added.clone()).await.expect(201);
        let his = invitation(&mut ben).await;
        assert!(may_cancel(&his) && !may_cancel(&newest(&mut ada).await));
        let left = cancel(&ben, &id, "key-00000004").await;
        assert_eq!((&left.expect(200).data()["status"], &left.body["message"]), (&json!("TERMINATED"), &json!("You declined to join this plan")));
        assert_eq!((invitation(&mut ben).await, newest(&mut ben).await), (Value::Null, Value::Null));
        assert_eq!(ben.get(&format!("/subscriptions/{id}")).await.data()["members"], json!([]));
        cancel(&ben, &id, "key-00000005").await.breaks(&[("id", "not_allowed")]);
        // An ended membership cannot be paid for, and the member is not added twice.
        pay(&mut ada, &text(&his["savings"][0]["id"]), "150.00", "150.00", "key-00000006").await.breaks(&[("id", "not_allowed")]);
        ada.with("idempotency-key", "key-00000007").post("/plans/join", added).await.breaks(&[("user", "not_allowed")]);
        let seen = newest(&mut ada).await;
        let him = seen["members"].as_array().unwrap().iter().find(|one| one["is_me"] == json!(false)).unwrap();
        assert_eq!((&him["status"], &him["can_nudge"]["allowed"]), (&json!("TERMINATED"), &json!(false)));
        assert_eq!(him["instalments"], Value::Null);
        assert_ne!(him["name"], "Ada Obi");
        // They can still join by themselves.
        let mut payer = authorised(&mut ben, "group_join", "300.00", &format!("group:{id}"), "key-00000008").await;
        let body = json!({ "code": code, "amount": "300.00", "funding_source": "wallet" });
        payer.post("/plans/join", body).await.expect(201);
        assert_eq!(status(&mut ben, &id).await, is("ACTIVE", "300.00"));
        assert_eq!(newest(&mut ada).await["status"], "ACTIVE");
    }

    async fn joining_keeps_instalments_being_paid_by_card(world: World) {
        let ((mut ada, _), (mut ben, _)) = (saver(world, "1000.00").await, saver(world, "1000.00").await);
        let plan = offered(world, "group", |facts| facts.is_group = Some(true)).await;
        subscribe(&mut ada, &plan, "200.00", "key-00000001").await.expect(201);
        let group = newest(&mut ada).await;
        let (id, code) = (text(&group["id"]), text(&group["code"]));
        let user = text(&ben.get("/auth/me").await.data()["uuid"]);
        let added = json!({ "code": code, "amount": "150.00", "user": user });
        ada.with("idempotency-key", "key-00000003").post("/plans/join", added).await.expect(201);
        let ids = |plan: &Value| plan["savings"].as_array().unwrap().iter().map(|one| text(&one["id"])).collect::<Vec<_>>();
        let drawn = ids(&invitation(&mut ben).await);
        let body = json!({ "purpose": "instalment", "id": drawn[0], "currency": "NGN", "amount": "150.00" });
        let started = ben.post("/payment/card", body).await;
        let tx_ref = text(&started.expect(201).data()["tx_ref"]);
        let mut payer = authorised(&mut ben, "group_join", "150.00", &format!("group:{id}"), "key-00000004").await;
        let body = json!({ "code": code, "amount": "150.00", "funding_source": "wallet" });
        payer.post("/plans/join", body).await.expect(201);
        assert_eq!(ids(&newest(&mut ben).await), drawn);
        deed(world, &tx_ref, "pay").await;
        let confirmed = ben.post("/payment/flutter/confirm", json!({ "tx_ref": tx_ref })).await;
        let comment = &confirmed.expect(200).data()["transaction"]["comment"];
        assert_eq!(comment, "School fees does not need this instalment any more. The money is in your wallet.");
        assert_eq!((newest(&mut ben).await["pot"].clone(), balances(&mut ben).await.0), (json!("150.00"), "1000.00".into()));
    }
}

on_both! {
    async fn a_card_payment_is_credited_whatever_happened_to_its_purpose(world: World) {
        let plan = offered(world, "target", |_| ()).await;
        let (mut ada, _) = saver(world, "1000.00").await;
        subscribe(&mut ada, &plan, "200.00", "key-00000001").await.expect(201);
        let second = newest(&mut ada).await["savings"][1]["id"].clone();
        world.advance_seconds(1);
        let id = waiting(&ada, &plan, "200.00", "card", "key-00000002").await;
        let mut checkouts = Vec::new();
        for body in [json!({ "purpose": "instalment", "id": second, "currency": "NGN", "amount": "200.00" }), for_card(&id, "200.00")] {
            let started = ada.post("/payment/card", body).await;
            let tx_ref = text(&started.expect(201).data()["tx_ref"]);
            deed(world, &tx_ref, "pay_and_vanish").await;
            checkouts.push(tx_ref);
        }
        let by_hand = async |statement: &'static str, id: &str| {
            let mut tx = world.app.db.begin().await.unwrap();
            let done = sqlx::query(statement).bind(id.to_owned()).execute(tx.connection()).await.unwrap();
            assert_eq!(done.rows_affected(), 1, "{statement}");
            tx.commit().await.unwrap();
        };
        by_hand("DELETE FROM plan_instalments WHERE id = $1", &text(&second)).await;
        // A failure during processing does not undo the credit: here the empty pot cannot be debited.
        let pot = "UPDATE ledger_accounts SET closed_at_ms = 1 WHERE id IN (SELECT id FROM plan_members WHERE subscription_id = $1)";
        by_hand(pot, &id).await;
        let mut said = Vec::new();
        for tx_ref in &checkouts {
            let confirmed = ada.post("/payment/flutter/confirm", json!({ "tx_ref": tx_ref })).await;
            said.push(text(&confirmed.expect(200).data()["transaction"]["comment"]));
        }
        assert_eq!(said, [
            "This instalment does not exist any more. The money is in your wallet.",
            "It could not be paid into your plan. The money is in your wallet.",
        ]);
        // Nothing of the failed operation is left.
        assert_eq!((status(&mut ada, &id).await, balances(&mut ada).await.0), (is("PENDING", "0.00"), "1200.00".into()));
        let counted = "ajo_arrivals_not_passed_on_total{reason=\"internal\"} 1";
        assert!(world.app.metrics.text().contains(counted), "{}", world.app.metrics.text());
    }

    async fn money_arriving_during_cancellation_stays_in_the_wallet(world: World) {
        let plan = offered(world, "target", |_| ()).await;
        let (mut ada, _) = saver(world, "10.00").await;
        let number = account_number(&mut ada).await;
        let id = waiting(&ada, &plan, "200.00", "bank", "key-00000001").await;
        let mut paused = world.app.pause.next();
        let (person, plan_id) = (ada.clone(), id.clone());
        let cancels = tokio::spawn(async move { cancel(&person, &plan_id, "key-00000002").await });
        paused.reached().await;
        let mut bank = world.caller();
        let body = json!({ "account_number": number, "amount": "200.00" });
        let arrives = tokio::spawn(async move { bank.post("/sandbox/credits", body).await });
        world.until_stuck(&arrives).await;
        paused.go();
        cancels.await.unwrap().expect(200);
        arrives.await.unwrap().expect(200);
        assert_eq!((status(&mut ada, &id).await, balances(&mut ada).await.0), (is("CANCELLED", "0.00"), "210.00".into()));
    }

    async fn concurrent_cancellation_and_payment_loses_nothing(world: World) {
        let plan = offered(world, "target", |_| ()).await;
        let (mut ada, _) = saver(world, "10.00").await;
        let number = account_number(&mut ada).await;
        let mut kept = 10;
        for round in 0..6 {
            let id = waiting(&ada, &plan, "200.00", "bank", &format!("key-taken-{round}")).await;
            let mut calls = Vec::new();
            for second in 0..2 {
                let (person, plan_id, key) = (ada.clone(), id.clone(), format!("key-cancel-{round}-{second}"));
                calls.push(tokio::spawn(async move { cancel(&person, &plan_id, &key).await }));
            }
            let (mut bank, body) = (world.caller(), json!({ "account_number": number, "amount": "200.00" }));
            let arrives = tokio::spawn(async move { bank.post("/sandbox/credits", body).await });
            let mut cancelled = 0;
            for call in calls {
                let answer = call.await.unwrap();
                assert!([200, 422].contains(&answer.status.as_u16()), "{}", answer.text);
                cancelled += usize::from(answer.status == 200);
            }
            arrives.await.unwrap().expect(200);
            let expected = match cancelled {
                0 => is("ACTIVE", "200.00"),
                _ => is("CANCELLED", "0.00"),
            };
            kept += if cancelled == 0 { 0 } else { 200 };
            assert!(cancelled <= 1);
            assert_eq!((status(&mut ada, &id).await, balances(&mut ada).await.0), (expected, format!("{kept}.00")));
        }
    }
}

on_one! {
    async fn a_bank_transfer_goes_to_the_plan_with_its_amount(world: World) {
        let plan = offered(world, "target", |_| ()).await;
        let (mut ada, _) = saver(world, "10.00").await;
        let mut ids = Vec::new();
        for (number, amount) in ["200.00", "500.00", "200.00"].iter().enumerate() {
            ids.push(waiting(&ada, &plan, amount, "bank", &format!("key-taken-{number}")).await);
            world.advance_seconds(1);
        }
        // An old plan abandoned by its owner is not in the way.
        credit(world, &mut ada, "NGN", "500.00").await;
        assert_eq!(status(&mut ada, &ids[1]).await, is("ACTIVE", "500.00"));
        assert_eq!(status(&mut ada, &ids[0]).await, is("PENDING", "0.00"));
        // Among equal amounts the newest plan; other amounts stay in the wallet.
        credit(world, &mut ada, "NGN", "60.00").await;
        credit(world, &mut ada, "NGN", "200.00").await;
        assert_eq!(status(&mut ada, &ids[2]).await, is("ACTIVE", "200.00"));
        assert_eq!((status(&mut ada, &ids[0]).await, balances(&mut ada).await.0), (is("PENDING", "0.00"), "70.00".into()));
        let little = credit(world, &mut ada, "NGN", "199.99").await;
        assert_eq!(little.data()["comment"], "School fees awaits a transfer of exactly NGN 200.00. The money is in your wallet.");
        credit(world, &mut ada, "NGN", "200.00").await;
        assert_eq!(status(&mut ada, &ids[0]).await, is("ACTIVE", "200.00"));
    }

    async fn a_plan_taken_just_after_midnight_waits_the_full_period(world: World) {
        let plan = offered(world, "target", |_| ()).await;
        // Half past midnight in Lagos.
        world.advance_seconds(14 * 3_600 + 1_800);
        let (mut ada, email) = saver(world, "10.00").await;
        let by_email = json!({ "name": "enable_email", "value": "true" });
        ada.post("/account/settings", by_email).await;
        let id = waiting(&ada, &plan, "200.00", "bank", "key-00000001").await;
        // Fourteen days and some hours later.
        world.advance_seconds(10 * 3_600);
        days_pass(world, 14).await;
        let mut ada = back(world, &email).await;
        assert_eq!(status(&mut ada, &id).await, is("PENDING", "0.00"));
        days_pass(world, 1).await;
        let mut ada = back(world, &email).await;
        assert_eq!(status(&mut ada, &id).await, is("CANCELLED", "0.00"));
        assert_eq!((memberships(world, "PENDING").await, memberships(world, "TERMINATED").await), (0, 1));
        let letters = world.messages_to(&email).await;
        assert!(letters.iter().any(|letter| letter["text"].to_string().contains("never arrived, so it has ended")), "{letters:?}");
    }
}

/// A card company whose payments are all pending.
struct Deciding;

impl CardPort for Deciding {
    fn checkout<'a>(&'a self, _: &'a Checkout) -> Later<'a, Result<String, CardUnavailable>> {
        Box::pin(async { Ok(String::from("/sandbox/card/deciding")) })
    }

    fn verify<'a>(
        &'a self,
        _: &'a str,
        _: Option<&'a str>,
    ) -> Later<'a, Result<CardStatus, CardUnavailable>> {
        Box::pin(async { Ok(CardStatus::Pending) })
    }

    fn payments<'a>(&'a self, _: &'a str) -> Later<'a, Result<Vec<CardPayment>, CardUnavailable>> {
        Box::pin(async { Ok(Vec::new()) })
    }

    fn notice(&self, _: &HeaderMap, _: &[u8]) -> Result<Option<CardNotice>, NoticeError> {
        Err(NoticeError::NotTaken)
    }
}

async fn while_a_card_is_charged(engine: Engine) {
    let settings = [("AJO_RATE_LIMIT_FACTOR", "0")];
    let deciding = |ports: Ports| Ports {
        cards: Arc::new(Deciding),
        ..ports
    };
    let world = World::with_ports(engine, &settings, deciding).await;
    let plan = offered(&world, "target", |_| ()).await;
    let (mut ada, _) = saver(&world, "10.00").await;
    let id = waiting(&ada, &plan, "200.00", "card", "key-00000001").await;
    let other = waiting(&ada, &plan, "200.00", "card", "key-00000002").await;
    let started = ada.post("/payment/card", for_card(&id, "200.00")).await;
    started.expect(201);
    let refused = cancel(&ada, &id, "key-00000003").await;
    refused.breaks(&[("id", "not_allowed")]);
    assert!(refused.text.contains("being processed"), "{}", refused.text);
    assert_eq!(status(&mut ada, &id).await, is("PENDING", "0.00"));
    cancel(&ada, &other, "key-00000004").await.expect(200);
    world.end().await;
}

#[tokio::test]
async fn a_plan_is_not_cancelled_during_its_card_payment_on_sqlite() {
    while_a_card_is_charged(Engine::Sqlite).await;
}

#[tokio::test]
async fn a_plan_is_not_cancelled_during_its_card_payment_on_postgres() {
    if Engine::postgres_is_there() {
        while_a_card_is_charged(Engine::Postgres).await;
    }
}
