//! Verifies the log. A changed, added or removed entry breaks its chain; entries removed from the end, with the head
//! set back, are found by comparison with the export of an earlier day. An attacker who rewrites the exports as well
//! cannot sign them, and removing one leaves a day without.

use super::{CHAINS, link};
use crate::app::AppState;
use ground::clock::{lagos_date, lagos_day_ms, parse_rfc3339};
use ground::db::{Db, DbError, Tx};
use ground::error::{ApiError, ErrorCode};
use ground::sealed::Batch;
use ground::secret::{Keys, hex, same_bytes};
use sqlx::{AnyConnection, Row};
use std::collections::HashSet;
use std::fmt;

const DAY_MS: i64 = 24 * 60 * 60 * 1_000;
/// Entries held in memory at a time.
const PAGE: i64 = 1_000;
/// The number of hexadecimal digits of a hash in an export: 128 bits.
const EXPORTED_DIGITS: usize = 32;

/// The first inconsistency found.
#[derive(Debug, PartialEq, Eq)]
pub enum Broken {
    Entry {
        chain: i64,
        number: i64,
    },
    /// A chain is missing, or there are too many.
    Chains,
    /// The export of a day is not signed with the server's secret.
    Export(String),
    /// A day after the first export has entries but no export.
    Day(String),
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Entry { chain, number } => write!(
                f,
                "audit log: chain {chain}, entry {number} was changed, removed or added by hand"
            ),
            Self::Chains => f.write_str("audit log: a chain was removed or added by hand"),
            Self::Export(day) => write!(f, "audit log: the export of {day} was not signed here"),
            Self::Day(day) => write!(f, "audit log: the export of {day} is missing"),
        }
    }
}

struct Head {
    chain: i64,
    length: i64,
    hash: String,
}

/// Recomputes every hash up to the heads, and compares with every signed daily export. Returns the number of entries,
/// or the first fault. The log may grow meanwhile.
///
/// # Errors
/// The database failed.
pub async fn check(app: &AppState) -> Result<Result<i64, Broken>, ApiError> {
    let mut connection = app.db.read_much().await?;
    let mut entries = 0;
    let heads = read_heads(&mut connection).await?;
    if !heads
        .iter()
        .map(|head| head.chain)
        .eq(0..CHAINS.cast_signed())
    {
        return Ok(Err(Broken::Chains));
    }
    for head in heads {
        if let Err(number) = check_chain(&mut connection, &head).await? {
            let chain = head.chain;
            return Ok(Err(Broken::Entry { chain, number }));
        }
        entries += head.length;
    }
    // A single statement reads a single snapshot.
    let beyond = sqlx::query(
        "SELECT audit_log.chain, audit_log.number FROM audit_log LEFT JOIN audit_heads ON audit_heads.chain = audit_log.chain \
         WHERE audit_log.number > COALESCE(audit_heads.length, 0) ORDER BY audit_log.chain, audit_log.number LIMIT 1",
    )
    .fetch_optional(&mut *connection)
    .await?;
    if let Some(row) = beyond {
        return Ok(Err(Broken::Entry {
            chain: row.try_get("chain")?,
            number: row.try_get("number")?,
        }));
    }
    let exports = exports(&mut connection).await?;
    let since = signed_since(&mut connection).await?;
    let mut is_signed = false;
    for export in &exports {
        if let Err(broken) = compare(&mut connection, &export.heads).await? {
            return Ok(Err(broken));
        }
        // The oldest exports may predate signatures.
        is_signed |= !export.signatures.is_empty();
        is_signed |= since.as_ref().is_some_and(|since| export.day > *since);
        if is_signed && !export.is_signed_by(&app.config.keys) {
            return Ok(Err(Broken::Export(export.day.clone())));
        }
    }
    let missing = days_without(&mut connection, &exports, app.clock.now_ms()).await?;
    match missing.into_iter().next() {
        Some(day) => Ok(Err(Broken::Day(day))),
        None => Ok(Ok(entries)),
    }
}

/// The migration that introduced the signatures of exports.
const SIGNATURES: i64 = 93;

/// The day on which that migration was applied to this database.
async fn signed_since(connection: &mut AnyConnection) -> Result<Option<String>, DbError> {
    let row = sqlx::query("SELECT applied_at_ms FROM schema_migrations WHERE version = $1")
        .bind(SIGNATURES)
        .fetch_optional(connection)
        .await?;
    let applied_ms: Option<i64> = row.map(|row| row.try_get("applied_at_ms")).transpose()?;
    Ok(applied_ms.map(|at_ms| lagos_date(at_ms).text()))
}

/// The heads exported for a day.
struct Export {
    day: String,
    heads: String,
    signatures: Vec<String>,
}

impl Export {
    fn is_signed_by(&self, keys: &Keys) -> bool {
        keys.each().any(|keys| {
            let own = signed(&keys, &self.day, &self.heads);
            let is_own = |one: &String| same_bytes(own.as_bytes(), one.as_bytes());
            self.signatures.iter().any(is_own)
        })
    }
}

/// All exports, by day.
async fn exports(connection: &mut AnyConnection) -> Result<Vec<Export>, DbError> {
    let rows = sqlx::query(
        "SELECT e.day, e.heads, e.signature, COALESCE(s.signature, '') AS later FROM audit_exports e \
         LEFT JOIN audit_signatures s ON s.day = e.day ORDER BY e.day",
    )
    .fetch_all(connection)
    .await?;
    let mut exports: Vec<Export> = Vec::new();
    for row in rows {
        let day: String = row.try_get("day")?;
        let given = [row.try_get("signature")?, row.try_get("later")?];
        let given = given.into_iter().filter(|text: &String| !text.is_empty());
        match exports.last_mut() {
            Some(last) if last.day == day => last.signatures.extend(given),
            _ => exports.push(Export {
                day,
                heads: row.try_get("heads")?,
                signatures: given.collect(),
            }),
        }
    }
    Ok(exports)
}

/// The days between the first export and today that have entries but no export. On a day without entries, no server may
/// have run.
async fn days_without(
    connection: &mut AnyConnection,
    exports: &[Export],
    now_ms: i64,
) -> Result<Vec<String>, DbError> {
    let mut days = Vec::new();
    for day_ms in unknown_days(exports, now_ms) {
        let (from_ms, until_ms) = lagos_day_ms(day_ms);
        let entry = sqlx::query("SELECT 1 FROM audit_log WHERE at_ms >= $1 AND at_ms < $2 LIMIT 1")
            .bind(from_ms)
            .bind(until_ms)
            .fetch_optional(&mut *connection)
            .await?;
        days.extend(entry.map(|_| lagos_date(day_ms).text()));
    }
    Ok(days)
}

/// An instant of each day between the first export and today without an export.
fn unknown_days(exports: &[Export], now_ms: i64) -> Vec<i64> {
    let known: HashSet<&str> = exports.iter().map(|export| export.day.as_str()).collect();
    let Some(first_ms) = exports.first().and_then(|export| noon_ms(&export.day)) else {
        return Vec::new();
    };
    let (today_ms, _) = lagos_day_ms(now_ms);
    let next = |at_ms: &i64| Some(at_ms + DAY_MS);
    std::iter::successors(Some(first_ms), next)
        .take_while(|at_ms| *at_ms < today_ms)
        .filter(|at_ms| !known.contains(lagos_date(*at_ms).text().as_str()))
        .collect()
}

fn noon_ms(day: &str) -> Option<i64> {
    parse_rfc3339(&[day, "T12:00:00+01:00"].concat())
}

/// The days that have entries but no export. They get today's heads once the gap has been reported.
///
/// # Errors
/// The database failed.
pub async fn missing_days(app: &AppState) -> Result<Vec<String>, DbError> {
    let mut connection = app.db.read().await?;
    let exports = exports(&mut connection).await?;
    days_without(&mut connection, &exports, app.clock.now_ms()).await
}

/// Signs with the current secret the exports that were signed with the one it replaces; returns their number.
///
/// # Errors
/// The database failed.
pub async fn sign_anew(app: &AppState) -> Result<Batch, ApiError> {
    let keys = &app.config.keys;
    let current = keys.each().next().unwrap_or_else(|| keys.clone());
    let mut batch = Batch::default();
    let found = exports(&mut *app.db.read().await?).await?;
    let mut tx = app.db.begin().await?;
    for export in &found {
        if export.signatures.is_empty() || export.is_signed_by(&current) {
            continue;
        }
        if !export.is_signed_by(keys) {
            batch.unreadable += 1;
            continue;
        }
        sqlx::query(
            "INSERT INTO audit_signatures (day, signature, signed_at_ms) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
        )
        .bind(export.day.as_str())
        .bind(signed(&current, &export.day, &export.heads))
        .bind(app.clock.now_ms())
        .execute(tx.connection())
        .await?;
        batch.sealed += 1;
    }
    tx.commit().await?;
    Ok(batch)
}

/// Compares the log with heads that were stored elsewhere, such as in a server's log.
///
/// # Errors
/// 422 for malformed heads; the database failed.
pub async fn check_against(db: &Db, heads: &str) -> Result<Result<(), Broken>, ApiError> {
    if heads.split_whitespace().next().is_none() {
        return Err(no_heads());
    }
    compare(&mut *db.read().await?, heads).await
}

/// The heads in the export format: `chain:length:hash` of each chain that has entries.
///
/// # Errors
/// The database failed.
pub async fn heads(connection: &mut AnyConnection) -> Result<String, DbError> {
    let heads = read_heads(connection).await?;
    let told: Vec<String> = heads
        .iter()
        .filter(|head| head.length > 0)
        .map(|head| format!("{}:{}:{}", head.chain, head.length, exported(&head.hash)))
        .collect();
    Ok(told.join(" "))
}

/// Whether a server exported the heads of a day. An unsigned row does not count.
///
/// # Errors
/// The database failed.
pub async fn is_exported(
    connection: &mut AnyConnection,
    keys: &Keys,
    day: &str,
) -> Result<bool, DbError> {
    let row = sqlx::query("SELECT heads, signature FROM audit_exports WHERE day = $1")
        .bind(day)
        .fetch_optional(connection)
        .await?;
    let Some(row) = row else { return Ok(false) };
    let (heads, signature): (String, String) = (row.try_get("heads")?, row.try_get("signature")?);
    Ok(keys.each().any(|keys| {
        let own = signed(&keys, day, &heads);
        same_bytes(own.as_bytes(), signature.as_bytes())
    }))
}

fn signed(keys: &Keys, day: &str, heads: &str) -> String {
    hex(&keys.sign("audit-export", &[day, heads]))
}

/// Stores the heads of a day, unless there are some.
///
/// # Errors
/// The database failed.
pub async fn export(
    tx: &mut Tx,
    keys: &Keys,
    day: &str,
    heads: &str,
    now_ms: i64,
) -> Result<(), DbError> {
    sqlx::query(
        "INSERT INTO audit_exports (day, heads, exported_at_ms, signature) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (day) DO NOTHING",
    )
    .bind(day)
    .bind(heads)
    .bind(now_ms)
    .bind(signed(keys, day, heads))
    .execute(tx.connection())
    .await?;
    Ok(())
}

async fn read_heads(connection: &mut AnyConnection) -> Result<Vec<Head>, DbError> {
    let rows = sqlx::query("SELECT chain, length, hash FROM audit_heads ORDER BY chain")
        .fetch_all(connection)
        .await?;
    rows.iter()
        .map(|row| {
            Ok(Head {
                chain: row.try_get("chain")?,
                length: row.try_get("length")?,
                hash: row.try_get("hash")?,
            })
        })
        .collect()
}

/// Recomputes a chain up to its head; returns the number of the first broken entry as `Err`.
async fn check_chain(
    connection: &mut AnyConnection,
    head: &Head,
) -> Result<Result<(), i64>, ApiError> {
    let (mut before, mut number) = (String::new(), 0_i64);
    loop {
        let rows = sqlx::query(
            "SELECT number, at_ms, event, user_id, detail, hash FROM audit_log \
             WHERE chain = $1 AND number > $2 AND number <= $3 ORDER BY number LIMIT $4",
        )
        .bind(head.chain)
        .bind(number)
        .bind(head.length)
        .bind(PAGE)
        .fetch_all(&mut *connection)
        .await?;
        if rows.is_empty() {
            break;
        }
        for row in rows {
            number += 1;
            let (found, at_ms): (i64, i64) = (row.try_get("number")?, row.try_get("at_ms")?);
            let (event, user_id): (String, String) =
                (row.try_get("event")?, row.try_get("user_id")?);
            let (detail, hash): (String, String) = (row.try_get("detail")?, row.try_get("hash")?);
            let expected = link(
                &before, head.chain, number, at_ms, &event, &user_id, &detail,
            );
            if found != number || expected != hash {
                return Ok(Err(number));
            }
            before = hash;
        }
    }
    match number == head.length && before == head.hash {
        true => Ok(Ok(())),
        false => Ok(Err(number + 1)),
    }
}

/// Whether each chain still has the entry that was its newest at the export.
async fn compare(
    connection: &mut AnyConnection,
    heads: &str,
) -> Result<Result<(), Broken>, ApiError> {
    for told in heads.split_whitespace() {
        let head = parse_head(told).ok_or_else(no_heads)?;
        let row = sqlx::query("SELECT hash FROM audit_log WHERE chain = $1 AND number = $2")
            .bind(head.chain)
            .bind(head.length)
            .fetch_optional(&mut *connection)
            .await?;
        let hash: Option<String> = row.map(|row| row.try_get("hash")).transpose()?;
        if hash.is_none_or(|hash| exported(&hash) != head.hash) {
            return Ok(Err(Broken::Entry {
                chain: head.chain,
                number: head.length,
            }));
        }
    }
    Ok(Ok(()))
}

fn parse_head(told: &str) -> Option<Head> {
    let mut parts = told.split(':');
    let (chain, length) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    let hash = parts.next()?;
    (parts.next().is_none() && hash.len() == EXPORTED_DIGITS).then(|| Head {
        chain,
        length,
        hash: hash.to_owned(),
    })
}

fn exported(hash: &str) -> &str {
    hash.get(..EXPORTED_DIGITS).unwrap_or(hash)
}

fn no_heads() -> ApiError {
    ApiError::new(
        ErrorCode::NoHeads,
        "Heads are written as `chain:length:hash`.",
    )
}
