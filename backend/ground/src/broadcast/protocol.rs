//! Frames of Pusher Channels, protocols 5 to 7, which do not differ in the parts used here. An event's `data` is JSON
//! text within the JSON, as the protocol requires.

use serde::Deserialize;
use serde_json::{Value, json};
use std::ops::RangeInclusive;

pub const VERSIONS: RangeInclusive<u8> = 5..=7;
/// The silence after which a client pings.
pub const ACTIVITY_TIMEOUT_SECONDS: u64 = 120;

/// The reason to refuse or close a connection. By its code, a client must not reconnect (4000 to 4099), waits first
/// (4100 to 4199), or reconnects at once (4200 to 4299).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    UnknownKey,
    UnsupportedVersion,
    Unauthorised,
    OverCapacity,
    TooTalkative,
    Reconnect,
    Silent,
    Unused,
}

impl Ending {
    pub const fn code(self) -> u16 {
        match self {
            Self::UnknownKey => 4001,
            Self::UnsupportedVersion => 4007,
            Self::Unauthorised => 4009,
            Self::OverCapacity | Self::TooTalkative => 4100,
            Self::Reconnect => 4200,
            Self::Silent => 4201,
            Self::Unused => 4202,
        }
    }

    pub const fn message(self) -> &'static str {
        match self {
            Self::UnknownKey => "There is no application with this key.",
            Self::UnsupportedVersion => "Only protocols 5 to 7 are supported.",
            Self::Unauthorised => "The session is over.",
            Self::OverCapacity => "Too many connections. Please try again.",
            Self::TooTalkative => "Too many messages.",
            Self::Reconnect => "Please connect again.",
            Self::Silent => "The connection was idle for too long.",
            Self::Unused => "No channel was subscribed to.",
        }
    }
}

/// A client's frame.
#[derive(Debug, Deserialize)]
pub struct Said {
    pub event: String,
    #[serde(default)]
    data: Value,
}

/// A channel to subscribe to, or to unsubscribe from.
#[derive(Debug, Default, Deserialize)]
pub struct Channel {
    #[serde(default)]
    pub channel: String,
    #[serde(default)]
    pub auth: String,
}

impl Said {
    /// Parses a frame; `None` if it is not of the protocol.
    pub fn read(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }

    /// The named channel; some clients send `data` as text.
    pub fn channel(&self) -> Channel {
        match &self.data {
            Value::String(text) => serde_json::from_str(text).unwrap_or_default(),
            data => Channel::deserialize(data).unwrap_or_default(),
        }
    }
}

pub fn established(socket_id: &str) -> String {
    let data = json!({ "socket_id": socket_id, "activity_timeout": ACTIVITY_TIMEOUT_SECONDS });
    json!({ "event": "pusher:connection_established", "data": data.to_string() }).to_string()
}

pub fn subscribed(channel: &str) -> String {
    json!({ "event": "pusher_internal:subscription_succeeded", "channel": channel, "data": "{}" })
        .to_string()
}

pub fn ping() -> String {
    json!({ "event": "pusher:ping", "data": "{}" }).to_string()
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

/// The response to a failed subscription; the connection stays. The message names the channel for people, and `channel`
/// for clients, which pass the event on to its listeners.
pub fn refused(channel: &str, message: &str) -> String {
    let message = [channel, ": ", message].concat();
    let data = json!({ "code": Ending::Unauthorised.code(), "message": message });
    json!({ "event": "pusher:error", "channel": channel, "data": data }).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_of_an_event_is_text_inside_the_frame() {
        let frame: Value = serde_json::from_str(&event(
            "private-a",
            "credit.alert",
            &json!({ "amount": "1.00" }),
        ))
        .unwrap();
        assert_eq!(
            frame,
            json!({ "event": "credit.alert", "channel": "private-a", "data": "{\"amount\":\"1.00\"}" })
        );
    }

    #[test]
    fn a_channel_is_read_from_an_object_or_from_text() {
        let object = Said::read(
            r#"{"event":"pusher:subscribe","data":{"channel":"private-a","auth":"k:s","more":1}}"#,
        )
        .unwrap();
        let text = Said::read(
            r#"{"event":"pusher:subscribe","data":"{\"channel\":\"private-a\",\"auth\":\"k:s\"}"}"#,
        )
        .unwrap();
        for said in [object, text] {
            assert_eq!(
                (
                    said.channel().channel.as_str(),
                    said.channel().auth.as_str()
                ),
                ("private-a", "k:s")
            );
        }
        for odd in [
            r#"{"event":"x"}"#,
            r#"{"event":"x","data":7}"#,
            r#"{"event":"x","data":{"channel":7}}"#,
            r#"{"event":"x","data":"{"}"#,
        ] {
            assert_eq!(Said::read(odd).unwrap().channel().channel, "", "{odd}");
        }
        for bad in ["", "{", "7", "[]", r#"{"data":{}}"#, r#"{"event":7}"#] {
            assert!(Said::read(bad).is_none(), "{bad}");
        }
    }
}
