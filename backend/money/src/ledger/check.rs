//! The ledger's invariants: every transfer sums to zero, every balance equals its entries, no available balance is
//! negative.

use super::Scope;
use ground::db::DbError;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, Row};

/// The size of the ledger.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    pub accounts: i64,
    pub transfers: i64,
}

/// Counts accounts and transfers.
///
/// # Errors
/// The database failed.
pub async fn size(connection: &mut AnyConnection) -> Result<Size, DbError> {
    let row = sqlx::query(
        "SELECT (SELECT COUNT(*) FROM ledger_accounts) AS accounts, (SELECT COUNT(*) FROM ledger_transfers) AS transfers",
    )
    .fetch_one(connection)
    .await?;
    Ok(Size {
        accounts: row.try_get("accounts")?,
        transfers: row.try_get("transfers")?,
    })
}

/// Whether there are more transfers than a number.
///
/// # Errors
/// The database failed.
pub async fn exceeds(connection: &mut AnyConnection, number: i64) -> Result<bool, DbError> {
    let row = sqlx::query("SELECT 1 FROM ledger_transfers LIMIT 1 OFFSET $1")
        .bind(number)
        .fetch_optional(connection)
        .await?;
    Ok(row.is_some())
}

/// A violated invariant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    pub what: &'static str,
    /// The account or transfer.
    pub id: String,
}

/// One query per invariant, for a [`Scope`]. Each returns the identifiers of violations, so it must return no row.
const PROOFS: [(&str, &str); 8] = [
    (
        "a transfer does not sum to zero",
        "SELECT e.transfer_id AS id FROM {transfers} t JOIN ledger_entries e ON e.transfer_id = t.id || '' \
         GROUP BY e.transfer_id HAVING SUM(e.amount_minor) <> 0",
    ),
    (
        "a transfer has fewer than two entries",
        "SELECT t.id || '' AS id FROM {transfers} t LEFT JOIN ledger_entries e ON e.transfer_id = t.id GROUP BY t.id || '' HAVING COUNT(e.account_id) < 2",
    ),
    (
        "an entry is in another currency than its transfer",
        "SELECT e.transfer_id AS id FROM {transfers} t JOIN ledger_entries e ON e.transfer_id = t.id || '' \
         JOIN ledger_accounts a ON a.id = e.account_id WHERE a.currency <> t.currency",
    ),
    (UNLIKE_ENTRIES, BALANCES_OF_CHANGED),
    (
        "a reserved balance differs from its pending debits",
        "SELECT a.id AS id FROM ledger_accounts a LEFT JOIN (SELECT e.account_id, SUM(e.amount_minor) AS total FROM {transfers} t \
         JOIN ledger_entries e ON e.transfer_id = t.id || '' WHERE t.state = 'pending' AND e.amount_minor < 0 GROUP BY e.account_id) s \
         ON s.account_id = a.id WHERE a.reserved_minor <> -COALESCE(s.total, 0)",
    ),
    (
        "the available balance of an account is negative",
        "SELECT id FROM ledger_accounts WHERE may_be_negative = 0 AND settled_minor - reserved_minor < 0",
    ),
    (
        "a closed account is not empty",
        "SELECT id FROM ledger_accounts WHERE closed_at_ms IS NOT NULL AND (settled_minor <> 0 OR reserved_minor <> 0)",
    ),
    (
        "a loan was repaid beyond its principal",
        "SELECT id FROM ledger_accounts WHERE purpose = 'loan' AND settled_minor > 0",
    ),
];

pub(super) const UNLIKE_ENTRIES: &str = "a settled balance differs from its posted entries";

macro_rules! balances {
    ($condition:literal) => {
        concat!(
            "SELECT a.id AS id FROM ledger_accounts a LEFT JOIN (SELECT e.account_id, SUM(e.amount_minor) AS total FROM {transfers} t \
             JOIN ledger_entries e ON e.transfer_id = t.id || '' WHERE t.state = 'posted' GROUP BY e.account_id) s ON s.account_id = a.id \
             WHERE a.settled_minor <> {before a.id} + COALESCE(s.total, 0)",
            $condition
        )
    };
}
const BALANCES_OF_CHANGED: &str = balances!(" AND {moved a.id}");
/// Of all accounts, also of those that no covered transfer changed.
pub(super) const BALANCES: &str = balances!("");

/// Checks all invariants of the transfers in a scope. The result of a consistent ledger is empty.
///
/// # Errors
/// The database failed.
pub async fn check(connection: &mut AnyConnection, scope: Scope) -> Result<Vec<Finding>, DbError> {
    let mut findings = Vec::new();
    for (what, template) in PROOFS {
        findings.extend(found(connection, what, scope.statement(template)).await?);
    }
    Ok(findings)
}

/// A finding for each identifier that a statement returns.
///
/// # Errors
/// The database failed.
pub async fn found(
    connection: &mut AnyConnection,
    what: &'static str,
    statement: String,
) -> Result<Vec<Finding>, DbError> {
    let rows = sqlx::query(AssertSqlSafe(statement))
        .fetch_all(connection)
        .await?;
    let read = |row: &AnyRow| {
        Ok(Finding {
            what,
            id: row.try_get("id")?,
        })
    };
    rows.iter().map(read).collect()
}
