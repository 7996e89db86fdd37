//! Push messages: subscriptions, delivery, and removal of browsers.

use crate::support::{Caller, PASSWORD, World, fresh_email};
use crate::wallet::{credit, transfer, wallet_number};
use domain_core::money::Currency;
use identity::operator::{self, Case};
use serde_json::{Value, json};
use service::push::delivery::send_due;
use sqlx::Row;

/// A browser's keys (RFC 8291, appendix A).
const POINT: &str =
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";

fn endpoint(browser: &str) -> String {
    format!("https://fcm.googleapis.com/fcm/send/{browser}")
}

fn subscription(endpoint: &str) -> Value {
    json!({ "endpoint": endpoint, "expirationTime": null, "keys": { "p256dh": POINT, "auth": AUTH } })
}

/// A subscription as a browser sends it.
pub fn subscription_text(browser: &str) -> String {
    subscription(&endpoint(browser)).to_string()
}

pub async fn subscribe(person: &mut Caller, browser: &str) {
    let token = subscription_text(browser);
    let answer = person.put("/settings", json!({ "fcm_token": token })).await;
    answer.expect(200);
}

async fn token(person: &mut Caller) -> Value {
    person.get("/settings").await.expect(200).data()["fcm_token"].clone()
}

/// The messages of a browser, newest first, after sending everything due.
pub async fn told(world: &World, browser: &str) -> Vec<Value> {
    send_due(&world.app).await.unwrap();
    let path = format!("/sandbox/pushes?endpoint={}", endpoint(browser));
    let answer = world.caller().get(&path).await;
    answer.expect(200).data().as_array().cloned().unwrap()
}

pub fn titles(told: &[Value]) -> Vec<String> {
    let title = |sent: &Value| {
        let payload: Value = serde_json::from_str(sent["payload"].as_str().unwrap()).unwrap();
        String::from(payload["title"].as_str().unwrap())
    };
    let mut titles: Vec<String> = told.iter().map(title).collect();
    // They are sent concurrently.
    titles.sort();
    titles
}

async fn again(world: &World, email: &str) -> Caller {
    let mut person = world.caller();
    let answer = person
        .post(
            "/auth/login",
            json!({ "email": email, "password": PASSWORD }),
        )
        .await;
    answer.expect(200);
    person
}

async fn behave(world: &World, outcome: &str, times: u32) {
    let told = json!({ "port": "push", "outcome": outcome, "times": times });
    world
        .caller()
        .put("/sandbox/behaviour", told)
        .await
        .expect(200);
}

async fn rows(world: &World, table: &'static str) -> i64 {
    let query = match table {
        "push_messages" => "SELECT COUNT(*) AS found FROM queue WHERE kind = 'push'",
        _ => "SELECT COUNT(*) AS found FROM push_subscriptions",
    };
    let row = sqlx::query(query)
        .fetch_one(&mut *world.app.db.read().await.unwrap())
        .await
        .unwrap();
    row.get("found")
}

on_one! {
    async fn a_browser_is_stored_with_its_session_and_its_keys_stay_secret(world: World) {
        let email = fresh_email();
        let mut ada = world.member(&email).await;
        assert_eq!(token(&mut ada).await, Value::Null);
        subscribe(&mut ada, "phone").await;
        let shown = token(&mut ada).await;
        assert_eq!(shown, json!({ "endpoint": endpoint("phone") }).to_string());
        ada.post("/settings", json!({})).await.expect(200);
        assert_eq!(token(&mut ada).await, shown);
        assert_eq!(ada.get("/auth/me").await.data()["settings"]["fcm_token"], shown);
        assert_eq!(ada.post("/auth/refresh", json!({})).await.expect(200).data()["settings"]["fcm_token"], shown);
        assert_eq!(token(&mut again(world, &email).await).await, Value::Null);
        assert_eq!(token(&mut world.member(&fresh_email()).await).await, Value::Null);
        ada.post("/settings", json!({ "fcm_token": " " })).await.expect(200);
        assert_eq!((token(&mut ada).await, rows(world, "push_subscriptions").await), (Value::Null, 0));
    }

    async fn endpoint_and_keys_are_encrypted_in_the_database(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        subscribe(&mut ada, "phone").await;
        let row = sqlx::query("SELECT endpoint_hash, sealed FROM push_subscriptions").fetch_one(&mut *world.app.db.read().await.unwrap()).await.unwrap();
        let (hash, sealed): (String, String) = (row.get("endpoint_hash"), row.get("sealed"));
        assert_eq!(hash.len(), 64);
        for canary in ["googleapis", AUTH, &POINT[..20]] {
            assert!(!sealed.contains(canary), "{sealed}");
        }
    }

    async fn invalid_subscriptions_are_refused(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        let keys = |p256dh: &str, auth: &str| json!({ "endpoint": endpoint("phone"), "keys": { "p256dh": p256dh, "auth": auth } }).to_string();
        let at = |endpoint: &str| subscription(endpoint).to_string();
        for (token, code) in [
            (String::from("token-1"), "unsupported_type"),
            (String::from("{}"), "unsupported_type"),
            ("x".repeat(2_049), "too_long"),
            (keys(&POINT[..86], AUTH), "wrong_length"),
            (keys(AUTH, AUTH), "wrong_length"),
            (keys(POINT, "AAAA"), "wrong_length"),
            (at("http://fcm.googleapis.com/x"), "not_allowed"),
            (at("https://127.0.0.1/x"), "not_allowed"),
            (at("https://169.254.169.254/latest/meta-data"), "not_allowed"),
            (at("https://[::1]/x"), "not_allowed"),
            (at("https://localhost:8080/x"), "not_allowed"),
            (at("https://fcm.googleapis.com:22/x"), "not_allowed"),
            (at("https://push.evil.example/x"), "not_allowed"),
        ] {
            let answer = ada.put("/settings", json!({ "fcm_token": token })).await;
            answer.breaks(&[("fcm_token", code)]);
            assert!(!answer.text.contains(AUTH), "{}", answer.text);
        }
        ada.put("/settings", json!({ "fcm_token": subscription(&endpoint("x")) })).await.refuses(422, "wrong_type");
        world.caller().put("/settings", json!({ "fcm_token": at(&endpoint("x")) })).await.refuses(401, "unauthenticated");
        assert_eq!(rows(world, "push_subscriptions").await, 0);
    }

    async fn a_push_about_money_omits_the_amount_and_delays_no_caller(world: World) {
        let mut ada = world.member_with_pin(&fresh_email()).await;
        subscribe(&mut ada, "phone").await;
        let credited = credit(world, &mut ada, "NGN", "2500.50").await;
        // The credit call has returned, but nothing was sent yet.
        assert_eq!((rows(world, "push_messages").await, world.caller().get("/sandbox/pushes").await.data().as_array().unwrap().len()), (1, 0));
        let told = told(world, "phone").await;
        let payload: Value = serde_json::from_str(told[0]["payload"].as_str().unwrap()).unwrap();
        let link = format!("/bank-transfer-success?reference={}", credited.data()["reference"].as_str().unwrap());
        assert_eq!(payload, json!({ "title": "Transaction received", "body": "Money has arrived in your NGN wallet.", "link": link }));
        assert_eq!((told.len(), &told[0]["urgency"], &told[0]["ttl_seconds"]), (1, &json!("normal"), &json!(86_400)));
        assert_eq!((rows(world, "push_messages").await, send_due(&world.app).await.unwrap()), (0, 0));
    }

    async fn a_push_about_a_chat_reply_omits_its_text(world: World) {
        let email = fresh_email();
        let mut ada = world.member(&email).await;
        subscribe(&mut ada, "phone").await;
        crate::community::chat::say(&mut ada, "message-1", "Hello").await.expect(201);
        let user = operator::find(&world.app, "ajo", &email).await.unwrap();
        community::chat::support::answer(&world.app, &user, "Your PIN is reset.", "Grace").await.unwrap();
        let told = told(world, "phone").await;
        let payload: Value = serde_json::from_str(told[0]["payload"].as_str().unwrap()).unwrap();
        assert_eq!(payload, json!({ "title": "Support replied", "body": "Open the chat to read it.", "link": "/chat" }));
        assert_eq!(told.len(), 1);
    }

    async fn the_recipient_is_notified_and_the_sender_is_not(world: World) {
        let mut ada = world.member_with_pin(&fresh_email()).await;
        let mut kemi = world.member_with_pin(&fresh_email()).await;
        credit(world, &mut ada, "NGN", "5000.00").await;
        subscribe(&mut ada, "adas").await;
        subscribe(&mut kemi, "kemis").await;
        let number = wallet_number(&mut kemi).await;
        transfer(&mut ada, &number, "100.00", "push-transfer-1").await.expect(201);
        assert_eq!((told(world, "kemis").await.len(), told(world, "adas").await.len()), (1, 0));
    }

    async fn a_failed_payment_sends_no_push(world: World) {
        let mut ada = world.member_with_pin(&fresh_email()).await;
        let mut kemi = world.member_with_pin(&fresh_email()).await;
        subscribe(&mut kemi, "kemis").await;
        let number = wallet_number(&mut kemi).await;
        let refused = transfer(&mut ada, &number, "100.00", "push-transfer-2").await;
        assert_eq!(refused.status.as_u16(), 422, "{}", refused.text);
        assert_eq!(told(world, "kemis").await.len(), 0);
    }

    async fn a_sessions_new_browser_replaces_the_former_one(world: World) {
        let mut ada = world.member_with_pin(&fresh_email()).await;
        subscribe(&mut ada, "old").await;
        subscribe(&mut ada, "new").await;
        subscribe(&mut ada, "new").await;
        credit(world, &mut ada, "NGN", "1.00").await;
        assert_eq!((told(world, "old").await.len(), told(world, "new").await.len()), (0, 1));
    }

    async fn a_browser_belongs_to_its_last_user(world: World) {
        let mut ada = world.member_with_pin(&fresh_email()).await;
        let mut kemi = world.member_with_pin(&fresh_email()).await;
        subscribe(&mut ada, "shared").await;
        credit(world, &mut ada, "NGN", "1.00").await;
        // Ada's queued messages must not reach Kemi.
        subscribe(&mut kemi, "shared").await;
        credit(world, &mut ada, "NGN", "2.00").await;
        assert_eq!(told(world, "shared").await.len(), 0);
        assert_eq!(token(&mut ada).await, Value::Null);
        credit(world, &mut kemi, "NGN", "3.00").await;
        assert_eq!(told(world, "shared").await.len(), 1);
    }

    async fn a_users_ten_newest_browsers_are_notified(world: World) {
        let email = fresh_email();
        let mut ada = world.member_with_pin(&email).await;
        for number in 0..12 {
            // Signed in with a known cookie: otherwise each sign-in would be notified to the earlier ones.
            let mut session = ada.clone();
            let login = json!({ "email": email, "password": PASSWORD });
            session.post("/auth/login", login).await.expect(200);
            subscribe(&mut session, &format!("browser-{number}")).await;
            world.advance_seconds(1);
        }
        assert_eq!(rows(world, "push_subscriptions").await, 10);
        credit(world, &mut ada, "NGN", "1.00").await;
        for (browser, expected) in [("browser-0", 0), ("browser-1", 0), ("browser-2", 1), ("browser-11", 1)] {
            assert_eq!(told(world, browser).await.len(), expected, "{browser}");
        }
    }

    async fn signed_out_users_get_no_push_and_idle_ones_do(world: World) {
        let email = fresh_email();
        let mut ada = world.member_with_pin(&email).await;
        credit(world, &mut ada, "NGN", "5000.00").await;
        let mut other = again(world, &email).await;
        subscribe(&mut ada, "left").await;
        subscribe(&mut other, "idle").await;
        let number = world.caller().get("/sandbox/accounts").await.data()[0]["account_number"].clone();
        let arrives = json!({ "account_number": number, "amount": "1.00" });
        world.caller().post("/sandbox/credits", arrives.clone()).await.expect(200);
        // Queued messages to it are not sent either.
        ada.post("/auth/logout", json!({})).await.expect(200);
        world.advance_seconds(181);
        other.get("/settings").await.refuses(401, "unauthenticated");
        world.caller().post("/sandbox/credits", arrives).await.expect(200);
        assert_eq!((told(world, "left").await.len(), told(world, "idle").await.len()), (0, 2));
    }

    async fn an_expired_browser_is_removed(world: World) {
        let mut ada = world.member_with_pin(&fresh_email()).await;
        subscribe(&mut ada, "phone").await;
        credit(world, &mut ada, "NGN", "1.00").await;
        credit(world, &mut ada, "NGN", "2.00").await;
        behave(world, "fail", 2).await;
        assert_eq!(told(world, "phone").await.len(), 0);
        assert_eq!((rows(world, "push_subscriptions").await, rows(world, "push_messages").await), (0, 0));
        assert_eq!(token(&mut ada).await, Value::Null);
    }

    async fn an_unavailable_push_service_is_retried_up_to_a_limit(world: World) {
        let mut ada = world.member_with_pin(&fresh_email()).await;
        subscribe(&mut ada, "phone").await;
        credit(world, &mut ada, "NGN", "1.00").await;
        behave(world, "lose_request", 2).await;
        assert_eq!(told(world, "phone").await.len(), 0);
        // Not due yet.
        assert_eq!(send_due(&world.app).await.unwrap(), 0);
        assert_eq!(world.caller().get("/sandbox/behaviour?port=push").await.data()[0]["times"], 1);
        world.advance_seconds(5);
        assert_eq!(told(world, "phone").await.len(), 0);
        world.advance_seconds(10);
        let sent = told(world, "phone").await;
        assert_eq!((sent.len(), &sent[0]["ttl_seconds"]), (1, &json!(86_400 - 15)));

        let mut ada = world.member_with_pin(&fresh_email()).await;
        subscribe(&mut ada, "other").await;
        credit(world, &mut ada, "NGN", "1.00").await;
        behave(world, "lose_request", 100).await;
        for _ in 0..9 {
            send_due(&world.app).await.unwrap();
            world.advance_seconds(1_280);
        }
        assert_eq!(rows(world, "push_messages").await, 0);
        assert_eq!(world.caller().get("/sandbox/behaviour?port=push").await.data()[0]["times"], 91);
        assert_eq!(rows(world, "push_subscriptions").await, 2);
    }

    async fn expired_notices_are_not_sent(world: World) {
        let mut ada = world.member_with_pin(&fresh_email()).await;
        subscribe(&mut ada, "phone").await;
        credit(world, &mut ada, "NGN", "1.00").await;
        world.advance_seconds(24 * 60 * 60);
        assert_eq!((told(world, "phone").await.len(), rows(world, "push_messages").await), (0, 0));
    }

    async fn a_changed_password_is_pushed_to_all_browsers_and_keeps_only_this_one(world: World) {
        let email = fresh_email();
        let mut ada = world.member_with_pin(&email).await;
        let mut other = again(world, &email).await;
        subscribe(&mut ada, "here").await;
        subscribe(&mut other, "there").await;
        let body = json!({ "old_password": PASSWORD, "new_password": "Harbour4!Tide", "confirm": "Harbour4!Tide" });
        ada.post("/user/change-password", body).await.expect(200);
        credit(world, &mut ada, "NGN", "1.00").await;
        let changed = "Your password was changed";
        assert_eq!(titles(&told(world, "there").await), [changed]);
        assert_eq!(titles(&told(world, "here").await), ["Transaction received", changed]);
    }

    async fn a_reset_password_is_pushed_and_removes_all_browsers(world: World) {
        let email = fresh_email();
        let mut ada = world.member_with_pin(&email).await;
        subscribe(&mut ada, "phone").await;
        world.advance_seconds(120);
        world.caller().post("/forgot/password", json!({ "email": email })).await.expect(200);
        let code = world.code_for(&email).await;
        let body = json!({ "email": email, "code": code, "password": "Harbour4!Tide" });
        world.caller().post("/reset/password", body).await.expect(200);
        let sent = told(world, "phone").await;
        assert_eq!(titles(&sent), ["Your password was changed"]);
        assert!(!sent[0]["payload"].as_str().unwrap().contains(&code));
        assert_eq!(rows(world, "push_subscriptions").await, 0);
    }

    async fn a_push_about_a_removed_pin_omits_it(world: World) {
        let email = fresh_email();
        let mut ada = world.member_with_pin(&email).await;
        subscribe(&mut ada, "phone").await;
        let user = operator::find(&world.app, "ajo", &email).await.unwrap();
        operator::reset_pin(&world.app, &Case { user, by: "Grace in support" }, Currency::Ngn).await.unwrap();
        let sent = told(world, "phone").await;
        assert_eq!((titles(&sent), &sent[0]["urgency"]), (vec![String::from("Your transaction PIN was reset")], &json!("high")));
        assert!(!sent[0]["payload"].as_str().unwrap().contains("2580"));
    }

    async fn a_stolen_session_is_pushed_to_all_browsers_and_then_removed(world: World) {
        let email = fresh_email();
        let mut ada = world.member_with_pin(&email).await;
        let mut other = again(world, &email).await;
        subscribe(&mut ada, "stolen").await;
        subscribe(&mut other, "kept").await;
        let thief = ada.clone();
        ada.post("/auth/refresh", json!({})).await.expect(200);
        world.advance_seconds(11);
        ada.post("/auth/refresh", json!({})).await.expect(200);
        thief.clone().post("/auth/refresh", json!({})).await.refuses(401, "unauthenticated");
        for browser in ["stolen", "kept"] {
            assert_eq!(titles(&told(world, browser).await), ["A session was ended"], "{browser}");
        }
        assert_eq!((rows(world, "push_subscriptions").await, token(&mut other).await != Value::Null), (1, true));
    }
}

on_both! {
    async fn two_servers_send_a_message_once(world: World) {
        let mut ada = world.member_with_pin(&fresh_email()).await;
        subscribe(&mut ada, "phone").await;
        for _ in 0..5 {
            credit(world, &mut ada, "NGN", "1.00").await;
        }
        let (one, other) = tokio::join!(send_due(&world.app), send_due(&world.app));
        assert_eq!((one.unwrap() + other.unwrap(), told(world, "phone").await.len()), (5, 5));
    }
}

on_one! {
    async fn the_configuration_includes_the_push_key(world: World) {
        let configuration = world.caller().get("/app-configuration").await;
        let key = configuration.expect(200).data()["push_key"].as_str().unwrap().to_owned();
        assert!(key.len() == 87 && key.starts_with('B'), "{key}");
    }
}
