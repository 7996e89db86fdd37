//! The number on the chat icon.

use crate::shape::{input, output};

/// Higher counts are shown as `99+`.
const MOST_COUNTED: i64 = 99;

input! {
    /// A conversation.
    pub struct Unread {
        /// The number of unread messages.
        unread: i64,
        /// Whether the user has muted the conversation, so that its messages do not count.
        muted: bool,
    }

    /// The user's conversations.
    pub struct BadgeInput {
        /// Every conversation of the user.
        channels: Vec<Unread>,
    }
}

output! {
    /// The badge of the icon.
    pub struct Badge {
        /// The number of unread messages in conversations that are not muted; negative counts are zero.
        unread: i64,
        /// `99+` above 99; null for none.
        text: Option<String>,
    }
}

/// The sum of the conversations that are not muted.
pub fn badge(input: &BadgeInput) -> Badge {
    let heard = input.channels.iter().filter(|channel| !channel.muted);
    let unread = heard.fold(0_i64, |sum, channel| {
        sum.saturating_add(channel.unread.max(0))
    });
    let text = match unread {
        0 => None,
        1..=MOST_COUNTED => Some(unread.to_string()),
        _ => Some(String::from("99+")),
    };
    Badge { unread, text }
}
