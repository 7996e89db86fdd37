//! Closed days: once a Lagos day is over and its records agree, its entries and the balances after them are put under a
//! digest, over that of the day before, and signed. So the check of a day reads that day only, and an entry that is changed,
//! added or removed afterwards is found by reading the ledger again.
//!
//! Lines of a day, each followed by a line feed, in the order of their bytes; first the entries of the transfers that were
//! settled on it (`-` for what is absent), then the balances of the accounts that they changed:
//!
//! ```text
//! settled_at_ms transfer_id account_id amount_minor kind currency state created_at_ms linked_to
//! account_id settled_minor
//! ```

use super::check::{BALANCES, UNLIKE_ENTRIES};
use super::{Finding, Scope, found};
use domain_core::calendar::Date;
use ground::clock::{lagos_date, lagos_day, lagos_day_begins_ms};
use ground::db::DbError;
use ground::error::ApiError;
use ground::sealed::Batch;
use ground::secret::{Keys, hex, same_bytes, sha256_hex};
use serde_json::{Value, json};
use service::access::audit;
use service::app::AppState;
use sha2::{Digest, Sha256};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};
use std::collections::HashSet;

/// A transaction of the last moment of a day may still be on its way, and another server's clock may be late.
const CLOSING_MS: i64 = 60 * 60 * 1_000;
/// Transfers that are read at a time.
const PORTION: i64 = 20_000;

const CHANGED: &str = "an entry or a balance of a closed day was changed, added or removed";
const NOT_SIGNED: &str = "a closed day was not signed here";
const NOT_CLOSED: &str = "an account has a balance of a day that is not closed";
const NOT_LOGGED: &str = "the audit log names another closed day";
const MOVED_OTHERWISE: &str = "the entries of a closed day do not lead to an account's balance";

/// A closed day.
struct Closed {
    day: i64,
    lines: i64,
    digest: String,
    link: String,
    signature: String,
}

/// The digest of the lines of a day, with their number.
struct Lines {
    count: i64,
    digest: Sha256,
}

impl Lines {
    fn new() -> Self {
        Self {
            count: 0,
            digest: Sha256::new(),
        }
    }

    /// Adds the lines of rows, separated by line feeds, in the order of their bytes. A row whose text looks like
    /// several lines is still one.
    fn add(&mut self, row: &AnyRow) -> Result<(), DbError> {
        let text: Option<String> = row.try_get("lines")?;
        self.count += row.try_get::<i64, _>("number")?;
        let mut lines: Vec<&str> = text.iter().flat_map(|text| text.split('\n')).collect();
        lines.sort_unstable();
        for line in lines {
            self.digest.update(line);
            self.digest.update("\n");
        }
        Ok(())
    }

    fn hex(self) -> String {
        hex(&self.digest.finalize())
    }
}

fn link(before: &str, day: i64, lines: i64, digest: &str) -> String {
    sha256_hex(format!("{before}\n{day}\n{lines}\n{digest}\n").as_bytes())
}

fn signature(keys: &Keys, link: &str) -> String {
    hex(&keys.sign("closed-day", &[link]))
}

/// The entry of the audit log about a closed day.
fn detail(day: i64, lines: i64, link: &str) -> Value {
    json!({ "day": date(day).text(), "lines": lines, "link": link })
}

fn is_signed(keys: &Keys, closed: &Closed) -> bool {
    keys.each().any(|keys| {
        let own = signature(&keys, &closed.link);
        same_bytes(own.as_bytes(), closed.signature.as_bytes())
    })
}

fn date(day: i64) -> Date {
    lagos_date(lagos_day_begins_ms(day))
}

/// The first instant that is not in a closed day; `None` if none is closed.
///
/// # Errors
/// The database failed.
pub async fn closed_until_ms(connection: &mut AnyConnection) -> Result<Option<i64>, DbError> {
    let last = last(connection).await?;
    Ok(last.map(|closed| lagos_day_begins_ms(closed.day + 1)))
}

async fn last(connection: &mut AnyConnection) -> Result<Option<Closed>, DbError> {
    let row = sqlx::query(
        "SELECT day, lines, digest, link, signature FROM closed_days ORDER BY day DESC LIMIT 1",
    )
    .fetch_optional(connection)
    .await?;
    row.as_ref().map(read).transpose()
}

async fn all(connection: &mut AnyConnection) -> Result<Vec<Closed>, DbError> {
    let rows =
        sqlx::query("SELECT day, lines, digest, link, signature FROM closed_days ORDER BY day")
            .fetch_all(connection)
            .await?;
    rows.iter().map(read).collect()
}

fn read(row: &AnyRow) -> Result<Closed, DbError> {
    Ok(Closed {
        day: row.try_get("day")?,
        lines: row.try_get("lines")?,
        digest: row.try_get("digest")?,
        link: row.try_get("link")?,
        signature: row.try_get("signature")?,
    })
}

/// Closes the oldest day with transfers that is not closed and was over an hour before the check of its records began.
/// Returns it; `None` if there is none, or if another server closes it.
///
/// # Errors
/// The database failed.
pub async fn close_next(app: &AppState, checked_ms: i64) -> Result<Option<Date>, ApiError> {
    let mut connection = app.db.read().await?;
    let before = last(&mut connection).await?;
    let from_ms = before
        .as_ref()
        .map_or(i64::MIN, |closed| lagos_day_begins_ms(closed.day + 1));
    let row = sqlx::query(
        "SELECT MIN(settled_at_ms) AS at_ms FROM ledger_transfers WHERE settled_at_ms >= $1",
    )
    .bind(from_ms)
    .fetch_one(&mut *connection)
    .await?;
    let first_ms: Option<i64> = row.try_get("at_ms")?;
    let Some(day) = first_ms.map(lagos_day) else {
        return Ok(None);
    };
    if lagos_day_begins_ms(day + 1) > checked_ms - CLOSING_MS {
        return Ok(None);
    }
    let mut lines = Lines::new();
    add_entries(&mut connection, day, &mut lines).await?;
    drop(connection);
    let mut tx = app.db.begin().await?;
    // Balances that are there already were written by another server, or by hand.
    if has_balances(tx.connection(), day).await?
        || entries(tx.connection(), day).await? != lines.count
    {
        return Ok(None);
    }
    match store_balances(tx.connection(), day).await {
        Err(DbError::Duplicate) => return Ok(None),
        other => other?,
    }
    add_balances(tx.connection(), day, &mut lines).await?;
    let (count, digest) = (lines.count, lines.hex());
    let before = before.map(|closed| closed.link).unwrap_or_default();
    let link = link(&before, day, count, &digest);
    let stored = sqlx::query(
        "INSERT INTO closed_days (day, lines, digest, link, signature, closed_at_ms) VALUES ($1, $2, $3, $4, $5, $6) \
         ON CONFLICT DO NOTHING",
    )
    .bind(day)
    .bind(count)
    .bind(digest.as_str())
    .bind(link.as_str())
    .bind(signature(&app.config.keys, &link))
    .bind(app.clock.now_ms())
    .execute(tx.connection())
    .await?;
    if stored.rows_affected() == 1 {
        let detail = detail(day, count, &link);
        audit::append(&mut tx, app, audit::NOBODY, "ledger_day_closed", &detail).await?;
        tx.commit().await?;
    }
    Ok(Some(date(day)))
}

async fn add_entries(
    connection: &mut AnyConnection,
    day: i64,
    lines: &mut Lines,
) -> Result<(), DbError> {
    let (mut from_ms, end_ms) = (lagos_day_begins_ms(day), lagos_day_begins_ms(day + 1));
    while from_ms < end_ms {
        // Transfers of one millisecond are read together.
        let row = sqlx::query(
            "SELECT settled_at_ms FROM ledger_transfers WHERE settled_at_ms >= $1 AND settled_at_ms < $2 \
             ORDER BY settled_at_ms LIMIT 1 OFFSET $3",
        )
        .bind(from_ms)
        .bind(end_ms)
        .bind(PORTION)
        .fetch_optional(&mut *connection)
        .await?;
        let next_ms: Option<i64> = row.map(|row| row.try_get("settled_at_ms")).transpose()?;
        let until_ms = next_ms.map_or(end_ms, |next_ms| next_ms.max(from_ms + 1));
        let row = sqlx::query(
            "SELECT string_agg(t.settled_at_ms || ' ' || t.id || ' ' || COALESCE(e.account_id || ' ' || e.amount_minor, '- -') \
             || ' ' || t.kind || ' ' || t.currency || ' ' || t.state || ' ' || t.created_at_ms || ' ' || COALESCE(t.linked_to, '-'), '\n') \
             AS lines, COUNT(*) AS number FROM ledger_transfers t LEFT JOIN ledger_entries e ON e.transfer_id = t.id \
             WHERE t.settled_at_ms >= $1 AND t.settled_at_ms < $2",
        )
        .bind(from_ms)
        .bind(until_ms)
        .fetch_one(&mut *connection)
        .await?;
        lines.add(&row)?;
        from_ms = until_ms;
    }
    Ok(())
}

/// The number of entries of a day; a transfer without entries counts as one.
async fn entries(connection: &mut AnyConnection, day: i64) -> Result<i64, DbError> {
    let row = sqlx::query(
        "SELECT COUNT(*) AS entries FROM ledger_transfers t LEFT JOIN ledger_entries e ON e.transfer_id = t.id \
         WHERE t.settled_at_ms >= $1 AND t.settled_at_ms < $2",
    )
    .bind(lagos_day_begins_ms(day))
    .bind(lagos_day_begins_ms(day + 1))
    .fetch_one(connection)
    .await?;
    Ok(row.try_get("entries")?)
}

async fn has_balances(connection: &mut AnyConnection, day: i64) -> Result<bool, DbError> {
    let row = sqlx::query("SELECT 1 FROM closed_balances WHERE day = $1 LIMIT 1")
        .bind(day)
        .fetch_optional(connection)
        .await?;
    Ok(row.is_some())
}

async fn add_balances(
    connection: &mut AnyConnection,
    day: i64,
    lines: &mut Lines,
) -> Result<(), DbError> {
    let row = sqlx::query(
        "SELECT string_agg(account_id || ' ' || settled_minor, '\n') AS lines, COUNT(*) AS number FROM closed_balances WHERE day = $1",
    )
    .bind(day)
    .fetch_one(connection)
    .await?;
    lines.add(&row)
}

async fn store_balances(connection: &mut AnyConnection, day: i64) -> Result<(), DbError> {
    sqlx::query(
        "INSERT INTO closed_balances (account_id, day, settled_minor) \
         SELECT moved.account_id, $1, CAST(moved.total AS BIGINT) + COALESCE((SELECT b.settled_minor FROM closed_balances b \
         WHERE b.account_id = moved.account_id AND b.day < $1 ORDER BY b.day DESC LIMIT 1), 0) \
         FROM (SELECT e.account_id, SUM(e.amount_minor) AS total FROM ledger_transfers t JOIN ledger_entries e ON e.transfer_id = t.id \
         WHERE t.settled_at_ms >= $2 AND t.settled_at_ms < $3 AND t.state = 'posted' GROUP BY e.account_id) moved",
    )
    .bind(day)
    .bind(lagos_day_begins_ms(day))
    .bind(lagos_day_begins_ms(day + 1))
    .execute(connection)
    .await?;
    Ok(())
}

/// Reads all closed days again: their lines must have the digests of when they were closed, their links must follow from
/// each other, and the balances of all accounts must follow from those of closed days. It reads the whole ledger once.
///
/// # Errors
/// The database failed.
pub async fn broken(app: &AppState) -> Result<Vec<Finding>, DbError> {
    let mut snapshot = app.db.snapshot().await?;
    let days = all(snapshot.connection()).await?;
    let logged = audit::closed_days(snapshot.connection()).await?;
    drop(snapshot);
    let mut logged: HashSet<String> = logged.into_iter().collect();
    let connection = &mut *app.db.read_much().await?;
    let mut findings = Vec::new();
    let mut before = String::new();
    let mut from_ms = i64::MIN;
    let is_closed = !days.is_empty();
    for closed in days {
        let mut lines = Lines::new();
        add_entries(connection, closed.day, &mut lines).await?;
        add_balances(connection, closed.day, &mut lines).await?;
        let (count, digest) = (lines.count, lines.hex());
        let begin_ms = lagos_day_begins_ms(closed.day);
        let is_whole = count == closed.lines
            && digest == closed.digest
            && link(&before, closed.day, count, &digest) == closed.link
            && !has_transfers(connection, from_ms, begin_ms).await?;
        let is_logged = logged.remove(&detail(closed.day, closed.lines, &closed.link).to_string());
        let mut add = |what| {
            findings.push(Finding {
                what,
                id: date(closed.day).text(),
            });
        };
        if !is_signed(&app.config.keys, &closed) {
            add(NOT_SIGNED);
        }
        if !is_logged {
            add(NOT_LOGGED);
        }
        if !is_whole {
            add(CHANGED);
            findings.extend(moved_otherwise(connection, closed.day).await?);
        }
        before = closed.link;
        from_ms = lagos_day_begins_ms(closed.day + 1);
    }
    findings.extend(logged.into_iter().map(|detail| Finding {
        what: NOT_LOGGED,
        id: detail,
    }));
    let elsewhere = "SELECT DISTINCT b.account_id AS id FROM closed_balances b LEFT JOIN closed_days d ON d.day = b.day WHERE d.day IS NULL";
    findings.extend(found(connection, NOT_CLOSED, elsewhere.to_owned()).await?);
    if is_closed {
        let balances = Scope::Since(from_ms).statement(BALANCES);
        findings.extend(found(connection, UNLIKE_ENTRIES, balances).await?);
    }
    Ok(findings)
}

/// Whether a transfer was settled in a period, which is between closed days.
async fn has_transfers(
    connection: &mut AnyConnection,
    from_ms: i64,
    until_ms: i64,
) -> Result<bool, DbError> {
    let row = sqlx::query(
        "SELECT 1 FROM ledger_transfers WHERE settled_at_ms >= $1 AND settled_at_ms < $2 LIMIT 1",
    )
    .bind(from_ms)
    .bind(until_ms)
    .fetch_optional(connection)
    .await?;
    Ok(row.is_some())
}

/// The accounts whose balance after a day is not the one before it with the day's entries.
async fn moved_otherwise(
    connection: &mut AnyConnection,
    day: i64,
) -> Result<Vec<Finding>, DbError> {
    let rows = sqlx::query(
        "SELECT moved.account_id AS id FROM (SELECT e.account_id, SUM(e.amount_minor) AS total FROM ledger_transfers t \
         JOIN ledger_entries e ON e.transfer_id = t.id WHERE t.settled_at_ms >= $2 AND t.settled_at_ms < $3 AND t.state = 'posted' \
         GROUP BY e.account_id) moved LEFT JOIN closed_balances b ON b.account_id = moved.account_id AND b.day = $1 \
         WHERE b.settled_minor IS NULL OR b.settled_minor <> moved.total + COALESCE((SELECT p.settled_minor FROM closed_balances p \
         WHERE p.account_id = moved.account_id AND p.day < $1 ORDER BY p.day DESC LIMIT 1), 0) ORDER BY 1",
    )
    .bind(day)
    .bind(lagos_day_begins_ms(day))
    .bind(lagos_day_begins_ms(day + 1))
    .fetch_all(connection)
    .await?;
    let read = |row: &AnyRow| {
        Ok(Finding {
            what: MOVED_OTHERWISE,
            id: row.try_get("id")?,
        })
    };
    rows.iter().map(read).collect()
}

/// Signs with the current secret the closed days that were signed with the one it replaces; returns their number.
///
/// # Errors
/// The database failed.
pub async fn sign_anew(app: &AppState) -> Result<Batch, ApiError> {
    let keys = &app.config.keys;
    let current = keys.each().next().unwrap_or_else(|| keys.clone());
    let mut batch = Batch::default();
    let mut tx = app.db.begin().await?;
    for closed in all(tx.connection()).await? {
        if is_signed(&current, &closed) {
            continue;
        }
        if !is_signed(keys, &closed) {
            batch.unreadable += 1;
            continue;
        }
        sqlx::query("UPDATE closed_days SET signature = $2 WHERE day = $1")
            .bind(closed.day)
            .bind(signature(&current, &closed.link))
            .execute(tx.connection())
            .await?;
        batch.sealed += 1;
    }
    tx.commit().await?;
    Ok(batch)
}
