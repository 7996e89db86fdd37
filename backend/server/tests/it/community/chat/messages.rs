//! Messages: stored once, in order, paged backwards, private.

use super::{all, say, somebody, texts};
use crate::support::{Caller, World};
use crate::tenants::namesakes;
use community::chat::support;
use serde_json::{Value, json};
use sqlx::Row;

async fn page(person: &mut Caller, before: &Value) -> (Vec<String>, Value) {
    let answer = match before {
        Value::Null => person.get("/support/messages").await,
        before => {
            let path = format!("/support/messages?before={before}");
            person.get(&path).await
        }
    };
    let data = answer.expect(200).data().clone();
    (all(&data["messages"], "number"), data["earlier"].clone())
}

fn numbers(range: std::ops::RangeInclusive<i64>) -> Vec<String> {
    range.map(|number| number.to_string()).collect()
}

on_one! {
    async fn a_message_is_sent_and_read(world: World) {
        let (mut ada, user) = somebody(world).await;
        let nothing = ada.get("/support/messages").await;
        assert_eq!(nothing.expect(200).data(), &json!({ "messages": [], "earlier": null, "read": 0 }));
        let said = say(&mut ada, "message-1", "  I forgot my PIN.\r\nWhat now?  ").await;
        let message = said.expect(201).data().clone();
        assert_eq!(message["message"], "I forgot my PIN.\nWhat now?");
        assert_eq!(message["user"], json!({ "id": user.id, "name": "Ada Obi", "image": null }));
        assert_eq!((&message["client_id"], &message["number"], &message["mine"]), (&json!("message-1"), &json!(1), &json!(true)));
        assert_eq!(message["created_at"], "2026-11-20T09:00:00.000Z");
        support::answer(&world.app, &user, "Open Settings.", "Grace").await.unwrap();
        let both = ada.get("/support/messages").await;
        assert_eq!(both.data()["messages"][0], message);
        let answer = &both.data()["messages"][1];
        assert_eq!(answer["user"], json!({ "id": "support", "name": "Support", "image": null }));
        assert_eq!((&answer["message"], &answer["client_id"], &answer["mine"]), (&json!("Open Settings."), &json!(null), &json!(false)));
        assert_eq!(both.data()["read"], 1);
    }

    async fn message_texts_are_encrypted_in_the_database(world: World) {
        let (mut ada, _) = somebody(world).await;
        say(&mut ada, "message-1", "My PIN is 2580").await.expect(201);
        let rows = sqlx::query("SELECT sealed FROM chat_messages").fetch_all(&mut *world.app.db.read().await.unwrap()).await.unwrap();
        let sealed: String = rows[0].try_get("sealed").unwrap();
        assert!(rows.len() == 1 && !sealed.contains("2580") && sealed.starts_with("v1."), "{sealed}");
    }
}

on_both! {
    async fn a_message_sent_twice_is_stored_once(world: World) {
        let (mut ada, _) = somebody(world).await;
        let (mut obi, _) = somebody(world).await;
        let first = say(&mut ada, "message-1", "Hello").await;
        let again = say(&mut ada, "message-1", " Hello ").await;
        assert_eq!(again.expect(200).data(), first.expect(201).data());
        say(&mut ada, "message-1", "Hello?").await.refuses(409, "client_id_reused");
        // Another user can use the same client id.
        say(&mut obi, "message-1", "Good morning").await.expect(201);
        // Twenty concurrent calls.
        let mut calls = tokio::task::JoinSet::new();
        for _ in 0..20 {
            let mut ada = ada.clone();
            calls.spawn(async move { say(&mut ada, "message-2", "At once").await.status.as_u16() });
        }
        let mut answered = calls.join_all().await;
        answered.sort_unstable();
        let expected: Vec<u16> = std::iter::repeat_n(200, 19).chain([201]).collect();
        assert_eq!(answered, expected);
        assert_eq!(texts(&mut ada).await, ["Hello", "At once"]);
        assert_eq!(texts(&mut obi).await, ["Good morning"]);
    }
}

on_one! {
    async fn a_conversation_is_paged_backwards(world: World) {
        let (mut ada, user) = somebody(world).await;
        for number in 1..=65 {
            match number % 5 {
                0 => drop(support::answer(&world.app, &user, "Yes?", "Grace").await.unwrap()),
                _ => drop(say(&mut ada, &format!("message-{number}"), "Well").await.expect(201)),
            }
        }
        let (newest, earlier) = page(&mut ada, &Value::Null).await;
        assert_eq!((newest, &earlier), (numbers(36..=65), &json!(36)));
        // New messages do not shift the pages.
        say(&mut ada, "message-66", "One more").await.expect(201);
        let (older, earlier) = page(&mut ada, &earlier).await;
        assert_eq!((older, &earlier), (numbers(6..=35), &json!(6)));
        let (oldest, earlier) = page(&mut ada, &earlier).await;
        assert_eq!((oldest, earlier), (numbers(1..=5), json!(null)));
        for odd in [json!(1), json!(0), json!(-7)] {
            assert_eq!(page(&mut ada, &odd).await, (Vec::new(), json!(null)), "{odd}");
        }
        for bad in ["x", "1.5", "", "99999999999999999999"] {
            ada.get(&format!("/support/messages?before={bad}")).await.refuses(422, "wrong_type");
        }
    }

    async fn invalid_messages_are_refused(world: World) {
        let (mut ada, _) = somebody(world).await;
        say(&mut ada, "message-1", " \n ").await.breaks(&[("message", "required")]);
        say(&mut ada, "message-1", &"x".repeat(2_001)).await.breaks(&[("message", "too_long")]);
        say(&mut ada, "message-1", "pay \u{202e}evil").await.breaks(&[("message", "not_allowed")]);
        say(&mut ada, "", "").await.breaks(&[("client_id", "required"), ("message", "required")]);
        say(&mut ada, "no/name/of/ours", "Hello").await.breaks(&[("client_id", "not_alphanumeric")]);
        ada.post("/support/messages", json!({ "client_id": "message-1", "message": 7 })).await.refuses(422, "wrong_type");
        assert_eq!(texts(&mut ada).await, Vec::<String>::new());
        say(&mut world.caller(), "message-1", "Hello").await.refuses(401, "unauthenticated");
        // Script is plain text, and is returned unchanged.
        let script = "<img src=x onerror=alert(1)>";
        say(&mut ada, "message-1", script).await.expect(201);
        assert_eq!(texts(&mut ada).await, [script]);
    }

    async fn another_users_conversation_is_not_found(world: World) {
        let (mut ada, mut eno) = namesakes(world, &crate::support::fresh_email()).await;
        let (mut obi, _) = somebody(world).await;
        say(&mut ada, "message-1", "Only for support").await.expect(201);
        for other in [&mut obi, &mut eno] {
            assert_eq!(texts(other).await, Vec::<String>::new());
            other.put("/support/read", json!({ "number": 1 })).await.expect(200);
        }
        assert_eq!(texts(&mut ada).await, ["Only for support"]);
    }

    async fn seen_messages_are_not_unread(world: World) {
        let (mut ada, user) = somebody(world).await;
        let unread = async |ada: &mut Caller| ada.get("/auth/chat").await.expect(200).data()["channels"][0]["unread"].clone();
        assert_eq!(unread(&mut ada).await, 0);
        for text in ["One", "Two", "Three"] {
            support::answer(&world.app, &user, text, "Grace").await.unwrap();
        }
        assert_eq!(unread(&mut ada).await, 3);
        for (number, read, left) in [(2, 2, 1), (1, 2, 1), (-1, 2, 1), (i64::MAX, 3, 0), (0, 3, 0)] {
            let seen = ada.put("/support/read", json!({ "number": number })).await;
            assert_eq!(seen.expect(200).data(), &json!({ "read": read, "unread": left }), "{number}");
        }
        assert_eq!(unread(&mut ada).await, 0);
        support::answer(&world.app, &user, "Four", "Grace").await.unwrap();
        assert_eq!(unread(&mut ada).await, 1);
        // Replying marks earlier messages as read.
        say(&mut ada, "message-1", "Thanks").await.expect(201);
        assert_eq!(unread(&mut ada).await, 0);
    }

    async fn messages_to_support_are_limited_to_thirty_a_minute(world: World, &[("AJO_RATE_LIMIT_FACTOR", "1")]) {
        let (mut ada, _) = somebody(world).await;
        for number in 0..30 {
            say(&mut ada, &format!("message-{number}"), "Hello").await.expect(201);
        }
        say(&mut ada, "message-30", "Hello").await.refuses(429, "too_many_requests");
        // A repeat of an earlier message gets the same response.
        say(&mut ada, "message-29", "Hello").await.expect(200);
        world.advance_seconds(60);
        say(&mut ada, "message-30", "Hello").await.expect(201);
    }
}
