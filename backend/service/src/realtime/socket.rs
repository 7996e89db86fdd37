//! One open socket.

use super::conversation::Conversation;
use crate::app::AppState;
use crate::http::{Client, Path, Query};
use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use ground::broadcast::hub::Seat;
use ground::broadcast::protocol;
use ground::broadcast::protocol::Ending;
use ground::broadcast::registry::Delivery;
use serde::Deserialize;
use std::time::Duration;
use tokio::time::{Instant, MissedTickBehavior, interval_at, sleep_until, timeout};

const LARGEST_FRAME_BYTES: usize = 10 * 1_024;
/// A socket that accepts no frame for this long is dropped.
const SEND: Duration = Duration::from_secs(10);
/// The interval of checks that client and session are alive. Each sends a ping, because many proxies close a connection
/// after 60 seconds without data.
const CHECK_EVERY: Duration = Duration::from_secs(30);
/// A socket without a subscription by then is closed.
const SUBSCRIBE: Duration = Duration::from_secs(60);
/// Frames are a few hundred bytes; the library's default per socket is a hundred times this.
const READ_BUFFER_BYTES: usize = 2 * 1024;
/// Frames from a client between two checks.
const MOST_FRAMES: u32 = 100;
const GONE: Duration = Duration::from_secs(protocol::ACTIVITY_TIMEOUT_SECONDS + 60);

/// The query of a connecting client.
#[derive(Debug, Deserialize)]
pub struct Greeting {
    protocol: Option<String>,
}

/// `GET /app/{key}`: opens a socket.
pub async fn connect(
    State(app): State<AppState>,
    Path(key): Path<String>,
    Query(greeting): Query<Greeting>,
    client: Client,
    upgrade: WebSocketUpgrade,
) -> Response {
    let upgrade = upgrade
        .read_buffer_size(READ_BUFFER_BYTES)
        .max_message_size(LARGEST_FRAME_BYTES)
        .max_frame_size(LARGEST_FRAME_BYTES);
    upgrade.on_upgrade(move |mut socket| async move {
        match seat(&app, &key, &greeting, &client) {
            Ok(seat) => {
                // The seat is kept until the close frame is sent: shutdown waits for it.
                let mut conversation = Conversation::new(app, client, seat);
                if let Some(ending) = serve(&mut conversation, &mut socket).await {
                    close(&mut socket, ending).await;
                }
            }
            Err(ending) => close(&mut socket, ending).await,
        }
    })
}

fn is_supported(version: &str) -> bool {
    let version = version.parse();
    version.is_ok_and(|version: u8| protocol::VERSIONS.contains(&version))
}

fn seat(app: &AppState, key: &str, greeting: &Greeting, client: &Client) -> Result<Seat, Ending> {
    if key != app.config.realtime_key {
        return Err(Ending::UnknownKey);
    }
    if greeting
        .protocol
        .as_ref()
        .is_some_and(|version| !is_supported(version))
    {
        return Err(Ending::UnsupportedVersion);
    }
    app.realtime
        .enter(client.limit_subject())
        .ok_or(Ending::OverCapacity)
}

/// Sends the reason, and closes.
async fn close(socket: &mut WebSocket, ending: Ending) {
    let _ = send(
        socket,
        Message::text(protocol::error(ending.code(), ending.message())),
    )
    .await;
    let farewell = CloseFrame {
        code: ending.code(),
        reason: ending.message().into(),
    };
    let _ = send(socket, Message::Close(Some(farewell))).await;
}

/// The client is gone, or accepts no more data.
struct Gone;

async fn send(socket: &mut WebSocket, message: Message) -> Result<(), Gone> {
    match timeout(SEND, socket.send(message)).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) | Err(_) => Err(Gone),
    }
}

/// Serves a socket until it ends; `None` if the client is gone.
async fn serve(conversation: &mut Conversation, socket: &mut WebSocket) -> Option<Ending> {
    send(
        socket,
        Message::text(protocol::established(&conversation.socket_id)),
    )
    .await
    .ok()?;
    let mut look = interval_at(Instant::now() + CHECK_EVERY, CHECK_EVERY);
    look.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut heard_at = Instant::now();
    let subscribe_until = heard_at + SUBSCRIBE;
    let mut frames = 0;
    loop {
        let step = tokio::select! {
            heard = socket.recv() => {
                heard_at = Instant::now();
                frames += 1;
                match heard {
                    None | Some(Err(_) | Ok(Message::Close(_))) => return None,
                    Some(Ok(_)) if frames > MOST_FRAMES => Err(Ending::TooTalkative),
                    Some(Ok(Message::Text(text))) => conversation.hear(&text).await.map(|answer| answer.map(Message::text)),
                    Some(Ok(Message::Binary(_) | Message::Ping(_) | Message::Pong(_))) => Ok(None),
                }
            }
            told = conversation.seat().told() => match told {
                Some(Delivery::Event(frame)) => conversation.still_allowed().await.map(|()| Some(Message::Text(frame))),
                Some(Delivery::SessionOver) => Err(Ending::Unauthorised),
                Some(Delivery::Reconnect) | None => Err(Ending::Reconnect),
            },
            () = sleep_until(subscribe_until), if !conversation.has_subscribed() => Err(Ending::Unused),
            _ = look.tick() => {
                frames = 0;
                match heard_at.elapsed() {
                    silence if silence >= GONE => Err(Ending::Silent),
                    _ => conversation.still_allowed().await.map(|()| Some(Message::text(protocol::ping()))),
                }
            }
        };
        match step {
            Ok(Some(message)) => send(socket, message).await.ok()?,
            Ok(None) => {}
            Err(ending) => return Some(ending),
        }
    }
}
