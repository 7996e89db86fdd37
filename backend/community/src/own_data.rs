//! The user's data in the tables of this crate, for the export.

use super::chat::own_text;
use ground::own_data::Column as C;
use ground::own_data::{INTERNAL, RESOLVED, Table};

pub const OWN_DATA: &[Table] = &[
    Table {
        name: "referral_bonuses",
        about: "Bonuses that a recommendation has earned: yours, or that of the friend who recommended us to you.",
        query: "SELECT CASE WHEN referrer_id = $1 THEN 'referrer' ELSE 'friend' END AS you_are, \
                CASE WHEN referrer_id = $1 THEN reference END AS reference, \
                CASE WHEN friend_id = $1 THEN payment_reference END AS payment_reference, rewarded_at_ms AS rewarded_at \
                FROM referral_rewards WHERE referrer_id = $1 OR friend_id = $1 ORDER BY rewarded_at_ms",
        columns: &[
            C::text("you_are"),
            C::text("reference"),
            C::text("payment_reference"),
            C::instant("rewarded_at"),
        ],
        left_out: &[],
    },
    Table {
        name: "clusters",
        about: "Clusters that you have joined, or were removed from.",
        query: "SELECT c.name, c.code, m.membership, m.muted, m.joined_at_ms AS joined_at FROM cluster_members m \
                JOIN clusters c ON c.id = m.cluster_id WHERE m.user_id = $1 ORDER BY m.joined_at_ms",
        columns: &[
            C::text("name"),
            C::text("code"),
            C::text("membership"),
            C::flag("muted"),
            C::instant("joined_at"),
        ],
        left_out: &[],
    },
    Table {
        name: "conversations",
        about: "Your conversations, and the last message that you have read in each.",
        query: "SELECT c.id, c.kind, c.length AS messages, m.read_number AS read_until FROM chat_members m \
                JOIN chat_channels c ON c.id = m.channel_id WHERE m.user_id = $1 ORDER BY c.id",
        columns: &[
            C::text("id"),
            C::text("kind"),
            C::number("messages"),
            C::number("read_until"),
        ],
        left_out: &[],
    },
    Table {
        name: "messages",
        about: "Messages that you have written, and what support has answered you.",
        query: "SELECT m.id, m.channel_id AS conversation, c.kind, m.number, \
                CASE WHEN m.user_id IS NULL THEN 'support' ELSE 'you' END AS sender, m.sealed AS text, \
                m.created_at_ms AS created_at, m.removed_at_ms AS removed_at FROM chat_messages m \
                JOIN chat_channels c ON c.id = m.channel_id WHERE m.user_id = $1 \
                OR (m.user_id IS NULL AND m.channel_id IN (SELECT id FROM chat_channels WHERE kind = 'support' AND subject = $1)) \
                ORDER BY m.channel_id, m.number",
        columns: &[
            C::text("id"),
            C::text("conversation"),
            C::text("kind"),
            C::number("number"),
            C::text("sender"),
            C::computed("text", own_text),
            C::instant("created_at"),
            C::instant("removed_at"),
        ],
        left_out: &[("client_id", INTERNAL)],
    },
    Table {
        name: "message_files",
        about: "Files that you have sent. They are opened in their conversation.",
        query: "SELECT id, message_id, kind, name, bytes, created_at_ms AS created_at \
                FROM chat_attachments WHERE user_id = $1 ORDER BY created_at_ms",
        columns: &[
            C::text("id"),
            C::text("message_id"),
            C::text("kind"),
            C::text("name"),
            C::number("bytes"),
            C::instant("created_at"),
        ],
        left_out: &[
            ("channel_id", RESOLVED),
            (
                "sealed",
                "files of many megabytes; each is saved in its conversation",
            ),
            ("sealed_thumb", "a small copy of the file"),
            ("sealed_at", INTERNAL),
            ("sealed_thumb_at", INTERNAL),
        ],
    },
    Table {
        name: "message_reports",
        about: "Messages that you have reported.",
        query: "SELECT message_id, reason, reported_at_ms AS reported_at FROM chat_reports WHERE user_id = $1 \
                ORDER BY reported_at_ms",
        columns: &[
            C::text("message_id"),
            C::text("reason"),
            C::instant("reported_at"),
        ],
        left_out: &[],
    },
];

/// Tables without exported rows, each with the reason.
pub const LEFT_OUT: &[(&str, &str)] = &[("referral_turns", INTERNAL)];
