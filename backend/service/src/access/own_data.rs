//! The user's data in the tables of this folder, for the export.

use ground::db::{DbError, columns};
use ground::own_data::Column as C;
use ground::own_data::{INTERNAL, ONE_BRAND, SECRET, Table};
use ground::secret::Keys;
use serde_json::{Map, Value};
use sqlx::Row;
use sqlx::any::AnyRow;

/// The details of audit events that are about the user; others name staff, or contain an operator's assessment.
const OWN_PARTICULARS: [&str; 11] = [
    "action",
    "bank_account",
    "browser",
    "by_code",
    "currency",
    "format",
    "ip",
    "purpose",
    "reason",
    "reference",
    "way",
];

pub const OWN_DATA: &[Table] = &[
    Table {
        name: "account",
        about: "The account itself: how you sign in, and how we reach you.",
        query: "SELECT id, CASE WHEN email = '-' || id THEN NULL ELSE email END AS email, name, phone, \
                phone_verified_at_ms AS phone_verified_at, verified_at_ms AS verified_at, referrer_code, referred_by, \
                base_currency, restricted, created_at_ms AS created_at, closed_at_ms AS closed_at FROM users WHERE id = $1",
        columns: &[
            C::text("id"),
            C::text("email"),
            C::text("name"),
            C::text("phone"),
            C::instant("phone_verified_at"),
            C::instant("verified_at"),
            C::text("referrer_code"),
            C::text("referred_by"),
            C::text("base_currency"),
            C::flag("restricted"),
            C::instant("created_at"),
            C::instant("closed_at"),
        ],
        left_out: &[("tenant_id", ONE_BRAND), ("password_hash", SECRET)],
    },
    Table {
        name: "profile",
        about: "Your profile, with your address.",
        query: "SELECT first_name, last_name, gender, dob, image, about, address, landmark, lga, city, state, postal_code, \
                country, latitude, longitude, updated_at_ms AS updated_at FROM profiles WHERE user_id = $1",
        columns: &[
            C::text("first_name"),
            C::text("last_name"),
            C::text("gender"),
            C::text("dob"),
            C::text("image"),
            C::text("about"),
            C::text("address"),
            C::text("landmark"),
            C::text("lga"),
            C::text("city"),
            C::text("state"),
            C::text("postal_code"),
            C::text("country"),
            C::text("latitude"),
            C::text("longitude"),
            C::instant("updated_at"),
        ],
        left_out: &[],
    },
    Table {
        name: "verifications",
        about: "When your address and face were verified, and the options that your devices share.",
        query: "SELECT address_verified_at_ms AS address_verified_at, address_pending_until, \
                liveness_verified_at_ms AS liveness_verified_at, options, updated_at_ms AS updated_at \
                FROM person_settings WHERE user_id = $1",
        columns: &[
            C::instant("address_verified_at"),
            C::text("address_pending_until"),
            C::instant("liveness_verified_at"),
            C::json("options"),
            C::instant("updated_at"),
        ],
        left_out: &[("version", INTERNAL)],
    },
    Table {
        name: "roles",
        about: "What you may do for the brand.",
        query: "SELECT r.name AS role, u.granted_at_ms AS granted_at FROM user_roles u JOIN roles r ON r.id = u.role_id \
                WHERE u.user_id = $1 ORDER BY u.granted_at_ms",
        columns: &[C::text("role"), C::instant("granted_at")],
        left_out: &[],
    },
    Table {
        name: "sessions",
        about: "Your sign-ins: times, addresses and browsers.",
        query: "SELECT id, started_at_ms AS started_at, last_active_at_ms AS last_active_at, expires_at_ms AS expires_at, \
                code_entered_at_ms AS code_entered_at, passkey_used_at_ms AS passkey_used_at, ended_at_ms AS ended_at, end_reason, ip, user_agent \
                FROM sessions WHERE user_id = $1 ORDER BY started_at_ms",
        columns: &[
            C::text("id"),
            C::instant("started_at"),
            C::instant("last_active_at"),
            C::instant("expires_at"),
            C::instant("code_entered_at"),
            C::instant("passkey_used_at"),
            C::instant("ended_at"),
            C::text("end_reason"),
            C::text("ip"),
            C::text("user_agent"),
        ],
        left_out: &[("tenant_id", ONE_BRAND)],
    },
    Table {
        name: "cautions",
        about: "Changes of the account that limit payments for a day.",
        query: "SELECT reason, since_ms AS since FROM cautions WHERE user_id = $1 ORDER BY since_ms",
        columns: &[C::text("reason"), C::instant("since")],
        left_out: &[],
    },
    Table {
        name: "security_events",
        about: "Events that concern the security of the account.",
        query: "SELECT at_ms AS happened_at, event, detail FROM audit_log WHERE user_id = $1 ORDER BY at_ms, number",
        columns: &[
            C::instant("happened_at"),
            C::text("event"),
            C::computed("detail", particulars),
        ],
        left_out: &[
            ("chain", INTERNAL),
            ("number", INTERNAL),
            ("hash", INTERNAL),
        ],
    },
];

/// Tables without exported rows, each with the reason.
pub const LEFT_OUT: &[(&str, &str)] = &[
    ("session_tokens", SECRET),
    (
        "sign_ups",
        "belongs to a browser until an address is proven, and is deleted after two days",
    ),
    (
        "role_permissions",
        "the permissions of a role, for all its users",
    ),
    ("audit_heads", INTERNAL),
    ("audit_exports", INTERNAL),
    ("audit_signatures", INTERNAL),
    ("secret_canary", INTERNAL),
];

fn particulars(row: &AnyRow, _: &Keys) -> Result<Value, DbError> {
    let text: String = row.try_get("detail")?;
    let mut all: Map<String, Value> =
        serde_json::from_str(&text).map_err(|_| columns::corrupt("detail"))?;
    all.retain(|name, _| OWN_PARTICULARS.contains(&name.as_str()));
    Ok(Value::Object(all))
}
