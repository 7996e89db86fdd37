//! What this folder keeps of a person.

use crate::own_data::Column as C;
use crate::own_data::{SECRET, Table};

pub const OWN_DATA: &[Table] = &[
    Table {
        name: "signal_subscription",
        about: "Until when trade signals are paid for, and which ends you were told of.",
        query: "SELECT until_ms AS until, announced_end_ms AS announced_end, reached_end_ms AS reached_end \
                FROM alert_subscriptions WHERE user_id = $1",
        columns: &[
            C::instant("until"),
            C::instant("announced_end"),
            C::instant("reached_end"),
        ],
        left_out: &[],
    },
    Table {
        name: "strategies",
        about: "When you would buy.",
        query: "SELECT id, percent_change_1h, percent_change_24h, percent_change_7d, percent_change_30d, max_supply, \
                circulating_supply, market_cap, price, is_active, created_at_ms AS created_at \
                FROM strategies WHERE user_id = $1 ORDER BY created_at_ms",
        columns: &[
            C::text("id"),
            C::text("percent_change_1h"),
            C::text("percent_change_24h"),
            C::text("percent_change_7d"),
            C::text("percent_change_30d"),
            C::text("max_supply"),
            C::text("circulating_supply"),
            C::text("market_cap"),
            C::text("price"),
            C::flag("is_active"),
            C::instant("created_at"),
        ],
        left_out: &[],
    },
    Table {
        name: "exchange_key",
        about: "The last characters of the key to your account at the exchange.",
        query: "SELECT last_four, connected_at_ms AS connected_at, checked_at_ms AS checked_at \
                FROM exchange_keys WHERE user_id = $1",
        columns: &[
            C::text("last_four"),
            C::instant("connected_at"),
            C::instant("checked_at"),
        ],
        left_out: &[("sealed_key", SECRET), ("sealed_secret", SECRET)],
    },
];

/// Reasons that a table of this folder is no part of it.
pub const LEFT_OUT: &[(&str, &str)] = &[("predictions", "the same for everybody")];
