//! All exported tables, and those that are left out.

use ground::own_data::{INTERNAL, Table};
use money::ledger;
use service::access;
use service::inbox;
use service::push;

/// All exported tables, in order.
pub fn tables() -> impl Iterator<Item = &'static Table> {
    [
        access::own_data::OWN_DATA,
        identity::own_data::OWN_DATA,
        money::own_data::OWN_DATA,
        ledger::own_data::OWN_DATA,
        wallet::own_data::OWN_DATA,
        bills::own_data::OWN_DATA,
        plans::own_data::OWN_DATA,
        signals::own_data::OWN_DATA,
        community::own_data::OWN_DATA,
        push::own_data::OWN_DATA,
        inbox::own_data::OWN_DATA,
    ]
    .into_iter()
    .flatten()
}

/// Tables of the database that are left out, each with the reason.
pub fn left_out() -> impl Iterator<Item = &'static (&'static str, &'static str)> {
    [
        access::own_data::LEFT_OUT,
        identity::own_data::LEFT_OUT,
        money::own_data::LEFT_OUT,
        bills::own_data::LEFT_OUT,
        plans::own_data::LEFT_OUT,
        signals::own_data::LEFT_OUT,
        community::own_data::LEFT_OUT,
        push::own_data::LEFT_OUT,
        NOT_EXPORTED,
    ]
    .into_iter()
    .flatten()
}

const NOT_EXPORTED: &[(&str, &str)] = &[
    ("tenants", "the brand's settings"),
    ("brand_pictures", "the brand's settings"),
    ("desk_addresses", "the brand's settings"),
    ("rules_modules", "the rules, which are public"),
    (
        "decision_seals",
        "digests of the transactions and their decisions, which the check of the account returns",
    ),
    ("decision_keys", INTERNAL),
    ("daily_checks", INTERNAL),
    ("sealed_months", INTERNAL),
    ("desk_days", "the brand's settings"),
    (
        "operations",
        "responses to calls that change something, stored for repeated calls; their effects are in the other tables",
    ),
    (
        "queue",
        "pending messages and tasks: deleted when they are done",
    ),
    ("rate_limits", INTERNAL),
    ("readiness", INTERNAL),
    ("realtime_notices", INTERNAL),
    ("schema_migrations", INTERNAL),
    (
        "sandbox_*",
        "simulated providers, which production does not have",
    ),
];
