//! The user's data in the tables of this folder, for the export.

use ground::own_data::Column as C;
use ground::own_data::{INTERNAL, SECRET, Table};

pub const OWN_DATA: &[Table] = &[
    Table {
        name: "signal_subscription",
        about: "The beginning and end of your paid period of trade signals, which notices of it you were sent, and the \
                last time without signals that extended it, by how many days.",
        query: "SELECT began_ms AS began, until_ms AS until, announced_end_ms AS announced_end, \
                reached_end_ms AS reached_end, gap_since_ms AS gap_since, gap_days \
                FROM alert_subscriptions WHERE user_id = $1",
        columns: &[
            C::instant("began"),
            C::instant("until"),
            C::instant("announced_end"),
            C::instant("reached_end"),
            C::instant("gap_since"),
            C::number("gap_days"),
        ],
        left_out: &[],
    },
    Table {
        name: "strategies",
        about: "Your strategies: your conditions for buying.",
        query: "SELECT id, percent_change_1h, percent_change_24h, percent_change_7d, percent_change_30d, max_supply, \
                circulating_supply, market_cap, price, coin, is_active, created_at_ms AS created_at \
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
            C::text("coin"),
            C::flag("is_active"),
            C::instant("created_at"),
        ],
        left_out: &[],
    },
    Table {
        name: "exchange_key",
        about: "The last characters of the key to your account at the exchange.",
        query: "SELECT last_four, trades, connected_at_ms AS connected_at, checked_at_ms AS checked_at \
                FROM exchange_keys WHERE user_id = $1",
        columns: &[
            C::text("last_four"),
            C::flag("trades"),
            C::instant("connected_at"),
            C::instant("checked_at"),
        ],
        left_out: &[("sealed_key", SECRET), ("sealed_secret", SECRET)],
    },
    Table {
        name: "automatic_trading",
        about: "Whether signals are traded for you, and your limits in USDT.",
        query: "SELECT is_on, 'USDT' AS currency, per_trade_minor AS per_trade, per_day_minor AS per_day, \
                updated_at_ms AS updated_at FROM auto_trade WHERE user_id = $1",
        columns: &[
            C::flag("is_on"),
            C::text("currency"),
            C::amount("per_trade"),
            C::amount("per_day"),
            C::instant("updated_at"),
        ],
        left_out: &[],
    },
    Table {
        name: "automatic_trades",
        about: "The outcome of each signal for you. Units are hundred-millionths: quantity and bought of the coin, the others \
                of USDT.",
        query: "SELECT id, signal_id, signal_at_ms AS signal_at, strategy_id, coin, day, status, reason, message, quantity_units, \
                limit_units, notional_units, spent_units, bought_units, sent_at_ms AS sent_at, created_at_ms AS created_at, \
                ended_at_ms AS ended_at FROM trade_orders WHERE user_id = $1 ORDER BY created_at_ms, id",
        columns: &[
            C::text("id"),
            C::text("signal_id"),
            C::instant("signal_at"),
            C::text("strategy_id"),
            C::text("coin"),
            C::text("day"),
            C::text("status"),
            C::text("reason"),
            C::text("message"),
            C::number("quantity_units"),
            C::number("limit_units"),
            C::number("notional_units"),
            C::number("spent_units"),
            C::number("bought_units"),
            C::instant("sent_at"),
            C::instant("created_at"),
            C::instant("ended_at"),
        ],
        left_out: &[("key_at_ms", INTERNAL)],
    },
    Table {
        name: "exchange_balances",
        about: "The balances of your account at the exchange when they were last fetched.",
        query: "SELECT balances, asked_at_ms AS asked_at FROM exchange_balances WHERE user_id = $1",
        columns: &[C::json("balances"), C::instant("asked_at")],
        left_out: &[("key_at_ms", INTERNAL)],
    },
];

/// Tables without exported rows, each with the reason.
pub const LEFT_OUT: &[(&str, &str)] = &[
    ("prediction_outcomes", "identical for all users"),
    ("predictions", "identical for all users"),
    ("signal_gaps", "identical for all users"),
    ("trade_signals", "identical for all users"),
];
