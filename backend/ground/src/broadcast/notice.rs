//! Notices between servers.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// An event that may concern open sockets.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Notice {
    /// An event on a channel.
    Event {
        channel: String,
        event: String,
        data: Value,
    },
    /// A session has ended.
    SessionEnded { session_id: String },
    /// All sessions of a user have ended.
    PersonEnded { user_id: String },
    /// A user may no longer listen to a channel.
    ChannelEnded { user_id: String, channel: String },
}
