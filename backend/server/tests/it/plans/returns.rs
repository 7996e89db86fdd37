//! The return on savings: on the last day, on leaving early, and when somebody else ends them.

use super::groups::join;
use super::*;
use crate::wallet::balances;

const KEY: &str = "key-of-start-0001";

fn with_return(facts: &mut Facts) {
    facts.return_rate = Some("10".into());
}

async fn returns(world: &World) -> i64 {
    let paid = "SELECT CAST(-settled_minor AS BIGINT) FROM ledger_accounts WHERE id = 'system:returns:NGN'";
    world.count(paid).await
}

on_both! {
    async fn a_return_is_paid_on_the_last_day(world: World) {
        let plan = offered(world, "target", with_return).await;
        let (mut ada, email) = saver(world, "36500.00").await;
        let terms = ada.get("/plans?type=savings").await;
        assert_eq!(terms.data()[0]["return_rate"], "10");
        subscribe(&mut ada, &plan, "36500.00", KEY).await.expect(201);
        days_pass(world, 10).await;
        let mut ada = back(world, &email).await;
        let found = newest(&mut ada).await;
        assert_eq!((&found["earned"]["accrued"], &found["earned"]["now"]), (&json!("100.00"), &json!("0.00")));
        // Ninety-two days after the payment.
        days_pass(world, 82).await;
        let mut ada = back(world, &email).await;
        assert_eq!(newest(&mut ada).await["status"], "COMPLETED");
        assert_eq!(balances(&mut ada).await.0, "37420.00");
        assert_eq!(returns(world).await, 92_000);
        crate::reconciliation::agrees(world).await;
        let line = ada.get("/transaction/me").await.data()["data"][0].clone();
        assert_eq!((&line["net_amount"], &line["description"]), (&json!("920.00"), &json!("Return on savings")));
        let told = crate::inbox::emails(world, &email, "Savings").await;
        assert!(told.iter().any(|text| text.contains("₦37,420.00 is in your wallet")), "{told:?}");
    }
}

on_one! {
    async fn who_leaves_early_gets_a_return_only_from_a_flexible_plan(world: World) {
        let fixed = offered(world, "fixed", with_return).await;
        let flexible = offered(world, "flexible", |facts| {
            with_return(facts);
            facts.is_flexible = Some(true);
        }).await;
        let (mut ada, email) = saver(world, "73000.00").await;
        subscribe(&mut ada, &fixed, "36500.00", KEY).await.expect(201);
        let first = text(&newest(&mut ada).await["id"]);
        subscribe(&mut ada, &flexible, "36500.00", "key-of-start-0002").await.expect(201);
        let second = newest(&mut ada).await;
        days_pass(world, 10).await;
        let mut ada = back(world, &email).await;
        abort(&ada, &first, "key-of-abort-0001").await.expect(200);
        assert_eq!(balances(&mut ada).await.0, "34675.00");
        let seen = newest(&mut ada).await;
        assert_eq!((&seen["earned"]["now"], &seen["earned"]["with_refund"]), (&json!("100.00"), &json!("36600.00")));
        abort(&ada, &text(&second["id"]), "key-of-abort-0002").await.expect(200);
        assert_eq!((balances(&mut ada).await.0, returns(world).await), ("71275.00".into(), 10_000));
        crate::reconciliation::agrees(world).await;
    }

    async fn a_member_keeps_the_return_when_the_creator_ends_the_group(world: World) {
        let plan = offered(world, "group", |facts| {
            with_return(facts);
            facts.is_group = Some(true);
        }).await;
        let (mut ada, email) = saver(world, "36500.00").await;
        let (mut ben, friend) = saver(world, "36500.00").await;
        subscribe(&mut ada, &plan, "36500.00", KEY).await.expect(201);
        let found = newest(&mut ada).await;
        let (id, code) = (text(&found["id"]), text(&found["code"]));
        join(&mut ben, &id, &code, "36500.00", "key-of-join-00001").await.expect(201);
        days_pass(world, 10).await;
        let mut ada = back(world, &email).await;
        abort(&ada, &text(&found["id"]), "key-of-abort-0001").await.expect(200);
        let mut ben = back(world, &friend).await;
        assert_eq!((balances(&mut ada).await.0, balances(&mut ben).await.0), ("34675.00".into(), "36600.00".into()));
        crate::reconciliation::agrees(world).await;
    }

    async fn only_savings_have_a_return_below_a_hundred_percent(world: World) {
        let set = |rate: &str| Facts { return_rate: Some(rate.into()), ..Facts::default() };
        offered(world, "target", |_| ()).await;
        super::loans::plan(world, "quick", |facts| facts).await;
        for (plan, rate) in [("target", "100"), ("target", "-1"), ("quick", "5")] {
            assert!(products::set(&world.app, "ajo", plan, &set(rate), "Grace").await.is_err(), "{plan} {rate}");
        }
        products::set(&world.app, "ajo", "target", &set("99.5"), "Grace").await.unwrap();
    }
}
