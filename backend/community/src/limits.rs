//! Rate limits of chat and clusters, by user.

use ground::limit::{DAY_SECONDS, HOUR_SECONDS, Limit, MINUTE_SECONDS};

pub const CHAT_MESSAGES: Limit = Limit {
    name: "chat-messages",
    most: 30,
    window_seconds: MINUTE_SECONDS,
};
pub const CHAT_MESSAGES_A_DAY: Limit = Limit {
    name: "chat-messages-day",
    most: 300,
    window_seconds: DAY_SECONDS,
};
pub const CHAT_DOWNLOADS: Limit = Limit {
    name: "chat-downloads",
    most: 120,
    window_seconds: MINUTE_SECONDS,
};
pub const CHAT_FILES: Limit = Limit {
    name: "chat-files",
    most: 20,
    window_seconds: HOUR_SECONDS,
};
pub const CHAT_REPORTS: Limit = Limit {
    name: "chat-reports",
    most: 20,
    window_seconds: HOUR_SECONDS,
};
