//! The user's data in the tables of this crate, for the export.

use super::numbers::registered_facts;
use ground::own_data::Column as C;
use ground::own_data::{INTERNAL, ONE_BRAND, RESOLVED, SECRET, Table};

pub const OWN_DATA: &[Table] = &[
    Table {
        name: "national_numbers",
        about: "The last digits of your BVN or NIN, and your particulars in the register.",
        query: "SELECT user_id, kind, last_digits, registered, verified_at_ms AS verified_at \
                FROM national_numbers WHERE user_id = $1 ORDER BY kind",
        columns: &[
            C::text("kind"),
            C::text("last_digits"),
            C::computed("registered", registered_facts),
            C::instant("verified_at"),
        ],
        left_out: &[
            ("tenant_id", ONE_BRAND),
            ("lookup_hash", SECRET),
            ("sealed", SECRET),
            ("phone_hash", SECRET),
        ],
    },
    Table {
        name: "liveness_checks",
        about: "Liveness checks and their results. No pictures of them are kept.",
        query: "SELECT id, status, started_at_ms AS started_at, ended_at_ms AS ended_at \
                FROM liveness_checks WHERE user_id = $1 ORDER BY started_at_ms",
        columns: &[
            C::text("id"),
            C::text("status"),
            C::instant("started_at"),
            C::instant("ended_at"),
        ],
        left_out: &[("reference", INTERNAL)],
    },
    Table {
        name: "answers",
        about: "Your answers to the questionnaires.",
        query: "SELECT q.kind AS questionnaire, q.question, c.answer, a.answered_at_ms AS answered_at FROM user_answers a \
                JOIN questions q ON q.id = a.question_id JOIN question_choices c ON c.id = a.choice_id \
                WHERE a.user_id = $1 ORDER BY q.kind, q.position",
        columns: &[
            C::text("questionnaire"),
            C::text("question"),
            C::text("answer"),
            C::instant("answered_at"),
        ],
        left_out: &[],
    },
    Table {
        name: "security_questions",
        about: "Security questions that you have answered. The answers are kept as hashes only.",
        query: "SELECT q.question, a.answered_at_ms AS answered_at FROM security_answers a \
                JOIN security_questions q ON q.id = a.question_id WHERE a.user_id = $1 ORDER BY q.position",
        columns: &[C::text("question"), C::instant("answered_at")],
        left_out: &[("answer_hash", SECRET)],
    },
    Table {
        name: "picture",
        about: "Your picture: a JPEG in Base64.",
        query: "SELECT jpeg, updated_at_ms AS updated_at FROM avatars WHERE user_id = $1",
        columns: &[C::bytes("jpeg"), C::instant("updated_at")],
        left_out: &[("name", RESOLVED)],
    },
    Table {
        name: "google",
        about: "The Google account that you sign in with, by Google's identifier.",
        query: "SELECT subject, linked_at_ms AS linked_at FROM google_accounts WHERE user_id = $1",
        columns: &[C::text("subject"), C::instant("linked_at")],
        left_out: &[("tenant_id", ONE_BRAND)],
    },
    Table {
        name: "devices",
        about: "Browsers that you have signed in with.",
        query: "SELECT first_seen_at_ms AS first_seen_at, is_known FROM person_browsers WHERE user_id = $1 \
                ORDER BY first_seen_at_ms",
        columns: &[C::instant("first_seen_at"), C::flag("is_known")],
        left_out: &[("browser_hash", SECRET)],
    },
    Table {
        name: "pins",
        about: "The currencies with a PIN, whether it is the naira PIN, and wrong entries since the last correct one.",
        query: "SELECT currency, status, shared, failures, locked_until_ms AS locked_until, updated_at_ms AS updated_at \
                FROM pins WHERE user_id = $1 ORDER BY currency",
        columns: &[
            C::text("currency"),
            C::text("status"),
            C::flag("shared"),
            C::number("failures"),
            C::instant("locked_until"),
            C::instant("updated_at"),
        ],
        left_out: &[("pin_hash", SECRET), ("times_set", INTERNAL)],
    },
    Table {
        name: "passkeys",
        about: "Your passkeys: names, hosts and times. The private keys never leave your devices.",
        query: "SELECT id, relying_party AS host, name, added_at_ms AS added_at, used_at_ms AS used_at \
                FROM passkeys WHERE user_id = $1 ORDER BY added_at_ms",
        columns: &[
            C::text("id"),
            C::text("host"),
            C::text("name"),
            C::instant("added_at"),
            C::instant("used_at"),
        ],
        left_out: &[
            ("tenant_id", ONE_BRAND),
            ("credential_id", INTERNAL),
            ("credential", INTERNAL),
            ("counter", INTERNAL),
        ],
    },
    Table {
        name: "passkey_limits",
        about: "The limit up to which a passkey authorises a payment in place of the PIN.",
        query: "SELECT limit_minor AS limit_amount, set_at_ms AS set_at \
                FROM passkey_limits WHERE user_id = $1",
        columns: &[C::naira("limit_amount"), C::instant("set_at")],
        left_out: &[],
    },
    Table {
        name: "settings",
        about: "Your account settings, including your notification channels.",
        query: "SELECT id, name, value, updated_at_ms AS updated_at FROM account_settings WHERE user_id = $1 ORDER BY name",
        columns: &[
            C::text("id"),
            C::text("name"),
            C::text("value"),
            C::instant("updated_at"),
        ],
        left_out: &[],
    },
];

/// Tables without exported rows, each with the reason.
pub const LEFT_OUT: &[(&str, &str)] = &[
    (
        "code_targets",
        "times of requests for codes: deleted after two days",
    ),
    ("one_time_codes", SECRET),
    (
        "login_failures",
        "wrong passwords by account and address, hashed: deleted after two days",
    ),
    ("exchange_codes", SECRET),
    ("passkey_challenges", SECRET),
];
