//! Coin sets over HTTP: bought through the exchange, valued at market prices, sold at maturity, and never twice.

use super::{again, subscribe_by_pin};
use crate::support::{Answer, Caller, World};
use crate::wallet::coins::{port_will, price_is};
use crate::wallet::{authorised, balances, holder};
use domain_core::money::Currency;
use domain_core::plans::Kind;
use plans::coins::run as work;
use plans::products::{Facts, add};
use serde_json::{Value, json};

const KEY: &str = "key-of-coins-0001";
const STOP: &str = "key-of-stop-00001";
const DAY_SECONDS: i64 = 86_400;
pub const LARGE: [&str; 2] = ["Large Cap Coin:BTC:60", "Large Cap Coin:ETH:40"];

/// Creates a set of one month, with a penalty of five percent for leaving early; returns its identifier.
pub async fn plan(world: &World, coins: &[&str]) -> String {
    let facts = Facts {
        name: Some("Large Coins".into()),
        min_amount: Some("1000".into()),
        duration: Some(1),
        duration_unit: Some("month".into()),
        opt_out_penalty: Some("5".into()),
        coin_types: Some(coins.iter().map(|one| String::from(*one)).collect()),
        ..Facts::default()
    };
    let kind = Kind::Coins;
    let added = add(
        &world.app,
        "ajo",
        "large",
        kind,
        Currency::Ngn,
        &facts,
        "Grace",
    );
    added.await.unwrap()
}

pub fn wanted(plan: &str, amount: &str) -> Value {
    json!({ "plan_id": plan, "plan_version": 1, "type": "coins", "name": "For later", "amount": amount, "funding_source": "wallet", "confirm": true })
}

pub async fn take(person: &mut Caller, plan: &str, amount: &str) -> Answer {
    let payee = ["plan:", plan].concat();
    let debit = [amount, ".00"].concat();
    let mut payer = authorised(person, "coins_start", &debit, &payee, KEY).await;
    payer.post("/plans/subscribe", wanted(plan, amount)).await
}

/// A member who has invested this amount, all of their naira, in a set.
pub async fn holding(world: &World, plan: &str, amount: &str) -> Caller {
    let mut person = holder(world, amount).await;
    take(&mut person, plan, amount).await.expect(201);
    person
}

pub async fn set(person: &mut Caller) -> Value {
    let all = person.get("/subscriptions?type=coins").await;
    all.expect(200).data()["data"][0].clone()
}

pub async fn stop(person: &mut Caller, key: &str) -> Answer {
    let set = set(person).await;
    let path = format!("/subscriptions/{}/abort", set["id"].as_str().unwrap());
    let body = json!({ "confirm": true });
    person.with("idempotency-key", key).post(&path, body).await
}

/// The numbers of purchases and sales that the exchange received.
pub async fn orders(world: &World) -> (i64, i64) {
    let mut connection = world.app.db.read().await.unwrap();
    let row = sqlx::query(
        "SELECT CAST(COALESCE(SUM(CASE side WHEN 'buy' THEN 1 ELSE 0 END), 0) AS BIGINT), \
         CAST(COALESCE(SUM(CASE side WHEN 'sell' THEN 1 ELSE 0 END), 0) AS BIGINT) FROM sandbox_exchange_orders",
    )
    .fetch_one(&mut *connection)
    .await
    .unwrap();
    (sqlx::Row::get(&row, 0), sqlx::Row::get(&row, 1))
}

pub async fn settled(world: &World, account: &str) -> i64 {
    let mut connection = world.app.db.read().await.unwrap();
    let row = sqlx::query("SELECT settled_minor FROM ledger_accounts WHERE id = $1")
        .bind(account)
        .fetch_one(&mut *connection)
        .await
        .unwrap();
    sqlx::Row::get(&row, 0)
}

/// Runs rounds of the job, with time in between.
pub async fn rounds(world: &World, count: usize) {
    for _ in 0..count {
        work(&world.app).await.unwrap();
        world.advance_seconds(10);
    }
    crate::reconciliation::agrees(world).await;
}

pub async fn prices(world: &World, bitcoin: &str, ether: &str) {
    price_is(world, "BTCUSDT", bitcoin).await;
    price_is(world, "ETHUSDT", ether).await;
}

fn minor(text: &Value) -> i64 {
    text.as_str().unwrap().replace('.', "").parse().unwrap()
}

pub async fn wallet_minor(person: &mut Caller) -> i64 {
    minor(&json!(balances(person).await.0))
}

on_one! {
    async fn a_set_is_divided_bought_and_valued(world: World) {
        prices(world, "100000", "4000").await;
        let plan = plan(world, &LARGE).await;
        let mut ada = holder(world, "200000").await;
        let quote = ada.post("/quotes/plan", wanted(&plan, "150000")).await;
        assert_eq!(quote.expect(200).data()["total"], "150000.00");
        let paid = take(&mut ada, &plan, "150000").await.expect(201).data().clone();
        assert_eq!((&paid["category"], &paid["net_amount"]), (&json!("coin-set"), &json!("150000.00")));
        let begun = set(&mut ada).await;
        assert_eq!((&begun["status"], &begun["due_at"], &begun["pot"]), (&json!("INITIATED"), &json!("2026-12-20"), &json!("150000.00")));
        let amounts: Vec<&str> = begun["coins"].as_array().unwrap().iter().map(|coin| coin["amount"].as_str().unwrap()).collect();
        assert_eq!(amounts, ["90000.00", "60000.00"]);
        let waiting = ada.get("/accounts").await.expect(200).data()["summary"]["coin_sets"].clone();
        assert_eq!(waiting, json!({ "value": "150000.00", "gain": null }));
        rounds(world, 2).await;
        let held = set(&mut ada).await;
        assert_eq!((&held["status"], &held["pot"]), (&json!("ACTIVE"), &json!("0.00")));
        for coin in held["coins"].as_array().unwrap() {
            assert_eq!(coin["status"], "APPROVED");
            // The exchange's fee of a thousandth shows as a loss.
            assert!(minor(&coin["value"]) < minor(&coin["price_bought"]), "{coin}");
            assert!(coin["gain"].as_str().unwrap().starts_with('-'), "{coin}");
        }
        let sum = |field: &str| held["coins"].as_array().unwrap().iter().map(|coin| minor(&coin[field])).sum::<i64>();
        assert_eq!((minor(&held["worth"]["value"]), minor(&held["worth"]["gain"])), (sum("value"), sum("gain")));
        assert_eq!(begun["worth"], Value::Null);
        assert_eq!((&held["worth"]["exchange_fee"], &held["coins"][0]["coin_name"]), (&json!("0.1"), &json!("Bitcoin")));
        assert_eq!(minor(&held["termination"]["refund"]), sum("value") - minor(&held["termination"]["penalty"]));
        assert_eq!(minor(&held["worth"]["cost"]), sum("price_bought"));
        // One worth on every screen.
        let accounts = ada.get("/accounts").await.expect(200).data().clone();
        let sets = &accounts["summary"]["coin_sets"];
        assert_eq!((&sets["value"], &sets["gain"]), (&held["worth"]["value"], &held["worth"]["gain"]));
        let naira = accounts["wallets"].as_array().unwrap().iter().find(|one| one["base_currency"] == "NGN").unwrap();
        assert_eq!(minor(&accounts["total"]["amount"]), minor(&naira["balance"]) + sum("value"));
        assert_eq!(orders(world).await, (2, 0));
        // Unspent money was returned.
        let bought: i64 = held["coins"].as_array().unwrap().iter().map(|coin| minor(&coin["price_bought"])).sum();
        assert_eq!(settled(world, "system:exchange:NGN").await, bought);
        assert_eq!(wallet_minor(&mut ada).await, 20_000_000 - bought);
    }

    async fn a_stopped_set_is_sold_less_its_penalty(world: World) {
        prices(world, "100000", "4000").await;
        let plan = plan(world, &LARGE).await;
        let mut ada = holder(world, "150000").await;
        take(&mut ada, &plan, "150000").await.expect(201);
        rounds(world, 2).await;
        assert_eq!(set(&mut ada).await["termination"]["penalty"], "7500.00");
        assert_eq!(stop(&mut ada, STOP).await.expect(200).body["message"], "Plan terminated");
        stop(&mut ada, "key-of-stop-00002").await.breaks(&[("id", "not_allowed")]);
        rounds(world, 4).await;
        let over = set(&mut ada).await;
        assert_eq!((&over["status"], &over["pot"]), (&json!("TERMINATED"), &json!("0.00")));
        let coins = over["coins"].as_array().unwrap();
        assert!(coins.iter().all(|coin| coin["status"] == "COMPLETED" && coin["amount_sold"] == coin["amount_bought"]), "{over}");
        let received: i64 = coins.iter().map(|coin| minor(&coin["price_sold"])).sum();
        let bought: i64 = coins.iter().map(|coin| minor(&coin["price_bought"])).sum();
        assert_eq!(settled(world, "system:penalties:NGN").await, 750_000);
        assert_eq!(wallet_minor(&mut ada).await, 15_000_000 - bought + received - 750_000);
        assert_eq!(settled(world, "system:exchange:NGN").await, bought - received);
    }

    async fn a_set_matures_without_a_penalty(world: World) {
        prices(world, "100000", "4000").await;
        let plan = plan(world, &LARGE).await;
        let mut ada = holder(world, "150000").await;
        take(&mut ada, &plan, "150000").await.expect(201);
        rounds(world, 2).await;
        world.advance_seconds(29 * DAY_SECONDS);
        rounds(world, 2).await;
        assert_eq!(orders(world).await, (2, 0));
        world.advance_seconds(DAY_SECONDS);
        prices(world, "120000", "5000").await;
        rounds(world, 4).await;
        again(world, &mut ada).await;
        assert_eq!(set(&mut ada).await["status"], "COMPLETED");
        assert_eq!(settled(world, "system:penalties:NGN").await, 0);
        // It was worth more.
        assert!(wallet_minor(&mut ada).await > 17_000_000);
    }

    async fn an_order_with_a_lost_response_is_found_and_not_repeated(world: World) {
        prices(world, "100000", "4000").await;
        let plan = plan(world, &["Large Cap Coin:BTC:100"]).await;
        let mut ada = holder(world, "150000").await;
        take(&mut ada, &plan, "150000").await.expect(201);
        port_will(world, "exchange", "lose_answer").await;
        rounds(world, 1).await;
        assert_eq!(set(&mut ada).await["coins"][0]["status"], "TRADING");
        rounds(world, 3).await;
        assert_eq!(set(&mut ada).await["status"], "ACTIVE");
        assert_eq!(orders(world).await, (1, 0));
    }

    async fn an_order_that_never_arrived_is_repeated_after_a_minute(world: World) {
        prices(world, "100000", "4000").await;
        let plan = plan(world, &["Large Cap Coin:BTC:100"]).await;
        let mut ada = holder(world, "150000").await;
        take(&mut ada, &plan, "150000").await.expect(201);
        port_will(world, "exchange", "lose_request").await;
        rounds(world, 1).await;
        port_will(world, "exchange", "succeed").await;
        rounds(world, 3).await;
        assert_eq!(orders(world).await, (0, 0));
        rounds(world, 6).await;
        assert_eq!((orders(world).await, &set(&mut ada).await["status"]), ((1, 0), &json!("ACTIVE")));
    }

    async fn unspent_money_is_returned(world: World) {
        prices(world, "100000", "4000").await;
        let plan = plan(world, &["Large Cap Coin:BTC:100"]).await;
        let mut ada = holder(world, "150000").await;
        take(&mut ada, &plan, "150000").await.expect(201);
        port_will(world, "exchange", "fail").await;
        rounds(world, 3).await;
        let over = set(&mut ada).await;
        assert_eq!((&over["status"], &over["coins"][0]["status"]), (&json!("TERMINATED"), &json!("FAILED")));
        assert_eq!(balances(&mut ada).await.0, "150000.00");
        assert_eq!(settled(world, "system:exchange:NGN").await, 0);
    }

    async fn partially_filled_orders_are_completed_in_parts(world: World) {
        prices(world, "100000", "4000").await;
        let plan = plan(world, &["Large Cap Coin:BTC:100"]).await;
        let mut ada = holder(world, "150000").await;
        take(&mut ada, &plan, "150000").await.expect(201);
        port_will(world, "exchange", "partly").await;
        rounds(world, 3).await;
        let held = set(&mut ada).await;
        let bought = minor(&held["coins"][0]["price_bought"]);
        assert!((7_400_000..=7_500_100).contains(&bought), "{held}");
        assert_eq!(wallet_minor(&mut ada).await, 15_000_000 - bought);
        stop(&mut ada, STOP).await.expect(200);
        rounds(world, 1).await;
        port_will(world, "exchange", "succeed").await;
        rounds(world, 4).await;
        assert_eq!(set(&mut ada).await["status"], "TERMINATED");
        assert_eq!(orders(world).await, (1, 2));
    }

    async fn the_quote_currency_needs_no_order(world: World) {
        let plan = plan(world, &["Steady:USDT:100"]).await;
        let mut ada = holder(world, "150000").await;
        take(&mut ada, &plan, "150000").await.expect(201);
        rounds(world, 1).await;
        assert_eq!(set(&mut ada).await["status"], "ACTIVE");
        stop(&mut ada, STOP).await.expect(200);
        rounds(world, 2).await;
        assert_eq!(set(&mut ada).await["status"], "TERMINATED");
        assert_eq!(orders(world).await, (0, 0));
        let rest = wallet_minor(&mut ada).await;
        assert!((14_249_000..=14_250_000).contains(&rest), "{rest}");
    }

    async fn a_set_stopped_before_its_first_order_buys_nothing(world: World) {
        prices(world, "100000", "4000").await;
        let plan = plan(world, &LARGE).await;
        let mut ada = holder(world, "150000").await;
        take(&mut ada, &plan, "150000").await.expect(201);
        // Nothing is invested in coins yet, so there is no penalty.
        assert_eq!(set(&mut ada).await["termination"]["penalty"], "0.00");
        stop(&mut ada, STOP).await.expect(200);
        rounds(world, 2).await;
        assert_eq!((orders(world).await, balances(&mut ada).await.0), ((0, 0), "150000.00".into()));
    }
}

on_both! {
    async fn any_number_of_servers_buy_and_sell_once(world: World) {
        prices(world, "100000", "4000").await;
        let plan = plan(world, &LARGE).await;
        let mut ada = holder(world, "150000").await;
        take(&mut ada, &plan, "150000").await.expect(201);
        for _ in 0..3 {
            let (a, b, c) = tokio::join!(work(&world.app), work(&world.app), work(&world.app));
            assert!(a.is_ok() && b.is_ok() && c.is_ok(), "{a:?} {b:?} {c:?}");
            world.advance_seconds(10);
        }
        assert_eq!((orders(world).await, &set(&mut ada).await["status"]), ((2, 0), &json!("ACTIVE")));
        stop(&mut ada, STOP).await.expect(200);
        for _ in 0..4 {
            let (a, b) = tokio::join!(work(&world.app), work(&world.app));
            assert!(a.is_ok() && b.is_ok(), "{a:?} {b:?}");
            world.advance_seconds(10);
        }
        assert_eq!((orders(world).await, &set(&mut ada).await["status"]), ((2, 2), &json!("TERMINATED")));
    }

    async fn a_crash_between_response_and_record_loses_nothing(world: World) {
        prices(world, "100000", "4000").await;
        let plan = plan(world, &["Large Cap Coin:BTC:100"]).await;
        let mut ada = holder(world, "150000").await;
        take(&mut ada, &plan, "150000").await.expect(201);
        let mut paused = world.app.pause.next();
        let app = world.app.clone();
        let round = tokio::spawn(async move { work(&app).await });
        paused.reached().await;
        round.abort();
        assert!(round.await.is_err());
        assert_eq!((orders(world).await, &set(&mut ada).await["coins"][0]["status"]), ((1, 0), &json!("TRADING")));
        world.advance_seconds(100);
        rounds(world, 1).await;
        assert_eq!(set(&mut ada).await["coins"][0]["status"], "TRADING");
        world.advance_seconds(80);
        rounds(world, 2).await;
        again(world, &mut ada).await;
        assert_eq!((orders(world).await, &set(&mut ada).await["status"]), ((1, 0), &json!("ACTIVE")));
    }
}

on_one! {
    async fn invalid_requests_are_refused_and_sets_are_private(world: World) {
        let plan = plan(world, &LARGE).await;
        let mut ada = holder(world, "4500").await;
        ada.post("/quotes/plan", wanted(&plan, "500")).await.breaks(&[("amount", "below_minimum")]);
        ada.post("/quotes/plan", wanted(&plan, "5000")).await.breaks(&[("funding_source", "insufficient_balance")]);
        take(&mut ada, &plan, "4000").await.expect(201);
        let id = set(&mut ada).await["id"].as_str().unwrap().to_owned();
        let mut bola = holder(world, "100").await;
        bola.get(&format!("/subscriptions/{id}")).await.refuses(404, "not_found");
        let path = format!("/subscriptions/{id}/abort");
        bola.with("idempotency-key", STOP).post(&path, json!({ "confirm": true })).await.refuses(404, "not_found");
        let mut body = wanted(&plan, "4000");
        body["funding_source"] = json!("bank");
        let waits = subscribe_by_pin(&ada, "key-of-coins-0002", body).await;
        assert_eq!(waits.expect(201).data()["status"], "PENDING");
        rounds(world, 1).await;
        assert_eq!(set(&mut ada).await["pot"], "0.00");
    }

    async fn the_penalty_excludes_returned_money(world: World) {
        prices(world, "100000", "4000").await;
        let plan = plan(world, &["LCC:BTC:99", "Small:ETH:1"]).await;
        let mut ada = holder(world, "150000").await;
        take(&mut ada, &plan, "150000").await.expect(201);
        // From now on, one percent is below the exchange's minimum order.
        let mut tx = world.app.db.begin().await.unwrap();
        let dearer = "UPDATE rates SET sell_rate = '1600', buy_rate = '1580' WHERE currency = 'NGN'";
        assert_eq!(sqlx::query(dearer).execute(tx.connection()).await.unwrap().rows_affected(), 1);
        tx.commit().await.unwrap();
        rounds(world, 2).await;
        let held = set(&mut ada).await;
        assert_eq!((&held["coins"][0]["status"], &held["coins"][1]["status"]), (&json!("APPROVED"), &json!("FAILED")));
        assert_eq!((&held["termination"]["paid"], &held["termination"]["penalty"]), (&json!("148500.00"), &json!("7425.00")));
        stop(&mut ada, STOP).await.expect(200);
        rounds(world, 4).await;
        assert_eq!((&set(&mut ada).await["status"], settled(world, "system:penalties:NGN").await), (&json!("TERMINATED"), 742_500));
    }

    async fn a_set_with_an_untraded_coin_is_not_offered(world: World) {
        let gone = plan(world, &["LCC:BTC:40", "Gone:NOSUCH:60"]).await;
        let mut ada = holder(world, "150000").await;
        assert_eq!(ada.get("/plans?type=coins").await.expect(200).data(), &json!([]));
        ada.post("/quotes/plan", wanted(&gone, "150000")).await.breaks(&[("plan_id", "not_allowed")]);
    }

    async fn an_order_failing_after_a_stop_costs_no_penalty(world: World) {
        prices(world, "100000", "4000").await;
        let plan = plan(world, &["Large Cap Coin:BTC:100"]).await;
        let mut ada = holder(world, "150000").await;
        take(&mut ada, &plan, "150000").await.expect(201);
        port_will(world, "exchange", "lose_request").await;
        rounds(world, 1).await;
        assert_eq!(set(&mut ada).await["termination"]["penalty"], "7500.00");
        stop(&mut ada, STOP).await.expect(200);
        port_will(world, "exchange", "fail").await;
        rounds(world, 12).await;
        assert_eq!((&set(&mut ada).await["status"], balances(&mut ada).await.0), (&json!("TERMINATED"), "150000.00".into()));
        assert_eq!(settled(world, "system:penalties:NGN").await, 0);
    }

    async fn sets_beyond_the_investor_profile_come_last_and_say_why(world: World) {
        plan(world, &["Large Cap Coin:BTC:100"]).await;
        let risky = Facts { risk_type: Some(vec!["High risk".into()]), ..Facts::default() };
        plans::products::set(&world.app, "ajo", "large", &risky, "Grace").await.unwrap();
        let mut ada = holder(world, "1000").await;
        let offered = ada.get("/plans?type=coins").await.expect(200).data().clone();
        assert_eq!(offered[0]["suitability"]["suits"], false);
        let message = offered[0]["suitability"]["message"].as_str().unwrap();
        assert!(message.contains("you have no investor profile yet"), "{message}");
        let questions = ada.get("/questions?type=onboarding").await.expect(200).data().as_array().unwrap().clone();
        for question in &questions {
            let last = question["answers"].as_array().unwrap().last().unwrap();
            ada.post("/user/answers", json!({ "question": question["id"], "answer": last["id"] })).await.expect(200);
        }
        let offered = ada.get("/plans?type=coins").await.expect(200).data().clone();
        assert_eq!(offered[0]["suitability"], json!({ "suits": true, "message": null }));
    }

    async fn a_coin_class_is_named_and_a_set_is_paid_once(world: World) {
        prices(world, "100000", "4000").await;
        let plan = plan(world, &["LC:BTC:60", "SMC:ETH:40"]).await;
        plans::products::set(&world.app, "ajo", "large", &Facts { is_flexible: Some(true), ..Facts::default() }, "Grace").await.unwrap();
        let mut ada = holder(world, "150000").await;
        let offered = ada.get("/plans?type=coins").await.expect(200).data()[0].clone();
        let names: Vec<&str> = offered["coin_types"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
        assert_eq!(names, ["Large Cap Coin", "Small Cap Coin"]);
        let mut body = wanted(&plan, "4000");
        body["plan_version"] = json!(2);
        body["duration"] = json!("3");
        body["duration_unit"] = json!("week");
        ada.post("/quotes/plan", body).await.breaks(&[("duration", "not_allowed"), ("duration_unit", "not_allowed")]);
    }

    async fn the_minimum_of_a_set_covers_every_coins_minimum_order(world: World) {
        let plan = plan(world, &LARGE).await;
        let mut ada = holder(world, "8000").await;
        let listed = ada.get("/plans?type=coins").await.expect(200).data()[0].clone();
        // 40 percent of 3,750 naira are 1 USDT at 1,500 naira, the minimum order.
        assert_eq!((&listed["min_amount"], &listed["limits"]["minimum"]), (&json!("1000.00"), &json!("3750.00")));
        for source in ["wallet", "card", "bank"] {
            let mut below = wanted(&plan, "3749.99");
            below["funding_source"] = json!(source);
            let refused = ada.post("/quotes/plan", below.clone()).await;
            let violation = refused.breaks(&[("amount", "below_minimum")]).body["violations"][0].clone();
            assert_eq!(violation["params"]["nearest"], "3750.00");
            let refused = subscribe_by_pin(&ada, "key-of-coins-0002", below).await;
            refused.breaks(&[("amount", "below_minimum")]);
        }
        assert_eq!(balances(&mut ada).await.0, "8000.00");
        take(&mut ada, &plan, "3750").await.expect(201);
        rounds(world, 3).await;
        assert_eq!(orders(world).await.0, 2);
        assert!(set(&mut ada).await["coins"].as_array().unwrap().iter().all(|coin| coin["status"] == "APPROVED"));
    }
}
