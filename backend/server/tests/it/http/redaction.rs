//! Secrets appear neither in the logs nor in the database.

use crate::plans;
use crate::support::log::Recording;
use crate::support::rows::whole;
use crate::support::{Answer, Caller, Engine, World, fresh_email, registration};
use crate::wallet::credit;
use axum::http::Method;
use serde_json::json;

const CANARY_PASSWORD: &str = "Canary4!Canary";
const CANARY_PIN: &str = "9174";
const API_KEY: &str = "canary-api-key-4f1b";
const API_SECRET: &str = "canary-api-secret-8d2c";
const BOT_TOKEN: &str = "774411:CanaryBotToken";
const HOOK_SECRET: &str = "canary-hook-secret";
const WHATSAPP_KEY: &str = "canary-whatsapp-key";
const SECURITY_ANSWER: &str = "Canarybird School";
/// The BVN of the seventh person in the register.
const BVN: &str = "22100000007";
const NIN: &str = "71100000007";
/// An address without a listener, to include the logs of failing calls.
const NOWHERE: &str = "http://127.0.0.1:9";
const SETTINGS: [(&str, &str); 9] = [
    ("AJO_RATE_LIMIT_FACTOR", "0"),
    ("AJO_TELEGRAM_TOKEN", BOT_TOKEN),
    ("AJO_TELEGRAM_BOT", "ajo_bot"),
    ("AJO_TELEGRAM_HOOK_SECRET", HOOK_SECRET),
    ("AJO_TELEGRAM_URL", NOWHERE),
    ("AJO_WHATSAPP_KEY", WHATSAPP_KEY),
    ("AJO_WHATSAPP_NUMBER", "10001"),
    ("AJO_WHATSAPP_TEMPLATE", "notice"),
    ("AJO_WHATSAPP_URL", NOWHERE),
];

/// Sends each secret in a wrong place to every call that takes it; returns the refusals.
async fn refusals(person: &Caller, secrets: &[&str]) -> String {
    const CALLS: [(Method, &str, &str); 9] = [
        (Method::POST, "/api/auth/login", "password"),
        (Method::POST, "/api/wallet/pin-confirm", "pin"),
        (Method::PUT, "/api/exchange-keys", "api_key"),
        (Method::PUT, "/api/exchange-keys", "api_secret"),
        (Method::POST, "/api/security-questions", "answer"),
        (Method::POST, "/api/verify/bvn", "bvn"),
        (Method::POST, "/api/verify/nin", "nin"),
        (Method::POST, "/api/verify/nin", "code"),
        (Method::POST, "/api/hooks/telegram", "message"),
    ];
    let mut said = String::new();
    for (method, path, field) in CALLS {
        for secret in secrets {
            for value in [json!(secret), json!({ "canary": secret }), json!([secret])] {
                let body = json!({ field: value }).to_string();
                // Complete, and truncated within it.
                for length in [body.len(), body.len() - 3] {
                    let body = body[..length].to_owned();
                    let answer = person
                        .raw(method.clone(), path, "application/json", body)
                        .await;
                    assert!(answer.status.is_client_error(), "{path}: {}", answer.text);
                    said.push_str(&answer.text);
                    said.push('\n');
                }
            }
        }
    }
    said
}

/// A Telegram update with its secret or another one.
async fn telegram_says(world: &World, secret: &str, text: &str) -> Answer {
    let chat = json!({ "id": 4_200_001, "type": "private" });
    let update = json!({ "update_id": 1, "message": { "message_id": 1, "date": 1, "chat": chat, "text": text } });
    let telegram = world
        .caller()
        .with("x-telegram-bot-api-secret-token", secret);
    let path = "/api/hooks/telegram";
    telegram
        .raw(Method::POST, path, "application/json", update.to_string())
        .await
}

/// Links a chat, and sends notices to Telegram and WhatsApp, which are unreachable; returns the token of the link.
async fn chats(world: &World, ada: &mut Caller) -> String {
    ada.post("/phone/code", json!({ "phone": "08031112222" }))
        .await
        .expect(200);
    let code = world.code_for("08031112222").await;
    let phone = json!({ "phone": "08031112222", "code": code });
    ada.post("/phone", phone).await.expect(200);
    let invited = ada.post("/settings/telegram", json!({})).await;
    let link = plans::text(&invited.expect(201).data()["link"]);
    let token = link.split_once("?start=").unwrap().1.to_owned();
    let start = format!("/start {token}");
    telegram_says(world, "another secret", &start)
        .await
        .refuses(401, "unauthenticated");
    telegram_says(world, HOOK_SECRET, &start).await.expect(200);
    for setting in ["enable_telegram", "enable_whatsapp"] {
        let on = json!({ "name": setting, "value": "true" });
        ada.post("/account/settings", on).await.expect(200);
    }
    credit(world, ada, "NGN", "1000.00").await;
    // Each is sent at once, fails, and waits for a retry.
    let queued = whole(world).await["queue"].join("\n");
    for kind in ["telegram", "whatsapp"] {
        assert!(queued.contains(kind), "no message by {kind}");
    }
    token
}

/// Enters identity numbers, an answer, exchange keys, and a friend's invitation; returns the codes sent for them.
async fn particulars(world: &World, ada: &mut Caller) -> Vec<String> {
    let about = json!({ "first_name": "Grace", "last_name": "Akpan", "gender": "female", "dob": "07-07-1976" });
    ada.post("/profile", about).await.expect(200);
    let mut codes = Vec::new();
    for (path, number, value) in [("/verify/nin", "nin", NIN), ("/verify/bvn", "bvn", BVN)] {
        ada.post(path, json!({ number: value })).await.expect(200);
        let code = world.code_for("08030000007").await;
        if number == "bvn" {
            let proof = json!({ number: value, "code": code });
            ada.post(path, proof).await.expect(200);
        }
        codes.push(code);
    }
    let answer = json!({ "question": "security-1", "answer": SECURITY_ANSWER });
    ada.post("/security-questions", answer).await.expect(200);
    let keys = json!({ "api_key": API_KEY, "api_secret": API_SECRET });
    ada.put("/exchange-keys", keys).await.expect(200);
    let plan = plans::offered(world, "group", |facts| facts.is_group = Some(true)).await;
    let body = plans::wanted(&plan, "200.00", "wallet");
    let payee = format!("plan:{plan}");
    let wish = json!({ "pin": CANARY_PIN, "currency": "NGN", "action": "savings_start", "amount": "200.00", "payee": payee, "idempotency_key": "key-number-two", "request": body });
    let granted = ada.post("/wallet/pin-confirm", wish).await;
    let grant = plans::text(&granted.expect(200).data()["authorisation"]);
    let mut payer = ada
        .with("idempotency-key", "key-number-two")
        .with("x-pin-authorisation", &grant);
    payer.post("/plans/subscribe", body).await.expect(201);
    let id = plans::text(&plans::newest(ada).await["id"]);
    let friend =
        json!({ "name": "Kemi Ogun", "phone": "08031113333", "email": "kemi.canary@example.ng" });
    let path = format!("/subscriptions/{id}/members/init");
    ada.post(&path, friend).await.expect(200);
    codes.push(world.code_for("kemi.canary@example.ng").await);
    codes.push(grant);
    codes
}

/// Everything is logged down to `trace`, except the database drivers' own lines, which production does not enable
/// either.
#[tokio::test]
async fn a_journey_leaves_no_secret_behind() {
    // For the whole process, because some work runs on other threads; lines of other tests are harmless.
    let recording = Recording::start();
    let world = World::with(Engine::Sqlite, &SETTINGS).await;
    let email = fresh_email();
    let mut ada = world.caller();
    let mut body = registration(&email);
    body["password"] = json!(CANARY_PASSWORD);
    ada.post("/auth/register", body).await.expect(201);
    let code = world.code_for(&email).await;
    ada.post("/auth/verify", json!({ "email": email, "code": code }))
        .await
        .expect(200);
    let pin = json!({ "pin": CANARY_PIN, "confirm_pin": CANARY_PIN, "currency": "NGN" });
    ada.post("/account/settings/pin/create", pin)
        .await
        .expect(200);
    let confirmation = json!({ "pin": CANARY_PIN, "currency": "NGN", "action": "withdraw", "amount": "1.00", "payee": "x", "idempotency_key": "key-number-one", "request": {} });
    let granted = ada.post("/wallet/pin-confirm", confirmation).await;
    let authorisation = granted.expect(200).data()["authorisation"]
        .as_str()
        .unwrap()
        .to_owned();
    let (token, cookie) = (ada.token.clone().unwrap(), ada.cookie.clone().unwrap());
    let link_token = chats(&world, &mut ada).await;
    let codes = particulars(&world, &mut ada).await;
    let given = [
        CANARY_PASSWORD,
        CANARY_PIN,
        API_KEY,
        API_SECRET,
        BOT_TOKEN,
        HOOK_SECRET,
        SECURITY_ANSWER,
        BVN,
        NIN,
        &link_token,
    ];
    let mut said = refusals(&ada, &given).await;
    let wrong = ada
        .post(
            "/auth/login",
            json!({ "email": email, "password": "Canary5!Canary" }),
        )
        .await;
    ada.post(
        "/auth/login",
        json!({ "email": { "canary": "Canary6!Canary" }, "password": CANARY_PASSWORD }),
    )
    .await
    .expect(422);
    ada.post("/auth/logout", json!({})).await.expect(200);

    let refresh = cookie.split_once('=').unwrap().1.to_owned();
    said.push_str(&wrong.text);
    let mut secrets = vec![
        WHATSAPP_KEY,
        "Canary5!Canary",
        "Canary6!Canary",
        &code,
        &token,
        &refresh,
        &authorisation,
    ];
    secrets.extend(given);
    secrets.extend(codes.iter().map(String::as_str));
    let logged = recording.text();
    assert!(logged.contains("served"), "the journey was logged");
    let stored = stored(&world).await;
    for secret in secrets {
        assert_eq!(
            logged.lines().find(|line| holds(line, secret)),
            None,
            "{secret} was logged"
        );
        assert_eq!(
            stored.lines().find(|line| holds(line, secret)),
            None,
            "{secret} was stored"
        );
        assert_eq!(
            said.lines().find(|line| holds(line, secret)),
            None,
            "{secret} was answered"
        );
    }
    world.end().await;
}

/// Whether the line contains the secret as a separate word: four digits inside an id or a duration are not a PIN.
fn holds(line: &str, secret: &str) -> bool {
    let part_of_a_word = |c: char| c.is_ascii_alphanumeric() || c == '-';
    line.match_indices(secret).any(|(start, found)| {
        let (before, after) = (&line[..start], &line[start + found.len()..]);
        !before.ends_with(part_of_a_word)
            && !before.ends_with("micros=")
            && !after.starts_with(part_of_a_word)
    })
}

/// Every column of every table, except the sandbox's messages, which are the emails themselves.
async fn stored(world: &World) -> String {
    let mut rows = whole(world).await;
    let letters = rows.remove("sandbox_messages");
    assert!(letters.is_some_and(|letters| !letters.is_empty()));
    let lines = rows
        .into_iter()
        .flat_map(|(table, rows)| rows.into_iter().map(move |row| format!("{table} {row}")));
    lines.collect::<Vec<_>>().join("\n")
}
