//! Airtime.

use super::{bills, provider_will};
use crate::support::{Answer, Caller, World};
use crate::wallet::{authorised, balances, holder};
use money::orders::reconcile;
use serde_json::{Value, json};

const PAYEE: &str = "airtime:mtn:08031234567";

fn body(amount: &str) -> Value {
    json!({ "network": "mtn", "phone": "08031234567", "amount": amount, "confirm": true })
}

/// Makes a top-up, including quote and PIN.
async fn top_up(person: &mut Caller, amount: &str, key: &str) -> Answer {
    let mut payer = authorised(person, "airtime", amount, PAYEE, key).await;
    payer.post("/vas/airtime", body(amount)).await
}

on_one! {
    async fn airtime_is_quoted_bought_and_on_the_statement(world: World) {
        let mut ada = holder(world, "1000.00").await;
        let quote = ada.post("/quotes/airtime", body("300.00")).await;
        let quote = quote.expect(200).data().clone();
        assert_eq!((&quote["total"], &quote["fee"], &quote["payee"]), (&json!("300.00"), &json!("0.00"), &json!(PAYEE)));
        assert_eq!(quote["lines"], json!([{ "code": "amount", "label": "Amount", "amount": "300.00" }]));

        let mut wanted = body("300.00");
        wanted["quote_id"] = quote["id"].clone();
        let mut payer = authorised(&mut ada, "airtime", "300.00", PAYEE, "key-00000001").await;
        let answer = payer.post("/vas/airtime", wanted.clone()).await;

        let sent = answer.expect(201).data().clone();
        assert_eq!((&sent["category"], &sent["status"], &sent["net_amount"]), (&json!("airtime-topup"), &json!("SUCCESSFUL"), &json!("300.00")));
        assert_eq!((&sent["counterparty"]["name"], &sent["counterparty"]["account_number"]), (&json!("MTN"), &json!("08031234567")));
        assert_eq!(balances(&mut ada).await, ("700.00".into(), "700.00".into()));
        let bought = bills(world).await;
        assert_eq!((bought.len(), &bought[0]["reference"], &bought[0]["customer"]), (1, &sent["reference"], &json!("08031234567")));
        assert_eq!(payer.post("/vas/airtime", wanted).await.expect(201).body, answer.body);
        assert_eq!(bills(world).await.len(), 1);
        let path = format!("/api/transaction/{}/receipt.pdf", sent["reference"].as_str().unwrap());
        let paper = ada.raw(axum::http::Method::GET, &path, "", "").await;
        let words = crate::support::paper::words(&paper.expect(200).bytes);
        assert!(words.contains("Phone number 08031234567 ") && !words.contains("Account"), "{words}");
        assert!(words.contains(&["Rules ", domain_core::rules_version()].concat()), "{words}");
    }

    async fn a_refused_top_up_gives_the_money_back(world: World) {
        let mut ada = holder(world, "1000.00").await;
        provider_will(world, "fail").await;
        let answer = top_up(&mut ada, "300.00", "key-00000001").await;
        assert_eq!(answer.expect(201).data()["status"], "FAILED");
        assert_eq!(answer.data()["comment"], "The network could not complete this top-up. The money is back in your wallet.");
        assert_eq!(balances(&mut ada).await, ("1000.00".into(), "1000.00".into()));
    }

    async fn lost_responses_and_requests_are_polled_until_decided(world: World) {
        for (outcome, known_at_once) in [("lose_answer", 1), ("lose_request", 0)] {
            let mut ada = holder(world, "1000.00").await;
            provider_will(world, outcome).await;
            let before = bills(world).await.len();
            let answer = top_up(&mut ada, "300.00", "key-00000001").await;
            assert_eq!(answer.expect(202).data()["status"], "PROCESSING");
            assert_eq!(balances(&mut ada).await, ("1000.00".into(), "700.00".into()));
            assert_eq!(bills(world).await.len(), before + known_at_once);

            provider_will(world, "succeed").await;
            world.advance_seconds(3);
            assert_eq!(reconcile(&world.app).await.unwrap(), 1);
            assert_eq!(bills(world).await.len(), before + 1);
            assert_eq!(balances(&mut ada).await, ("700.00".into(), "700.00".into()));
        }
    }

    async fn an_invalid_form_buys_nothing(world: World) {
        let mut ada = holder(world, "1000.00").await;
        let mut keyed = ada.with("idempotency-key", "key-00000001");
        let with = |field: &str, value: Value| {
            let mut body = body("300.00");
            body[field] = value;
            body
        };
        for (field, value, code) in [
            ("network", json!("9mobile"), "not_one_of"),
            ("phone", json!("0803"), "wrong_length"),
            ("amount", json!("9.99"), "below_minimum"),
            ("amount", json!("1000.01"), "insufficient_balance"),
            ("confirm", json!(false), "not_accepted"),
        ] {
            keyed.post("/vas/airtime", with(field, value.clone())).await.breaks(&[(field, code)]);
            if field != "confirm" {
                ada.post("/quotes/airtime", with(field, value)).await.breaks(&[(field, code)]);
            }
        }
        keyed.post("/vas/airtime", body("300.00")).await.refuses(403, "pin_authorisation_required");
        let mut other = authorised(&mut ada, "airtime", "300.00", "airtime:mtn:08099999999", "key-00000002").await;
        other.post("/vas/airtime", body("300.00")).await.refuses(403, "pin_authorisation_required");
        assert_eq!((bills(world).await.len(), balances(&mut ada).await), (0, ("1000.00".into(), "1000.00".into())));
    }

    async fn the_cap_after_a_security_change_counts_airtime(world: World) {
        let mut ada = holder(world, "100000.00").await;
        let change = json!({ "old_pin": "2580", "pin": "3690", "confirm_pin": "3690", "currency": "NGN" });
        ada.put("/wallet/pin-update", change).await.expect(200);
        let confirm = json!({ "pin": "3690", "currency": "NGN", "action": "airtime", "amount": "50000.01", "payee": PAYEE, "idempotency_key": "key-00000001", "request": body("50000.01") });
        let granted = ada.post("/wallet/pin-confirm", confirm).await;
        let authorisation = granted.expect(200).data()["authorisation"].as_str().unwrap().to_owned();
        let mut payer = ada.with("idempotency-key", "key-00000001").with("x-pin-authorisation", &authorisation);
        payer.post("/vas/airtime", body("50000.01")).await.breaks(&[("amount", "above_maximum")]);
    }
}
