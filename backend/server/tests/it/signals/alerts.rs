//! The subscription: its price, its end, and the notices.

use super::{MONTH, PAYEE, board, board_of, email, later, subscribe, subscriber, until};
use crate::support::World;
use crate::wallet::{authorised, balances, credit, holder};
use serde_json::{Value, json};
use signals::alerts::gaps::extend_due;
use signals::alerts::notices::tell_due;

const DAY_SECONDS: i64 = 24 * 60 * 60;

/// Subjects of the emails about signals to a user, newest first.
async fn letters(world: &World, email: &str) -> Vec<String> {
    let sent = world.messages_to(email).await;
    let subjects = sent.iter().filter_map(|one| one["subject"].as_str());
    let about = subjects.filter(|subject| subject.contains("trade signals"));
    about.map(String::from).collect()
}

on_one! {
    async fn a_month_is_quoted_and_paid_for(world: World) {
        board(world).await;
        let mut ada = holder(world, "20000.00").await;
        assert_eq!(until(&mut ada).await, Value::Null);
        let quote = ada.post("/quotes/alerts", json!({})).await.expect(200).data().clone();
        assert_eq!((&quote["total"], &quote["fee"], &quote["payee"]), (&json!(MONTH), &json!("0.00"), &json!(PAYEE)));

        let mut payer = authorised(&mut ada, "alert_subscription", MONTH, PAYEE, "key-00000001").await;
        let body = json!({ "quote_id": quote["id"] });
        let answer = payer.post("/alerts/subscribe", body.clone()).await;
        let paid = answer.expect(201).data().clone();
        assert_eq!((&paid["category"], &paid["status"], &paid["net_amount"]), (&json!("alert-subscription"), &json!("SUCCESSFUL"), &json!(MONTH)));
        assert_eq!(balances(&mut ada).await, ("5200.00".into(), "5200.00".into()));
        assert_eq!(until(&mut ada).await, "2026-12-20T09:00:00.000Z");

        // A repeat under the same key neither pays nor extends it again.
        assert_eq!(payer.post("/alerts/subscribe", body).await.expect(201).body, answer.body);
        assert_eq!(balances(&mut ada).await.0, "5200.00");
        assert_eq!(until(&mut ada).await, "2026-12-20T09:00:00.000Z");
    }

    async fn the_next_month_begins_at_the_end_of_the_current_one(world: World) {
        let mut ada = subscriber(world).await;
        later(world, &mut ada, 10 * DAY_SECONDS).await;
        credit(world, &mut ada, "NGN", "40000.00").await;
        board(world).await;
        subscribe(&mut ada, "key-00000002").await.expect(201);
        assert_eq!(until(&mut ada).await, "2027-01-20T09:00:00.000Z");
        later(world, &mut ada, 70 * DAY_SECONDS).await;
        board(world).await;
        subscribe(&mut ada, "key-00000003").await.expect(201);
        assert_eq!(until(&mut ada).await, "2027-03-08T09:00:00.000Z");
    }

    async fn without_enough_money_or_a_pin_nothing_is_paid(world: World) {
        board(world).await;
        let mut poor = holder(world, "14799.99").await;
        poor.post("/quotes/alerts", json!({})).await.breaks(&[("amount", "insufficient_balance")]);
        subscribe(&mut poor, "key-00000001").await.breaks(&[("amount", "insufficient_balance")]);
        assert_eq!((until(&mut poor).await, balances(&mut poor).await.0), (Value::Null, "14799.99".into()));

        let mut ada = holder(world, "20000.00").await;
        let mut keyed = ada.with("idempotency-key", "key-00000001");
        keyed.post("/alerts/subscribe", json!({})).await.refuses(403, "pin_authorisation_required");
        let mut other = authorised(&mut ada, "alert_subscription", "14800.01", PAYEE, "key-00000002").await;
        other.post("/alerts/subscribe", json!({})).await.refuses(403, "pin_authorisation_required");
        world.caller().post("/quotes/alerts", json!({})).await.refuses(401, "unauthenticated");
        world.caller().with("idempotency-key", "key-00000003").post("/alerts/subscribe", json!({})).await.refuses(401, "unauthenticated");
        assert_eq!((until(&mut ada).await, balances(&mut ada).await.0), (Value::Null, "20000.00".into()));
    }
}

on_both! {
    async fn of_two_concurrent_subscriptions_with_money_for_one_one_is_paid(world: World) {
        board(world).await;
        let mut ada = holder(world, "20000.00").await;
        let mut first = authorised(&mut ada, "alert_subscription", MONTH, PAYEE, "key-00000001").await;
        let mut second = authorised(&mut ada, "alert_subscription", MONTH, PAYEE, "key-00000002").await;
        let (one, other) = tokio::join!(
            first.post("/alerts/subscribe", json!({})),
            second.post("/alerts/subscribe", json!({}))
        );
        let mut statuses = [one.status, other.status].map(|status| status.as_u16());
        statuses.sort_unstable();
        assert_eq!(statuses, [201, 422]);
        assert_eq!(until(&mut ada).await, "2026-12-20T09:00:00.000Z");
        assert_eq!(balances(&mut ada).await.0, "5200.00");
    }

    async fn a_just_extended_subscription_sends_no_end_notice(world: World) {
        let mut ada = subscriber(world).await;
        let to = email(&mut ada).await;
        for seconds in [27 * DAY_SECONDS, 34 * DAY_SECONDS] {
            world.advance_seconds(seconds);
            let mut tx = world.app.db.begin().await.unwrap();
            let extended = "UPDATE alert_subscriptions SET until_ms = until_ms + 2678400000";
            assert_eq!(sqlx::query(extended).execute(tx.connection()).await.unwrap().rows_affected(), 1);
            let app = world.app.clone();
            let telling = tokio::spawn(async move { tell_due(&app).await });
            world.until_stuck(&telling).await;
            tx.commit().await.unwrap();
            telling.await.unwrap().unwrap();
            assert_eq!(letters(world, &to).await.len(), 0, "{seconds}");
        }
    }

    async fn concurrent_servers_announce_an_end_once(world: World) {
        let mut ada = subscriber(world).await;
        let to = email(&mut ada).await;
        for (seconds, told) in [(27 * DAY_SECONDS, 1), (3 * DAY_SECONDS + 1, 2)] {
            world.advance_seconds(seconds);
            let mut tx = world.app.db.begin().await.unwrap();
            sqlx::query("UPDATE alert_subscriptions SET until_ms = until_ms").execute(tx.connection()).await.unwrap();
            let servers = [world.app.clone(), world.app.clone()].map(|app| tokio::spawn(async move { tell_due(&app).await }));
            world.until_all_stuck(&servers).await;
            tx.commit().await.unwrap();
            for server in servers {
                server.await.unwrap().unwrap();
            }
            assert_eq!(letters(world, &to).await.len(), told);
        }
    }
}

on_one! {
    async fn the_end_is_announced_three_days_before_and_at_the_end(world: World) {
        let mut ada = subscriber(world).await;
        let to = email(&mut ada).await;
        // By email once, not twice as email and alert.
        let by_email = json!({ "name": "enable_email", "value": "true" });
        ada.post("/account/settings", by_email).await.expect(200);
        let login = json!({ "email": to, "password": crate::support::PASSWORD });
        world.advance_seconds(27 * DAY_SECONDS - 1);
        assert_eq!(tell_due(&world.app).await.unwrap(), 0);
        world.advance_seconds(1);
        assert_eq!(tell_due(&world.app).await.unwrap(), 1);
        assert_eq!(tell_due(&world.app).await.unwrap(), 0);
        assert_eq!(letters(world, &to).await, ["Ajo: your trade signals end soon"]);
        world.advance_seconds(3 * DAY_SECONDS);
        assert_eq!(tell_due(&world.app).await.unwrap(), 0);
        world.advance_seconds(1);
        assert_eq!(tell_due(&world.app).await.unwrap(), 1);
        assert_eq!(tell_due(&world.app).await.unwrap(), 0);
        assert_eq!(letters(world, &to).await, ["Ajo: your trade signals have ended", "Ajo: your trade signals end soon"]);

        ada.post("/auth/login", login).await.expect(200);
        // A new month has its own end. After an outage, only notices that still apply are sent.
        credit(world, &mut ada, "NGN", "40000.00").await;
        board(world).await;
        subscribe(&mut ada, "key-00000002").await.expect(201);
        world.advance_seconds(60 * DAY_SECONDS);
        assert_eq!(tell_due(&world.app).await.unwrap(), 1);
        assert_eq!(letters(world, &to).await.len(), 3);
    }
}

on_one! {
    async fn no_month_is_sold_without_current_signals(world: World) {
        let mut ada = holder(world, "40000.00").await;
        let refused = ada.post("/quotes/alerts", json!({})).await;
        refused.refuses(409, "no_signals");
        let message = refused.body["message"].as_str().unwrap();
        assert!(message.contains("You can buy one as soon as new signals are here"), "{message}");
        assert_eq!(ada.get("/predictions").await.data()["not_sold"], message);
        subscribe(&mut ada, "key-00000001").await.refuses(409, "no_signals");

        board(world).await;
        assert_eq!(ada.get("/predictions").await.data()["not_sold"], Value::Null);
        later(world, &mut ada, DAY_SECONDS - 1).await;
        ada.post("/quotes/alerts", json!({})).await.expect(200);
        world.advance_seconds(1);
        ada.post("/quotes/alerts", json!({})).await.refuses(409, "no_signals");
        board_of(world, "{}").await;
        ada.post("/quotes/alerts", json!({})).await.refuses(409, "no_signals");
        assert_eq!((until(&mut ada).await, balances(&mut ada).await.0), (Value::Null, "40000.00".into()));
    }

    async fn days_without_signals_extend_the_subscriptions_that_lost_them(world: World) {
        let mut ada = subscriber(world).await;
        let to = email(&mut ada).await;
        board(world).await;
        later(world, &mut ada, DAY_SECONDS).await;
        assert_eq!(extend_due(&world.app).await.unwrap(), 0);
        // Less than an hour.
        later(world, &mut ada, 3_599).await;
        assert_eq!(extend_due(&world.app).await.unwrap(), 0);
        world.advance_seconds(1);
        assert_eq!(extend_due(&world.app).await.unwrap(), 1);
        assert_eq!(extend_due(&world.app).await.unwrap(), 0);
        later(world, &mut ada, DAY_SECONDS).await;
        assert_eq!(until(&mut ada).await, "2026-12-21T09:00:00.000Z");
        assert_eq!(extend_due(&world.app).await.unwrap(), 1);
        assert_eq!(until(&mut ada).await, "2026-12-22T09:00:00.000Z");
        let told = world.messages_to(&to).await;
        let longer = told.iter().filter(|one| one["subject"] == "Ajo: Your trade signals last longer");
        assert_eq!(longer.count(), 2);
        assert!(ada.get("/notices").await.text.contains("We have added a day to your subscription"));

        // The signals are back: who subscribes now has lost nothing.
        board(world).await;
        let mut eve = holder(world, "20000.00").await;
        subscribe(&mut eve, "key-00000002").await.expect(201);
        let end = until(&mut eve).await;
        assert_eq!(extend_due(&world.app).await.unwrap(), 0);
        later(world, &mut eve, 3_600).await;
        assert_eq!(extend_due(&world.app).await.unwrap(), 0);
        assert_eq!(until(&mut eve).await, end);
    }
}

on_both! {
    async fn a_board_emptied_meanwhile_sells_no_month(world: World) {
        board(world).await;
        let mut ada = holder(world, "20000.00").await;
        let mut payer = authorised(&mut ada, "alert_subscription", MONTH, PAYEE, "key-00000001").await;
        let mut tx = world.app.db.begin().await.unwrap();
        sqlx::query("UPDATE predictions SET signals = '{}'").execute(tx.connection()).await.unwrap();
        let paying = tokio::spawn(async move { payer.post("/alerts/subscribe", json!({})).await });
        world.until_stuck(&paying).await;
        tx.commit().await.unwrap();
        paying.await.unwrap().refuses(409, "no_signals");
        assert_eq!((until(&mut ada).await, balances(&mut ada).await.0), (Value::Null, "20000.00".into()));
    }

    async fn concurrent_servers_extend_a_subscription_once(world: World) {
        let mut ada = subscriber(world).await;
        board(world).await;
        later(world, &mut ada, DAY_SECONDS).await;
        assert_eq!(extend_due(&world.app).await.unwrap(), 0);
        later(world, &mut ada, 7_200).await;
        let mut tx = world.app.db.begin().await.unwrap();
        sqlx::query("UPDATE alert_subscriptions SET until_ms = until_ms").execute(tx.connection()).await.unwrap();
        let servers = [world.app.clone(), world.app.clone()].map(|app| tokio::spawn(async move { extend_due(&app).await }));
        world.until_all_stuck(&servers).await;
        tx.commit().await.unwrap();
        let mut extended = 0;
        for server in servers {
            extended += server.await.unwrap().unwrap();
        }
        assert_eq!(extended, 1);
        assert_eq!(until(&mut ada).await, "2026-12-21T09:00:00.000Z");
    }
}
