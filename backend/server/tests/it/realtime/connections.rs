//! Connecting, and the reasons for closing a connection.

use super::{Socket, serve};
use crate::support::World;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

/// Expects an error frame, then a close with the same code.
async fn refused_with(mut socket: Socket, code: u16) {
    let error = socket.hear().await;
    assert_eq!(
        (&error["event"], &error["data"]["code"]),
        (&json!("pusher:error"), &json!(code))
    );
    assert!(
        error["data"]["message"]
            .as_str()
            .is_some_and(|message| !message.is_empty())
    );
    assert_eq!(socket.closed().await, code);
}

on_one! {
    async fn a_client_is_greeted_and_its_pings_are_answered(world: World) {
        let served = serve(&world.app).await;
        let (mut one, mut other) = (served.connect().await, served.connect().await);
        assert_ne!(one.id, other.id);
        assert!(one.id.split_once('.').is_some_and(|(a, b)| a.parse::<u32>().is_ok() && b.parse::<u32>().is_ok()), "{}", one.id);
        for socket in [&mut one, &mut other] {
            socket.say(json!({ "event": "pusher:ping", "data": {} })).await;
            assert_eq!(socket.hear().await, json!({ "event": "pusher:pong", "data": "{}" }));
        }
    }

    async fn wrong_keys_and_old_protocols_are_refused_permanently(world: World) {
        let served = serve(&world.app).await;
        refused_with(served.open("/app/other?protocol=7").await, 4001).await;
        for version in ["4", "8", "x", ""] {
            refused_with(served.open(&format!("/app/ajo?protocol={version}")).await, 4007).await;
        }
        for version in ["5", "6", "7"] {
            served.open(&format!("/app/ajo?protocol={version}")).await.hears_greeting().await;
        }
        served.open("/app/ajo").await.hears_greeting().await;
    }

    async fn unknown_frames_are_ignored(world: World) {
        let served = serve(&world.app).await;
        let mut socket = served.connect().await;
        for odd in ["", "{", "null", "7", "[]", "{}", r#"{"event":7}"#, r#"{"event":"pusher:unknown","data":{}}"#, r#"{"event":"client-x","channel":"private-x","data":{}}"#, r#"{"event":"pusher:unsubscribe","data":{"channel":"private-x"}}"#] {
            socket.send(Message::text(odd)).await.unwrap();
        }
        socket.send(Message::binary(vec![0, 159, 146, 150])).await.unwrap();
        socket.hears_nothing().await;
    }

    async fn a_large_frame_ends_the_connection(world: World) {
        let served = serve(&world.app).await;
        let mut socket = served.connect().await;
        let frame = json!({ "event": "pusher:ping", "data": "x".repeat(20_000) }).to_string();
        // The server may close before all of it is sent.
        let _ = socket.send(Message::text(frame)).await;
        assert_ne!(socket.closed().await, 4200);
        served.connect().await.hears_nothing().await;
    }

    async fn a_client_with_too_many_frames_is_disconnected(world: World) {
        let served = serve(&world.app).await;
        let mut socket = served.connect().await;
        for _ in 0..200 {
            if socket.send(Message::text(r#"{"event":"pusher:ping"}"#)).await.is_err() {
                break;
            }
        }
        assert!([4100, 0].contains(&socket.closed().await));
        served.connect().await.hears_nothing().await;
    }

    async fn a_closed_socket_frees_its_seat(world: World) {
        let served = serve(&world.app).await;
        let (mut one, other) = (served.connect().await, served.connect().await);
        assert_eq!(world.app.realtime.open_sockets(), 2);
        one.send(Message::Close(None)).await.unwrap();
        one.gone().await;
        assert_eq!(world.app.realtime.open_sockets(), 1);
        drop(other);
    }

    async fn a_socket_without_a_subscription_is_closed_after_a_minute(world: World) {
        let served = serve(&world.app).await;
        let mut idle = served.connect().await;
        let opened = tokio::time::Instant::now();
        assert_eq!(idle.closed_later().await, 4202);
        let lived = opened.elapsed().as_secs();
        assert!((59..70).contains(&lived), "{lived}");
    }

    /// Proxies close a connection after 60 s without data.
    async fn an_idle_socket_is_pinged_before_proxies_close_it(world: World) {
        let served = serve(&world.app).await;
        let mut quiet = served.connect().await;
        let opened = tokio::time::Instant::now();
        assert_eq!(quiet.hear_later().await["event"], "pusher:ping");
        let silent = opened.elapsed().as_secs();
        assert!(silent < 60, "{silent}");
    }

    async fn a_plain_request_opens_no_socket(world: World) {
        let served = serve(&world.app).await;
        let answer = world.caller().raw(axum::http::Method::GET, "/app/ajo", "application/json", "").await;
        assert!(answer.status.is_client_error(), "{}", answer.text);
        served.connect().await.hears_nothing().await;
    }
}

impl Socket {
    async fn hears_greeting(&mut self) {
        let greeting: Value = self.hear().await;
        assert_eq!(greeting["event"], "pusher:connection_established");
    }
}
