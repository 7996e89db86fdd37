//! The ledger's part of a user's data export.

use ground::own_data::Column as C;
use ground::own_data::{RESOLVED, Table};

pub const OWN_DATA: &[Table] = &[Table {
    name: "ledger_entries",
    about: "Every entry of your wallets in the ledger. Those that are posted add up to the settled balances.",
    query: "SELECT e.transfer_id, t.kind, t.state, t.linked_to, a.currency, \
            CASE WHEN e.amount_minor < 0 THEN 'DEBIT' ELSE 'CREDIT' END AS type, ABS(e.amount_minor) AS amount, \
            t.created_at_ms AS created_at, t.settled_at_ms AS settled_at FROM ledger_entries e \
            JOIN ledger_accounts a ON a.id = e.account_id JOIN ledger_transfers t ON t.id = e.transfer_id \
            WHERE a.owner = $1 AND a.owner_kind = 'user' ORDER BY e.account_id, e.transfer_id",
    columns: &[
        C::text("transfer_id"),
        C::text("kind"),
        C::text("state"),
        C::text("linked_to"),
        C::text("currency"),
        C::text("type"),
        C::amount("amount"),
        C::instant("created_at"),
        C::instant("settled_at"),
    ],
    left_out: &[("account_id", RESOLVED)],
}];
