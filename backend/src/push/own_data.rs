//! What this folder keeps of a person.

use crate::own_data::Column as C;
use crate::own_data::{INTERNAL, SECRET, Table};

pub const OWN_DATA: &[Table] = &[
    Table {
        name: "browsers_with_notices",
        about: "Browsers that get notices.",
        query: "SELECT saved_at_ms AS saved_at FROM push_subscriptions WHERE user_id = $1 ORDER BY saved_at_ms",
        columns: &[C::instant("saved_at")],
        left_out: &[
            ("endpoint_hash", SECRET),
            ("session_id", INTERNAL),
            ("sealed", SECRET),
        ],
    },
    Table {
        name: "telegram",
        about: "The Telegram chat that gets notices.",
        query: "SELECT chat_id, linked_at_ms AS linked_at FROM telegram_chats WHERE user_id = $1",
        columns: &[C::text("chat_id"), C::instant("linked_at")],
        left_out: &[],
    },
];

/// Reasons that a table of this folder is no part of it.
pub const LEFT_OUT: &[(&str, &str)] = &[("telegram_links", SECRET)];
