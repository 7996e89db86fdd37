//! Checks for the triggers that make records immutable: without them, tampering would leave no trace here.

use ground::db::DbError;
use money::ledger::Finding;
use sqlx::{AnyConnection, Row};

/// In SQLite a trigger has one event; in PostgreSQL `…stand` and `…stands` also refuse removal.
const SQLITE: [&str; 18] = [
    "audit_exports_stand",
    "audit_exports_stay",
    "audit_log_stands",
    "audit_log_stays",
    "closed_balances_stand",
    "closed_balances_stay",
    "closed_days_stand",
    "closed_days_stay",
    "decision_keys_stand",
    "decision_keys_stay",
    "decision_seals_stand",
    "decision_seals_stay",
    "ledger_accounts_stay",
    "ledger_entries_stand",
    "ledger_entries_stay",
    "ledger_transfers_keep_decisions",
    "ledger_transfers_settle_once",
    "ledger_transfers_stay",
];
const POSTGRES: [&str; 12] = [
    "audit_exports_stand",
    "audit_log_stands",
    "closed_balances_stand",
    "closed_days_stand",
    "closed_days_stay",
    "decision_keys_stand",
    "decision_seals_stand",
    "ledger_accounts_stay",
    "ledger_entries_stand",
    "ledger_transfers_keep_decisions",
    "ledger_transfers_settle_once",
    "ledger_transfers_stay",
];

/// Expected triggers that are missing or disabled.
pub(super) async fn missing(connection: &mut AnyConnection) -> Result<Vec<Finding>, DbError> {
    let (expected, query) = match connection.backend_name() {
        "PostgreSQL" => (
            POSTGRES.as_slice(),
            "SELECT CAST(tgname AS TEXT) AS name FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid \
             JOIN pg_namespace ON pg_namespace.oid = relnamespace \
             WHERE nspname = CURRENT_SCHEMA() AND NOT tgisinternal AND tgenabled IN ('O', 'A')",
        ),
        _ => (
            SQLITE.as_slice(),
            "SELECT name FROM sqlite_master WHERE type = 'trigger'",
        ),
    };
    let rows = sqlx::query(query).fetch_all(connection).await?;
    let found: Vec<String> = rows
        .iter()
        .map(|row| row.try_get("name"))
        .collect::<Result<_, _>>()?;
    let gone = expected
        .iter()
        .filter(|&&name| !found.iter().any(|found| found == name));
    Ok(gone
        .map(|&name| Finding {
            what: "a trigger that protects records is missing",
            id: name.to_owned(),
        })
        .collect())
}
