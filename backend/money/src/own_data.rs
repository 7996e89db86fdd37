//! The payment folder's part of a user's data export.

use ground::own_data::Column as C;
use ground::own_data::{INTERNAL, Table};

pub const OWN_DATA: &[Table] = &[
    Table {
        name: "wallets",
        about: "Your wallets and what is in them.",
        query: "SELECT w.currency, w.wallet_number, a.settled_minor AS settled, a.reserved_minor AS reserved, \
                a.settled_minor - a.reserved_minor AS available, w.created_at_ms AS created_at FROM wallets w \
                JOIN ledger_accounts a ON a.id = w.id WHERE w.user_id = $1 ORDER BY w.created_at_ms, w.currency",
        columns: &[
            C::text("currency"),
            C::text("wallet_number"),
            C::amount("settled"),
            C::amount("reserved"),
            C::amount("available"),
            C::instant("created_at"),
        ],
        left_out: &[],
    },
    Table {
        name: "shown_first",
        about: "The wallet and the view that are shown first.",
        query: "SELECT currency, account AS view FROM active_accounts WHERE user_id = $1",
        columns: &[C::text("currency"), C::text("view")],
        left_out: &[],
    },
    Table {
        name: "transactions",
        about: "The statement of all your wallets.",
        query: "SELECT id, reference, ledger_transfer_id, category, kind AS type, status, currency, gross_minor AS gross, \
                charge_minor AS charge, net_minor AS net, description, counterparty_name, counterparty_account_number, \
                counterparty_bank_name, counterparty_wallet_number, \
                CASE WHEN category = 'savings' THEN NULL ELSE payee END AS payee, comment, token AS meter_token, units, \
                owes_token AS meter_token_is_owed, created_at_ms AS created_at, settled_at_ms AS settled_at \
                FROM wallet_transactions WHERE user_id = $1 ORDER BY created_at_ms, id",
        columns: &[
            C::text("id"),
            C::text("reference"),
            C::text("ledger_transfer_id"),
            C::text("category"),
            C::text("type"),
            C::text("status"),
            C::text("currency"),
            C::amount("gross"),
            C::amount("charge"),
            C::amount("net"),
            C::text("description"),
            C::text("counterparty_name"),
            C::text("counterparty_account_number"),
            C::text("counterparty_bank_name"),
            C::text("counterparty_wallet_number"),
            C::text("payee"),
            C::text("comment"),
            C::text("meter_token"),
            C::text("units"),
            C::flag("meter_token_is_owed"),
            C::instant("created_at"),
            C::instant("settled_at"),
        ],
        left_out: &[],
    },
    Table {
        name: "provider_orders",
        about: "Orders to banks and other providers to pay with your money.",
        query: "SELECT reference, kind, currency, amount_minor AS amount, state, created_at_ms AS created_at, \
                settled_at_ms AS settled_at FROM orders WHERE user_id = $1 ORDER BY created_at_ms",
        columns: &[
            C::text("reference"),
            C::text("kind"),
            C::text("currency"),
            C::amount("amount"),
            C::text("state"),
            C::instant("created_at"),
            C::instant("settled_at"),
        ],
        left_out: &[
            (
                "payload",
                "the provider's form of what is in the transaction",
            ),
            ("idempotency_key", INTERNAL),
            ("asked_at_ms", INTERNAL),
            ("seal", INTERNAL),
            ("returned_by", "the transaction that gave it back"),
        ],
    },
    Table {
        name: "account_preferences",
        about: "The name of your account, and since when receipts are sent.",
        query: "SELECT account_name, email_since_ms AS receipts_by_email_since, sms_since_ms AS receipts_by_sms_since \
                FROM account_preferences WHERE user_id = $1",
        columns: &[
            C::text("account_name"),
            C::instant("receipts_by_email_since"),
            C::instant("receipts_by_sms_since"),
        ],
        left_out: &[],
    },
    Table {
        name: "receipts_sent",
        about: "Receipts that were sent in the last days.",
        query: "SELECT reference, sent_at_ms AS sent_at FROM receipts_sent WHERE user_id = $1 ORDER BY reference",
        columns: &[C::text("reference"), C::instant("sent_at")],
        left_out: &[],
    },
];

/// Tables of this crate that the export omits, with the reasons.
pub const LEFT_OUT: &[(&str, &str)] = &[
    (
        "pin_grants",
        "authorisations of payments, good for two minutes; what was paid is in transactions",
    ),
    (
        "transfer_quotes",
        "prices that were shown before a payment, good for minutes; what was paid is in transactions",
    ),
    (
        "day_sums",
        "sums of transactions by day, kept to answer quickly",
    ),
    (
        "payees",
        "the first and the last payment to each payee, kept to answer quickly; all are in transactions",
    ),
    (
        "receipts_due",
        "receipts of the last seconds, before they are sent",
    ),
    (
        "closed_days",
        "digests of the ledger's days, by which changes are found",
    ),
    (
        "closed_balances",
        "balances at the end of days, kept to answer quickly; they follow from ledger_entries",
    ),
    (
        "searched_people",
        "how far a long statement is indexed for searches",
    ),
    (
        "search_words",
        "words of transactions, kept to search quickly; all are in transactions",
    ),
    ("rates", "identical for all users"),
    ("rate_policies", "the brand's settings"),
];
