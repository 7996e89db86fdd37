//! Notices by email, text message and chat, only to users who switched them on.

use super::numbers::code_to;
use crate::support::{Caller, PASSWORD, World, fresh_email, sign_in};
use crate::wallet::{credit, holder};
use axum::http::{Method, StatusCode};
use serde_json::{Value, json};
use service::push::digest;
use wallet::account::send_due;

const PHONE: &str = "08031112222";
const CHAT: i64 = 4_200_001;

async fn switch(person: &mut Caller, setting: &str, value: &str) {
    let wanted = json!({ "name": setting, "value": value });
    person.post("/account/settings", wanted).await.expect(200);
}

async fn confirm_phone(world: &World, person: &mut Caller) {
    let asked = person.post("/phone/code", json!({ "phone": PHONE })).await;
    asked.expect(200);
    let code = code_to(world, PHONE).await;
    let added = json!({ "phone": PHONE, "code": code });
    person.post("/phone", added).await.expect(200);
}

/// The texts sent to an address on a channel, oldest first.
async fn told(world: &World, channel: &str, to: &str) -> Vec<String> {
    let mut messages = world.messages_to(to).await;
    messages.reverse();
    let found = messages.iter().filter(|sent| sent["channel"] == channel);
    found
        .map(|sent| sent["text"].as_str().unwrap().to_owned())
        .collect()
}

async fn channel(person: &mut Caller, name: &str) -> (bool, bool) {
    let all = person.get("/settings/channels").await;
    let all = all.expect(200).data().as_array().cloned().unwrap();
    let one = all.iter().find(|one| one["channel"] == name).unwrap();
    let is = |what: &str| one[what].as_bool().unwrap();
    (is("is_on"), is("is_reachable"))
}

pub async fn token(person: &mut Caller) -> String {
    let invited = person.post("/settings/telegram", json!({})).await;
    let link = invited.expect(201).data()["link"]
        .as_str()
        .unwrap()
        .to_owned();
    link.split_once("?start=").unwrap().1.to_owned()
}

pub fn said(chat: i64, kind: &str, text: &str) -> Value {
    json!({ "update_id": 1, "message": { "message_id": 1, "date": 1,
        "from": { "id": chat, "is_bot": false }, "chat": { "id": chat, "type": kind }, "text": text } })
}

pub async fn write(world: &World, chat: i64, text: &str) {
    let answer = world
        .caller()
        .post("/sandbox/telegram", said(chat, "private", text))
        .await;
    answer.expect(200);
}

on_one! {
    async fn a_notice_goes_to_each_enabled_and_reachable_channel(world: World) {
        let email = fresh_email();
        let mut ada = world.member_with_pin(&email).await;
        confirm_phone(world, &mut ada).await;
        let token = token(&mut ada).await;
        write(world, CHAT, &format!("/start {token}")).await;
        let chat = CHAT.to_string();
        let before = told(world, "email", &email).await.len();
        // All channels are off by default, although all are reachable.
        credit(world, &mut ada, "NGN", "100.00").await;
        assert_eq!(channel(&mut ada, "sms").await, (false, true));
        assert_eq!(told(world, "email", &email).await.len(), before);
        assert_eq!(told(world, "whatsapp", PHONE).await, [""; 0]);
        for setting in ["enable_email", "enable_sms", "enable_telegram", "enable_whatsapp"] {
            switch(&mut ada, setting, "true").await;
        }
        credit(world, &mut ada, "NGN", "200.00").await;
        let text = "Ajo: Transaction received. Money has arrived in your NGN wallet.";
        assert_eq!(told(world, "sms", PHONE).await[1..], [text]);
        assert_eq!(told(world, "whatsapp", PHONE).await, [text]);
        assert_eq!(told(world, "telegram", &chat).await[1..], [text]);
        assert_eq!(told(world, "email", &email).await[before..], ["Money has arrived in your NGN wallet."]);
        switch(&mut ada, "enable_sms", "false").await;
        credit(world, &mut ada, "NGN", "300.00").await;
        assert_eq!(told(world, "sms", PHONE).await[1..], [text]);
        assert_eq!(told(world, "telegram", &chat).await[1..], [text, text]);
    }

    async fn an_unconfirmed_number_gets_no_notices(world: World) {
        let mut ada = holder(world, "100.00").await;
        switch(&mut ada, "enable_sms", "true").await;
        switch(&mut ada, "enable_telegram", "true").await;
        assert_eq!(channel(&mut ada, "sms").await, (true, false));
        assert_eq!(channel(&mut ada, "telegram").await, (true, false));
        let me = ada.get("/auth/me").await;
        let phone = me.expect(200).data()["phone"].as_str().unwrap().to_owned();
        credit(world, &mut ada, "NGN", "200.00").await;
        assert_eq!(told(world, "sms", &phone).await, [""; 0]);
    }

    async fn a_security_notice_is_one_email_whatever_is_enabled(world: World) {
        let email = fresh_email();
        let mut ada = world.member(&email).await;
        let change = async |person: &mut Caller, current: &str, next: &str| {
            let body = json!({ "old_password": current, "new_password": next, "confirm": next });
            person.post("/user/change-password", body).await.expect(200);
        };
        let letters = async || {
            let all = world.messages_to(&email).await;
            all.iter().filter(|sent| sent["subject"].as_str().unwrap().contains("password was changed")).count()
        };
        // Even with the channel off, the email is sent.
        change(&mut ada, PASSWORD, "Harmattan!Dust8").await;
        assert_eq!(letters().await, 1);
        switch(&mut ada, "enable_email", "true").await;
        change(&mut ada, "Harmattan!Dust8", "Harmattan!Dust9").await;
        assert_eq!(letters().await, 2);
    }

    async fn a_chat_link_token_is_single_use_and_expires(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        let mut bola = world.member(&fresh_email()).await;
        let first = token(&mut ada).await;
        let used = token(&mut ada).await;
        let bolas = token(&mut bola).await;
        // A newer invitation invalidates the older one, and groups are ignored.
        write(world, CHAT, &format!("/start {first}")).await;
        let group = said(-100, "group", &format!("/start {used}"));
        world.caller().post("/sandbox/telegram", group).await.expect(200);
        assert_eq!(channel(&mut ada, "telegram").await, (false, false));
        write(world, CHAT, &format!("/start {used}")).await;
        write(world, CHAT + 1, &format!("/start {used}")).await;
        // Resent by Telegram, because our response was lost.
        write(world, CHAT, &format!("/start {used}")).await;
        assert_eq!(channel(&mut ada, "telegram").await, (false, true));
        let replies = told(world, "telegram", &CHAT.to_string()).await;
        assert!(replies[0].starts_with("This link was used before"), "{replies:?}");
        assert!(replies[1].starts_with("You receive notices here"), "{replies:?}");
        assert!(replies[2].starts_with("You receive notices here."), "{replies:?}");
        let stranger = told(world, "telegram", &(CHAT + 1).to_string()).await;
        assert!(stranger[0].starts_with("This link was used before"), "{stranger:?}");
        // The invitation has expired.
        world.advance_seconds(15 * 60);
        write(world, CHAT + 2, &format!("/start {bolas}")).await;
        let late = told(world, "telegram", &(CHAT + 2).to_string()).await;
        assert!(late[0].starts_with("This link was used before"), "{late:?}");
    }
}

on_both! {
    async fn concurrent_uses_of_an_invitation_link_one_chat(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        let token = token(&mut ada).await;
        let calls: Vec<_> = (0..8).map(|number| {
            let (mut telegram, update) = (world.caller(), said(CHAT + number, "private", &format!("/start {token}")));
            tokio::spawn(async move { telegram.post("/sandbox/telegram", update).await.status.as_u16() })
        }).collect();
        for call in calls {
            assert_eq!(call.await.unwrap(), 200);
        }
        let mut linked = 0;
        for number in 0..8 {
            let replies = told(world, "telegram", &(CHAT + number).to_string()).await;
            linked += usize::from(replies[0].starts_with("You receive notices here"));
        }
        assert_eq!((linked, channel(&mut ada, "telegram").await), (1, (false, true)));
    }
}

on_one! {
    async fn a_chat_can_be_unlinked_from_either_side(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        let first = token(&mut ada).await;
        write(world, CHAT, &format!("/start {first}")).await;
        write(world, CHAT, "/stop").await;
        assert_eq!(channel(&mut ada, "telegram").await, (false, false));
        let second = token(&mut ada).await;
        write(world, CHAT, &format!("/start {second}")).await;
        assert_eq!(channel(&mut ada, "telegram").await, (false, true));
        ada.delete("/settings/telegram", json!({})).await.expect(200);
        assert_eq!(channel(&mut ada, "telegram").await, (false, false));
    }

    async fn updates_require_telegrams_secret(world: World, &[
        ("AJO_TELEGRAM_TOKEN", "123:AbC"), ("AJO_TELEGRAM_BOT", "ajo_bot"), ("AJO_TELEGRAM_HOOK_SECRET", "hush"),
        ("AJO_TELEGRAM_URL", "http://127.0.0.1:9"),
    ]) {
        let mut ada = world.member(&fresh_email()).await;
        let token = token(&mut ada).await;
        let update = said(CHAT, "private", &format!("/start {token}")).to_string();
        let hear = async |secret: &'static str, body: &str| {
            let telegram = world.caller().with("x-telegram-bot-api-secret-token", secret);
            let path = "/api/hooks/telegram";
            telegram.raw(Method::POST, path, "application/json", body.to_owned()).await
        };
        hear("wrong", &update).await.refuses(401, "unauthenticated");
        hear("", &update).await.refuses(401, "unauthenticated");
        assert_eq!(channel(&mut ada, "telegram").await, (false, false));
        assert_eq!(hear("hush", "[]").await.status, StatusCode::UNPROCESSABLE_ENTITY);
        // Unknown kinds of updates change nothing.
        hear("hush", r#"{"update_id":2,"poll":{}}"#).await.expect(200);
        hear("hush", &update).await.expect(200);
        assert_eq!(channel(&mut ada, "telegram").await, (false, true));
    }

    async fn the_telegram_hook_requires_a_bot(world: World) {
        let update = said(CHAT, "private", "/start x").to_string();
        let answer = world.caller().raw(Method::POST, "/api/hooks/telegram", "application/json", update).await;
        answer.refuses(404, "not_found");
    }
}

on_both! {
    async fn notices_above_the_limit_become_one_summary(world: World, &[("AJO_RATE_LIMIT_FACTOR", "1")]) {
        let email = fresh_email();
        let mut ada = world.member_with_pin(&email).await;
        confirm_phone(world, &mut ada).await;
        for setting in ["enable_sms", "enable_whatsapp"] {
            switch(&mut ada, setting, "true").await;
        }
        let texts = async || (told(world, "sms", PHONE).await.len() - 1, told(world, "whatsapp", PHONE).await.len());
        let account = ada.post("/accounts/fund", json!({ "type": "NGN" })).await.expect(200).data()["account_number"].clone();
        let arrives = async || {
            let body = json!({ "account_number": account, "amount": "1.00" });
            world.caller().post("/sandbox/credits", body).await.expect(200);
        };
        // At the full hour.
        world.advance_seconds(3_600 - world.app.clock.now_ms() / 1_000 % 3_600);
        for _ in 0..30 {
            arrives().await;
        }
        assert_eq!(texts().await, (5, 5));
        assert_eq!(digest::tell_due(&world.app).await.unwrap(), 0);
        // A user who switched a channel off gets nothing on it.
        sign_in(&mut ada, &email).await;
        switch(&mut ada, "enable_whatsapp", "false").await;
        world.advance_seconds(3_600);
        let told_at_once = tokio::join!(digest::tell_due(&world.app), digest::tell_due(&world.app));
        assert_eq!(told_at_once.0.unwrap() + told_at_once.1.unwrap(), 2);
        assert_eq!(texts().await, (6, 5));
        let last = told(world, "sms", PHONE).await.pop().unwrap();
        assert_eq!(last, "Ajo: 25 more notices. Open the app to see what is new in your account.");
        assert_eq!(digest::tell_due(&world.app).await.unwrap(), 0);
        // The day has its own limit, and codes count separately.
        for _ in 0..4 {
            for _ in 0..6 {
                arrives().await;
            }
            world.advance_seconds(3_600);
        }
        assert_eq!(texts().await.0, 6 + 10);
        // Receipts by text message count with the notices.
        sign_in(&mut ada, &email).await;
        let receipts = json!({ "account_name": "Ada", "send_sms_receipt": true, "send_email_receipt": false });
        ada.put("/account", receipts).await.expect(200);
        world.advance_seconds(1);
        arrives().await;
        assert_eq!(send_due(&world.app).await.unwrap(), 1);
        assert_eq!(texts().await.0, 6 + 10);
        // Codes count separately.
        let mut cleo = world.member(&fresh_email()).await;
        cleo.post("/phone/code", json!({ "phone": PHONE })).await.expect(200);
        world.advance_seconds(86_400);
        assert_eq!(digest::tell_due(&world.app).await.unwrap(), 1);
        let last = told(world, "sms", PHONE).await.pop().unwrap();
        assert!(last.starts_with("Ajo: 16 more notices."), "{last}");
    }

    async fn paid_notices_keep_to_the_brands_budget(world: World, &[("AJO_RATE_LIMIT_FACTOR", "1")]) {
        let email = fresh_email();
        let mut ada = world.member_with_pin(&email).await;
        confirm_phone(world, &mut ada).await;
        switch(&mut ada, "enable_sms", "true").await;
        let set = world.program(&["tenant", "texts", "ajo", "--a-day", "2", "--by", "Grace"]);
        assert!(set.status.success(), "{set:?}");
        assert!(String::from_utf8(set.stdout).unwrap().contains("\"texts_a_day\": 2"));
        for _ in 0..4 {
            credit(world, &mut ada, "NGN", "1.00").await;
        }
        assert_eq!(told(world, "sms", PHONE).await.len(), 1 + 2);
        assert!(world.app.senders.tally.text().contains("over_budget"));
        world.advance_seconds(3_600);
        let mut cleo = world.member(&fresh_email()).await;
        cleo.post("/phone/code", json!({ "phone": PHONE })).await.expect(200);
        world.advance_seconds(86_400);
        sign_in(&mut ada, &email).await;
        credit(world, &mut ada, "NGN", "1.00").await;
        assert_eq!(told(world, "sms", PHONE).await.len(), 1 + 2 + 1 + 1);
    }
}
