//! Whether all records of money agree: each transfer of the ledger has exactly one cause (a payment, an order, a credit of
//! the bank, of a card or of a direct debit, coins of the custodian, a bonus, a plan), and each of these its transfer, with
//! the same amounts. Once a day, and by command.
//!
//! It compares what this database holds. What the bank itself says of its account is not asked here: its port has no
//! statement.

mod proofs;
mod triggers;

use crate::access::audit;
use crate::app::AppState;
use crate::db::DbError;
use crate::error::ApiError;
use crate::ledger::{self, Finding};
use crate::payment::orders::seal;
use sqlx::{AnyConnection, Row};

/// The alert's counter.
const FINDINGS: &str = "ajo_daily_check_findings_total";
/// More do not make an alert clearer.
const MOST_NAMED: usize = 5;

/// Looks for anything in the ledger, and in what rests on it, that must not be. An empty answer: everything agrees.
///
/// # Errors
/// The database's.
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

/// The same, with the orders that are not what was authorised.
///
/// # Errors
/// The database's.
pub async fn everything(app: &AppState) -> Result<Vec<Finding>, DbError> {
    let mut connection = app.db.read().await?;
    let mut findings = check(&mut connection).await?;
    let broken = seal::broken(&mut connection, &app.config.keys).await?;
    findings.extend(broken.into_iter().map(|id| Finding {
        what: "an order was changed by hand",
        id,
    }));
    Ok(findings)
}

/// The check of the day, if none was made yet: the ledger, everything that rests on it, and the audit log. One line in the
/// log says how it ended, with the heads of the audit log, so that a copy of the log shows what is missing later. Whether
/// it was made now.
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
    // A day that passed without its check is told once: from now on it has these heads.
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
