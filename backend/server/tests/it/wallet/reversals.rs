//! Chargebacks and recalls of confirmed payments, and returned payouts.

use super::cards::{at_page, confirm, start};
use super::hooks::{SETTINGS, notice};
use super::*;
use domain_core::money::{Amount, Currency};
use futures_util::future::join_all;
use wallet::cards::ask_due;
use wallet::reversals::{Reversal, book, collect_due, debts};

async fn history(person: &mut Caller) -> Vec<Value> {
    let list = person.get("/transaction/me").await;
    list.expect(200).data()["data"].as_array().cloned().unwrap()
}

/// The balance of a system account, in minor units.
async fn system(world: &World, account: &str) -> i64 {
    let balance = money::ledger::balance(&mut world.app.db.read().await.unwrap(), account).await;
    balance.unwrap().unwrap().settled_minor
}

async fn owed(world: &World) -> Vec<String> {
    let debts = debts(&mut world.app.db.read().await.unwrap()).await;
    debts.unwrap().iter().map(|one| one.left.text()).collect()
}

async fn id_of(person: &mut Caller) -> String {
    let me = person.get("/auth/me").await;
    String::from(me.expect(200).data()["uuid"].as_str().unwrap())
}

/// A user with ₦2,000 from a card, which was charged ₦2,050; the checkout.
async fn charged(world: &World) -> (Caller, String) {
    let mut ada = holder(world, "10.00").await;
    let tx_ref = start(&mut ada, "NGN", "2000.00").await;
    at_page(world, &tx_ref, "pay").await;
    confirm(&mut ada, &tx_ref).await;
    assert_eq!(balances(&mut ada).await.0, "2010.00");
    (ada, tx_ref)
}

on_both! {
    async fn a_charged_back_payment_leaves_the_wallet_once(world: World) {
        let (mut ada, tx_ref) = charged(world).await;
        for _ in 0..3 {
            at_page(world, &tx_ref, "take_back").await;
            ask_due(&world.app).await.unwrap();
        }
        // However often and concurrently it is reported.
        let user_id = id_of(&mut ada).await;
        let original = history(&mut ada).await[1]["reference"].as_str().unwrap().to_owned();
        let calls = (0..6).map(|_| {
            let (app, user_id, original) = (world.app.clone(), user_id.clone(), original.clone());
            tokio::spawn(async move {
                let total = Amount::parse("2050.00", Currency::Ngn).unwrap();
                let reversal = Reversal { user_id: &user_id, original: &original, total, by: "Grace", why: "a letter" };
                book(&app, reversal).await.unwrap()
            })
        });
        assert!(join_all(calls).await.into_iter().all(|booked| !booked.unwrap()));
        assert_eq!(balances(&mut ada).await, ("10.00".into(), "10.00".into()));
        let line = &history(&mut ada).await[0];
        assert_eq!((&line["category"], &line["type"], &line["net_amount"]), (&json!("taken-back"), &json!("DEBIT"), &json!("2000.00")));
        let words = line["comment"].as_str().unwrap();
        assert!(words.starts_with("₦2,050.00 of ₦2,050.00, ") && !words.contains("owed"), "{words}");
        assert_eq!((system(world, "system:card:NGN").await, system(world, "system:surcharge:NGN").await), (0, 0));
        assert!(owed(world).await.is_empty());
    }

    async fn an_uncovered_chargeback_becomes_a_debt_and_is_collected(world: World) {
        let (mut ada, tx_ref) = charged(world).await;
        let mut bola = holder(world, "1.00").await;
        let number = wallet_number(&mut bola).await;
        transfer(&mut ada, &number, "1500.00", "key-00000001").await.expect(201);
        at_page(world, &tx_ref, "take_back").await;
        ask_due(&world.app).await.unwrap();
        assert_eq!((balances(&mut ada).await.0, owed(world).await), ("0.00".into(), vec!["1490.00".into()]));
        assert!(history(&mut ada).await[0]["comment"].as_str().unwrap().contains("₦1,490.00 of it is still owed"));

        // Nothing leaves the wallet meanwhile, and arriving money pays the debt first.
        credit(world, &mut ada, "NGN", "490.00").await;
        transfer(&mut ada, &number, "5.00", "key-00000002").await.refuses(403, "money_owed");
        assert_eq!(collect_due(&world.app).await.unwrap(), 1);
        assert_eq!((balances(&mut ada).await.0, owed(world).await), ("0.00".into(), vec!["1000.00".into()]));
        credit(world, &mut ada, "NGN", "1200.00").await;
        let (one, other) = tokio::join!(collect_due(&world.app), collect_due(&world.app));
        assert_eq!(one.unwrap() + other.unwrap(), 1);
        assert_eq!((balances(&mut ada).await.0, owed(world).await.len()), ("200.00".into(), 0));
        assert_eq!(history(&mut ada).await[0]["net_amount"], "1000.00");
        assert_eq!(system(world, "system:owed:NGN").await, 0);
        transfer(&mut ada, &number, "5.00", "key-00000003").await.expect(201);
    }

    async fn both_payments_of_a_checkout_are_found_without_a_notice(world: World) {
        let email = fresh_email();
        let mut ada = world.member_with_pin(&email).await;
        credit(world, &mut ada, "NGN", "10.00").await;
        let tx_ref = start(&mut ada, "NGN", "2000.00").await;
        at_page(world, &tx_ref, "pay_and_vanish").await;
        at_page(world, &tx_ref, "pay_and_vanish").await;
        confirm(&mut ada, &tx_ref).await;
        assert_eq!(balances(&mut ada).await.0, "2010.00");
        ask_due(&world.app).await.unwrap();
        assert_eq!(balances(&mut ada).await.0, "4010.00");
        assert!(history(&mut ada).await[0]["comment"].as_str().unwrap().contains("a second time"), "{:?}", history(&mut ada).await[0]);
        // A later one is found as well, before the checkout's day is over.
        at_page(world, &tx_ref, "pay_and_vanish").await;
        world.advance_seconds(16 * 60);
        ask_due(&world.app).await.unwrap();
        crate::support::sign_in(&mut ada, &email).await;
        assert_eq!(balances(&mut ada).await.0, "6010.00");
        world.advance_seconds(24 * 60 * 60);
        ask_due(&world.app).await.unwrap();
        crate::support::sign_in(&mut ada, &email).await;
        assert_eq!((balances(&mut ada).await.0, world.count("SELECT COUNT(*) FROM queue WHERE kind = 'card'").await), ("6010.00".into(), 0));
    }

    async fn a_returned_payout_is_refunded_once(world: World, SETTINGS) {
        let mut ada = holder(world, "1000.00").await;
        let paid = withdraw(&mut ada, "500.00", "key-00000001").await;
        let reference = paid.expect(201).data()["reference"].clone();
        assert_eq!(balances(&mut ada).await.0, "480.00");
        let told = json!({ "event": "payout.refused", "reference": reference });
        for _ in 0..3 {
            notice(world, &told).await.expect(200);
        }
        assert_eq!(balances(&mut ada).await, ("1000.00".into(), "1000.00".into()));
        let lines = history(&mut ada).await;
        assert_eq!((&lines[0]["category"], &lines[0]["net_amount"], &lines[1]["status"]), (&json!("returned"), &json!("520.00"), &json!("SUCCESSFUL")));
        assert!(lines[0]["comment"].as_str().unwrap().contains(reference.as_str().unwrap()));
        assert_eq!(system(world, "system:fees:NGN").await, 0);
        // The payer is told once, with the amount.
        let email = crate::inbox::email_of(&mut ada).await;
        let told = crate::inbox::emails(world, &email, "Payment returned").await;
        assert_eq!(told.len(), 1);
        assert!(told[0].starts_with("₦520.00 came back and is in your wallet again"), "{}", told[0]);
        // An unknown payout cannot be returned.
        notice(world, &json!({ "event": "payout.refused", "reference": "nothing" })).await.refuses(404, "not_found");
    }
}

on_one! {
    async fn a_payment_is_found_alongside_a_charged_back_one(world: World) {
        let mut ada = holder(world, "10.00").await;
        let tx_ref = start(&mut ada, "NGN", "2000.00").await;
        for deed in ["pay_and_vanish", "pay_and_vanish", "take_back"] {
            at_page(world, &tx_ref, deed).await;
        }
        world.advance_seconds(16);
        ask_due(&world.app).await.unwrap();
        assert_eq!(balances(&mut ada).await.0, "2010.00");
    }

    async fn a_bank_recalls_a_credit(world: World, SETTINGS) {
        let mut ada = holder(world, "10.00").await;
        let account = ada.post("/accounts/fund", json!({ "type": "NGN" })).await.data()["account_number"].clone();
        let told = json!({ "event": "credit.received", "reference": "bank-1", "account_number": account, "currency": "NGN", "amount": "300.00" });
        notice(world, &told).await.expect(200);
        assert_eq!(balances(&mut ada).await.0, "310.00");
        for _ in 0..2 {
            notice(world, &json!({ "event": "credit.reversed", "reference": "bank-1" })).await.expect(200);
        }
        assert_eq!(balances(&mut ada).await.0, "10.00");
        notice(world, &json!({ "event": "credit.reversed", "reference": "bank-2" })).await.refuses(404, "not_found");
    }
}
