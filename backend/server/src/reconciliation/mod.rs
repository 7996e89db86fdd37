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

use ground::clock::lagos_day;
use ground::db::{DbError, Tx};
use ground::error::ApiError;
use money::ledger::{self, Finding, Scope, days};
use money::orders::seal;
use service::access::audit;
use service::app::AppState;
use sqlx::{AnyConnection, Row};

/// The counter for alerts.
const FINDINGS: &str = "ajo_daily_check_findings_total";
/// The decisions of this time are repeated each day, with an hour to spare.
const DECIDED_MS: i64 = 25 * 60 * 60 * 1_000;
/// The most transfers of a ledger that is checked as a whole every day.
const SMALL_TRANSFERS: i64 = 1_000_000;
/// Days since the last Thursday, as on 1970-01-01.
const SUNDAY: i64 = 3;
/// The number of findings named in the log; more would not make it clearer.
const MOST_NAMED: usize = 5;

/// Checks the transfers in a scope and all records that depend on them. The result is empty if everything agrees.
///
/// # Errors
/// The database failed.
pub async fn check(connection: &mut AnyConnection, scope: Scope) -> Result<Vec<Finding>, DbError> {
    let mut findings = ledger::check(connection, scope).await?;
    for (what, template) in proofs::ALL.iter().copied() {
        let statement = proofs::statement(template, scope);
        findings.extend(ledger::found(connection, what, statement).await?);
    }
    findings.extend(triggers::missing(connection).await?);
    Ok(findings)
}

/// Runs [`check`], verifies the seals of orders, and repeats the decisions of the last day.
///
/// # Errors
/// The database failed.
pub async fn everything(app: &AppState, scope: Scope) -> Result<Vec<Finding>, DbError> {
    let mut connection = app.db.read_much().await?;
    let mut findings = check(&mut connection, scope).await?;
    let broken = seal::broken(&mut connection, &app.config.keys).await?;
    findings.extend(broken.into_iter().map(|id| Finding {
        what: "an order was changed by hand",
        id,
    }));
    let since_ms = app.clock.now_ms() - DECIDED_MS;
    findings.extend(decisions::broken(&mut connection, since_ms).await?);
    drop(connection);
    findings.extend(days::broken(app).await?);
    Ok(findings)
}

/// The scope of a day's check: the whole of a small ledger, and of every ledger on Sundays and after a check that found
/// something; otherwise the days that are not closed.
async fn daily_scope(app: &AppState) -> Result<Scope, DbError> {
    let mut connection = app.db.read().await?;
    let is_sunday = lagos_day(app.clock.now_ms()).rem_euclid(7) == SUNDAY;
    let agreed = has_agreed(&mut connection).await?;
    if is_sunday || !agreed || !ledger::exceeds(&mut connection, SMALL_TRANSFERS).await? {
        return Ok(Scope::Whole);
    }
    let until_ms = days::closed_until_ms(&mut connection).await?;
    Ok(until_ms.map_or(Scope::Whole, Scope::Since))
}

/// Whether the last check found nothing.
async fn has_agreed(connection: &mut AnyConnection) -> Result<bool, DbError> {
    let row = sqlx::query("SELECT findings FROM daily_checks ORDER BY day DESC LIMIT 1")
        .fetch_optional(connection)
        .await?;
    let findings: Option<i64> = row.map(|row| row.try_get("findings")).transpose()?;
    Ok(findings.unwrap_or(0) == 0)
}

async fn store(tx: &mut Tx, day: &str, findings: usize, now_ms: i64) -> Result<(), DbError> {
    sqlx::query(
        "INSERT INTO daily_checks (day, findings, made_at_ms) VALUES ($1, $2, $3) \
         ON CONFLICT (day) DO UPDATE SET findings = excluded.findings, made_at_ms = excluded.made_at_ms",
    )
    .bind(day)
    .bind(i64::try_from(findings).unwrap_or(i64::MAX))
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    Ok(())
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
    let began_ms = app.clock.now_ms();
    let scope = daily_scope(app).await?;
    let findings = everything(app, scope).await?;
    let log = audit::check(app).await?;
    if findings.is_empty() {
        while days::close_next(app, began_ms).await?.is_some() {}
    }
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
                is_whole = scope == Scope::Whole,
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
                is_whole = scope == Scope::Whole,
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
    store(&mut tx, &day, findings.len(), now_ms).await?;
    tx.commit().await?;
    Ok(true)
}
