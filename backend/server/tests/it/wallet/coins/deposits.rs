//! Coin deposits: a personal address, and one credit after enough confirmations.

use super::*;
use sqlx::Row;
use wallet::coins::deposits::look_due;

on_one! {
    async fn a_deposit_address_is_permanent_and_personal(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        let mut bola = world.member(&fresh_email()).await;
        let hers = address(&mut ada, "BTC", "bitcoin").await;
        assert_eq!(address(&mut ada, "BTC", "bitcoin").await, hers);
        assert_ne!(address(&mut bola, "BTC", "bitcoin").await, hers);
        // The wallet shows the address on the usual network until that of another one is requested.
        assert_eq!(wallet(&mut ada, "BTC").await["address"], json!(hers));
        assert_eq!(wallet(&mut ada, "NGN").await["address"], json!(null));
        let over_ethereum = address(&mut bola, "USDT", "ethereum").await;
        assert_eq!(wallet(&mut bola, "USDT").await["address"], json!(over_ethereum));
        let over_tron = address(&mut bola, "USDT", "tron").await;
        assert_eq!(wallet(&mut bola, "USDT").await["address"], json!(over_tron));
        assert_ne!(address(&mut ada, "USDT", "tron").await, address(&mut ada, "USDT", "ethereum").await);
        ada.post("/coins/address", json!({ "symbol": "BTC", "network": "tron" })).await.breaks(&[("network", "not_one_of")]);
        ada.post("/coins/address", json!({ "symbol": "NGN", "network": "tron" })).await.breaks(&[("symbol", "not_one_of")]);
        let told = ada.post("/coins/address", json!({ "symbol": "USDT", "network": "tron" })).await;
        assert_eq!(told.expect(200).data()["warning"], "Send only USDT over Tron to this address. Other coins, and USDT over another network, would be lost.");
    }

    async fn a_deposit_is_credited_once_after_its_confirmations(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        let own = address(&mut ada, "BTC", "bitcoin").await;
        for confirmations in 0..3 {
            arrive(world, &own, "0.25", confirmations, Some("T-1")).await;
            assert_eq!(balance(&mut ada, "BTC").await.0, "0.00000000");
        }
        for confirmations in [3, 4, 4, 50] {
            arrive(world, &own, "0.25", confirmations, Some("T-1")).await;
            assert_eq!(balance(&mut ada, "BTC").await.0, "0.25000000");
        }
        arrive(world, &own, "0.25", 3, Some("T-2")).await;
        assert_eq!(balance(&mut ada, "BTC").await.0, "0.50000000");
        let lines = ada.get("/transaction/me?category=crypto-receive").await;
        assert_eq!(lines.expect(200).data()["total"], 2);
        assert_eq!(lines.data()["data"][0]["counterparty"]["account_number"], json!(own));
    }

    async fn a_pending_deposit_is_listed_until_it_is_credited(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        let mut bola = world.member(&fresh_email()).await;
        let own = address(&mut ada, "BTC", "bitcoin").await;
        for confirmations in [0, 2] {
            arrive(world, &own, "0.25", confirmations, Some("T-1")).await;
            assert_eq!(ada.get("/coins/arrivals").await.expect(200).data(), &json!([{ "id": "T-1", "coin": "BTC", "network": "bitcoin", "amount": "0.25000000",
                "confirmations": confirmations, "needed": 3, "seen_at": "2026-11-20T09:00:00.000Z" }]));
        }
        assert_eq!(bola.get("/coins/arrivals").await.expect(200).data(), &json!([]));
        arrive(world, &own, "0.25", 3, Some("T-1")).await;
        assert_eq!(ada.get("/coins/arrivals").await.expect(200).data(), &json!([]));
        assert_eq!(balance(&mut ada, "BTC").await.0, "0.25000000");
    }
}

on_both! {
    async fn a_stale_query_does_not_relist_a_credited_deposit(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        let own = address(&mut ada, "BTC", "bitcoin").await;
        // One server has read that it waits, and is paused; another one credits it.
        let mut paused = world.app.pause.next();
        let (mut caller, body) = (world.caller(), json!({ "address": own, "amount": "0.25", "confirmations": 2, "id": "T-1" }));
        let looking = tokio::spawn(async move { caller.post("/sandbox/coins", body).await });
        paused.reached().await;
        arrive(world, &own, "0.25", 3, Some("T-1")).await;
        paused.go();
        looking.await.unwrap().expect(200);
        assert_eq!(ada.get("/coins/arrivals").await.expect(200).data(), &json!([]));
        assert_eq!(balance(&mut ada, "BTC").await.0, "0.25000000");
    }

    async fn a_deposit_of_zero_is_not_listed_and_blocks_no_other(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        let own = address(&mut ada, "BTC", "bitcoin").await;
        arrive(world, &own, "0.25", 1, Some("T-1")).await;
        let mut tx = world.app.db.begin().await.unwrap();
        sqlx::query("UPDATE sandbox_coin_deposits SET amount = '0'").execute(tx.connection()).await.unwrap();
        tx.commit().await.unwrap();
        arrive(world, &own, "0.5", 1, Some("T-2")).await;
        let listed = ada.get("/coins/arrivals").await;
        let listed: Vec<&Value> = listed.expect(200).data().as_array().unwrap().iter().map(|one| &one["id"]).collect();
        assert_eq!(listed, ["T-2"]);
    }

    async fn a_deposit_without_a_second_notice_is_found_by_the_job(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        let own = address(&mut ada, "BTC", "bitcoin").await;
        arrive(world, &own, "0.25", 1, Some("T-1")).await;
        let mut tx = world.app.db.begin().await.unwrap();
        sqlx::query("UPDATE sandbox_coin_deposits SET confirmations = 3").execute(tx.connection()).await.unwrap();
        tx.commit().await.unwrap();
        world.advance_seconds(31);
        assert_eq!(look_due(&world.app).await.unwrap(), 1);
        assert_eq!(balance(&mut ada, "BTC").await.0, "0.25000000");
        // Nothing is pending any more: it is queried a few times and then no more.
        for _ in 0..8 {
            world.advance_seconds(700);
            look_due(&world.app).await.unwrap();
        }
        world.advance_seconds(700);
        assert_eq!(look_due(&world.app).await.unwrap(), 0);
        let credits = sqlx::query("SELECT COUNT(*) AS credits FROM coin_deposits")
            .fetch_one(&mut *world.app.db.read().await.unwrap())
            .await
            .unwrap();
        assert_eq!(credits.get::<i64, _>("credits"), 1);
    }

    async fn concurrent_deposit_notices_credit_once(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        let own = address(&mut ada, "BTC", "bitcoin").await;
        let notices: Vec<_> = (0..10)
            .map(|_| {
                let (mut caller, own) = (world.caller(), own.clone());
                tokio::spawn(async move {
                    let body = json!({ "address": own, "amount": "0.1", "confirmations": 3, "id": "T-1" });
                    caller.post("/sandbox/coins", body).await
                })
            })
            .collect();
        for notice in notices {
            notice.await.unwrap();
        }
        assert_eq!(balance(&mut ada, "BTC").await.0, "0.10000000");
    }
}

on_one! {
    async fn an_unavailable_custodian_is_retried(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        let own = address(&mut ada, "BTC", "bitcoin").await;
        port_will(world, "custody", "lose_request").await;
        let body = json!({ "address": own, "amount": "0.1", "confirmations": 3, "id": "T-1" });
        world.caller().post("/sandbox/coins", body).await.refuses(503, "coins_unavailable");
        let mut bola = world.member(&fresh_email()).await;
        bola.post("/coins/address", json!({ "symbol": "BTC", "network": "bitcoin" })).await.refuses(503, "coins_unavailable");
        port_will(world, "custody", "succeed").await;
        world.advance_seconds(31);
        look_due(&world.app).await.unwrap();
        assert_eq!(balance(&mut ada, "BTC").await.0, "0.10000000");
    }

    async fn a_notice_without_the_custodians_signature_is_refused(world: World) {
        let body = json!({ "type": "InvoiceSettled", "metadata": { "orderId": "somebody" } });
        world.caller().post("/hooks/custody", body).await.refuses(401, "unauthenticated");
    }
}

on_both! {
    async fn an_uncreditable_deposit_blocks_no_later_ones(world: World) {
        let email = fresh_email();
        let mut ada = world.member(&email).await;
        let own = address(&mut ada, "BTC", "bitcoin").await;
        arrive(world, &own, "0.25", 3, Some("T-1")).await;
        // The custodian changes its response.
        let mut tx = world.app.db.begin().await.unwrap();
        sqlx::query("UPDATE sandbox_coin_deposits SET amount = '0.75' WHERE id = 'T-1'").execute(tx.connection()).await.unwrap();
        tx.commit().await.unwrap();
        let body = json!({ "address": own, "amount": "0.5", "confirmations": 3, "id": "T-2" });
        world.caller().post("/sandbox/coins", body).await.refuses(409, "credit_differs");
        assert_eq!(balance(&mut ada, "BTC").await.0, "0.75000000");
        // It is queried repeatedly, and credits nothing more.
        for _ in 0..3 {
            world.advance_seconds(700);
            look_due(&world.app).await.unwrap();
        }
        crate::support::sign_in(&mut ada, &email).await;
        assert_eq!(balance(&mut ada, "BTC").await.0, "0.75000000");
    }
}
