//! Strategies of a user.

use crate::support::{World, all_at_once, fresh_email};
use serde_json::{Value, json};
use std::collections::BTreeMap;

const FIELDS: [&str; 8] = [
    "percent_change_1h",
    "percent_change_24h",
    "percent_change_7d",
    "percent_change_30d",
    "max_supply",
    "circulating_supply",
    "market_cap",
    "price",
];

pub fn strategy(price: &str) -> Value {
    let mut form = json!({
        "percent_change_1h": "-0.5", "percent_change_24h": "2", "percent_change_7d": "4.25", "percent_change_30d": "-12",
        "max_supply": "21000000", "circulating_supply": "19700000", "market_cap": "1300000000000",
    });
    form["price"] = json!(price);
    form
}

on_one! {
    async fn a_strategy_is_added_changed_switched_and_deleted(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        assert_eq!(ada.get("/strategies").await.expect(200).data(), &json!([]));
        let added = ada.post("/strategies", strategy("65000")).await.expect(201).data().clone();
        assert_eq!((&added["price"], &added["is_active"], &added["percent_change_30d"]), (&json!("65000"), &json!(false), &json!("-12")));
        let path = format!("/strategies/{}", added["id"].as_str().unwrap());
        for active in [true, false, true] {
            assert_eq!(ada.post(&format!("{path}/toggle"), json!({})).await.expect(200).data()["is_active"], active);
        }
        let changed = ada.put(&path, strategy("64000.5")).await.expect(200).data().clone();
        assert_eq!((&changed["price"], &changed["is_active"]), (&json!("64000.5"), &json!(true)));
        world.advance_seconds(1);
        ada.post("/strategies", strategy("1")).await.expect(201);
        let listed = ada.get("/strategies").await.data().clone();
        assert_eq!((&listed[0]["price"], &listed[1]["price"]), (&json!("1"), &json!("64000.5")));
        ada.delete(&path, json!({})).await.expect(200);
        ada.delete(&path, json!({})).await.refuses(404, "not_found");
        assert_eq!(ada.get("/strategies").await.data().as_array().unwrap().len(), 1);
    }

    async fn price_and_daily_change_are_required(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        for field in FIELDS {
            let mut form = strategy("1");
            form[field] = json!("much");
            ada.post("/strategies", form).await.breaks(&[(field, "not_an_amount")]);
        }
        ada.post("/strategies", json!({})).await.breaks(&[("percent_change_24h", "required"), ("price", "required")]);
        let mut form = strategy("1");
        form["market_cap"] = json!("-1");
        ada.post("/strategies", form).await.breaks(&[("market_cap", "not_an_amount")]);
        assert_eq!(ada.get("/strategies").await.data(), &json!([]));
        let added = ada.post("/strategies", json!({ "percent_change_24h": "2", "price": "5" })).await.expect(201).data().clone();
        assert_eq!((&added["percent_change_24h"], &added["market_cap"]), (&json!("2"), &json!("")));
    }

    async fn another_users_strategy_is_not_found(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        let mut bola = world.member(&fresh_email()).await;
        let added = ada.post("/strategies", strategy("65000")).await;
        let path = format!("/strategies/{}", added.data()["id"].as_str().unwrap());
        bola.put(&path, strategy("1")).await.refuses(404, "not_found");
        bola.post(&format!("{path}/toggle"), json!({})).await.refuses(404, "not_found");
        bola.delete(&path, json!({})).await.refuses(404, "not_found");
        assert_eq!(ada.get("/strategies").await.data()[0]["price"], "65000");
        world.caller().get("/strategies").await.refuses(401, "unauthenticated");
    }

    async fn strategies_are_limited_to_fifty(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        for _ in 0..50 {
            ada.post("/strategies", strategy("1")).await.expect(201);
        }
        ada.post("/strategies", strategy("1")).await.refuses(422, "too_many_strategies");
    }
}

on_both! {
    async fn concurrent_additions_keep_the_limit_of_fifty_strategies(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        for _ in 0..48 {
            ada.post("/strategies", strategy("1")).await.expect(201);
        }
        let statuses = all_at_once(vec![ada.clone(); 8], "/strategies", &strategy("1")).await;
        assert_eq!(statuses, BTreeMap::from([(201, 2), (422, 6)]));
        assert_eq!(ada.get("/strategies").await.data().as_array().unwrap().len(), 50);
    }
}

on_one! {
    async fn figures_come_from_the_market(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        let figures = ada.get("/strategies/figures/BTC").await.expect(200).data().clone();
        for field in ["price", "percent_change_1h", "percent_change_24h", "percent_change_7d", "percent_change_30d"] {
            assert!(figures[field].is_string(), "{field}: {figures}");
        }
        ada.get("/strategies/figures/XYZ").await.refuses(404, "not_found");
    }
}
