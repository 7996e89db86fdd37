//! Savings held in dollars: each payment is converted, and the pot is paid out as dollars.

use super::*;
use crate::wallet::{balances, wallet};
use domain_core::calendar::Instant;
use domain_core::money::Rate;

const KEY: &str = "key-of-start-0001";

fn in_dollars(facts: &mut Facts) {
    facts.is_flexible = Some(true);
    facts.pot_currency = Some(Currency::Usd);
    facts.opt_out_penalty = Some("0".into());
}

/// A middle rate of 1,490 naira for a dollar, of which the brand keeps one percent.
async fn rate_is(world: &World, sell: &str, buy: &str) {
    let rate = |text: &str| Rate::parse(text).unwrap();
    let now = Instant(world.clock.now_ms());
    let set = money::rates::set(&world.app, Currency::Ngn, rate(sell), rate(buy), now).await;
    assert!(set.unwrap());
}

async fn dollars(person: &mut Caller) -> String {
    text(&wallet(person, "USD").await["ledger_balance"])
}

/// Two payments, each by its own instalment, in a plan of two days.
fn twice(plan: &str, amount: &str, source: &str) -> Value {
    let mut body = wanted(plan, amount, source);
    body["duration"] = json!("2");
    body["duration_unit"] = json!("week");
    body
}

on_both! {
    async fn naira_is_kept_as_dollars_and_comes_back_as_dollars(world: World) {
        rate_is(world, "1500", "1480").await;
        let plan = offered(world, "preserve", in_dollars).await;
        let (mut ada, _) = saver(world, "300000.00").await;
        let quote = ada.post("/quotes/plan", twice(&plan, "149000.00", "wallet")).await;
        assert_eq!((&quote.expect(200).data()["expires_in_seconds"], &quote.data()["rate_note"]), (&json!(30), &json!("Held as $99.00, at $1 = ₦1,490.00 less 1%.")));
        let started = subscribe_by_pin(&ada, KEY, twice(&plan, "149000.00", "wallet")).await;
        started.expect(201);
        let found = newest(&mut ada).await;
        assert_eq!((&found["pot"], &found["pot_currency"], &found["pot_worth"]), (&json!("99.00"), &json!("USD"), &json!("146034.90")));
        assert_eq!((&found["progress"]["paid"], &found["termination"]["refund"]), (&json!("149000.00"), &json!("99.00")));
        // A dearer dollar: the second payment buys less, and what is held is worth more.
        rate_is(world, "1610", "1590").await;
        let second = text(&found["savings"][1]["id"]);
        pay(&mut ada, &second, "149000.00", "149000.00", "key-of-second-001").await.expect(201);
        let found = newest(&mut ada).await;
        assert_eq!((&found["pot"], &found["pot_worth"]), (&json!("191.19"), &json!("302844.96")));
        crate::reconciliation::agrees(world).await;
        abort(&ada, &text(&found["id"]), "key-of-abort-0001").await.expect(200);
        assert_eq!((balances(&mut ada).await.0, dollars(&mut ada).await), ("2000.00".into(), "191.19".into()));
        let ended = &newest(&mut ada).await["ended"];
        assert_eq!((&ended["how"], &ended["returned"], &ended["penalty"]), (&json!("stopped"), &json!("191.19"), &Value::Null));
        crate::reconciliation::agrees(world).await;
    }
}

on_one! {
    async fn a_quoted_rate_holds_for_half_a_minute(world: World) {
        rate_is(world, "1500", "1480").await;
        let plan = offered(world, "preserve", in_dollars).await;
        let (ada, _) = saver(world, "300000.00").await;
        let start = async |key: &str, wait: i64, sell: &str, buy: &str| {
            let mut body = twice(&plan, "149000.00", "wallet");
            let quote = ada.with("idempotency-key", key).post("/quotes/plan", body.clone()).await;
            body["quote_id"] = quote.expect(200).data()["id"].clone();
            world.advance_seconds(wait);
            rate_is(world, sell, buy).await;
            let payment = crate::wallet::payment("savings_start", "149000.00", &format!("plan:{plan}"), key);
            ada.with("idempotency-key", key).entering(payment).post("/plans/subscribe", body).await
        };
        // A little dearer within the half minute: as quoted, because the house still gains.
        start("key-of-start-0001", 5, "1505", "1485").await.expect(201);
        let mut again = ada.clone();
        assert_eq!(newest(&mut again).await["pot"], "99.00");
        let moved = start("key-of-start-0002", 5, "1700", "1680").await;
        assert_eq!(moved.refuses(409, "quote_changed").body["data"]["quoted"]["received"], "98.66");
        start("key-of-start-0003", 31, "1701", "1681").await.refuses(409, "quote_changed");
        assert_eq!(balances(&mut again).await.0, "151000.00");
    }

    async fn a_transfer_is_converted_when_it_arrives(world: World) {
        rate_is(world, "1500", "1480").await;
        let plan = offered(world, "preserve", in_dollars).await;
        let (mut ada, _) = saver(world, "100.00").await;
        subscribe_by_pin(&ada, KEY, wanted(&plan, "14900.00", "bank")).await.expect(201);
        rate_is(world, "1610", "1590").await;
        credit(world, &mut ada, "NGN", "14900.00").await;
        let found = newest(&mut ada).await;
        assert_eq!((&found["status"], &found["pot"]), (&json!("ACTIVE"), &json!("9.21")));
        crate::reconciliation::agrees(world).await;
        // Without a current rate the money stays, and the plan waits.
        subscribe_by_pin(&ada, "key-of-start-0002", wanted(&plan, "14901.00", "bank")).await.expect(201);
        world.program(&["tenant", "set", "ajo", "--currencies", "NGN"]);
        credit(world, &mut ada, "NGN", "14901.00").await;
        assert_eq!(newest(&mut ada).await["status"], "PENDING");
        let comment = text(&ada.get("/transaction/me").await.data()["data"][0]["comment"]);
        assert!(comment.starts_with("School fees could not be converted now."), "{comment}");
        // And nobody can choose it any more.
        assert_eq!(ada.get("/plans?type=savings").await.data(), &json!([]));
        crate::reconciliation::agrees(world).await;
    }

    async fn collected_instalments_are_converted_too(world: World) {
        rate_is(world, "1500", "1480").await;
        let plan = offered(world, "preserve", in_dollars).await;
        let (ada, email) = saver(world, "300000.00").await;
        let mut body = twice(&plan, "149000.00", "wallet");
        body["collects"] = json!(true);
        subscribe_by_pin(&ada, KEY, body).await.expect(201);
        world.advance_seconds(7 * DAY_SECONDS);
        rate_is(world, "1500", "1480").await;
        job::run(&world.app).await.unwrap();
        let mut ada = back(world, &email).await;
        assert_eq!(newest(&mut ada).await["pot"], "198.00");
        let line = ada.get("/transaction/me").await.data()["data"][0].clone();
        assert_eq!(line["comment"], "Held as $99.00, at $1 = ₦1,490.00 less 1%.");
        crate::reconciliation::agrees(world).await;
    }

    async fn only_flexible_savings_without_a_return_are_held_in_another_currency(world: World) {
        offered(world, "preserve", in_dollars).await;
        for change in [
            Facts { is_flexible: Some(false), ..Facts::default() },
            Facts { is_group: Some(true), ..Facts::default() },
            Facts { return_rate: Some("5".into()), ..Facts::default() },
            Facts { pot_currency: Some(Currency::Btc), ..Facts::default() },
        ] {
            let set = products::set(&world.app, "ajo", "preserve", &change, "Grace").await;
            assert_eq!(set.unwrap_err().violations()[0].field, "pot_currency");
        }
    }
}
