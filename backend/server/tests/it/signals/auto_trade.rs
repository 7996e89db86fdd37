//! Automatic trades: purchases on signals, and everything that must not happen.

use super::strategies::strategy;
use super::{later, subscriber};
use crate::support::{Caller, World, fresh_email};
use ground::queue::Kind;
use providers::signals::{Prediction, Predictions};
use serde_json::{Value, json};
use signals::auto_trade::{run, step};
use signals::predictions::put;

const SETTINGS: &[(&str, &str)] = &[("AJO_RATE_LIMIT_FACTOR", "0")];
pub const KEY: &str = "key-of-ada-7654";

pub fn keys(key: &str) -> Value {
    json!({ "api_key": key, "api_secret": "secret-of-ada-0123456789" })
}

pub fn caps(is_on: bool, per_trade: &str, per_day: &str) -> Value {
    json!({ "is_on": is_on, "per_trade": per_trade, "per_day": per_day })
}

/// Adds an active strategy that buys a coin up to a price.
pub async fn strategy_for(person: &mut Caller, coin: &str, price: &str) -> String {
    let mut form = strategy(price);
    form["coin"] = json!(coin);
    let added = person.post("/strategies", form).await.expect(201).data()["id"].clone();
    let id = added.as_str().unwrap().to_owned();
    person
        .post(&format!("/strategies/{id}/toggle"), json!({}))
        .await
        .expect(200);
    id
}

pub async fn price(world: &World, pair: &str, price: &str) {
    let body = json!({ "pair": pair, "price": price });
    world
        .caller()
        .put("/sandbox/prices", body)
        .await
        .expect(200);
}

/// A user with automatic trading: 50 USDT each, 120 a day, bitcoin up to 100,000.
async fn trader(world: &World) -> Caller {
    price(world, "BTCUSDT", "95000").await;
    let mut person = subscriber(world).await;
    person.put("/exchange-keys", keys(KEY)).await.expect(200);
    strategy_for(&mut person, "BTC", "100000").await;
    person
        .put("/auto-trade", caps(true, "50", "120"))
        .await
        .expect(200);
    person
}

/// Adds a signal of a coin, now.
pub async fn signal(world: &World, coin: &str, change: &str) {
    world.advance_seconds(1);
    let one = Prediction {
        id: 1,
        symbol: coin.into(),
        logo: None,
        percent_change_24h: change.into(),
    };
    let all = Predictions {
        first_match: vec![one],
        ..Predictions::default()
    };
    put(&world.app, &all, world.app.clock.now_ms())
        .await
        .unwrap();
}

/// Runs the job until nothing is due.
pub async fn rounds(world: &World) {
    while run(&world.app).await.unwrap() > 0 {}
}

async fn behave(world: &World, port: &str, outcome: &str) {
    let told = json!({ "port": port, "outcome": outcome, "delay_ms": 0 });
    world
        .caller()
        .put("/sandbox/behaviour", told)
        .await
        .expect(200);
}

async fn listed(person: &mut Caller) -> Vec<Value> {
    let answer = person.get("/auto-trade/orders").await;
    answer.expect(200).data()["data"]
        .as_array()
        .unwrap()
        .clone()
}

async fn at_exchange(world: &World) -> Vec<Value> {
    let answer = world.caller().get("/sandbox/exchange/keys").await;
    answer.expect(200).data().as_array().unwrap().clone()
}

async fn spent(person: &mut Caller) -> String {
    let state = person.get("/auto-trade").await;
    state.expect(200).data()["spent_today"]
        .as_str()
        .unwrap()
        .to_owned()
}

on_one! {
    async fn a_signal_is_bought_within_the_caps_and_listed_with_its_reason(world: World, SETTINGS) {
        let mut ada = trader(world).await;
        let by_email = json!({ "name": "enable_email", "value": "true" });
        ada.post("/account/settings", by_email).await;
        signal(world, "BTC", "2.5").await;
        rounds(world).await;
        let orders = listed(&mut ada).await;
        assert_eq!(orders.len(), 1);
        let email = ada.get("/auth/me").await.data()["email"].as_str().unwrap().to_owned();
        let letters = world.messages_to(&email).await;
        let told = letters.iter().filter(|letter| letter["text"].to_string().contains("A signal was traded for you")).count();
        assert_eq!(told, 1, "{letters:?}");
        let order = &orders[0];
        // The limit is half a percent above the market's 95,000: 95,475.
        assert_eq!((&order["status"], &order["quantity"], &order["filled"]), (&json!("filled"), &json!("0.00052"), &json!("0.00052")));
        assert_eq!((&order["limit"], &order["spent"], &order["is_open"]), (&json!("95475"), &json!("49.4"), &json!(false)));
        assert_eq!(order["message"], "BTC is predicted to rise by 2.5% and costs 95,000 USDT: your strategy buys up to 100,000 USDT.");
        assert_eq!(spent(&mut ada).await, "49.4");
        // The same prediction with another coin added is no new signal of bitcoin.
        let both = Predictions {
            first_match: ["BTC", "ETH"].map(|coin| Prediction { id: 1, symbol: coin.into(), logo: None, percent_change_24h: "2.5".into() }).into(),
            ..Predictions::default()
        };
        put(&world.app, &both, world.app.clock.now_ms() + 1).await.unwrap();
        rounds(world).await;
        assert_eq!(listed(&mut ada).await.len(), 1);
        // The rest of the day's cap limits the third.
        for change in ["2.6", "2.7", "2.8"] {
            signal(world, "BTC", change).await;
            rounds(world).await;
        }
        let orders = listed(&mut ada).await;
        let statuses: Vec<&str> = orders.iter().map(|order| order["status"].as_str().unwrap()).collect();
        assert_eq!(statuses, ["refused", "filled", "filled", "filled"]);
        assert_eq!((&orders[0]["reason"], &orders[0]["quantity"]), (&json!("day_cap_reached"), &Value::Null));
        assert_eq!(orders[1]["quantity"], "0.00022");
        assert_eq!(spent(&mut ada).await, "119.7");
        assert_eq!(at_exchange(world).await.len(), 3);
        // The next day in Lagos begins at 23:00 UTC.
        later(world, &mut ada, 15 * 60 * 60).await;
        assert_eq!(spent(&mut ada).await, "0");
        signal(world, "BTC", "2.5").await;
        rounds(world).await;
        assert_eq!(listed(&mut ada).await[0]["status"], "filled");
    }

    async fn switching_on_requires_caps_and_a_trading_key(world: World, SETTINGS) {
        let mut ada = world.member(&fresh_email()).await;
        let off = ada.get("/auto-trade").await;
        let expected = json!({ "is_on": false, "per_trade": null, "per_day": null, "spent_today": "0", "connected": false, "trades": false });
        assert_eq!(off.expect(200).data(), &expected);
        ada.put("/auto-trade", caps(true, "50", "120")).await.breaks(&[("is_on", "not_allowed")]);
        ada.put("/exchange-keys", keys("idle-key-7654")).await.expect(200);
        assert_eq!(ada.get("/exchange-keys").await.data()["trades"], false);
        let refused = ada.put("/auto-trade", caps(true, "50", "120")).await;
        refused.breaks(&[("is_on", "not_allowed")]);
        assert!(refused.text.contains("spot trading"), "{}", refused.text);
        ada.put("/exchange-keys", keys(KEY)).await.expect(200);
        ada.put("/auto-trade", json!({ "is_on": true })).await.breaks(&[("per_trade", "required"), ("per_day", "required")]);
        ada.put("/auto-trade", caps(true, "121", "120")).await.breaks(&[("per_trade", "above_maximum")]);
        assert_eq!(ada.get("/auto-trade").await.data()["is_on"], false);
        let on = ada.put("/auto-trade", caps(true, "50", "120")).await.expect(200).data().clone();
        assert_eq!((&on["is_on"], &on["per_trade"], &on["per_day"]), (&json!(true), &json!("50"), &json!("120")));
        // Switched off, the caps stay.
        let stopped = ada.put("/auto-trade", json!({ "is_on": false })).await.expect(200).data().clone();
        assert_eq!((&stopped["is_on"], &stopped["per_day"]), (&json!(false), &json!("120")));
        // It is no account setting that could bypass the caps.
        ada.post("/account/settings", json!({ "name": "auto_trade", "value": "true" })).await.breaks(&[("name", "not_allowed")]);
        world.caller().get("/auto-trade").await.refuses(401, "unauthenticated");
        world.caller().put("/auto-trade", json!({})).await.refuses(401, "unauthenticated");
        world.caller().get("/auto-trade/orders").await.refuses(401, "unauthenticated");
        world.caller().get("/exchange/balances").await.refuses(401, "unauthenticated");
    }

    async fn trading_requires_a_subscription_a_strategy_and_the_switch(world: World, SETTINGS) {
        let mut ada = trader(world).await;
        let strategies = ada.get("/strategies").await.data().clone();
        let toggle = format!("/strategies/{}/toggle", strategies[0]["id"].as_str().unwrap());
        ada.post(&toggle, json!({})).await.expect(200);
        signal(world, "BTC", "2.5").await;
        rounds(world).await;
        ada.post(&toggle, json!({})).await.expect(200);
        signal(world, "ETH", "2.5").await;
        rounds(world).await;
        ada.put("/auto-trade", json!({ "is_on": false })).await.expect(200);
        signal(world, "BTC", "2.6").await;
        rounds(world).await;
        ada.put("/auto-trade", caps(true, "50", "120")).await.expect(200);
        later(world, &mut ada, 31 * 24 * 60 * 60).await;
        signal(world, "BTC", "2.7").await;
        rounds(world).await;
        assert_eq!(listed(&mut ada).await, [] as [Value; 0]);
        assert_eq!(at_exchange(world).await.len(), 0);
    }

    async fn a_signal_without_a_match_is_refused_with_its_reason(world: World, SETTINGS) {
        let mut ada = trader(world).await;
        signal(world, "BTC", "-3").await;
        rounds(world).await;
        signal(world, "BTC", "1.9").await;
        rounds(world).await;
        price(world, "BTCUSDT", "100000.5").await;
        world.advance_seconds(60);
        signal(world, "BTC", "2.5").await;
        rounds(world).await;
        let orders = listed(&mut ada).await;
        let reasons: Vec<&str> = orders.iter().map(|order| order["reason"].as_str().unwrap()).collect();
        assert_eq!(reasons, ["price_too_high", "change_too_small", "predicts_fall"]);
        assert_eq!(orders[0]["message"], "BTC costs 100,000.5 USDT; your strategy allows 100,000 USDT.");
        assert_eq!((spent(&mut ada).await, at_exchange(world).await.len()), ("0".into(), 0));
    }

    async fn an_insufficient_balance_buys_nothing(world: World, SETTINGS) {
        let mut ada = trader(world).await;
        ada.put("/exchange-keys", keys("poor-key-3210")).await.expect(200);
        signal(world, "BTC", "2.5").await;
        rounds(world).await;
        let order = &listed(&mut ada).await[0];
        assert_eq!((&order["reason"], &order["status"]), (&json!("not_enough_balance"), &json!("refused")));
        ada.delete("/exchange-keys", json!({})).await.expect(200);
        signal(world, "BTC", "2.6").await;
        rounds(world).await;
        assert_eq!(listed(&mut ada).await[0]["reason"], "not_connected");
    }

    async fn an_unavailable_exchange_is_retried_until_the_signal_is_too_old(world: World, SETTINGS) {
        let mut ada = trader(world).await;
        behave(world, "exchange_keys", "lose_answer").await;
        signal(world, "BTC", "2.5").await;
        rounds(world).await;
        assert_eq!(listed(&mut ada).await.len(), 0);
        behave(world, "exchange_keys", "succeed").await;
        world.advance_seconds(6);
        rounds(world).await;
        assert_eq!(listed(&mut ada).await[0]["status"], "filled");
        behave(world, "exchange_keys", "lose_answer").await;
        signal(world, "BTC", "2.6").await;
        rounds(world).await;
        later(world, &mut ada, 301).await;
        rounds(world).await;
        let order = &listed(&mut ada).await[0];
        assert_eq!((&order["status"], &order["reason"]), (&json!("refused"), &json!("signal_expired")));
        assert_eq!(at_exchange(world).await.len(), 1);
    }

    async fn the_unfilled_part_of_an_order_frees_the_cap(world: World, SETTINGS) {
        let mut ada = trader(world).await;
        behave(world, "exchange_orders", "partly").await;
        signal(world, "BTC", "2.5").await;
        rounds(world).await;
        let part = listed(&mut ada).await[0].clone();
        assert_eq!((&part["status"], &part["filled"], &part["spent"]), (&json!("partial"), &json!("0.00026"), &json!("24.7")));
        behave(world, "exchange_orders", "fail").await;
        signal(world, "BTC", "2.6").await;
        rounds(world).await;
        assert_eq!(listed(&mut ada).await[0]["status"], "rejected");
        assert_eq!(spent(&mut ada).await, "24.7");
    }

    async fn an_order_with_a_lost_response_is_found_and_never_resent(world: World, SETTINGS) {
        let mut ada = trader(world).await;
        behave(world, "exchange_orders", "lose_answer").await;
        signal(world, "BTC", "2.5").await;
        rounds(world).await;
        let open = listed(&mut ada).await[0].clone();
        // Until the outcome is known, the full possible cost counts.
        assert_eq!((&open["status"], &open["is_open"], &open["spent"]), (&json!("sent"), &json!(true), &json!("49.647")));
        assert_eq!(spent(&mut ada).await, "49.647");
        behave(world, "exchange_orders", "succeed").await;
        world.advance_seconds(6);
        rounds(world).await;
        assert_eq!(listed(&mut ada).await[0]["status"], "filled");

        behave(world, "exchange_orders", "lose_request").await;
        signal(world, "BTC", "2.6").await;
        rounds(world).await;
        behave(world, "exchange_orders", "succeed").await;
        // It may still arrive.
        world.advance_seconds(30);
        rounds(world).await;
        assert_eq!(listed(&mut ada).await[0]["status"], "sent");
        world.advance_seconds(60);
        rounds(world).await;
        assert_eq!(listed(&mut ada).await[0]["status"], "lost");
        assert_eq!((spent(&mut ada).await, at_exchange(world).await.len()), ("49.4".into(), 1));
    }
}

on_both! {
    async fn concurrent_servers_record_an_outcome_once(world: World, SETTINGS) {
        let mut ada = trader(world).await;
        crate::push::subscribe(&mut ada, "phone").await;
        behave(world, "exchange_orders", "lose_answer").await;
        signal(world, "BTC", "2.5").await;
        rounds(world).await;
        behave(world, "exchange_orders", "succeed").await;
        world.advance_seconds(6);
        let mut tx = world.app.db.begin().await.unwrap();
        sqlx::query("UPDATE person_settings SET updated_at_ms = updated_at_ms").execute(tx.connection()).await.unwrap();
        let ask = |app: service::app::AppState| tokio::spawn(async move { step(&app, Kind::TradeOrder).await.unwrap() });
        let first = ask(world.app.clone());
        world.until_stuck(&first).await;
        // The first server is delayed for so long that another one takes over the order.
        world.advance_seconds(61);
        let calls = [first, ask(world.app.clone())];
        world.until_all_stuck(&calls).await;
        tx.commit().await.unwrap();
        for call in calls {
            call.await.unwrap();
        }
        let order = listed(&mut ada).await[0].clone();
        assert_eq!((&order["status"], &order["spent"]), (&json!("filled"), &json!("49.4")));
        let told = crate::push::titles(&crate::push::told(world, "phone").await);
        assert_eq!(told.iter().filter(|title| *title == "Automatic trade").count(), 1, "{told:?}");
    }

    async fn the_switch_drops_unsent_orders(world: World, SETTINGS) {
        let mut ada = trader(world).await;
        signal(world, "BTC", "2.5").await;
        step(&world.app, Kind::Signal).await.unwrap();
        step(&world.app, Kind::Trade).await.unwrap();
        assert_eq!(listed(&mut ada).await[0]["status"], "initiated");
        ada.put("/auto-trade", json!({ "is_on": false })).await.expect(200);
        let order = listed(&mut ada).await[0].clone();
        assert_eq!((&order["status"], &order["reason"], &order["spent"]), (&json!("dropped"), &json!("switch_off"), &json!("0")));
        // Switched on again, dropped orders stay dropped.
        ada.put("/auto-trade", caps(true, "50", "120")).await.expect(200);
        rounds(world).await;
        assert_eq!(listed(&mut ada).await[0]["status"], "dropped");
        assert_eq!((spent(&mut ada).await, at_exchange(world).await.len()), ("0".into(), 0));

        // An order in transit when the switch is turned off was recorded as sent before, and is followed to its end.
        signal(world, "BTC", "2.6").await;
        step(&world.app, Kind::Signal).await.unwrap();
        step(&world.app, Kind::Trade).await.unwrap();
        let mut pause = world.app.pause.next();
        let app = world.app.clone();
        let sending = tokio::spawn(async move { step(&app, Kind::TradeOrder).await.unwrap() });
        pause.reached().await;
        ada.put("/auto-trade", json!({ "is_on": false })).await.expect(200);
        assert_eq!(listed(&mut ada).await[0]["status"], "sent");
        pause.go();
        sending.await.unwrap();
        assert_eq!(listed(&mut ada).await[0]["status"], "filled");
    }
}

on_one! {
    async fn an_order_is_not_sent_after_its_signal_expires_or_on_another_day(world: World, SETTINGS) {
        let mut ada = trader(world).await;
        signal(world, "BTC", "2.5").await;
        step(&world.app, Kind::Signal).await.unwrap();
        step(&world.app, Kind::Trade).await.unwrap();
        later(world, &mut ada, 301).await;
        rounds(world).await;
        let order = listed(&mut ada).await[0].clone();
        assert_eq!((&order["status"], &order["reason"]), (&json!("dropped"), &json!("signal_expired")));
        // A second before midnight in Lagos: decided today, it is not sent tomorrow.
        let until_midnight = 14 * 60 * 60 - 302 - 2;
        later(world, &mut ada, until_midnight).await;
        signal(world, "BTC", "2.6").await;
        step(&world.app, Kind::Signal).await.unwrap();
        step(&world.app, Kind::Trade).await.unwrap();
        assert_eq!(listed(&mut ada).await[0]["status"], "initiated");
        world.advance_seconds(1);
        rounds(world).await;
        assert_eq!(listed(&mut ada).await[0]["status"], "dropped");
        assert_eq!(at_exchange(world).await.len(), 0);
    }
}

on_both! {
    async fn switching_off_during_the_decision_refuses_the_order(world: World, SETTINGS) {
        let mut ada = trader(world).await;
        signal(world, "BTC", "2.5").await;
        step(&world.app, Kind::Signal).await.unwrap();
        let mut pause = world.app.pause.next();
        let app = world.app.clone();
        let deciding = tokio::spawn(async move { step(&app, Kind::Trade).await.unwrap() });
        // The exchange was queried; the transaction has not begun.
        pause.reached().await;
        ada.put("/auto-trade", json!({ "is_on": false })).await.expect(200);
        pause.go();
        deciding.await.unwrap();
        rounds(world).await;
        let order = listed(&mut ada).await[0].clone();
        assert_eq!((&order["status"], &order["reason"]), (&json!("refused"), &json!("switch_off")));
        assert_eq!(at_exchange(world).await.len(), 0);
    }
}

on_one! {
    async fn an_order_of_a_removed_key_counts_in_full_after_a_day(world: World, SETTINGS) {
        let mut ada = trader(world).await;
        behave(world, "exchange_orders", "lose_answer").await;
        signal(world, "BTC", "2.5").await;
        rounds(world).await;
        world.advance_seconds(1);
        // Another account does not know the order, which proves nothing.
        ada.put("/exchange-keys", keys("another-key-3210")).await.expect(200);
        world.advance_seconds(120);
        rounds(world).await;
        assert_eq!(listed(&mut ada).await[0]["status"], "sent");
        later(world, &mut ada, 24 * 60 * 60).await;
        rounds(world).await;
        let order = listed(&mut ada).await[0].clone();
        assert_eq!((&order["status"], &order["spent"]), (&json!("unknown"), &json!("49.647")));
    }
}

on_both! {
    async fn balances_come_from_the_exchange_with_their_age(world: World, SETTINGS) {
        let mut ada = world.member(&fresh_email()).await;
        let none = ada.get("/exchange/balances").await;
        assert_eq!(none.expect(200).data(), &json!({ "connected": false, "source": "Binance", "balances": [], "as_of": null, "problem": null }));
        ada.put("/exchange-keys", keys(KEY)).await.expect(200);
        behave(world, "exchange_keys", "lose_answer").await;
        let unknown = ada.get("/exchange/balances").await.expect(200).data().clone();
        assert_eq!((&unknown["as_of"], &unknown["problem"]), (&Value::Null, &json!("Binance doesn't answer.")));
        behave(world, "exchange_keys", "succeed").await;
        let shown = ada.get("/exchange/balances").await.expect(200).data().clone();
        let coins = json!([{ "coin": "BTC", "free": "0.05", "locked": "0" }, { "coin": "USDT", "free": "1000", "locked": "0" }]);
        assert_eq!((&shown["balances"], &shown["problem"]), (&coins, &Value::Null));
        // For a minute they are not fetched again; later they keep their age while the exchange is unavailable.
        behave(world, "exchange_keys", "lose_answer").await;
        world.advance_seconds(59);
        assert_eq!(ada.get("/exchange/balances").await.data(), &shown);
        world.advance_seconds(1);
        let old = ada.get("/exchange/balances").await.expect(200).data().clone();
        assert_eq!((&old["balances"], &old["as_of"], &old["problem"]), (&coins, &shown["as_of"], &json!("Binance doesn't answer.")));
        behave(world, "exchange_keys", "fail").await;
        assert!(ada.get("/exchange/balances").await.text.contains("refuses your key"));
        // Another key belongs to another account.
        behave(world, "exchange_keys", "succeed").await;
        ada.put("/exchange-keys", keys("poor-key-3210")).await.expect(200);
        behave(world, "exchange_keys", "lose_answer").await;
        assert_eq!(ada.get("/exchange/balances").await.data()["balances"], json!([]));
        ada.delete("/exchange-keys", json!({})).await.expect(200);
        assert_eq!(ada.get("/exchange/balances").await.data()["connected"], false);
    }
}

on_one! {
    async fn orders_are_private_to_their_user(world: World, SETTINGS) {
        let mut ada = trader(world).await;
        let mut bola = world.member(&fresh_email()).await;
        signal(world, "BTC", "2.5").await;
        rounds(world).await;
        assert_eq!(listed(&mut bola).await, [] as [Value; 0]);
        bola.put("/auto-trade", json!({ "is_on": false })).await.expect(200);
        assert_eq!(ada.get("/auto-trade").await.data()["is_on"], true);
        assert_eq!(listed(&mut ada).await.len(), 1);
    }
}
