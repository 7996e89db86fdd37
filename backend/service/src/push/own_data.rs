//! The user's data in the tables of this folder, for the export.

use ground::own_data::Column as C;
use ground::own_data::{INTERNAL, SECRET, Table};

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
    Table {
        name: "notices_held_back",
        about: "Notices held back above the limit of an hour or a day, until one message reports their number.",
        query: "SELECT channel, notices, since_at_ms AS since, due_at_ms AS told_at FROM held_notices WHERE user_id = $1 ORDER BY channel",
        columns: &[
            C::text("channel"),
            C::number("notices"),
            C::instant("since"),
            C::instant("told_at"),
        ],
        left_out: &[],
    },
];

/// Tables without exported rows, each with the reason.
pub const LEFT_OUT: &[(&str, &str)] = &[
    ("telegram_links", SECRET),
    ("text_budgets", "the brand's settings"),
];
