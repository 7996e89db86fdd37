//! Notices between servers.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Something that open sockets may have to hear of.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Notice {
    /// An event on a channel.
    Event {
        channel: String,
        event: String,
        data: Value,
    },
    /// A session is over.
    SessionEnded { session_id: String },
    /// All sessions of a person are over.
    PersonEnded { user_id: String },
    /// A person may no longer listen to a channel.
    ChannelEnded { user_id: String, channel: String },
}
