//! Reconciliation: each transfer of the ledger has exactly one cause (a payment, an order, a credit of the bank, of a
//! card or of a direct debit, coins of the custodian, a bonus, a plan), and each cause has exactly one transfer with
//! the same amounts. It runs once a day, and by command.
//!
//! It compares only records of this database. The bank's own statement is not compared: its port does not offer one.

pub mod account;
pub mod decisions;
mod proofs;
pub mod replay;
pub mod seals;
mod triggers;

use ground::db::DbError;
use ground::error::ApiError;
use money::ledger::{self, Finding};
use money::orders::seal;
use service::access::audit;
use service::app::AppState;
use sqlx::{AnyConnection, Row};

/// The counter for alerts.
const FINDINGS: &str = "ajo_daily_check_findings_total";
/// The decisions of this time are repeated each day, with an hour to spare.
const DECIDED_MS: i64 = 25 * 60 * 60 * 1_000;
/// The number of findings named in the log; more would not make it clearer.
const MOST_NAMED: usize = 5;

/// Checks the ledger and all records that depend on it. The result is empty if everything agrees.
///
/// # Errors
/// The database failed.
pub async fn check(connection: &mut AnyConnection) -> Result<Vec<Finding>, DbError> {
    let mut findings = ledger::check(connection).await?;
    for (what, template) in proofs::ALL.iter().copied() {
        let statement = sqlx::AssertSqlSafe(proofs::statement(template));
        for row in sqlx::query(statement).fetch_all(&mut *connection).await? {
            findings.push(Finding {
                what,
                id: row.try_get("id")?,
            });
        }
    }
    findings.extend(triggers::missing(connection).await?);
    Ok(findings)
}

/// Runs [`check`], verifies the seals of orders, and repeats the decisions of the last day.
///
/// # Errors
/// The database failed.
pub async fn everything(app: &AppState) -> Result<Vec<Finding>, DbError> {
    let mut connection = app.db.read().await?;
    let mut findings = check(&mut connection).await?;
    let broken = seal::broken(&mut connection, &app.config.keys).await?;
    findings.extend(broken.into_iter().map(|id| Finding {
        what: "an order was changed by hand",
        id,
    }));
    let since_ms = app.clock.now_ms() - DECIDED_MS;
    findings.extend(decisions::broken(&mut connection, since_ms).await?);
    Ok(findings)
}

/// Runs the daily check of the ledger, dependent records and the audit log, unless it has already run today. Logs one
/// line with the outcome and the heads of the audit log, so that a copy of the log later reveals missing entries.
/// Returns whether it ran.
///
/// # Errors
/// The database failed.
pub async fn daily(app: &AppState) -> Result<bool, ApiError> {
    let day = app.clock.today().text();
    let keys = &app.config.keys;
    if audit::is_exported(&mut *app.db.read().await?, keys, &day).await? {
        return Ok(false);
    }
    let findings = everything(app).await?;
    let log = audit::check(app).await?;
    // A day without a check is logged once, then exported with the current heads.
    let missing = audit::missing_days(app).await?;
    let heads = audit::heads(&mut *app.db.read().await?).await?;
    for _ in &findings {
        app.metrics.refused(FINDINGS, "money");
    }
    if log.is_err() {
        app.metrics.refused(FINDINGS, "audit");
    }
    match (findings.is_empty(), &log) {
        (true, Ok(entries)) => {
            tracing::info!(
                day,
                audit_entries = entries,
                audit_heads = heads,
                "daily check: all records agree"
            );
        }
        _ => {
            let named: Vec<String> = findings
                .iter()
                .take(MOST_NAMED)
                .map(|finding| format!("{}: {}", finding.what, finding.id))
                .chain(log.as_ref().err().map(ToString::to_string))
                .collect();
            tracing::error!(
                day,
                findings = findings.len() + usize::from(log.is_err()),
                first = named.join("; "),
                audit_heads = heads,
                "daily check: RECORDS DO NOT AGREE"
            );
        }
    }
    let mut tx = app.db.begin().await?;
    let now_ms = app.clock.now_ms();
    for passed in &missing {
        audit::export(&mut tx, keys, passed, &heads, now_ms).await?;
    }
    audit::export(&mut tx, keys, &day, &heads, now_ms).await?;
    tx.commit().await?;
    Ok(true)
}
