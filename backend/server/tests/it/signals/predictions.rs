//! Predictions: their visibility, and their sources.

use super::{board, email, later, subscribe, subscriber};
use crate::realtime::{permission, serve};
use crate::support::{Answer, PASSWORD, World, fresh_email};
use crate::wallet::coins::price_is;
use crate::wallet::credit;
use axum::http::Method;
use serde_json::{Value, json};
use signals::alerts::notices::tell_due;
use signals::predictions::outcomes::judge_due;
use signals::predictions::{ask, put, signature};

const SECRET: &str = "what the provider and we both know";
const SETTINGS: &[(&str, &str)] = &[
    ("AJO_RATE_LIMIT_FACTOR", "0"),
    ("AJO_SIGNALS_HOOK_SECRET", SECRET),
];
const CHANNEL: &str = "private-trade.signal";
const MONTH_SECONDS: i64 = 30 * 24 * 60 * 60;

pub fn signals(percent: &str) -> Value {
    json!({ "first_match": [{ "id": 1, "symbol": "BTC", "logo": null, "percent_change_24h": percent }],
        "second_match": [], "third_match": [], "forth_match": [] })
}

async fn notice_at(world: &World, seconds: i64, secret: &str, body: &Value) -> Answer {
    let (timestamp, text) = (seconds.to_string(), body.to_string());
    let signed = signature(secret, &timestamp, text.as_bytes());
    let provider = world
        .caller()
        .with("x-signals-timestamp", &timestamp)
        .with("x-signals-signature", &signed);
    provider
        .raw(Method::POST, "/api/hooks/signals", "application/json", text)
        .await
}

async fn notice(world: &World, body: &Value) -> Answer {
    notice_at(world, world.app.clock.now_ms() / 1_000, SECRET, body).await
}

on_one! {
    async fn only_subscribers_are_sent_the_figures(world: World, SETTINGS) {
        let mut ada = subscriber(world).await;
        let mut stranger = world.member(&fresh_email()).await;
        let none = ada.get("/predictions").await.expect(200).data().clone();
        assert_eq!((&none["signals"]["first_match"], &none["hidden"], &none["made_at"]), (&json!([]), &json!(false), &Value::Null));

        notice(world, &signals("1.25")).await.expect(200);
        let shown = ada.get("/predictions").await.expect(200).data().clone();
        assert_eq!((&shown["signals"], &shown["hidden"]), (&signals("1.25"), &json!(false)));
        assert_eq!((&shown["until"], &shown["made_at"]), (&json!("2026-12-20T09:00:00Z"), &json!("2026-11-20T09:00:00.000Z")));
        let hidden = stranger.get("/predictions").await;
        assert_eq!((&hidden.expect(200).data()["signals"]["first_match"], &hidden.data()["hidden"]), (&json!([]), &json!(true)));
        assert!(!hidden.text.contains("BTC"), "{}", hidden.text);

        later(world, &mut ada, MONTH_SECONDS).await;
        notice(world, &signals("1.25")).await.expect(200);
        assert_eq!(ada.get("/predictions").await.data()["hidden"], false);
        world.advance_seconds(1);
        let ended = ada.get("/predictions").await;
        assert!(ended.expect(200).data()["hidden"] == true && !ended.text.contains("BTC"), "{}", ended.text);
        world.caller().get("/predictions").await.refuses(401, "unauthenticated");
    }

    async fn a_notice_must_be_signed_recent_and_newer(world: World, SETTINGS) {
        let mut ada = subscriber(world).await;
        let now = world.app.clock.now_ms() / 1_000;
        notice_at(world, now, "another secret", &signals("1")).await.refuses(401, "unauthenticated");
        for wrong in [now - 301, now + 301] {
            notice_at(world, wrong, SECRET, &signals("1")).await.refuses(401, "unauthenticated");
        }
        notice(world, &json!({ "first_match": [{ "id": 1 }] })).await.refuses(422, "wrong_type");
        assert_eq!(ada.get("/predictions").await.data()["made_at"], Value::Null);
        notice_at(world, now, SECRET, &signals("2")).await.expect(200);
        notice_at(world, now - 60, SECRET, &signals("1")).await.expect(200);
        assert_eq!(ada.get("/predictions").await.data()["signals"], signals("2"));
    }

    async fn notices_require_a_configured_secret(world: World) {
        notice(world, &signals("1")).await.refuses(404, "not_found");
    }

    async fn an_old_polled_response_does_not_overwrite_a_notice(world: World, SETTINGS) {
        let mut ada = subscriber(world).await;
        let behave = |outcome: &str| json!({ "port": "signals", "outcome": outcome, "delay_ms": 0 });
        world.caller().put("/sandbox/behaviour", behave("fail")).await.expect(200);
        assert!(!ask(&world.app).await.unwrap());
        world.caller().put("/sandbox/behaviour", behave("succeed")).await.expect(200);
        assert!(ask(&world.app).await.unwrap());
        assert_eq!(ada.get("/predictions").await.data()["signals"]["first_match"][0]["symbol"], "BTC");
        assert_eq!(ada.get("/predictions").await.data()["signals"]["third_match"].as_array().unwrap().len(), 2);
        world.advance_seconds(60);
        notice(world, &signals("7")).await.expect(200);
        world.advance_seconds(60);
        assert!(!ask(&world.app).await.unwrap());
        assert_eq!(ada.get("/predictions").await.data()["signals"], signals("7"));
    }
}

on_both! {
    async fn predictions_do_not_replace_concurrently_stored_newer_ones(world: World, SETTINGS) {
        let mut ada = subscriber(world).await;
        notice(world, &signals("1")).await.expect(200);
        let mut tx = world.app.db.begin().await.unwrap();
        let newer = "UPDATE predictions SET signals = REPLACE(signals, '\"1\"', '\"2\"'), made_at_ms = made_at_ms + 2000";
        assert_eq!(sqlx::query(newer).execute(tx.connection()).await.unwrap().rows_affected(), 1);
        let older = serde_json::from_value(signals("3")).unwrap();
        let (app, made_at_ms) = (world.app.clone(), world.clock.now_ms() + 1_000);
        let replacing = tokio::spawn(async move { put(&app, &older, made_at_ms).await });
        world.until_stuck(&replacing).await;
        tx.commit().await.unwrap();
        assert!(!replacing.await.unwrap().unwrap());
        assert_eq!(ada.get("/predictions").await.data()["signals"], signals("2"));
    }
}

on_one! {
    async fn the_channel_is_open_to_subscribers_until_the_end(world: World, SETTINGS) {
        let served = serve(&world.app).await;
        let mut ada = subscriber(world).await;
        let mut stranger = world.member(&fresh_email()).await;
        let asked = json!({ "socket_id": "1.2", "channel_name": CHANNEL });
        stranger.post("/broadcasting/auth", asked).await.refuses(403, "not_your_channel");

        let mut socket = served.connect().await;
        let auth = permission(&ada, &socket.id, CHANNEL).await;
        let join = json!({ "event": "pusher:subscribe", "data": { "channel": CHANNEL, "auth": auth } });
        socket.say(join.clone()).await;
        assert_eq!(socket.hear().await["event"], "pusher_internal:subscription_succeeded");
        notice(world, &signals("1.25")).await.expect(200);
        let frame = socket.hear().await;
        assert_eq!((&frame["event"], &frame["channel"]), (&json!("signal.alert"), &json!(CHANNEL)));
        let data: Value = serde_json::from_str(frame["data"].as_str().unwrap()).unwrap();
        assert_eq!(data["signals"]["first_match"], json!([{ "id": 1, "symbol": "BTC", "percent_change_24h": "1.25" }]));
        // Unchanged predictions are not announced.
        world.advance_seconds(10);
        notice(world, &signals("1.25")).await.expect(200);

        let login = json!({ "email": email(&mut ada).await, "password": PASSWORD });
        world.advance_seconds(MONTH_SECONDS);
        tell_due(&world.app).await.unwrap();
        assert_eq!(socket.closed().await, 4200);
        ada.post("/auth/login", login).await.expect(200);
        ada.post("/broadcasting/auth", json!({ "socket_id": "1.2", "channel_name": CHANNEL })).await.refuses(403, "not_your_channel");
        // An old permission does not open it either.
        let mut late = served.connect().await;
        credit(world, &mut ada, "NGN", "20000.00").await;
        late.say(json!({ "event": "pusher:subscribe", "data": { "channel": CHANNEL, "auth": "ajo:00-00" } })).await;
        assert_eq!(late.hear().await["data"]["code"], 4009);
        board(world).await;
        subscribe(&mut ada, "key-00000002").await.expect(201);
        ada.post("/broadcasting/auth", json!({ "socket_id": "1.2", "channel_name": CHANNEL })).await.expect(200);
    }
}

on_one! {
    async fn outcomes_follow_the_markets_prices(world: World, SETTINGS) {
        let mut ada = subscriber(world).await;
        let mut stranger = world.member(&fresh_email()).await;
        price_is(world, "BTCUSDT", "100000").await;
        price_is(world, "ETHUSDT", "4000").await;
        let two = json!({ "first_match": [{ "id": 1, "symbol": "BTC", "logo": null, "percent_change_24h": "4" }], "second_match": [],
            "third_match": [{ "id": 2, "symbol": "ETH", "logo": null, "percent_change_24h": "-2" }, { "id": 3, "symbol": "NONE", "logo": null, "percent_change_24h": "1" }], "forth_match": [] });
        notice(world, &two).await.expect(200);
        let shown = ada.get("/predictions").await.expect(200).data().clone();
        assert_eq!(shown["days"][0], json!({ "group": "first_match", "symbol": "BTC", "made_at": "2026-11-20T09:00:00.000Z", "until": "2026-11-21T09:00:00.000Z" }));
        assert_eq!(shown["valid_until"], "2026-11-21T09:00:00Z");
        let of = |shown: &Value, group: usize| ["hit", "missed", "open", "percent"].map(|name| shown["record"][group][name].clone());
        assert_eq!(of(&shown, 0), [json!(0), json!(0), json!(1), Value::Null]);
        let hidden = stranger.get("/predictions").await;
        assert_eq!((&hidden.data()["days"], &hidden.data()["record"]), (&json!([]), &shown["record"]));

        // A change within the day is shown, but the first prediction of the day counts.
        world.advance_seconds(60);
        notice(world, &signals("9")).await.expect(200);
        later(world, &mut ada, 24 * 3_600 - 61).await;
        assert_eq!(judge_due(&world.app).await.unwrap(), 0);
        world.advance_seconds(1);
        price_is(world, "BTCUSDT", "103000").await;
        price_is(world, "ETHUSDT", "3980").await;
        assert_eq!(judge_due(&world.app).await.unwrap(), 3);
        assert_eq!(judge_due(&world.app).await.unwrap(), 0);
        let judged = ada.get("/predictions").await.expect(200).data().clone();
        assert_eq!(of(&judged, 0), [json!(1), json!(0), json!(0), json!(100)]);
        assert_eq!(of(&judged, 2), [json!(0), json!(1), json!(0), json!(0)]);
    }

    async fn the_same_response_on_the_next_day_is_a_new_prediction(world: World, SETTINGS) {
        let mut ada = subscriber(world).await;
        assert!(ask(&world.app).await.unwrap());
        later(world, &mut ada, 24 * 3_600 - 1).await;
        assert!(!ask(&world.app).await.unwrap());
        world.advance_seconds(1);
        let over = ada.get("/predictions").await.data().clone();
        assert_eq!((&over["signals"]["first_match"], &over["hidden"]), (&json!([]), &json!(false)));
        assert!(ask(&world.app).await.unwrap());
        assert_eq!(ada.get("/predictions").await.data()["made_at"], "2026-11-21T09:00:00.000Z");
        assert_eq!(ada.get("/predictions").await.data()["signals"]["first_match"][0]["symbol"], "BTC");
    }
}
