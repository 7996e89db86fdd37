//! Queries for violated invariants: each must return no row, and otherwise returns the affected identifiers. Each is a
//! single statement, so it sees a consistent snapshot of a database in use. Facts about kinds of transfer come from the
//! table of movements.

use domain_core::payment::{Counted, Movement, SystemAccount};
use money::ledger::Scope;

/// A movement as an SQL literal.
fn quoted(movement: Movement) -> String {
    ["'", movement.as_str(), "'"].concat()
}

/// A list of movements for `IN`.
fn those(is_one: impl Fn(Movement) -> bool) -> String {
    let all = Movement::ALL.iter().copied();
    let texts: Vec<String> = all.filter(|one| is_one(*one)).map(quoted).collect();
    ["(", &texts.join(", "), ")"].concat()
}

/// An expression that maps each kind of transfer to its category on the statement.
fn category_of_kind() -> String {
    let mut cases = String::from("CASE t.kind");
    for movement in Movement::ALL {
        if let Some(category) = movement.category() {
            cases.push_str(&format!(" WHEN {} THEN '{category}'", quoted(*movement)));
        }
    }
    cases + " ELSE '' END"
}

/// An expression that maps each kind of transfer to the system account of its provider, without the currency.
fn provider_of_kind() -> String {
    let mut cases = String::from("CASE t.kind");
    for movement in Movement::ALL {
        if let Some(account) = movement.provider() {
            let account = account.as_str();
            cases.push_str(&format!(
                " WHEN {} THEN 'system:{account}:'",
                quoted(*movement)
            ));
        }
    }
    cases + " ELSE '' END"
}

/// A condition that is true if a kind of transfer uses a system account that it never should.
fn strange_account() -> String {
    let known = SystemAccount::ALL.map(|account| {
        let kinds = those(|movement| movement.may_use(account));
        format!("(a.owner = '{}' AND t.kind IN {kinds})", account.as_str())
    });
    format!("NOT ({})", known.join(" OR "))
}

/// The categories whose whole amount is a fee.
fn fees() -> String {
    let mut categories: Vec<String> = Movement::ALL
        .iter()
        .filter(|movement| movement.counted() == Counted::Fee)
        .filter_map(|movement| movement.category())
        .map(|category| format!("'{category}'"))
        .collect();
    categories.dedup();
    format!("({})", categories.join(", "))
}

/// An expression that maps the state of a transfer to its status on the statement.
const STATUS_OF_STATE: &str = "CASE t.state WHEN 'posted' THEN 'SUCCESSFUL' WHEN 'pending' THEN 'PROCESSING' ELSE 'FAILED' END";

/// The SQL of a query for the transfers in a scope, with the placeholders of [`ALL`] replaced: besides those of the ledger,
/// `{touched c}` is the condition that a user has a line of a covered transfer, `{paid c, d}` that such a line names the user and
/// the payee, `{instalments c}` that a covered transfer paid an instalment, `{whole}` that all transfers are covered.
pub fn statement(template: &str, scope: Scope) -> String {
    const LINES: &str =
        "FROM {transfers} t JOIN wallet_transactions w ON w.ledger_transfer_id = t.id || '')";
    const PAYMENTS: &str = "FROM {transfers} t JOIN plan_payments p ON p.transfer_id = t.id || '')";
    let conditions = [
        ("touched", ["{} IN (SELECT w.user_id ", LINES]),
        ("paid", ["({}) IN (SELECT w.user_id, w.payee ", LINES]),
        ("instalments", ["{} IN (SELECT p.instalment_id ", PAYMENTS]),
    ];
    let narrowed = conditions
        .into_iter()
        .fold(template.to_owned(), |text, (name, condition)| {
            scope.condition(&text, name, &condition.concat())
        });
    scope
        .statement(&narrowed)
        .replace(
            "{whole}",
            if scope == Scope::Whole {
                "1 = 1"
            } else {
                "1 = 0"
            },
        )
        .replace("{category}", &category_of_kind())
        .replace("{status}", STATUS_OF_STATE)
        .replace("{provider}", &provider_of_kind())
        .replace(
            "{ordered}",
            &those(|movement| movement.provider().is_some()),
        )
        .replace("{unseen}", &those(|movement| movement.category().is_none()))
        .replace(
            "{pot}",
            &those(|movement| movement.counted() == Counted::Pot),
        )
        .replace(
            "{exchange}",
            &those(|movement| movement.counted() == Counted::Exchange),
        )
        .replace("{fees}", &fees())
        .replace("{strange account}", &strange_account())
}

/// Converts a column with decimal text, with all decimals of its currency, to minor units.
macro_rules! minor {
    ($column:literal) => {
        concat!(
            "CAST(REPLACE(COALESCE(",
            $column,
            ", '0'), '.', '') AS BIGINT)"
        )
    };
}

// `w.user_id || ''` wherever statement lines are looked up by transfer: with the plain column, SQLite uses the index by
// user and reads all lines of a user for each transfer.
pub const ALL: &[(&str, &str)] = &[
    (
        "a wallet changed, and its owner's statement does not say so, or says another amount",
        "SELECT DISTINCT t.id || '' AS id FROM {transfers} t JOIN ledger_entries e ON e.transfer_id = t.id || '' \
             JOIN ledger_accounts a ON a.id = e.account_id AND a.owner_kind = 'user' AND a.purpose = 'wallet' \
             LEFT JOIN wallet_transactions w ON w.ledger_transfer_id = t.id AND w.user_id || '' = a.owner AND w.currency = t.currency \
             AND w.net_minor = ABS(e.amount_minor) AND w.kind = CASE WHEN e.amount_minor > 0 THEN 'CREDIT' ELSE 'DEBIT' END \
             AND w.status = {status} AND w.category = {category} WHERE w.id IS NULL",
    ),
    (
        "a statement names a transfer that did not change its owner's wallet",
        "SELECT t.id AS id FROM {transfers} t JOIN wallet_transactions w ON w.ledger_transfer_id = t.id || '' WHERE w.net_minor <> 0 AND NOT EXISTS \
         (SELECT 1 FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id \
         WHERE e.transfer_id = w.ledger_transfer_id AND a.owner = w.user_id AND a.owner_kind = 'user')",
    ),
    (
        "a statement names a transfer twice",
        "SELECT t.id || '' AS id FROM {transfers} t JOIN wallet_transactions w ON w.ledger_transfer_id = t.id || '' GROUP BY t.id || '', w.user_id HAVING COUNT(*) > 1",
    ),
    (
        "a statement names a transfer that does not exist",
        "SELECT w.reference AS id FROM wallet_transactions w LEFT JOIN ledger_transfers t ON t.id = w.ledger_transfer_id \
         WHERE {whole} AND t.id IS NULL",
    ),
    (
        "an entry belongs to a transfer that does not exist",
        "SELECT e.transfer_id AS id FROM ledger_entries e LEFT JOIN ledger_transfers t ON t.id = e.transfer_id \
         WHERE {whole} AND t.id IS NULL",
    ),
    (
        "an order belongs to a transfer that does not exist",
        "SELECT o.reference AS id FROM orders o LEFT JOIN ledger_transfers t ON t.id = o.reference WHERE {whole} AND t.id IS NULL",
    ),
    (
        "a transfer is in no statement",
        "SELECT t.id AS id FROM {transfers} t LEFT JOIN wallet_transactions w ON w.ledger_transfer_id = t.id \
         WHERE w.id IS NULL AND t.kind NOT IN {unseen}",
    ),
    (
        "amount and charge of a statement line do not add up to its total",
        "SELECT t.id AS id FROM {transfers} t JOIN wallet_transactions w ON w.ledger_transfer_id = t.id || '' \
         WHERE (w.kind = 'DEBIT' AND w.gross_minor + w.charge_minor <> w.net_minor) \
         OR (w.kind = 'CREDIT' AND w.gross_minor - w.charge_minor <> w.net_minor)",
    ),
    (
        "the sums of a day differ from the statement lines",
        "WITH lines AS (SELECT user_id, (created_at_ms + 3600000) / 86400000 AS day, currency, kind, category, status, \
         COUNT(*) AS entries, SUM(net_minor) AS net_minor FROM wallet_transactions \
         WHERE {since created_at_ms} AND {touched user_id} GROUP BY 1, 2, 3, 4, 5, 6) \
         SELECT l.user_id AS id FROM lines l LEFT JOIN day_sums s ON s.user_id = l.user_id AND s.day = l.day \
         AND s.currency = l.currency AND s.kind = l.kind AND s.category = l.category AND s.status = l.status \
         WHERE s.entries IS NULL OR s.entries <> l.entries OR s.net_minor <> l.net_minor \
         UNION SELECT s.user_id FROM day_sums s LEFT JOIN lines l ON s.user_id = l.user_id AND s.day = l.day \
         AND s.currency = l.currency AND s.kind = l.kind AND s.category = l.category AND s.status = l.status \
         WHERE s.entries <> 0 AND l.entries IS NULL AND {since s.day * 86400000 - 3600000} AND {touched s.user_id}",
    ),
    (
        "the list of whom somebody has paid differs from the statement lines",
        "WITH paid AS (SELECT user_id || '' AS user_id, payee, currency, MIN(created_at_ms) AS first_at_ms, \
         MAX(CASE WHEN category IN ('withdraw', 'wallet-transfer') THEN created_at_ms ELSE 0 END) AS last_at_ms \
         FROM wallet_transactions WHERE kind = 'DEBIT' AND payee IS NOT NULL AND status <> 'FAILED' AND {paid user_id, payee} GROUP BY 1, 2, 3) \
         SELECT p.user_id AS id FROM paid p LEFT JOIN payees k ON k.user_id = p.user_id AND k.payee = p.payee AND k.currency = p.currency \
         WHERE k.first_at_ms IS NULL OR k.first_at_ms <> p.first_at_ms OR k.last_at_ms <> p.last_at_ms \
         UNION SELECT k.user_id FROM payees k LEFT JOIN paid p ON k.user_id = p.user_id AND k.payee = p.payee AND k.currency = p.currency \
         WHERE p.first_at_ms IS NULL AND {paid k.user_id, k.payee}",
    ),
    (
        "the fees of a transfer differ from its statements",
        "SELECT t.id AS id FROM {transfers} t WHERE t.kind NOT IN ('reversal', 'returned', 'loan_repay', 'savings_converted') \
         AND COALESCE((SELECT SUM(e.amount_minor) FROM ledger_entries e WHERE e.transfer_id = t.id \
         AND (e.account_id LIKE 'system:fees:%' OR e.account_id LIKE 'system:surcharge:%' OR e.account_id LIKE 'system:spread:%' \
         OR e.account_id LIKE 'system:penalties:%')), 0) <> COALESCE((SELECT SUM(w.charge_minor + CASE WHEN w.category NOT IN {fees} THEN 0 \
         WHEN w.kind = 'CREDIT' THEN -w.gross_minor ELSE w.gross_minor END) FROM wallet_transactions w WHERE w.ledger_transfer_id = t.id), 0)",
    ),
    (
        "a repayment's interest or late charges differ from what it paid of the instalments",
        "SELECT t.id AS id FROM {transfers} t WHERE t.kind = 'loan_repay' AND (\
         COALESCE((SELECT SUM(e.amount_minor) FROM ledger_entries e WHERE e.transfer_id = t.id AND e.account_id LIKE 'system:penalties:%'), 0) \
         <> COALESCE((SELECT SUM(p.interest_minor) FROM plan_payments p JOIN plan_instalments i ON i.id = p.instalment_id \
         WHERE p.transfer_id = t.id AND i.charged_for IS NOT NULL), 0) \
         OR COALESCE((SELECT SUM(e.amount_minor) FROM ledger_entries e WHERE e.transfer_id = t.id AND e.account_id LIKE 'system:interest:%'), 0) \
         <> COALESCE((SELECT SUM(p.interest_minor) FROM plan_payments p LEFT JOIN plan_instalments i ON i.id = p.instalment_id \
         WHERE p.transfer_id = t.id AND i.charged_for IS NULL), 0))",
    ),
    (
        "a transfer uses an account that its kind never uses",
        "SELECT DISTINCT t.id || '' AS id FROM {transfers} t JOIN ledger_entries e ON e.transfer_id = t.id || '' \
         JOIN ledger_accounts a ON a.id = e.account_id AND a.owner_kind = 'system' \
         WHERE {strange account}",
    ),
    (
        "a transfer without a provider is not posted",
        "SELECT t.id AS id FROM {transfers} t WHERE t.state <> 'posted' AND t.kind NOT IN {ordered}",
    ),
    (
        "money went to a provider without an order, or with another one",
        "SELECT t.id AS id FROM {transfers} t \
             LEFT JOIN orders o ON o.reference = t.id AND o.kind = t.kind AND o.currency = t.currency \
             AND o.state = CASE t.state WHEN 'posted' THEN 'done' WHEN 'pending' THEN 'open' ELSE 'refused' END \
             LEFT JOIN ledger_entries e ON e.transfer_id = t.id AND e.amount_minor = o.amount_minor \
             AND e.account_id = {provider} || t.currency \
             WHERE t.kind IN {ordered} AND e.transfer_id IS NULL",
    ),
    (
        "an order is of another kind than its transfer",
        "SELECT t.id AS id FROM {transfers} t JOIN orders o ON o.reference = t.id || '' WHERE o.kind <> t.kind",
    ),
    (
        "money arrived that the bank did not report, or in another amount",
        "SELECT t.id AS id FROM {transfers} t \
         LEFT JOIN bank_credits c ON c.reference = t.id AND c.currency = t.currency \
         LEFT JOIN ledger_entries e ON e.transfer_id = t.id AND e.account_id = 'system:settlement:' || t.currency \
         AND e.amount_minor = -c.amount_minor WHERE t.kind = 'funding' AND e.transfer_id IS NULL",
    ),
    (
        "a credit of the bank is not in the ledger, or not its owner's",
        "SELECT c.reference AS id FROM bank_credits c LEFT JOIN ledger_transfers t ON t.id = c.reference AND t.kind = 'funding' \
         LEFT JOIN wallet_transactions w ON w.ledger_transfer_id = t.id AND w.user_id || '' = c.user_id \
         WHERE w.id IS NULL AND {since c.received_at_ms}",
    ),
    (
        "money was taken back without a reversal, in another amount, or of an unknown credit",
        "SELECT t.id AS id FROM {transfers} t \
         LEFT JOIN reversals r ON r.reference = t.id AND r.original = t.linked_to AND r.currency = t.currency \
         LEFT JOIN ledger_entries o ON o.transfer_id = r.original AND o.amount_minor < 0 \
         LEFT JOIN ledger_entries e ON e.transfer_id = t.id AND e.account_id = o.account_id AND e.amount_minor = r.amount_minor \
         LEFT JOIN ledger_entries d ON d.transfer_id = t.id AND d.account_id = 'system:owed:' || t.currency \
         WHERE t.kind = 'reversal' AND (e.transfer_id IS NULL OR COALESCE(d.amount_minor, 0) <> -r.owed_minor)",
    ),
    (
        "more was taken back of a credit than had arrived",
        "SELECT r.original AS id FROM reversals r JOIN ledger_entries o ON o.transfer_id = r.original AND o.amount_minor < 0 \
         GROUP BY r.original, o.amount_minor HAVING SUM(r.amount_minor) > -o.amount_minor",
    ),
    (
        "the collected amount of a debt differs from its transfers",
        "SELECT r.reference AS id FROM reversals r WHERE r.collected_minor <> COALESCE((SELECT SUM(e.amount_minor) FROM ledger_transfers t \
         JOIN ledger_entries e ON e.transfer_id = t.id AND e.account_id = 'system:owed:' || t.currency \
         WHERE t.linked_to = r.reference AND t.kind = 'reversal_collected'), 0)",
    ),
    (
        "a payment was refunded that its provider had not completed, or in another amount",
        "SELECT t.id AS id FROM {transfers} t LEFT JOIN orders o ON o.reference = t.linked_to AND o.returned_by = t.id AND o.state = 'done' \
         WHERE t.kind = 'returned' AND (o.reference IS NULL OR EXISTS (SELECT 1 FROM ledger_entries e WHERE e.transfer_id = t.id AND NOT EXISTS \
         (SELECT 1 FROM ledger_entries f WHERE f.transfer_id = o.reference AND f.account_id = e.account_id AND f.amount_minor = -e.amount_minor)))",
    ),
    (
        "an order was returned, and its money was not refunded",
        "SELECT o.reference AS id FROM orders o LEFT JOIN ledger_transfers t ON t.id = o.returned_by AND t.linked_to = o.reference AND t.kind = 'returned' \
         WHERE o.returned_by IS NOT NULL AND t.id IS NULL",
    ),
    (
        "two credits of the bank became one transfer",
        "SELECT DISTINCT c.reference AS id FROM bank_credits c JOIN bank_credits o ON o.reference = c.reference \
         AND o.provider_reference <> c.provider_reference WHERE {since c.received_at_ms}",
    ),
    (
        "money arrived by card that the card company did not confirm, or in another amount",
        "SELECT t.id AS id FROM {transfers} t \
         LEFT JOIN card_payments c ON c.reference = t.id AND c.currency = t.currency \
         LEFT JOIN ledger_entries e ON e.transfer_id = t.id AND e.account_id = 'system:card:' || t.currency \
         AND e.amount_minor = -c.amount_minor WHERE t.kind = 'card_funding' AND e.transfer_id IS NULL",
    ),
    (
        "a card payment is not in the ledger, or not its payer's",
        "SELECT c.reference AS id FROM card_payments c JOIN card_checkouts o ON o.tx_ref = c.tx_ref \
         LEFT JOIN ledger_transfers t ON t.id = c.reference AND t.kind = 'card_funding' \
         LEFT JOIN wallet_transactions w ON w.ledger_transfer_id = t.id AND w.user_id || '' = o.user_id \
         WHERE c.reference IS NOT NULL AND w.id IS NULL AND {since c.received_at_ms}",
    ),
    (
        "money arrived by direct debit that was not paid, in another amount, or not to its payer",
        "SELECT t.id AS id FROM {transfers} t LEFT JOIN direct_debits d ON d.reference = t.id AND d.state = 'paid' \
         LEFT JOIN wallet_transactions w ON w.ledger_transfer_id = t.id AND w.user_id || '' = d.user_id \
         LEFT JOIN ledger_entries e ON e.transfer_id = t.id AND e.account_id = 'system:settlement:NGN' \
         AND e.amount_minor = -d.arrived_minor WHERE t.kind = 'direct_debit' AND (w.id IS NULL OR e.transfer_id IS NULL)",
    ),
    (
        "a direct debit was paid, and is not in the ledger",
        "SELECT d.reference AS id FROM direct_debits d LEFT JOIN ledger_transfers t ON t.id = d.reference AND t.kind = 'direct_debit' \
         WHERE (d.state = 'paid') <> (t.id IS NOT NULL) AND {since COALESCE(d.ended_at_ms, d.created_at_ms)}",
    ),
    (
        "coins were sold for nothing, or twice",
        "SELECT s.id || '' AS id FROM {transfers} s LEFT JOIN ledger_transfers p ON p.linked_to = s.id AND p.kind = 'coin_proceeds' \
         WHERE s.kind = 'coin_sale' GROUP BY s.id || '' HAVING COUNT(p.id) <> 1 \
         UNION SELECT p.id FROM {transfers} p JOIN ledger_transfers o ON o.linked_to = p.linked_to AND o.kind = p.kind AND o.id <> p.id \
         WHERE p.kind = 'coin_proceeds'",
    ),
    (
        "money was paid for coins that were not sold, or to another user",
        "SELECT p.id AS id FROM {transfers} p LEFT JOIN ledger_transfers s ON s.id = p.linked_to AND s.kind = 'coin_sale' \
         LEFT JOIN wallet_transactions sw ON sw.ledger_transfer_id = s.id \
         LEFT JOIN wallet_transactions pw ON pw.ledger_transfer_id = p.id AND pw.user_id || '' = sw.user_id \
         WHERE p.kind = 'coin_proceeds' AND pw.id IS NULL",
    ),
    (
        "money was converted for nothing, or twice",
        "SELECT s.id || '' AS id FROM {transfers} s LEFT JOIN ledger_transfers p ON p.linked_to = s.id AND p.kind = 'exchange_proceeds' \
         AND p.currency <> s.currency WHERE s.kind = 'exchange' GROUP BY s.id || '' HAVING COUNT(p.id) <> 1 \
         UNION SELECT p.id FROM {transfers} p JOIN ledger_transfers o ON o.linked_to = p.linked_to AND o.kind = p.kind AND o.id <> p.id \
         WHERE p.kind = 'exchange_proceeds'",
    ),
    (
        "money was paid for a conversion that was not made, or to another user",
        "SELECT p.id AS id FROM {transfers} p LEFT JOIN ledger_transfers s ON s.id = p.linked_to AND s.kind = 'exchange' \
         LEFT JOIN wallet_transactions sw ON sw.ledger_transfer_id = s.id \
         LEFT JOIN wallet_transactions pw ON pw.ledger_transfer_id = p.id AND pw.user_id || '' = sw.user_id \
         WHERE p.kind = 'exchange_proceeds' AND pw.id IS NULL",
    ),
    (
        "coins arrived that the custodian did not report, or in another amount",
        "SELECT t.id AS id FROM {transfers} t \
         LEFT JOIN coin_deposits d ON d.reference = t.id AND d.coin = t.currency \
         LEFT JOIN ledger_entries e ON e.transfer_id = t.id AND e.account_id = 'system:custody:' || t.currency \
         AND e.amount_minor = -d.amount_minor WHERE t.kind = 'coin_deposit' AND e.transfer_id IS NULL",
    ),
    (
        "coins that the custodian reported are not in the ledger, or not their owner's",
        "SELECT d.reference AS id FROM coin_deposits d LEFT JOIN ledger_transfers t ON t.id = d.reference AND t.kind = 'coin_deposit' \
         LEFT JOIN coin_addresses a ON a.reference = d.address_reference AND a.user_id = d.user_id \
         LEFT JOIN wallet_transactions w ON w.ledger_transfer_id = t.id AND w.user_id || '' = a.user_id \
         WHERE w.id IS NULL AND {since d.credited_at_ms}",
    ),
    (
        "a bonus was paid that no friend earned, or to somebody else",
        "SELECT t.id AS id FROM {transfers} t LEFT JOIN referral_rewards r ON r.reference = t.id \
         LEFT JOIN wallet_transactions w ON w.ledger_transfer_id = t.id AND w.user_id || '' = r.referrer_id \
         WHERE t.kind = 'referral' AND w.id IS NULL",
    ),
    (
        "a bonus was earned and is not in the ledger",
        "SELECT r.reference AS id FROM referral_rewards r LEFT JOIN ledger_transfers t ON t.id = r.reference AND t.kind = 'referral' \
         WHERE t.id IS NULL AND {since r.rewarded_at_ms}",
    ),
    (
        "a bonus was paid for a payment that its friend did not make",
        "SELECT r.reference AS id FROM referral_rewards r LEFT JOIN wallet_transactions p ON p.user_id = r.friend_id \
         AND p.reference = r.payment_reference AND p.kind = 'DEBIT' AND p.status = 'SUCCESSFUL' \
         WHERE p.id IS NULL AND {since r.rewarded_at_ms}",
    ),
    (
        "a pot received other amounts than its member's payments",
        "SELECT a.id AS id FROM ledger_accounts a WHERE a.purpose = 'pot' AND {moved a.id} \
         AND COALESCE((SELECT SUM(COALESCE(p.pot_minor, p.amount_minor)) FROM plan_payments p WHERE p.member_id = a.id), 0) \
         <> COALESCE((SELECT SUM(e.amount_minor) FROM ledger_entries e JOIN ledger_transfers t ON t.id = e.transfer_id \
         WHERE e.account_id = a.id AND t.kind IN {pot}), 0)",
    ),
    (
        "savings were paid to be converted, and were not, or twice",
        "SELECT s.id || '' AS id FROM {transfers} s JOIN ledger_entries e ON e.transfer_id = s.id || '' AND s.kind IN ('savings_start', 'savings_pay') \
         LEFT JOIN ledger_transfers c ON c.linked_to = s.id AND c.kind = 'savings_converted' AND c.currency <> s.currency \
         WHERE e.account_id LIKE 'system:exchange:%' GROUP BY s.id || '' HAVING COUNT(c.id) <> 1 \
         UNION SELECT p.id FROM {transfers} p JOIN ledger_transfers o ON o.linked_to = p.linked_to AND o.kind = p.kind AND o.id <> p.id \
         WHERE p.kind = 'savings_converted'",
    ),
    (
        "converted savings reached another pot than their payment's, or another amount did",
        "SELECT c.id AS id FROM {transfers} c LEFT JOIN plan_payments p ON p.transfer_id = c.linked_to \
         LEFT JOIN ledger_entries e ON e.transfer_id = c.id AND e.account_id = p.member_id AND e.amount_minor = p.pot_minor \
         WHERE c.kind = 'savings_converted' AND e.account_id IS NULL",
    ),
    (
        "the paid amount of an instalment differs from its payments",
        "SELECT i.id AS id FROM plan_instalments i WHERE (i.status = 'PAID') <> (i.paid_minor = i.amount_minor) \
         UNION SELECT i.id FROM plan_instalments i WHERE {instalments i.id} \
         AND i.paid_minor <> COALESCE((SELECT SUM(p.amount_minor) FROM plan_payments p WHERE p.instalment_id = i.id), 0)",
    ),
    (
        "a set's money went to the exchange, or came from there, and its coins say otherwise",
        concat!(
            "SELECT a.id AS id FROM ledger_accounts a \
             LEFT JOIN (SELECT e.account_id, SUM(CASE t.kind WHEN 'coins_sold' THEN 0 ELSE -e.amount_minor END) AS cost, \
             SUM(CASE t.kind WHEN 'coins_sold' THEN e.amount_minor ELSE 0 END) AS received \
             FROM ledger_accounts o JOIN ledger_entries e ON e.account_id = o.id JOIN ledger_transfers t ON t.id = e.transfer_id \
             WHERE o.purpose = 'pot' AND {moved o.id} AND t.kind IN {exchange} GROUP BY e.account_id) l ON l.account_id = a.id \
             LEFT JOIN (SELECT member_id, SUM(CASE WHEN status IN ('PENDING', 'TRADING') AND price_bought IS NULL THEN amount_minor ELSE ",
            minor!("price_bought"),
            " END) AS cost, SUM(",
            minor!("price_sold"),
            ") AS received FROM plan_coins WHERE {moved member_id} GROUP BY member_id) c ON c.member_id = a.id \
             WHERE a.purpose = 'pot' AND {moved a.id} \
             AND (COALESCE(l.cost, 0) <> COALESCE(c.cost, 0) OR COALESCE(l.received, 0) <> COALESCE(c.received, 0))"
        ),
    ),
    (
        // A set of coins pays out the amount that could not be bought, and continues.
        "a pot was paid out to somebody else, or before its member's plan had ended",
        "SELECT t.id AS id FROM {transfers} t \
         LEFT JOIN ledger_entries e ON e.transfer_id = t.id AND e.amount_minor < 0 \
         LEFT JOIN plan_members m ON m.id = e.account_id \
         LEFT JOIN plan_subscriptions s ON s.id = m.subscription_id AND (s.kind = 'coins' OR m.status IN ('COMPLETED', 'TERMINATED')) \
         LEFT JOIN wallet_transactions w ON w.ledger_transfer_id = t.id AND w.user_id || '' = m.user_id \
         WHERE t.kind = 'plan_payout' AND (s.id IS NULL OR w.id IS NULL)",
    ),
    (
        "a return was paid without its payout, or to somebody else",
        "SELECT t.id AS id FROM {transfers} t \
         LEFT JOIN ledger_transfers p ON p.id = t.linked_to AND p.kind = 'plan_payout' \
         LEFT JOIN wallet_transactions o ON o.ledger_transfer_id = p.id \
         LEFT JOIN wallet_transactions w ON w.ledger_transfer_id = t.id AND w.user_id = o.user_id \
         LEFT JOIN ledger_entries e ON e.transfer_id = t.id AND e.account_id LIKE 'system:returns:%' \
         WHERE t.kind = 'plan_return' AND (w.id IS NULL OR e.amount_minor IS NULL OR w.gross_minor <> -e.amount_minor)",
    ),
    (
        "a return was paid twice",
        "SELECT DISTINCT t.id || '' AS id FROM {transfers} t JOIN ledger_transfers o ON o.linked_to = t.linked_to AND o.kind = t.kind AND o.id <> t.id \
         WHERE t.kind = 'plan_return'",
    ),
    (
        "a loan was paid out to somebody else, or in another amount",
        "SELECT t.id AS id FROM {transfers} t \
         LEFT JOIN ledger_entries e ON e.transfer_id = t.id AND e.amount_minor < 0 \
         LEFT JOIN plan_subscriptions s ON s.id = e.account_id AND s.kind = 'loan' AND s.amount_minor = -e.amount_minor \
         LEFT JOIN wallet_transactions w ON w.ledger_transfer_id = t.id AND w.user_id || '' = s.created_by \
         WHERE t.kind = 'loan_payout' AND w.id IS NULL",
    ),
    (
        "a request fee came back without a loan declined or handed back, in another amount, or to somebody else",
        "SELECT t.id AS id FROM {transfers} t \
         LEFT JOIN plan_payments p ON p.transfer_id = t.linked_to AND p.instalment_id IS NULL \
         LEFT JOIN plan_subscriptions s ON s.id = p.subscription_id AND s.kind = 'loan' AND (s.status = 'DECLINED' \
         OR (s.status = 'TERMINATED' AND s.paid_out_at_ms IS NOT NULL)) \
         LEFT JOIN wallet_transactions w ON w.ledger_transfer_id = t.id AND w.user_id || '' = s.created_by \
         AND w.gross_minor = p.amount_minor AND w.gross_minor = s.fee_minor \
         WHERE t.kind = 'loan_fee_back' AND w.id IS NULL",
    ),
    (
        "a request fee came back twice",
        "SELECT DISTINCT t.id || '' AS id FROM {transfers} t JOIN ledger_transfers o ON o.linked_to = t.linked_to AND o.kind = t.kind AND o.id <> t.id \
         WHERE t.kind = 'loan_fee_back'",
    ),
    (
        "a plan that has ended still holds money",
        "SELECT m.id AS id FROM ledger_accounts a JOIN plan_members m ON m.id = a.id \
         WHERE a.purpose = 'pot' AND a.settled_minor <> 0 AND m.status IN ('COMPLETED', 'TERMINATED')",
    ),
    (
        "a loan that has ended is still owed",
        "SELECT s.id AS id FROM ledger_accounts a JOIN plan_subscriptions s ON s.id = a.id \
         WHERE a.purpose = 'loan' AND a.settled_minor <> 0 AND s.status IN ('COMPLETED', 'TERMINATED', 'DECLINED')",
    ),
    (
        "a loan's account is not the principal that its instalments still owe",
        "SELECT a.id AS id FROM ledger_accounts a JOIN plan_members m ON m.subscription_id = a.id \
         WHERE a.purpose = 'loan' AND {moved a.id} \
         AND a.settled_minor + (SELECT SUM(i.amount_minor - i.interest_minor) FROM plan_instalments i WHERE i.member_id = m.id) \
         - COALESCE((SELECT SUM(p.amount_minor - p.interest_minor) FROM plan_payments p \
         WHERE p.member_id = m.id AND p.instalment_id IS NOT NULL), 0) \
         - COALESCE((SELECT SUM(e.amount_minor) FROM ledger_entries e JOIN ledger_transfers t ON t.id = e.transfer_id \
         AND t.kind = 'loan_interest_back' WHERE e.account_id = a.id), 0) <> 0",
    ),
    (
        "interest that was paid ahead came back before its loan had ended, or in another amount",
        "SELECT t.id AS id FROM {transfers} t \
         LEFT JOIN ledger_entries e ON e.transfer_id = t.id AND e.amount_minor > 0 \
         LEFT JOIN plan_subscriptions s ON s.id = e.account_id AND s.kind = 'loan' AND s.status = 'COMPLETED' \
         WHERE t.kind = 'loan_interest_back' AND (s.id IS NULL OR e.amount_minor <> \
         (SELECT SUM(p.interest_minor) FROM plan_payments p WHERE p.subscription_id = s.id) \
         - (SELECT SUM(i.interest_minor) FROM plan_instalments i JOIN plan_members m ON m.id = i.member_id WHERE m.subscription_id = s.id))",
    ),
    (
        "coins of a set were ordered, and not paid for",
        "SELECT o.id AS id FROM plan_coin_orders o LEFT JOIN ledger_transfers t ON t.id = o.id AND t.kind = 'coins_buy' \
         WHERE o.side = 'buy' AND t.id IS NULL AND {since o.created_at_ms}",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_placeholders_of_the_queries_are_replaced() {
        for (what, template) in ALL {
            for scope in [Scope::Whole, Scope::Since(0)] {
                assert!(!statement(template, scope).contains('{'), "{what}");
            }
        }
        let category = category_of_kind();
        assert!(
            category.contains("WHEN 'card_funding' THEN 'funding'"),
            "{category}"
        );
        let provider = provider_of_kind();
        assert!(
            provider.contains("WHEN 'airtime' THEN 'system:bills:'"),
            "{provider}"
        );
        assert_eq!(
            fees(),
            "('address-verification', 'alert-subscription', 'loan-fee')"
        );
    }
}
