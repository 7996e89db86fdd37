//! Fakes of Telegram's Bot API and WhatsApp's Cloud API, and notices sent to them through the outbox. Their quirks: the
//! bot's token is part of the path; a chat whose owner has blocked the bot is 403, and too many messages are 429; a
//! number without WhatsApp is a 400 with a code inside; a notice is the only parameter of an approved template.

use crate::identity::channels;
use crate::identity::numbers::code_to;
use crate::support::{Caller, Engine, World, fresh_email};
use crate::wallet::credit;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::routing::{get, post};
use axum::{Json, Router};
use providers::messages::Channel;
use serde_json::{Value, json};
use service::outbox::delivery::{claim, send};
use std::sync::{Arc, Mutex};
use tokio::net::TcpListener;

const TOKEN: &str = "123:AbC";
const KEY: &str = "EAA-key";
const NUMBER: &str = "1055";
const CHAT: i64 = 4_200_001;
const PHONE: &str = "08031112222";
const NOTICE: &str = "Ajo: Transaction received. Money has arrived in your NGN wallet.";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mood {
    Well,
    /// Too many messages: nothing is delivered.
    Busy,
    /// The recipient is permanently unreachable.
    Gone,
}

/// A chat company.
#[derive(Clone)]
struct Company {
    url: String,
    mood: Arc<Mutex<Mood>>,
    delivered: Arc<Mutex<Vec<(String, String)>>>,
}

type Answer = (StatusCode, Json<Value>);

impl Company {
    async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let company = Self {
            url: format!("http://{}", listener.local_addr().unwrap()),
            mood: Arc::new(Mutex::new(Mood::Well)),
            delivered: Arc::default(),
        };
        let router = Router::new()
            .route("/{bot}/sendMessage", post(telegram))
            .route("/{bot}/getMe", get(me))
            .route("/v23.0/{number}/messages", post(whatsapp))
            .with_state(company.clone());
        tokio::spawn(axum::serve(listener, router).into_future());
        company
    }

    fn is(&self, mood: Mood) {
        *self.mood.lock().unwrap() = mood;
    }

    /// Recipients and texts, oldest first.
    fn delivered(&self) -> Vec<(String, String)> {
        self.delivered.lock().unwrap().clone()
    }

    fn deliver(&self, to: &Value, text: &Value) {
        let to = to.to_string().trim_matches('"').to_owned();
        let text = text.as_str().unwrap().to_owned();
        self.delivered.lock().unwrap().push((to, text));
    }
}

fn answer(status: u16, body: Value) -> Answer {
    (StatusCode::from_u16(status).unwrap(), Json(body))
}

fn refusal(status: u16, description: &str) -> Answer {
    let body = json!({ "ok": false, "error_code": status, "description": description });
    answer(status, body)
}

async fn me(Path(bot): Path<String>) -> Answer {
    match bot == format!("bot{TOKEN}") {
        true => answer(
            200,
            json!({ "ok": true, "result": { "id": 123, "is_bot": true, "username": "ajo_bot" } }),
        ),
        false => refusal(401, "Unauthorized"),
    }
}

async fn telegram(
    State(company): State<Company>,
    Path(bot): Path<String>,
    Json(body): Json<Value>,
) -> Answer {
    if bot != format!("bot{TOKEN}") {
        return refusal(401, "Unauthorized");
    }
    if !body["chat_id"].is_i64() {
        return refusal(400, "Bad Request: chat not found");
    }
    match *company.mood.lock().unwrap() {
        Mood::Busy => return refusal(429, "Too Many Requests: retry after 5"),
        Mood::Gone => return refusal(403, "Forbidden: bot was blocked by the user"),
        Mood::Well => {}
    }
    company.deliver(&body["chat_id"], &body["text"]);
    let chat = json!({ "id": body["chat_id"], "type": "private" });
    let message = json!({ "message_id": 7, "chat": chat, "date": 1, "text": body["text"] });
    answer(200, json!({ "ok": true, "result": message }))
}

async fn whatsapp(
    State(company): State<Company>,
    Path(number): Path<String>,
    headers: HeaderMap,
    Json(body): Json<Value>,
) -> Answer {
    let failure = |status: u16, code: i64, message: &str| {
        let error = json!({ "message": message, "type": "OAuthException", "code": code, "fbtrace_id": "x" });
        answer(status, json!({ "error": error }))
    };
    if headers
        .get("authorization")
        .is_none_or(|key| key != &format!("Bearer {KEY}"))
    {
        return failure(401, 190, "Invalid OAuth access token");
    }
    let template = &body["template"];
    let is_notice = number == NUMBER
        && body["messaging_product"] == "whatsapp"
        && body["type"] == "template"
        && template["name"] == "notice"
        && template["language"]["code"] == "en";
    if !is_notice {
        return failure(404, 132_001, "Template name does not exist");
    }
    match *company.mood.lock().unwrap() {
        Mood::Busy => return failure(429, 80_007, "Rate limit hit"),
        Mood::Gone => return failure(400, 131_026, "Message undeliverable"),
        Mood::Well => {}
    }
    let text = &template["components"][0]["parameters"][0]["text"];
    company.deliver(&body["to"], text);
    let contact = json!({ "input": body["to"], "wa_id": body["to"] });
    let sent = json!({ "messaging_product": "whatsapp", "contacts": [contact], "messages": [{ "id": "wamid.1" }] });
    answer(200, sent)
}

async fn switch_on(person: &mut Caller, setting: &str) {
    let wanted = json!({ "name": setting, "value": "true" });
    person.post("/account/settings", wanted).await.expect(200);
}

/// Sends the due messages of a channel; returns their number.
async fn round(world: &World, channel: Channel) -> usize {
    let held = claim(&world.app, channel, 32).await.unwrap();
    for one in &held {
        send(&world.app, one).await;
    }
    held.len()
}

async fn notices_arrive_once(engine: Engine) {
    let (telegram, whatsapp) = (Company::start().await, Company::start().await);
    let whatsapp_url = format!("{}/v23.0", whatsapp.url);
    let settings = [
        ("AJO_RATE_LIMIT_FACTOR", "0"),
        ("AJO_TELEGRAM_URL", telegram.url.as_str()),
        ("AJO_TELEGRAM_TOKEN", TOKEN),
        ("AJO_TELEGRAM_BOT", "ajo_bot"),
        ("AJO_TELEGRAM_HOOK_SECRET", "hush"),
        ("AJO_WHATSAPP_URL", whatsapp_url.as_str()),
        ("AJO_WHATSAPP_KEY", KEY),
        ("AJO_WHATSAPP_NUMBER", NUMBER),
        ("AJO_WHATSAPP_TEMPLATE", "notice"),
    ];
    let world = World::with(engine, &settings).await;
    let mut ada = world.member_with_pin(&fresh_email()).await;
    ada.post("/phone/code", json!({ "phone": PHONE }))
        .await
        .expect(200);
    let code = code_to(&world, PHONE).await;
    ada.post("/phone", json!({ "phone": PHONE, "code": code }))
        .await
        .expect(200);
    // Telegram reports who started the bot; the bot greets them.
    let token = channels::token(&mut ada).await;
    let update = channels::said(CHAT, "private", &format!("/start {token}")).to_string();
    let sender = world
        .caller()
        .with("x-telegram-bot-api-secret-token", "hush");
    let hook = "/api/hooks/telegram";
    let heard = sender.raw(Method::POST, hook, "application/json", update);
    heard.await.expect(200);
    let greeted = telegram.delivered().len();
    for setting in ["enable_telegram", "enable_whatsapp"] {
        switch_on(&mut ada, setting).await;
    }

    let told = |company: &Company| {
        let all = company.delivered();
        let texts = all.into_iter().filter(|(_, text)| text == NOTICE);
        texts.map(|(to, _)| to).collect::<Vec<_>>()
    };
    credit(&world, &mut ada, "NGN", "100.00").await;
    assert_eq!(telegram.delivered().len(), greeted + 1);
    assert_eq!(told(&telegram), [CHAT.to_string()]);
    assert_eq!(told(&whatsapp), ["2348031112222"]);

    // Busy companies are retried, and no notice is duplicated.
    for (company, channel) in [
        (&telegram, Channel::Telegram),
        (&whatsapp, Channel::Whatsapp),
    ] {
        let before = told(company).len();
        company.is(Mood::Busy);
        credit(&world, &mut ada, "NGN", "100.00").await;
        world.advance_seconds(20);
        assert_eq!(round(&world, channel).await, 1);
        assert_eq!(told(company).len(), before);
        company.is(Mood::Well);
        world.advance_seconds(20);
        assert_eq!(round(&world, channel).await, 1);
        assert_eq!(told(company).len(), before + 1);
        world.advance_seconds(30);
        assert_eq!(round(&world, channel).await, 0);
    }
    // Unreachable recipients are not retried.
    let before = (told(&telegram).len(), told(&whatsapp).len());
    telegram.is(Mood::Gone);
    whatsapp.is(Mood::Gone);
    credit(&world, &mut ada, "NGN", "100.00").await;
    world.advance_seconds(20);
    for channel in [Channel::Telegram, Channel::Whatsapp] {
        assert_eq!(round(&world, channel).await, 0);
    }
    assert_eq!((told(&telegram).len(), told(&whatsapp).len()), before);
    world.end().await;
}

#[tokio::test]
async fn notices_reach_telegram_and_whatsapp_once_on_sqlite() {
    notices_arrive_once(Engine::Sqlite).await;
}

#[tokio::test]
async fn notices_reach_telegram_and_whatsapp_once_on_postgres() {
    if Engine::postgres_is_there() {
        notices_arrive_once(Engine::Postgres).await;
    }
}
