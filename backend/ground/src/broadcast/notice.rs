//! Notices between servers.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A notice as other servers get it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Spread {
    /// The server that has delivered it to its own sockets; none if nobody has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delivered_by: Option<String>,
    #[serde(flatten)]
    pub notice: Notice,
}

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
