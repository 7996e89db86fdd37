//! The wallet area's part of a user's data export.

use ground::own_data::Column as C;
use ground::own_data::{INTERNAL, SECRET, Table};

pub const OWN_DATA: &[Table] = &[
    Table {
        name: "funding_accounts",
        about: "Bank accounts whose credits arrive in your wallets.",
        query: "SELECT id, currency, account_number, bank_name, account_name, reference, routing_number, swift_code, \
                created_at_ms AS created_at FROM virtual_accounts WHERE user_id = $1 ORDER BY created_at_ms",
        columns: &[
            C::text("id"),
            C::text("currency"),
            C::text("account_number"),
            C::text("bank_name"),
            C::text("account_name"),
            C::text("reference"),
            C::text("routing_number"),
            C::text("swift_code"),
            C::instant("created_at"),
        ],
        left_out: &[],
    },
    Table {
        name: "statements",
        about: "Monthly statements that were issued to you, and can be checked by their codes.",
        query: "SELECT currency, month, first_day, last_day, holder, opening_minor AS opening_balance, \
                closing_minor AS closing_balance, lines, sha256, issued_at_ms AS issued_at, valid_until \
                FROM issued_statements WHERE user_id = $1 ORDER BY issued_at_ms, id",
        columns: &[
            C::text("currency"),
            C::text("month"),
            C::text("first_day"),
            C::text("last_day"),
            C::text("holder"),
            C::amount("opening_balance"),
            C::amount("closing_balance"),
            C::number("lines"),
            C::text("sha256"),
            C::instant("issued_at"),
            C::text("valid_until"),
        ],
        left_out: &[
            ("code_hash", SECRET),
            ("tenant_id", INTERNAL),
            ("expires_at_ms", INTERNAL),
        ],
    },
    Table {
        name: "bank_credits",
        about: "Credits that a bank reported for you.",
        query: "SELECT provider_reference, account_number, currency, amount_minor AS amount, reference, \
                received_at_ms AS received_at FROM bank_credits WHERE user_id = $1 ORDER BY received_at_ms",
        columns: &[
            C::text("provider_reference"),
            C::text("account_number"),
            C::text("currency"),
            C::amount("amount"),
            C::text("reference"),
            C::instant("received_at"),
        ],
        left_out: &[],
    },
    Table {
        name: "bank_accounts",
        about: "Bank accounts that you have saved.",
        query: "SELECT id, bank_code, bank_name, account_number, account_name, is_default, created_at_ms AS created_at \
                FROM beneficiaries WHERE user_id = $1 ORDER BY created_at_ms",
        columns: &[
            C::text("id"),
            C::text("bank_code"),
            C::text("bank_name"),
            C::text("account_number"),
            C::text("account_name"),
            C::flag("is_default"),
            C::instant("created_at"),
        ],
        left_out: &[],
    },
    Table {
        name: "coin_addresses",
        about: "Your addresses for receiving coins.",
        query: "SELECT reference, coin, network, address, created_at_ms AS created_at \
                FROM coin_addresses WHERE user_id = $1 ORDER BY created_at_ms",
        columns: &[
            C::text("reference"),
            C::text("coin"),
            C::text("network"),
            C::text("address"),
            C::instant("created_at"),
        ],
        left_out: &[],
    },
    Table {
        name: "coin_deposits",
        about: "Coins that arrived.",
        query: "SELECT provider_reference, address_reference, coin, amount_minor AS amount, reference, \
                credited_at_ms AS credited_at FROM coin_deposits WHERE user_id = $1 ORDER BY credited_at_ms",
        columns: &[
            C::text("provider_reference"),
            C::text("address_reference"),
            C::text("coin"),
            C::amount_in("amount", "coin"),
            C::text("reference"),
            C::instant("credited_at"),
        ],
        left_out: &[],
    },
    Table {
        name: "coin_arrivals",
        about: "Coins that are on their way to you.",
        query: "SELECT r.provider_reference, r.address_reference, r.coin, r.amount_minor AS amount, r.confirmations, \
                r.seen_at_ms AS seen_at FROM coin_arrivals r WHERE r.user_id = $1 AND NOT EXISTS \
                (SELECT 1 FROM coin_deposits d WHERE d.provider_reference = r.provider_reference) ORDER BY r.seen_at_ms",
        columns: &[
            C::text("provider_reference"),
            C::text("address_reference"),
            C::text("coin"),
            C::amount_in("amount", "coin"),
            C::number("confirmations"),
            C::instant("seen_at"),
        ],
        left_out: &[],
    },
    Table {
        name: "card_checkouts",
        about: "Card payments that you have begun. The card itself is known to the card company alone.",
        query: "SELECT tx_ref, purpose, currency, amount_minor AS amount, charged_minor AS charged, state, meant_for, \
                meant_for_id, created_at_ms AS created_at, ended_at_ms AS ended_at \
                FROM card_checkouts WHERE user_id = $1 ORDER BY created_at_ms",
        columns: &[
            C::text("tx_ref"),
            C::text("purpose"),
            C::text("currency"),
            C::amount("amount"),
            C::amount("charged"),
            C::text("state"),
            C::text("meant_for"),
            C::text("meant_for_id"),
            C::instant("created_at"),
            C::instant("ended_at"),
        ],
        left_out: &[("checkout_url", SECRET)],
    },
    Table {
        name: "card_payments",
        about: "Card payments that the card company has confirmed.",
        query: "SELECT p.provider_reference, p.tx_ref, p.currency, p.amount_minor AS amount, p.reference, p.difference, \
                p.received_at_ms AS received_at FROM card_payments p JOIN card_checkouts c ON c.tx_ref = p.tx_ref \
                WHERE c.user_id = $1 ORDER BY p.received_at_ms",
        columns: &[
            C::text("provider_reference"),
            C::text("tx_ref"),
            C::text("currency"),
            C::amount("amount"),
            C::text("reference"),
            C::text("difference"),
            C::instant("received_at"),
        ],
        left_out: &[],
    },
    Table {
        name: "direct_debits",
        about: "Direct debits that you have authorised at your bank.",
        query: "SELECT id, state, bank, created_at_ms AS created_at, active_at_ms AS active_at, ended_at_ms AS ended_at \
                FROM mandates WHERE user_id = $1 ORDER BY created_at_ms",
        columns: &[
            C::text("id"),
            C::text("state"),
            C::text("bank"),
            C::instant("created_at"),
            C::instant("active_at"),
            C::instant("ended_at"),
        ],
        left_out: &[("reference", INTERNAL)],
    },
    Table {
        name: "direct_debit_payments",
        about: "Direct debits requested from your bank, and the amounts that it paid, in naira.",
        query: "SELECT reference, mandate_id, 'NGN' AS currency, amount_minor AS amount, arrived_minor AS arrived, instalment_id, day, \
                state, created_at_ms AS created_at, sent_at_ms AS sent_at, ended_at_ms AS ended_at FROM direct_debits WHERE user_id = $1 ORDER BY created_at_ms",
        columns: &[
            C::text("reference"),
            C::text("mandate_id"),
            C::text("currency"),
            C::amount("amount"),
            C::amount("arrived"),
            C::text("instalment_id"),
            C::text("day"),
            C::text("state"),
            C::instant("created_at"),
            C::instant("sent_at"),
            C::instant("ended_at"),
        ],
        left_out: &[],
    },
    Table {
        name: "money_taken_back",
        about: "Incoming money that was taken back, and the part of it that you owe.",
        query: "SELECT reference, original, currency, amount_minor AS amount, owed_minor AS owed, collected_minor AS collected, \
                why AS reason, created_at_ms AS created_at FROM reversals WHERE user_id = $1 ORDER BY created_at_ms, reference",
        columns: &[
            C::text("reference"),
            C::text("original"),
            C::text("currency"),
            C::amount("amount"),
            C::amount("owed"),
            C::amount("collected"),
            C::text("reason"),
            C::instant("created_at"),
        ],
        left_out: &[("decided_by", "a member of the brand's staff")],
    },
];
