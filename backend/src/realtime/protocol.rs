//! Frames of Pusher Channels protocol 7. An event's `data` is JSON text inside the JSON, as the protocol has it.

use serde::Deserialize;
use serde_json::{Value, json};

/// After so much silence a client asks whether we are still there.
pub const ACTIVITY_TIMEOUT_SECONDS: u64 = 120;

/// No application has this key.
pub const UNKNOWN_KEY: u16 = 4001;
/// The connection may not do that.
pub const UNAUTHORISED: u16 = 4009;
/// Too many connections, try again.
pub const OVER_CAPACITY: u16 = 4100;
/// Nothing was heard for too long.
pub const SILENT: u16 = 4201;

/// What a client says.
#[derive(Debug, Deserialize)]
pub struct Said {
    pub event: String,
    #[serde(default)]
    pub data: Value,
}

/// A channel to subscribe to, or to leave.
#[derive(Debug, Default, Deserialize)]
pub struct Channel {
    #[serde(default)]
    pub channel: String,
    #[serde(default)]
    pub auth: String,
}

impl Said {
    /// The channel it names; some clients send `data` as text.
    pub fn channel(&self) -> Channel {
        match &self.data {
            Value::String(text) => serde_json::from_str(text).unwrap_or_default(),
            data => serde_json::from_value(data.clone()).unwrap_or_default(),
        }
    }
}

pub fn established(socket_id: &str) -> String {
    let data = json!({ "socket_id": socket_id, "activity_timeout": ACTIVITY_TIMEOUT_SECONDS });
    json!({ "event": "pusher:connection_established", "data": data.to_string() }).to_string()
}

pub fn subscribed(channel: &str) -> String {
    json!({ "event": "pusher_internal:subscription_succeeded", "channel": channel, "data": "{}" }).to_string()
}

pub fn pong() -> String {
    json!({ "event": "pusher:pong", "data": "{}" }).to_string()
}

pub fn event(channel: &str, event: &str, data: &Value) -> String {
    json!({ "event": event, "channel": channel, "data": data.to_string() }).to_string()
}

pub fn error(code: u16, message: &str) -> String {
    json!({ "event": "pusher:error", "data": { "code": code, "message": message } }).to_string()
}

/// A private channel could not be subscribed to.
pub fn refused(channel: &str) -> String {
    let data = json!({ "type": "AuthError", "error": "This channel is not yours.", "status": UNAUTHORISED });
    json!({ "event": "pusher:subscription_error", "channel": channel, "data": data.to_string() }).to_string()
}
