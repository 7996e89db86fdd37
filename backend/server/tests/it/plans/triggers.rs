//! Savings paid by the change of payments and by shares of what arrives.

use super::*;
use crate::wallet::{balances, transfer, wallet_number};
use plans::savings::triggers;

async fn set(person: &Caller, plan: &Value, key: &str, body: Value) -> Answer {
    let path = format!("/subscriptions/{}/trigger", text(&plan["id"]));
    person.with("idempotency-key", key).post(&path, body).await
}

async fn flexible(world: &World) -> String {
    offered(world, "flexible", |facts| facts.is_flexible = Some(true)).await
}

on_both! {
    async fn the_change_of_payments_is_saved_once(world: World) {
        let plan = flexible(world).await;
        let (mut ada, email) = saver(world, "5000.00").await;
        let (mut ben, _) = saver(world, "100.00").await;
        subscribe(&mut ada, &plan, "200.00", "key-00000001").await.expect(201);
        let number = wallet_number(&mut ben).await;
        transfer(&mut ada, &number, "130.00", "key-00000002").await.expect(201);
        world.advance_seconds(1);
        let found = newest(&mut ada).await;
        let on = json!({ "kind": "round_up", "is_on": true, "figure": "100" });
        set(&ada, &found, "key-00000003", on).await.expect(200);
        // Earlier payments are not counted.
        assert_eq!(triggers::run(&world.app).await.unwrap(), 0);
        world.advance_seconds(1);
        transfer(&mut ada, &number, "130.50", "key-00000004").await.expect(201);
        transfer(&mut ada, &number, "300.00", "key-00000005").await.expect(201);
        let before = balances(&mut ada).await.0;
        let (one, other) = tokio::join!(triggers::run(&world.app), triggers::run(&world.app));
        assert_eq!(one.unwrap() + other.unwrap(), 1);
        let found = newest(&mut ada).await;
        assert_eq!((&found["pot"], &found["savings"][1]["amount_paid"]), (&json!("269.50"), &json!("69.50")));
        assert_eq!(found["triggers"], json!([{ "kind": "round_up", "figure": "100.00", "percent": null }]));
        assert_ne!(before, balances(&mut ada).await.0);
        assert_eq!(triggers::run(&world.app).await.unwrap(), 0);
        crate::reconciliation::agrees(world).await;
        // Days later, only new payments count, however long the earlier ones were counted ago.
        for day in 0..3_i64 {
            world.advance_seconds(DAY_SECONDS);
            assert_eq!(triggers::run(&world.app).await.unwrap(), 0);
            let mut ada = back(world, &email).await;
            transfer(&mut ada, &number, "150.00", &format!("key-of-day-{day:08}")).await.expect(201);
            assert_eq!(triggers::run(&world.app).await.unwrap(), 1);
        }
        let mut ada = back(world, &email).await;
        assert_eq!(newest(&mut ada).await["pot"], "419.50");
        // Switched off, or with a plan that has ended, nothing more is saved.
        let off = json!({ "kind": "round_up", "is_on": false });
        assert_eq!(set(&ada, &found, "key-00000006", off).await.expect(200).data()["triggers"], json!([]));
        world.advance_seconds(1);
        transfer(&mut ada, &number, "130.50", "key-00000007").await.expect(201);
        assert_eq!(triggers::run(&world.app).await.unwrap(), 0);
    }
}

on_one! {
    async fn a_share_of_what_arrives_is_saved(world: World) {
        let plan = flexible(world).await;
        let (mut ada, email) = saver(world, "5000.00").await;
        subscribe(&mut ada, &plan, "2000.00", "key-00000001").await.expect(201);
        let first = newest(&mut ada).await;
        subscribe(&mut ada, &plan, "1000.00", "key-00000002").await.expect(201);
        let second = newest(&mut ada).await;
        let share = |percent: &str| json!({ "kind": "salary", "is_on": true, "figure": "10000", "percent": percent });
        set(&ada, &first, "key-00000003", share("70")).await.expect(200);
        set(&ada, &second, "key-00000004", share("31")).await.breaks(&[("percent", "not_allowed")]);
        set(&ada, &second, "key-00000005", share("5")).await.expect(200);
        world.advance_seconds(1);
        credit(world, &mut ada, "NGN", "9999.00").await;
        assert_eq!(triggers::run(&world.app).await.unwrap(), 0);
        // Nor is a transfer shared that a plan waits for.
        world.advance_seconds(1);
        subscribe_by_pin(&ada, "key-00000006", wanted(&plan, "15000.00", "bank")).await.expect(201);
        credit(world, &mut ada, "NGN", "15000.00").await;
        assert_eq!(newest(&mut ada).await["pot"], "15000.00");
        assert_eq!(triggers::run(&world.app).await.unwrap(), 0);
        world.advance_seconds(1);
        credit(world, &mut ada, "NGN", "20000.00").await;
        assert_eq!(triggers::run(&world.app).await.unwrap(), 2);
        // A card that is charged for the wallet is no income, nor is a transfer that a plan waits for.
        // Seventy percent is more than is left to pay of the first plan.
        let pots = ada.get("/subscriptions").await;
        let pots = pots.data()["data"].as_array().unwrap().iter().map(|one| text(&one["pot"])).collect::<Vec<_>>();
        assert_eq!(pots, ["15000.00", "2000.00", "6000.00"]);
        let told = crate::inbox::emails(world, &email, "Savings").await;
        assert!(told.iter().any(|text| text.contains("₦4,000.00 of the money that arrived was saved for your savings \"School fees\"")), "{told:?}");
        crate::reconciliation::agrees(world).await;
    }

    async fn what_the_wallet_lacks_is_left_out(world: World) {
        let plan = flexible(world).await;
        let (mut ada, _) = saver(world, "330.00").await;
        let (mut ben, _) = saver(world, "100.00").await;
        subscribe(&mut ada, &plan, "200.00", "key-00000001").await.expect(201);
        let found = newest(&mut ada).await;
        let on = json!({ "kind": "round_up", "is_on": true, "figure": "100" });
        set(&ada, &found, "key-00000002", on).await.expect(200);
        world.advance_seconds(1);
        let number = wallet_number(&mut ben).await;
        transfer(&mut ada, &number, "101.00", "key-00000003").await.expect(201);
        triggers::run(&world.app).await.unwrap();
        assert_eq!((newest(&mut ada).await["pot"].clone(), balances(&mut ada).await.0), (json!("229.00"), "0.00".into()));
        for (body, field) in [
            (json!({ "kind": "luck", "is_on": true, "figure": "100" }), "kind"),
            (json!({ "kind": "round_up", "is_on": true, "figure": "0" }), "figure"),
            (json!({ "kind": "salary", "is_on": true, "figure": "100", "percent": "x" }), "percent"),
        ] {
            let refused = set(&ada, &found, &format!("key-of-{field:0>9}"), body).await;
            refused.breaks(&[(field, "not_allowed")]);
        }
    }
}
