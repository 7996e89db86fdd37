//! Card payments for plans without an amount in the request: the server computes it.

use super::*;
use crate::wallet::cards::{at_page, confirm};
use crate::wallet::coins::price_is;
use crate::wallet::{balances, holder};

/// Takes a plan that waits for a card payment; returns its identifier.
async fn waits(person: &Caller, mut body: Value) -> String {
    body["funding_source"] = json!("card");
    let taken = subscribe_by_pin(person, "key-of-a-card-0001", body).await;
    let plan = taken.expect(201).data();
    assert_eq!(plan["status"], "PENDING");
    text(&plan["id"])
}

fn without_amount(purpose: &str, id: &str) -> Value {
    json!({ "purpose": purpose, "id": id, "currency": "NGN" })
}

/// Starts a checkout without an amount and pays the requested amount; returns the charge.
async fn pay_by_card(world: &World, person: &mut Caller, purpose: &str, id: &str) -> String {
    let started = person
        .post("/payment/card", without_amount(purpose, id))
        .await;
    let started = started.expect(201).data().clone();
    let tx_ref = text(&started["tx_ref"]);
    at_page(world, &tx_ref, "pay").await;
    let paid = confirm(person, &tx_ref).await;
    assert_eq!(
        (&paid["state"], &paid["transaction"]["comment"]),
        (&json!("paid"), &Value::Null)
    );
    text(&started["charged"])
}

on_one! {
    async fn a_card_pays_the_request_fee_of_a_loan(world: World) {
        let plan = loans::plan(world, "quick", |facts| facts).await;
        let mut ada = loans::borrower(world).await;
        let id = waits(&ada, loans::wanted(&plan, "30000")).await;
        let mut body = without_amount("loan_fee", &id);
        body["amount"] = json!("99.00");
        ada.post("/payment/card", body).await.breaks(&[("amount", "not_allowed")]);
        assert_eq!(pay_by_card(world, &mut ada, "loan_fee", &id).await, "150.00");
        assert_eq!(loans::loan(&mut ada).await["status"], "ACTIVE");
        assert_eq!(balances(&mut ada).await.0, "31000.00");
        ada.post("/payment/card", without_amount("loan_fee", &id)).await.breaks(&[("id", "not_allowed")]);

        // Then the first instalment, again without an amount.
        let first = text(&loans::loan(&mut ada).await["loans"][0]["id"]);
        assert_eq!(pay_by_card(world, &mut ada, "instalment", &first).await, "10650.00");
        assert_eq!(loans::loan(&mut ada).await["loans"][0]["status"], "PAID");
        ada.post("/payment/card", without_amount("instalment", &first)).await.breaks(&[("id", "not_allowed")]);
    }

    async fn a_card_pays_a_coin_set(world: World) {
        price_is(world, "BTCUSDT", "100000").await;
        let plan = coins::plan(world, &["Large Cap Coin:BTC:100"]).await;
        let mut ada = holder(world, "10").await;
        let id = waits(&ada, coins::wanted(&plan, "1500")).await;
        assert_eq!(pay_by_card(world, &mut ada, "savings", &id).await, "1550.00");
        coins::rounds(world, 3).await;
        assert_eq!(coins::set(&mut ada).await["status"], "ACTIVE");
    }

    async fn a_card_pays_savings_and_the_rest_of_an_instalment(world: World) {
        let plan = offered(world, "target", |_| ()).await;
        let (mut ada, _) = saver(world, "100.00").await;
        let id = waits(&ada, wanted(&plan, "200.00", "card")).await;
        let mut dollars = without_amount("savings", &id);
        dollars["currency"] = json!("USD");
        ada.post("/payment/card", dollars).await.breaks(&[("currency", "not_allowed")]);
        assert_eq!(pay_by_card(world, &mut ada, "savings", &id).await, "250.00");
        let second = text(&newest(&mut ada).await["savings"][1]["id"]);
        pay(&mut ada, &second, "60.00", "60.00", "key-00000002").await.expect(201);
        assert_eq!(pay_by_card(world, &mut ada, "instalment", &second).await, "190.00");
        let mine = newest(&mut ada).await;
        assert_eq!((&mine["savings"][1]["status"], &mine["pot"]), (&json!("PAID"), &json!("400.00")));
        ada.post("/payment/card", without_amount("instalment", &second)).await.breaks(&[("id", "not_allowed")]);
    }

    async fn an_unsupported_card_purpose_is_refused_with_the_supported_ones(world: World) {
        let (mut ada, _) = saver(world, "10.00").await;
        ada.post("/payment/card", json!({ "purpose": "fund", "currency": "NGN" })).await.breaks(&[("amount", "required")]);
        for purpose in ["savings", "presents"] {
            let body = json!({ "purpose": purpose, "currency": "NGN" });
            let refused = ada.post("/payment/card", body).await;
            refused.breaks(&[("purpose", "not_one_of")]);
            assert!(refused.text.contains("A card can pay for: fund; and with an id for: savings, loan_fee, instalment."), "{}", refused.text);
        }
    }
}
