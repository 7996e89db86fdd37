//! The daily job: due dates, collection, payout; each day once.

use super::*;
use crate::wallet::balances;

pub async fn auto_save(person: &mut Caller) {
    let setting = json!({ "name": "auto_save", "value": "true" });
    let set = person.post("/account/settings", setting).await;
    assert!(set.status.is_success(), "{}", set.text);
}

on_one! {
    async fn instalments_fall_due_and_the_pot_comes_back_at_the_end(world: World) {
        let plan = offered(world, "target", |_| ()).await;
        let (mut ada, email) = saver(world, "1000.00").await;
        subscribe(&mut ada, &plan, "200.00", "key-00000001").await.expect(201);
        days_pass(world, 29).await;
        let mut ada = back(world, &email).await;
        assert_eq!(newest(&mut ada).await["savings"][1]["status"], "PENDING");
        days_pass(world, 1).await;
        let mut ada = back(world, &email).await;
        let mine = newest(&mut ada).await;
        assert_eq!((&mine["savings"][1]["status"], &mine["progress"]["due"]), (&json!("DUE"), &json!("200.00")));
        assert_eq!(balances(&mut ada).await.0, "800.00");
        // Missed instalments can be paid until the end.
        days_pass(world, 61).await;
        let mut ada = back(world, &email).await;
        assert_eq!(newest(&mut ada).await["status"], "ACTIVE");
        pay(&mut ada, &text(&mine["savings"][1]["id"]), "200.00", "200.00", "key-00000002").await.expect(201);
        days_pass(world, 1).await;
        let mut ada = back(world, &email).await;
        let mine = newest(&mut ada).await;
        assert_eq!((&mine["status"], &mine["pot"]), (&json!("COMPLETED"), &json!("0.00")));
        assert_eq!(balances(&mut ada).await.0, "1000.00");
        assert_eq!(days_pass(world, 1).await, job::Done::default());
    }

    async fn less_than_a_naira_in_the_wallet_is_collected_too(world: World) {
        let plan = offered(world, "target", |_| ()).await;
        let (mut ada, email) = saver(world, "400.40").await;
        auto_save(&mut ada).await;
        subscribe(&mut ada, &plan, "200.00", "key-00000001").await.expect(201);
        days_pass(world, 61).await;
        let mut ada = back(world, &email).await;
        let mine = newest(&mut ada).await;
        let paid: Vec<_> = mine["savings"].as_array().unwrap().iter().map(|one| text(&one["amount_paid"])).collect();
        assert_eq!(paid, ["200.00", "200.00", "0.40"]);
        assert_eq!(balances(&mut ada).await.0, "0.00");
        crate::reconciliation::agrees(world).await;
    }

    async fn auto_save_collects_available_money_oldest_instalment_first(world: World) {
        let plan = offered(world, "target", |_| ()).await;
        let (mut ada, email) = saver(world, "450.00").await;
        auto_save(&mut ada).await;
        subscribe(&mut ada, &plan, "200.00", "key-00000001").await.expect(201);
        // Both days are made up at once, in order.
        days_pass(world, 61).await;
        let mut ada = back(world, &email).await;
        let mine = newest(&mut ada).await;
        let paid: Vec<_> = mine["savings"].as_array().unwrap().iter().map(|one| (text(&one["amount_paid"]), text(&one["status"]))).collect();
        assert_eq!(paid, [("200.00".into(), "PAID".into()), ("200.00".into(), "PAID".into()), ("50.00".into(), "DUE".into())]);
        assert_eq!(balances(&mut ada).await.0, "0.00");
        // Money arriving later is collected the next day.
        credit(world, &mut ada, "NGN", "500.00").await;
        days_pass(world, 1).await;
        let mut ada = back(world, &email).await;
        let mine = newest(&mut ada).await;
        assert_eq!((&mine["progress"]["percent"], balances(&mut ada).await.0), (&json!("100.0"), "350.00".into()));
    }
}

on_both! {
    async fn two_servers_run_a_day_once(world: World) {
        let plan = offered(world, "target", |_| ()).await;
        let mut emails = Vec::new();
        for _ in 0..4 {
            let (mut person, email) = saver(world, "1000.00").await;
            auto_save(&mut person).await;
            subscribe(&mut person, &plan, "200.00", "key-00000001").await.expect(201);
            emails.push(email);
        }
        world.advance_seconds(30 * DAY_SECONDS);
        let jobs: Vec<_> = (0..3).map(|_| {
            let app = world.app.clone();
            tokio::spawn(async move { job::run(&app).await })
        }).collect();
        let mut members = 0;
        for one in jobs {
            let done = one.await.unwrap().unwrap();
            assert_eq!(done.failed, 0);
            members += done.members;
        }
        members += job::run(&world.app).await.unwrap().members;
        assert_eq!(members, 4 * 30);
        for email in emails {
            let mut person = back(world, &email).await;
            assert_eq!(balances(&mut person).await.0, "600.00");
        }
    }

    async fn an_interrupted_day_is_resumed(world: World) {
        let plan = offered(world, "target", |_| ()).await;
        let mut emails = Vec::new();
        for _ in 0..3 {
            let (mut person, email) = saver(world, "1000.00").await;
            auto_save(&mut person).await;
            subscribe(&mut person, &plan, "200.00", "key-00000001").await.expect(201);
            emails.push(email);
        }
        days_pass(world, 29).await;
        world.advance_seconds(DAY_SECONDS);
        // The server crashes before the first member's day is committed.
        let mut paused = world.app.pause.next();
        let app = world.app.clone();
        let dies = tokio::spawn(async move { job::run(&app).await });
        paused.reached().await;
        dies.abort();
        assert!(dies.await.is_err());
        // Another server continues once the lease has expired, and not before.
        assert_eq!(job::run(&world.app).await.unwrap().members, 0);
        world.advance_seconds(61);
        assert_eq!(job::run(&world.app).await.unwrap(), job::Done { members: 3, failed: 0 });
        for email in emails {
            let mut person = back(world, &email).await;
            assert_eq!(balances(&mut person).await.0, "600.00");
        }
    }
}

on_one! {
    async fn unpaid_savings_expire(world: World) {
        let plan = offered(world, "target", |_| ()).await;
        let (ada, email) = saver(world, "10.00").await;
        subscribe_by_pin(&ada, "key-00000001", wanted(&plan, "200.00", "bank")).await.expect(201);
        days_pass(world, 14).await;
        let mut ada = back(world, &email).await;
        assert_eq!(newest(&mut ada).await["status"], "PENDING");
        days_pass(world, 1).await;
        let mut ada = back(world, &email).await;
        assert_eq!(newest(&mut ada).await["status"], "CANCELLED");
        credit(world, &mut ada, "NGN", "200.00").await;
        assert_eq!(balances(&mut ada).await.0, "210.00");
    }
}
