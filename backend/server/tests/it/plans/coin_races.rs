//! Concurrent operations on coin sets: stopped twice, and stopped while the coins are being bought.

use super::coins::{
    LARGE, holding, orders, plan, prices, rounds, set, settled, stop, wallet_minor,
};
use super::*;
use plans::coins::run as work;

fn is_over(set: &Value) -> bool {
    set["status"] == "TERMINATED"
}

on_both! {
    async fn a_set_is_stopped_once(world: World) {
        prices(world, "100000", "4000").await;
        let plan = plan(world, &LARGE).await;
        let mut ada = holding(world, &plan, "150000").await;
        rounds(world, 2).await;
        assert_eq!(set(&mut ada).await["status"], "ACTIVE");
        let mut calls = Vec::new();
        for number in 0..4 {
            let mut person = ada.clone();
            calls.push(tokio::spawn(async move { stop(&mut person, &format!("key-of-stop-{number}")).await }));
        }
        let mut stopped = 0;
        for call in calls {
            let answer = call.await.unwrap();
            assert!([200, 422].contains(&answer.status.as_u16()), "{}", answer.text);
            stopped += usize::from(answer.status == 200);
        }
        assert_eq!(stopped, 1);
        rounds(world, 4).await;
        assert!(is_over(&set(&mut ada).await));
        assert_eq!(orders(world).await, (2, 2));
        // Five percent of the investment, once.
        assert_eq!(settled(world, "system:penalties:NGN").await, 750_000);
        assert_eq!(set(&mut ada).await["pot"], "0.00");
    }

    async fn a_set_stopped_while_its_order_is_placed_is_sold(world: World) {
        prices(world, "100000", "4000").await;
        let plan = plan(world, &["Large Cap Coin:BTC:100"]).await;
        let mut ada = holding(world, &plan, "150000").await;
        let mut paused = world.app.pause.next();
        let app = world.app.clone();
        let buys = tokio::spawn(async move { work(&app).await });
        // The exchange has the order, but it is not recorded in the set yet.
        paused.reached().await;
        assert_eq!(orders(world).await, (1, 0));
        stop(&mut ada, "key-of-stop-00001").await.expect(200);
        paused.go();
        buys.await.unwrap().unwrap();
        rounds(world, 5).await;
        assert!(is_over(&set(&mut ada).await));
        assert_eq!(orders(world).await, (1, 1));
        assert_eq!(settled(world, "system:penalties:NGN").await, 750_000);
        assert_eq!(wallet_minor(&mut ada).await, 15_000_000 - 750_000 - 29_985);
    }

    async fn concurrent_stopping_and_buying_loses_no_money(world: World) {
        prices(world, "100000", "4000").await;
        let plan = plan(world, &LARGE).await;
        let mut ada = holding(world, &plan, "150000").await;
        let mut person = ada.clone();
        let stops = tokio::spawn(async move { stop(&mut person, "key-of-stop-00001").await });
        let works: Vec<_> = (0..3).map(|_| {
            let app = world.app.clone();
            tokio::spawn(async move { work(&app).await })
        }).collect();
        stops.await.unwrap().expect(200);
        for one in works {
            one.await.unwrap().unwrap();
        }
        rounds(world, 6).await;
        assert!(is_over(&set(&mut ada).await));
        let (bought, sold) = orders(world).await;
        assert_eq!(bought, sold);
        let rest = wallet_minor(&mut ada).await;
        // Five percent of the purchases: of both coins, of BTC (60%), of ETH or of nothing. Buying and reselling costs
        // the exchange's fee twice.
        let penalty = settled(world, "system:penalties:NGN").await;
        let fees = match (bought, penalty) {
            (2, 750_000) => 29_979,
            (1, 450_000) => 17_985,
            (1, 300_000) => 11_994,
            (0, 0) => 0,
            other => panic!("{other:?}: {rest}"),
        };
        assert_eq!(rest, 15_000_000 - penalty - fees);
    }

    async fn a_set_matures_while_it_is_stopped(world: World) {
        prices(world, "100000", "4000").await;
        let plan = plan(world, &["Large Cap Coin:BTC:100"]).await;
        let mut ada = holding(world, &plan, "150000").await;
        rounds(world, 3).await;
        world.advance_seconds(30 * DAY_SECONDS);
        prices(world, "100000", "4000").await;
        again(world, &mut ada).await;
        let mut person = ada.clone();
        let stops = tokio::spawn(async move { stop(&mut person, "key-of-stop-00001").await });
        let app = world.app.clone();
        let works = tokio::spawn(async move { work(&app).await });
        let stopped = stops.await.unwrap();
        works.await.unwrap().unwrap();
        rounds(world, 5).await;
        // Either call ends it, without a penalty at maturity.
        let expected = if stopped.status == 200 { "TERMINATED" } else { "COMPLETED" };
        assert_eq!(set(&mut ada).await["status"], expected, "{}", stopped.text);
        assert_eq!(settled(world, "system:penalties:NGN").await, 0);
        assert_eq!(orders(world).await, (1, 1));
    }
}
