//! Access to the chat: a short-lived token that opens the user's own channels to their own session.

use super::{say, somebody};
use crate::realtime::{Served, Socket, serve};
use crate::support::{Caller, World, fresh_email};
use crate::tenants::namesakes;
use community::chat::support;
use serde_json::{Value, json};

/// The token and the one channel.
pub async fn entrance(person: &mut Caller) -> (String, String) {
    let answer = person.get("/auth/chat").await;
    let data = answer.expect(200).data();
    let channels = data["channels"].as_array().unwrap();
    assert_eq!(
        (channels.len(), &channels[0]["kind"]),
        (1, &json!("support"))
    );
    let text = |value: &Value| String::from(value.as_str().unwrap());
    (text(&data["token"]), text(&channels[0]["channel"]))
}

/// A socket subscribed to a user's conversation.
pub async fn listening(person: &mut Caller, served: &Served) -> Socket {
    let (token, channel) = entrance(person).await;
    let mut socket = served.connect().await;
    let answer = socket.subscribe(&channel, &token).await;
    assert_eq!(
        answer["event"], "pusher_internal:subscription_succeeded",
        "{answer}"
    );
    socket
}

async fn is_refused(socket: &mut Socket, channel: &str, token: &str, why: &str) {
    let answer = socket.subscribe(channel, token).await;
    assert_eq!(
        (&answer["event"], &answer["data"]["code"]),
        (&json!("pusher:error"), &json!(4009)),
        "{why}"
    );
}

on_one! {
    async fn a_reply_is_announced_to_all_sockets_of_its_user_only(world: World) {
        let served = serve(&world.app).await;
        let (mut ada, user) = somebody(world).await;
        let (mut obi, _) = somebody(world).await;
        let (mut here, mut phone) = (listening(&mut ada, &served).await, listening(&mut ada, &served).await);
        let mut elsewhere = listening(&mut obi, &served).await;
        support::answer(&world.app, &user, "Open Settings.", "Grace").await.unwrap();
        for socket in [&mut here, &mut phone] {
            let frame = socket.hear().await;
            // The event announces only that there is a message: the content is fetched.
            assert_eq!((&frame["event"], &frame["data"]), (&json!("message.new"), &json!("{\"number\":1}")));
        }
        say(&mut ada, "message-1", "Thanks").await.expect(201);
        assert_eq!(phone.hear().await["data"], "{\"number\":2}");
        // A repeated message is not announced again.
        say(&mut ada, "message-1", "Thanks").await.expect(200);
        assert_eq!(here.hear().await["data"], "{\"number\":2}");
        here.hears_nothing().await;
        elsewhere.hears_nothing().await;
    }

    async fn a_chat_token_opens_only_the_users_own_channel(world: World) {
        let served = serve(&world.app).await;
        let (mut ada, _) = somebody(world).await;
        let (mut obi, _) = somebody(world).await;
        let (token, channel) = entrance(&mut ada).await;
        let (_, others) = entrance(&mut obi).await;
        let mut socket = served.connect().await;
        is_refused(&mut socket, &others, &token, "somebody else's").await;
        is_refused(&mut socket, &others.replace("support", "cluster"), &token, "of another kind").await;
        let credits = channel.replace("private-chat.support", "private-transaction.credit.ngn");
        is_refused(&mut socket, &credits, &token, "no chat").await;
        let mut letters: Vec<char> = token.chars().collect();
        let middle = letters.len() / 2;
        letters[middle] = if letters[middle] == 'A' { 'B' } else { 'A' };
        is_refused(&mut socket, &channel, &letters.iter().collect::<String>(), "altered").await;
        is_refused(&mut socket, &channel, &token[..token.len() - 8], "cut").await;
        is_refused(&mut socket, &channel, "", "none").await;
        assert!(!token.contains(&channel) && !token.contains(':'));
        // No permission opens a chat channel.
        let asked = json!({ "socket_id": socket.id, "channel_name": channel });
        ada.post("/broadcasting/auth", asked).await.refuses(403, "not_your_channel");
        assert_eq!(socket.subscribe(&channel, &token).await["event"], "pusher_internal:subscription_succeeded");
        world.caller().get("/auth/chat").await.refuses(401, "unauthenticated");
    }

    async fn a_chat_token_expires_after_two_minutes(world: World) {
        let served = serve(&world.app).await;
        let (mut ada, _) = somebody(world).await;
        let (token, channel) = entrance(&mut ada).await;
        world.advance_seconds(119);
        let mut socket = served.connect().await;
        assert_eq!(socket.subscribe(&channel, &token).await["event"], "pusher_internal:subscription_succeeded");
        world.advance_seconds(1);
        ada.get("/auth/me").await.expect(200);
        let mut late = served.connect().await;
        is_refused(&mut late, &channel, &token, "expired").await;
        let (next, _) = entrance(&mut ada).await;
        assert_eq!(late.subscribe(&channel, &next).await["event"], "pusher_internal:subscription_succeeded");
    }

    async fn a_chat_token_does_not_outlive_its_session(world: World) {
        let served = serve(&world.app).await;
        let (mut ada, _) = somebody(world).await;
        let mut socket = listening(&mut ada, &served).await;
        let (token, channel) = entrance(&mut ada).await;
        ada.post("/auth/logout", json!({})).await.expect(200);
        assert_eq!(socket.closed().await, 4009);
        let mut late = served.connect().await;
        is_refused(&mut late, &channel, &token, "of an ended session").await;
        assert_eq!(late.closed().await, 4009);
    }

    async fn a_chat_token_is_invalid_at_another_brand(world: World) {
        let served = serve(&world.app).await;
        let (mut ada, mut eno) = namesakes(world, &fresh_email()).await;
        let ((adas, hers), (enos, of_eno)) = (entrance(&mut ada).await, entrance(&mut eno).await);
        assert_ne!(hers, of_eno);
        // The socket is opened at the product's own host.
        let mut socket = served.connect().await;
        is_refused(&mut socket, &of_eno, &enos, "of another brand").await;
        assert_eq!(socket.subscribe(&hers, &adas).await["event"], "pusher_internal:subscription_succeeded");
        crate::tenants::at(&ada, crate::tenants::ESUSU).get("/auth/chat").await.refuses(401, "unauthenticated");
    }
}
