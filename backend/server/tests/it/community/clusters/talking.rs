//! Conversations in clusters: members read, write and are notified; strangers are not.

use super::{entry, join, pair, say, somebody, texts};
use crate::community::chat::files::{PDF, attach_at, served};
use crate::identity::avatars::png;
use crate::realtime::{Served, Socket, serve};
use crate::support::{Caller, World};
use serde_json::{Value, json};

/// The token of the entrance.
pub async fn token(person: &mut Caller) -> String {
    let answer = person.get("/auth/chat").await;
    answer.expect(200).data()["token"].as_str().unwrap().into()
}

pub fn channel(cluster: &str) -> String {
    format!("private-chat.cluster.{cluster}")
}

/// A socket subscribed to a cluster.
pub async fn listening(person: &mut Caller, served: &Served, cluster: &str) -> Socket {
    let token = token(person).await;
    let mut socket = served.connect().await;
    let answer = socket.subscribe(&channel(cluster), &token).await;
    assert_eq!(
        answer["event"], "pusher_internal:subscription_succeeded",
        "{answer}"
    );
    socket
}

on_one! {
    async fn members_chat_and_strangers_find_no_channel(world: World) {
        let mut pair = pair(world).await;
        let (mut eve, _) = somebody(world).await;
        let said = say(&mut pair.ada, &pair.cluster, "message-1", " Good morning ").await;
        let message = said.expect(201).data().clone();
        assert_eq!((&message["message"], &message["number"], &message["mine"], &message["removed"]), (&json!("Good morning"), &json!(1), &json!(true), &json!(false)));
        say(&mut pair.ada, &pair.cluster, "message-1", "Good morning").await.expect(200);
        say(&mut pair.ada, &pair.cluster, "message-1", "Something else").await.refuses(409, "client_id_reused");
        // Another member can use the same client id.
        say(&mut pair.obi, &pair.cluster, "message-1", "<b>Good</b> morning!").await.expect(201);
        assert_eq!(texts(&mut pair.ada, &pair.cluster).await, ["Good morning", "<b>Good</b> morning!"]);
        let seen = pair.obi.get(&format!("/clusters/{}/messages", pair.cluster)).await;
        let first = &seen.data()["messages"][0];
        assert_eq!((&first["user"]["name"], &first["mine"], &first["client_id"]), (&json!("Ada Obi"), &json!(false), &json!(null)));
        let path = format!("/clusters/{}", pair.cluster);
        for strange in [&mut eve, &mut world.caller()] {
            let status = if strange.token.is_some() { (404, "no_channel") } else { (401, "unauthenticated") };
            say(strange, &pair.cluster, "message-1", "Hello").await.refuses(status.0, status.1);
            strange.get(&format!("{path}/messages")).await.refuses(status.0, status.1);
            strange.put(&format!("{path}/read"), json!({ "number": 1 })).await.refuses(status.0, status.1);
            strange.post(&format!("{path}/messages/1/report"), json!({ "reason": "spam" })).await.refuses(status.0, status.1);
            attach_at(strange, &format!("/api{path}/attachments"), "a.pdf", "application/pdf", PDF).await.refuses(status.0, status.1);
        }
        let unknown = eve.get("/clusters/0190c0de-0000-7000-8000-00000000ffff/messages").await;
        assert_eq!(unknown.refuses(404, "no_channel").body["message"], "No channel found");
    }

    async fn invalid_messages_are_refused(world: World) {
        let mut pair = pair(world).await;
        say(&mut pair.ada, &pair.cluster, "message-1", " \n ").await.breaks(&[("message", "required")]);
        say(&mut pair.ada, &pair.cluster, "message-1", &"x".repeat(2_001)).await.breaks(&[("message", "too_long")]);
        say(&mut pair.ada, &pair.cluster, "message-1", "pay \u{202e}evil").await.breaks(&[("message", "not_allowed")]);
        assert_eq!(texts(&mut pair.obi, &pair.cluster).await, Vec::<String>::new());
    }

    async fn unread_messages_are_counted_from_joining(world: World) {
        let mut pair = pair(world).await;
        for number in 1..=3 {
            say(&mut pair.ada, &pair.cluster, &format!("message-{number}"), "Hello").await.expect(201);
        }
        let unread = async |person: &mut Caller| entry(person, &pair.cluster).await.unwrap()["unread"].clone();
        assert_eq!((unread(&mut pair.ada).await, unread(&mut pair.obi).await), (json!(0), json!(3)));
        let read = pair.obi.put(&format!("/clusters/{}/read", pair.cluster), json!({ "number": 2 })).await;
        assert_eq!(read.expect(200).data(), &json!({ "read": 2, "unread": 1 }));
        assert_eq!(unread(&mut pair.obi).await, json!(1));
        let (mut late, _) = somebody(world).await;
        join(&mut late, "IKEJA01").await.expect(200);
        assert_eq!(unread(&mut late).await, json!(0));
        // But all of it can be read.
        assert_eq!(texts(&mut late, &pair.cluster).await.len(), 3);
    }

    async fn files_are_shared_with_members_once_they_are_sent(world: World) {
        let mut pair = pair(world).await;
        let (mut eve, _) = somebody(world).await;
        let path = format!("/api/clusters/{}/attachments", pair.cluster);
        let file = attach_at(&pair.ada, &path, "a.png", "image/png", &png(9, 9)).await.expect(201).data().clone();
        assert_eq!(file["asset_url"], format!("{path}/{}", file["id"].as_str().unwrap()));
        for url in [&file["asset_url"], &file["thumb_url"]] {
            served(&pair.ada, url).await.expect(200);
            served(&pair.obi, url).await.refuses(404, "not_found");
        }
        // The file belongs to this conversation only.
        let elsewhere = json!({ "client_id": "message-1", "message": "", "attachments": [file["id"]] });
        pair.ada.post("/support/messages", elsewhere.clone()).await.refuses(404, "not_found");
        pair.obi.post(&format!("/clusters/{}/messages", pair.cluster), elsewhere.clone()).await.refuses(404, "not_found");
        pair.ada.post(&format!("/clusters/{}/messages", pair.cluster), elsewhere).await.expect(201);
        for url in [&file["asset_url"], &file["thumb_url"]] {
            served(&pair.obi, url).await.expect(200);
            served(&eve, url).await.refuses(404, "no_channel");
        }
        let support = format!("/api/support/attachments/{}", file["id"].as_str().unwrap());
        served(&pair.ada, &json!(support)).await.refuses(404, "not_found");
        // Members who leave lose access to it.
        pair.obi.delete(&format!("/clusters/{}/membership", pair.cluster), json!({})).await.expect(200);
        served(&pair.obi, &file["asset_url"]).await.refuses(404, "no_channel");
        let _ = eve.get("/auth/me").await;
    }

    async fn members_are_notified_and_strangers_refused_the_channel(world: World) {
        let served = serve(&world.app).await;
        let mut pair = pair(world).await;
        let (mut eve, _) = somebody(world).await;
        let mut here = listening(&mut pair.obi, &served, &pair.cluster).await;
        let mut stranger = served.connect().await;
        for auth in [token(&mut eve).await, token(&mut pair.ada).await.chars().rev().collect()] {
            let answer = stranger.subscribe(&channel(&pair.cluster), &auth).await;
            assert_eq!((&answer["event"], &answer["data"]["code"]), (&json!("pusher:error"), &json!(4009)), "{answer}");
        }
        say(&mut pair.ada, &pair.cluster, "message-1", "Hello").await.expect(201);
        let frame: Value = here.hear().await;
        assert_eq!((&frame["event"], &frame["channel"], &frame["data"]), (&json!("message.new"), &json!(channel(&pair.cluster)), &json!("{\"number\":1}")));
        stranger.hears_nothing().await;
    }

    async fn leaving_disconnects_and_invalidates_the_old_token(world: World) {
        let served = serve(&world.app).await;
        let mut pair = pair(world).await;
        let mut socket = listening(&mut pair.obi, &served, &pair.cluster).await;
        let mut other = listening(&mut pair.ada, &served, &pair.cluster).await;
        let old = token(&mut pair.obi).await;
        pair.obi.delete(&format!("/clusters/{}/membership", pair.cluster), json!({})).await.expect(200);
        // Disconnected, to reconnect without this channel.
        assert_eq!(socket.closed().await, 4200);
        let mut again = served.connect().await;
        let answer = again.subscribe(&channel(&pair.cluster), &old).await;
        assert_eq!((&answer["event"], &answer["data"]["code"]), (&json!("pusher:error"), &json!(4009)), "{answer}");
        say(&mut pair.ada, &pair.cluster, "message-1", "Hello").await.expect(201);
        assert_eq!(other.hear().await["event"], "message.new");
        again.hears_nothing().await;
    }
}

on_both! {
    async fn a_membership_ended_after_the_check_opens_nothing(world: World) {
        let served = serve(&world.app).await;
        let mut pair = pair(world).await;
        let (permission, listened) = (token(&mut pair.obi).await, channel(&pair.cluster));
        let mut socket = served.connect().await;
        let mut paused = world.app.pause.next();
        let listen = socket.subscribe(&listened, &permission);
        let leave = async {
            paused.reached().await;
            pair.obi.delete(&format!("/clusters/{}/membership", pair.cluster), json!({})).await.expect(200);
            paused.go();
        };
        let (answer, ()) = tokio::join!(listen, leave);
        assert_eq!((&answer["event"], &answer["data"]["code"]), (&json!("pusher:error"), &json!(4009)), "{answer}");
        assert_eq!(answer["channel"], listened);
        say(&mut pair.ada, &pair.cluster, "message-1", "Hello").await.expect(201);
        // The end of the membership may also be announced to the socket, which closes it.
        socket.hears_no("message.new").await;
    }
}

on_one! {
    async fn each_member_reports_a_message_once(world: World) {
        let mut pair = pair(world).await;
        say(&mut pair.ada, &pair.cluster, "message-1", "Send me your PIN").await.expect(201);
        let path = format!("/clusters/{}/messages/1/report", pair.cluster);
        pair.obi.post(&path, json!({ "reason": "rude" })).await.breaks(&[("reason", "not_one_of")]);
        pair.obi.post(&path, json!({})).await.breaks(&[("reason", "required")]);
        pair.ada.post(&path, json!({ "reason": "scam" })).await.breaks(&[("reason", "not_allowed")]);
        for reason in ["scam", "spam"] {
            pair.obi.post(&path, json!({ "reason": reason })).await.expect(200);
        }
        let missing = format!("/clusters/{}/messages/2/report", pair.cluster);
        pair.obi.post(&missing, json!({ "reason": "scam" })).await.refuses(404, "not_found");
        let (_, reports) = community::clusters::operator::show(&world.app, "ajo", "IKEJA01", None).await.unwrap();
        assert_eq!(reports, [(1, String::from("scam"))]);
    }

    async fn cluster_messages_are_limited_to_thirty_a_minute(world: World, &[("AJO_RATE_LIMIT_FACTOR", "1")]) {
        let mut pair = pair(world).await;
        for number in 0..30 {
            say(&mut pair.ada, &pair.cluster, &format!("message-{number}"), "Hello").await.expect(201);
        }
        say(&mut pair.ada, &pair.cluster, "message-30", "Hello").await.refuses(429, "too_many_requests");
        say(&mut pair.obi, &pair.cluster, "message-1", "Hello").await.expect(201);
    }
}
