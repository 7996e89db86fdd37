//! The plans area's part of a user's data export. Data about other members of a group is excluded.

use domain_core::money::Figure;
use ground::db::{DbError, columns};
use ground::own_data::Column as C;
use ground::own_data::{INTERNAL, ONE_BRAND, Table};
use ground::secret::Keys;
use serde_json::{Map, Value, json};
use sqlx::Row;
use sqlx::any::AnyRow;

/// The facts of a decision about the borrower; the others concern the brand's money.
const OWN_FACTS: [&str; 6] = [
    "decision",
    "limit",
    "outstanding",
    "overdue",
    "reasons",
    "score",
];

pub const OWN_DATA: &[Table] = &[
    Table {
        name: "plans",
        about: "Savings, loans and sets of coins that you have taken or joined, with their terms.",
        query: "SELECT s.id, s.kind, s.name, p.name AS product, CASE WHEN s.created_by = $1 THEN 1 ELSE 0 END AS yours, \
                s.status, s.currency, s.amount_minor AS amount, s.base_currency, \
                s.base_currency_amount_minor AS base_currency_amount, s.rate, s.funding_source, s.duration, s.duration_unit, \
                s.is_flexible, s.is_group, s.opt_out_penalty, s.take_profit, s.wait, s.wait_unit, s.fee_minor AS fee, \
                s.starts_on, s.ends_on, s.closing, s.closing_penalty_minor AS closing_penalty, \
                s.created_at_ms AS created_at, s.updated_at_ms AS updated_at, s.ended_at_ms AS ended_at, \
                CASE WHEN s.created_by = $1 THEN s.comment END AS comment, \
                CASE WHEN s.created_by = $1 THEN s.reference END AS reference, \
                CASE WHEN s.created_by = $1 THEN s.code END AS code, \
                CASE WHEN s.created_by = $1 THEN c.name END AS cluster, \
                s.return_rate, s.pot_currency, s.late_percent, s.late_ceiling, s.late_after_days, s.collects, s.paid_out_at_ms AS paid_out_at, s.goal, \
                CASE WHEN s.created_by = $1 THEN s.goal_minor END AS target, \
                CASE WHEN s.created_by = $1 THEN s.country END AS country, \
                CASE WHEN s.created_by = $1 THEN s.state END AS state, \
                CASE WHEN s.created_by = $1 THEN s.decision END AS decision, \
                CASE WHEN s.kind = 'loan' THEN ABS(COALESCE(a.settled_minor, 0)) END AS owed FROM plan_subscriptions s \
                JOIN plans p ON p.id = s.plan_id LEFT JOIN clusters c ON c.id = s.cluster_id \
                LEFT JOIN ledger_accounts a ON a.id = s.id WHERE s.created_by = $1 \
                OR s.id IN (SELECT subscription_id FROM plan_members WHERE user_id = $1) ORDER BY s.created_at_ms, s.id",
        columns: &[
            C::text("id"),
            C::text("kind"),
            C::text("name"),
            C::text("product"),
            C::flag("yours"),
            C::text("status"),
            C::text("currency"),
            C::amount("amount"),
            C::amount("owed"),
            C::text("base_currency"),
            C::amount_in("base_currency_amount", "base_currency"),
            C::text("rate"),
            C::text("funding_source"),
            C::number("duration"),
            C::text("duration_unit"),
            C::flag("is_flexible"),
            C::flag("is_group"),
            C::text("opt_out_penalty"),
            C::text("take_profit"),
            C::number("wait"),
            C::text("wait_unit"),
            C::naira("fee"),
            C::text("starts_on"),
            C::text("ends_on"),
            C::text("closing"),
            C::amount("closing_penalty"),
            C::text("comment"),
            C::text("reference"),
            C::text("code"),
            C::text("cluster"),
            C::text("country"),
            C::text("state"),
            C::text("return_rate"),
            C::text("pot_currency"),
            C::text("late_percent"),
            C::text("late_ceiling"),
            C::number("late_after_days"),
            C::flag("collects"),
            C::instant("paid_out_at"),
            C::text("goal"),
            C::amount("target"),
            C::computed("decision", decision),
            C::instant("created_at"),
            C::instant("updated_at"),
            C::instant("ended_at"),
        ],
        left_out: &[
            ("tenant_id", ONE_BRAND),
            ("decided_by", "a member of the brand's staff"),
            ("latitude", "not kept any more"),
            ("longitude", "not kept any more"),
            (
                "is_authorised",
                "whether the PIN was entered for it, which every plan needs by now",
            ),
        ],
    },
    Table {
        name: "plan_memberships",
        about: "Your place in each plan, and what is in your pot.",
        query: "SELECT m.id, m.subscription_id AS plan, s.name AS plan_name, s.currency, m.amount_minor AS amount, \
                COALESCE(a.settled_minor, 0) AS pot, s.pot_currency, m.collects, m.status, m.joined_at_ms AS joined_at, m.ends_on, m.day_done, m.left_at_ms AS left_at \
                FROM plan_members m JOIN plan_subscriptions s ON s.id = m.subscription_id \
                LEFT JOIN ledger_accounts a ON a.id = m.id WHERE m.user_id = $1 ORDER BY m.joined_at_ms, m.id",
        columns: &[
            C::text("id"),
            C::text("plan"),
            C::text("plan_name"),
            C::text("currency"),
            C::amount("amount"),
            C::amount_in("pot", "pot_currency"),
            C::text("pot_currency"),
            C::flag("collects"),
            C::text("status"),
            C::instant("joined_at"),
            C::text("ends_on"),
            C::text("day_done"),
            C::instant("left_at"),
        ],
        left_out: &[],
    },
    Table {
        name: "plan_instalments",
        about: "What you have to pay for each plan, and have paid.",
        query: "SELECT i.id, m.subscription_id AS plan, i.member_id AS membership, i.number, s.currency, \
                i.amount_minor AS amount, i.interest_minor AS interest, i.waived_minor AS waived, i.paid_minor AS paid, \
                i.status, i.due_on, i.charged_for, i.paid_at_ms AS paid_at, \
                CASE WHEN i.payer_id IS NOT NULL AND i.payer_id <> $1 THEN 1 ELSE 0 END AS paid_by_somebody_else, \
                i.reminded_on FROM plan_instalments i JOIN plan_members m ON m.id = i.member_id \
                JOIN plan_subscriptions s ON s.id = m.subscription_id WHERE m.user_id = $1 ORDER BY i.member_id, i.number",
        columns: &[
            C::text("id"),
            C::text("plan"),
            C::text("membership"),
            C::number("number"),
            C::text("currency"),
            C::amount("amount"),
            C::amount("interest"),
            C::amount("waived"),
            C::amount("paid"),
            C::text("status"),
            C::text("due_on"),
            C::text("charged_for"),
            C::instant("paid_at"),
            C::flag("paid_by_somebody_else"),
            C::text("reminded_on"),
        ],
        left_out: &[],
    },
    Table {
        name: "plan_payments",
        about: "What was paid for plans, by you or for you.",
        query: "SELECT p.id, p.transfer_id, p.subscription_id AS plan, p.member_id AS membership, \
                p.instalment_id AS instalment, CASE WHEN p.payer_id = $1 THEN 1 ELSE 0 END AS paid_by_you, s.currency, \
                p.amount_minor AS amount, s.pot_currency, p.pot_minor AS converted, p.interest_minor AS interest, p.paid_at_ms AS paid_at FROM plan_payments p \
                JOIN plan_subscriptions s ON s.id = p.subscription_id WHERE p.payer_id = $1 OR (p.subscription_id IN \
                (SELECT subscription_id FROM plan_members WHERE user_id = $1) \
                AND p.member_id IN (SELECT id FROM plan_members WHERE user_id = $1)) ORDER BY p.paid_at_ms, p.id",
        columns: &[
            C::text("id"),
            C::text("transfer_id"),
            C::text("plan"),
            C::text("membership"),
            C::text("instalment"),
            C::flag("paid_by_you"),
            C::text("currency"),
            C::amount("amount"),
            C::amount_in("converted", "pot_currency"),
            C::amount("interest"),
            C::instant("paid_at"),
        ],
        left_out: &[],
    },
    Table {
        name: "plan_triggers",
        about: "What pays into your savings by itself.",
        query: "SELECT m.subscription_id AS plan, t.kind, s.currency, t.figure_minor AS figure, t.percent, \
                t.created_at_ms AS created_at FROM plan_triggers t JOIN plan_members m ON m.id = t.member_id \
                JOIN plan_subscriptions s ON s.id = m.subscription_id WHERE t.user_id = $1 ORDER BY t.created_at_ms, t.id",
        columns: &[
            C::text("plan"),
            C::text("kind"),
            C::text("currency"),
            C::amount("figure"),
            C::text("percent"),
            C::instant("created_at"),
        ],
        left_out: &[("seen_ms", INTERNAL)],
    },
    Table {
        name: "plan_reminders",
        about: "When you reminded a member of a group.",
        query: "SELECT m.subscription_id AS plan, n.nudged_on FROM plan_nudges n JOIN plan_members m ON m.id = n.member_id \
                WHERE n.user_id = $1 ORDER BY n.nudged_on",
        columns: &[C::text("plan"), C::text("nudged_on")],
        left_out: &[],
    },
    Table {
        name: "plan_coins",
        about: "The coins of your sets.",
        query: "SELECT c.id, c.subscription_id AS plan, c.member_id AS membership, c.position, c.name, c.coin, s.currency, \
                c.amount_minor AS amount, c.status, c.amount_bought, c.price_bought, c.amount_sold, c.price_sold \
                FROM plan_coins c JOIN plan_members m ON m.id = c.member_id JOIN plan_subscriptions s \
                ON s.id = c.subscription_id WHERE m.user_id = $1 AND c.subscription_id = m.subscription_id \
                ORDER BY c.subscription_id, c.position",
        columns: &[
            C::text("id"),
            C::text("plan"),
            C::text("membership"),
            C::number("position"),
            C::text("name"),
            C::text("coin"),
            C::text("currency"),
            C::amount("amount"),
            C::text("status"),
            C::text("amount_bought"),
            C::text("price_bought"),
            C::text("amount_sold"),
            C::text("price_sold"),
        ],
        left_out: &[],
    },
    Table {
        name: "coin_orders",
        about: "Orders at the exchange for the coins of your sets. A purchase's size is in USDT, a sale's in the coin.",
        query: "SELECT o.id, o.coin_id AS plan_coin, c.coin, o.side, o.size_units AS size, o.state, o.times_placed, \
                o.placed_at_ms AS placed_at, o.quantity_units AS quantity, o.quote_units AS quote, \
                o.created_at_ms AS created_at FROM plan_coin_orders o JOIN plan_coins c ON c.id = o.coin_id \
                JOIN plan_members m ON m.id = c.member_id WHERE m.user_id = $1 AND c.subscription_id = m.subscription_id \
                ORDER BY o.created_at_ms, o.id",
        columns: &[
            C::text("id"),
            C::text("plan_coin"),
            C::text("coin"),
            C::text("side"),
            C::computed("size", |row, _| quantity(row, "size")),
            C::text("state"),
            C::number("times_placed"),
            C::instant("placed_at"),
            C::computed("quantity", |row, _| quantity(row, "quantity")),
            C::computed("quote", |row, _| quantity(row, "quote")),
            C::instant("created_at"),
        ],
        left_out: &[("held_until_ms", INTERNAL)],
    },
];

/// Tables of this crate that the export omits, with the reasons.
pub const LEFT_OUT: &[(&str, &str)] = &[
    ("plan_days", INTERNAL),
    ("plan_triggered", INTERNAL),
    ("loan_policies", "the brand's settings"),
];

fn decision(row: &AnyRow, _: &Keys) -> Result<Value, DbError> {
    let Some(text) = row.try_get::<Option<String>, _>("decision")? else {
        return Ok(Value::Null);
    };
    let mut all: Map<String, Value> =
        serde_json::from_str(&text).map_err(|_| columns::corrupt("decision"))?;
    all.retain(|name, _| OWN_FACTS.contains(&name.as_str()));
    Ok(Value::Object(all))
}

fn quantity(row: &AnyRow, name: &'static str) -> Result<Value, DbError> {
    let quantity = Figure::of_units(row.try_get(name)?).ok_or_else(|| columns::corrupt(name))?;
    Ok(json!(quantity.to_string()))
}
