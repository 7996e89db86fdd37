//! Concurrent stopping, paying, and collecting.

use super::*;
use crate::wallet::balances;

on_both! {
    async fn concurrent_stopping_and_paying_loses_no_money(world: World) {
        let plan = offered(world, "target", |_| ()).await;
        let (mut ada, _) = saver(world, "5000.00").await;
        for round in 0..4 {
            let (start, stop, paid) = (format!("key-start-{round}"), format!("key-stop-{round}"), format!("key-paid-{round}"));
            subscribe(&mut ada, &plan, "200.00", &start).await.expect(201);
            let mine = newest(&mut ada).await;
            let (id, second) = (text(&mine["id"]), text(&mine["savings"][1]["id"]));
            let mut payer = authorised(&mut ada, "savings_pay", "200.00", &format!("instalment:{second}"), &paid).await;
            let body = json!({ "id": second, "amount": "200.00", "method": "wallet" });
            let other = ada.clone();
            let (pays, stops) = (
                tokio::spawn(async move { payer.post("/savings/pay", body).await }),
                tokio::spawn(async move { abort(&other, &id, &stop).await }),
            );
            let (pays, stops) = (pays.await.unwrap(), stops.await.unwrap());
            stops.expect(200);
            assert!([201, 422].contains(&pays.status.as_u16()), "{}", pays.text);
            let mine = newest(&mut ada).await;
            assert_eq!((&mine["status"], &mine["pot"]), (&json!("TERMINATED"), &json!("0.00")));
        }
    }

    async fn concurrent_stopping_and_card_payment_loses_no_money(world: World) {
        let plan = offered(world, "target", |_| ()).await;
        let (mut ada, _) = saver(world, "1000.00").await;
        let minor = |text: String| text.replace('.', "").parse::<i64>().unwrap();
        for round in 0..4 {
            let before = minor(balances(&mut ada).await.0);
            subscribe(&mut ada, &plan, "200.00", &format!("key-start-{round}")).await.expect(201);
            let mine = newest(&mut ada).await;
            let (id, second) = (text(&mine["id"]), text(&mine["savings"][1]["id"]));
            let body = json!({ "purpose": "instalment", "id": second, "currency": "NGN", "amount": "200.00" });
            let started = ada.post("/payment/card", body).await;
            let tx_ref = text(&started.expect(201).data()["tx_ref"]);
            world.caller().put(&format!("/sandbox/card/{tx_ref}"), json!({ "deed": "pay" })).await.expect(200);
            let (mut payer, other, stop) = (ada.clone(), ada.clone(), format!("key-stop-{round}"));
            let (arrives, stops) = (
                tokio::spawn(async move { payer.post("/payment/flutter/confirm", json!({ "tx_ref": tx_ref })).await }),
                tokio::spawn(async move { abort(&other, &id, &stop).await }),
            );
            arrives.await.unwrap().expect(200);
            stops.await.unwrap().expect(200);
            let mine = newest(&mut ada).await;
            assert_eq!((&mine["status"], &mine["pot"]), (&json!("TERMINATED"), &json!("0.00")));
            // Five percent of the pot's content at that time.
            let lost = before + 20_000 - minor(balances(&mut ada).await.0);
            assert!([1_000, 2_000].contains(&lost), "{lost}");
        }
    }

    async fn concurrent_stops_and_payments_of_an_instalment_apply_once(world: World) {
        let plan = offered(world, "target", |_| ()).await;
        let (mut ada, _) = saver(world, "1000.00").await;
        subscribe(&mut ada, &plan, "200.00", "key-00000001").await.expect(201);
        let mine = newest(&mut ada).await;
        let second = text(&mine["savings"][1]["id"]);
        let mut calls = Vec::new();
        for number in 0..3 {
            let key = format!("key-paid-{number}");
            let mut payer = authorised(&mut ada, "savings_pay", "200.00", &format!("instalment:{second}"), &key).await;
            let body = json!({ "id": second, "amount": "200.00", "method": "wallet" });
            calls.push(tokio::spawn(async move { payer.post("/savings/pay", body).await.status.as_u16() }));
        }
        let mut paid = 0;
        for call in calls {
            let status = call.await.unwrap();
            assert!([201, 422].contains(&status), "{status}");
            paid += usize::from(status == 201);
        }
        assert_eq!((paid, balances(&mut ada).await.0), (1, "600.00".into()));
        let id = text(&mine["id"]);
        let mut calls = Vec::new();
        for number in 0..3 {
            let (person, id, key) = (ada.clone(), id.clone(), format!("key-stop-{number}"));
            calls.push(tokio::spawn(async move { abort(&person, &id, &key).await.status.as_u16() }));
        }
        let mut stopped = 0;
        for call in calls {
            stopped += usize::from(call.await.unwrap() == 200);
        }
        assert_eq!((stopped, balances(&mut ada).await.0), (1, "980.00".into()));
    }

    async fn the_job_waits_for_a_concurrent_payment_of_the_instalment(world: World) {
        let plan = offered(world, "target", |_| ()).await;
        let (mut ada, email) = saver(world, "1000.00").await;
        let setting = json!({ "name": "auto_save", "value": "true" });
        ada.post("/account/settings", setting).await;
        subscribe(&mut ada, &plan, "200.00", "key-00000001").await.expect(201);
        days_pass(world, 29).await;
        world.advance_seconds(DAY_SECONDS);
        let mut ada = back(world, &email).await;
        let second = text(&newest(&mut ada).await["savings"][1]["id"]);
        let mut payer = authorised(&mut ada, "savings_pay", "200.00", &format!("instalment:{second}"), "key-00000002").await;
        let mut paused = world.app.pause.next();
        let app = world.app.clone();
        let works = tokio::spawn(async move { job::run(&app).await });
        paused.reached().await;
        let body = json!({ "id": second, "amount": "200.00", "method": "wallet" });
        let pays = tokio::spawn(async move { payer.post("/savings/pay", body).await });
        world.until_stuck(&pays).await;
        paused.go();
        assert_eq!(works.await.unwrap().unwrap().failed, 0);
        pays.await.unwrap().breaks(&[("id", "not_allowed")]);
        assert_eq!(balances(&mut ada).await.0, "600.00");
    }
}
