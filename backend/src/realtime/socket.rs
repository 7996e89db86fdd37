//! One open socket.

use super::authorise::is_permitted;
use super::hub::{Event, Place};
use super::protocol::{self, Said};
use crate::app::AppState;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::response::Response;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;

const LARGEST_FRAME_BYTES: usize = 10 * 1_024;
const MOST_CHANNELS: usize = 16;
const CHANNEL_CHARS: usize = 164;
/// A client pings after the activity timeout; one that does not is gone.
const SILENCE: Duration = Duration::from_secs(protocol::ACTIVITY_TIMEOUT_SECONDS + 30);

/// `GET /app/{key}`: the socket.
pub async fn connect(State(app): State<AppState>, Path(key): Path<String>, upgrade: WebSocketUpgrade) -> Response {
    upgrade.max_message_size(LARGEST_FRAME_BYTES).max_frame_size(LARGEST_FRAME_BYTES).on_upgrade(move |socket| async move {
        if key != app.config.realtime_key {
            return refuse(socket, protocol::UNKNOWN_KEY, "There is no application with this key.").await;
        }
        match app.realtime.enter() {
            Some(place) => serve(app, socket, place).await,
            None => refuse(socket, protocol::OVER_CAPACITY, "Too many connections. Please try again.").await,
        }
    })
}

async fn refuse(mut socket: WebSocket, code: u16, message: &'static str) {
    let _ = socket.send(Message::text(protocol::error(code, message))).await;
    let _ = socket.send(Message::Close(Some(CloseFrame { code, reason: message.into() }))).await;
}

/// What a socket listens to, and who it is.
struct Listener {
    app: AppState,
    socket_id: String,
    channels: BTreeSet<String>,
}

async fn serve(app: AppState, mut socket: WebSocket, _place: Place) {
    let mut events: Receiver<Arc<Event>> = app.realtime.subscribe();
    let [a, b] = [app.random.bytes::<4>(), app.random.bytes::<4>()].map(u32::from_be_bytes);
    let mut listener = Listener { app, socket_id: format!("{a}.{b}"), channels: BTreeSet::new() };
    if socket.send(Message::text(protocol::established(&listener.socket_id))).await.is_err() {
        return;
    }
    loop {
        let answer = tokio::select! {
            heard = tokio::time::timeout(SILENCE, socket.recv()) => match heard {
                Err(_) => return refuse(socket, protocol::SILENT, "Nothing was heard for too long.").await,
                Ok(None | Some(Err(_) | Ok(Message::Close(_)))) => return,
                Ok(Some(Ok(Message::Text(text)))) => listener.hear(&text),
                Ok(Some(Ok(Message::Binary(_) | Message::Ping(_) | Message::Pong(_)))) => None,
            },
            event = events.recv() => match event {
                Ok(event) => listener.tell(&event),
                // It missed events: connecting anew makes it ask for what it shows.
                Err(RecvError::Lagged(_) | RecvError::Closed) => return,
            },
        };
        if let Some(answer) = answer {
            if socket.send(Message::text(answer)).await.is_err() {
                return;
            }
        }
    }
}

impl Listener {
    /// Answers what the client says; what is not understood is passed over, as the protocol asks.
    fn hear(&mut self, text: &str) -> Option<String> {
        let said: Said = serde_json::from_str(text).ok()?;
        match said.event.as_str() {
            "pusher:ping" => Some(protocol::pong()),
            "pusher:subscribe" => Some(self.subscribe(&said)),
            "pusher:unsubscribe" => {
                self.channels.remove(&said.channel().channel);
                None
            }
            _ => None,
        }
    }

    fn subscribe(&mut self, said: &Said) -> String {
        let wanted = said.channel();
        let named = wanted.channel.starts_with("private-") && wanted.channel.len() <= CHANNEL_CHARS;
        if !named || !is_permitted(&self.app, &self.socket_id, &wanted.channel, &wanted.auth) {
            return protocol::refused(&wanted.channel);
        }
        if self.channels.len() >= MOST_CHANNELS && !self.channels.contains(&wanted.channel) {
            return protocol::error(protocol::UNAUTHORISED, "Too many channels.");
        }
        let answer = protocol::subscribed(&wanted.channel);
        self.channels.insert(wanted.channel);
        answer
    }

    fn tell(&self, event: &Event) -> Option<String> {
        self.channels.contains(&event.channel).then(|| protocol::event(&event.channel, &event.event, &event.data))
    }
}
