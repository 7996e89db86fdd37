//! Verifies the log. An entry that was changed, added or removed breaks its chain; entries removed from the end, with
//! the head set back, are found by comparison with the export of an earlier day.

use super::link;
use crate::db::{Db, DbError, Tx};
use crate::error::{ApiError, ErrorCode};
use crate::secret::{Keys, hex, same_bytes};
use sqlx::{AnyConnection, Row};
use std::fmt;

/// Entries that are held in memory at a time.
const PAGE: i64 = 1_000;
/// As much of a hash as an export holds: 128 bits.
const EXPORTED_DIGITS: usize = 32;

/// The first entry that is not what was written.
#[derive(Debug, PartialEq, Eq)]
pub struct Broken {
    pub chain: i64,
    pub number: i64,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "audit log: chain {}, entry {} was changed, removed or added by hand",
            self.chain, self.number
        )
    }
}

struct Head {
    chain: i64,
    length: i64,
    hash: String,
}

/// Recomputes every hash up to the heads, and compares with what was exported. Answers how many entries there are, or the
/// first broken one. The log may grow meanwhile.
///
/// # Errors
/// The database failed.
pub async fn check(db: &Db) -> Result<Result<i64, Broken>, ApiError> {
    let mut connection = db.read().await?;
    let mut entries = 0;
    for head in read_heads(&mut connection).await? {
        if let Err(number) = check_chain(&mut connection, &head).await? {
            let chain = head.chain;
            return Ok(Err(Broken { chain, number }));
        }
        entries += head.length;
    }
    // One statement sees one moment.
    let beyond = sqlx::query(
        "SELECT audit_log.chain, audit_log.number FROM audit_log LEFT JOIN audit_heads ON audit_heads.chain = audit_log.chain \
         WHERE audit_log.number > COALESCE(audit_heads.length, 0) ORDER BY audit_log.chain, audit_log.number LIMIT 1",
    )
    .fetch_optional(&mut *connection)
    .await?;
    if let Some(row) = beyond {
        return Ok(Err(Broken {
            chain: row.try_get("chain")?,
            number: row.try_get("number")?,
        }));
    }
    let exports = sqlx::query("SELECT heads FROM audit_exports ORDER BY day")
        .fetch_all(&mut *connection)
        .await?;
    for row in exports {
        let heads: String = row.try_get("heads")?;
        if let Err(broken) = compare(&mut connection, &heads).await? {
            return Ok(Err(broken));
        }
    }
    Ok(Ok(entries))
}

/// Compares the log with heads that were kept elsewhere, as a server's log holds them.
///
/// # Errors
/// 422 for what are no heads; the database failed.
pub async fn check_against(db: &Db, heads: &str) -> Result<Result<(), Broken>, ApiError> {
    if heads.split_whitespace().next().is_none() {
        return Err(no_heads());
    }
    compare(&mut *db.read().await?, heads).await
}

/// The heads in the form in which they are exported: `chain:length:hash` of each chain that has entries.
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

/// Whether a server exported the heads of a day. A row that was added by hand has no signature, and does not count.
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

/// Keeps the heads of a day; what is kept already stays.
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

/// Recomputes a chain up to its head; `Err` is the number of the first broken entry.
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

/// Whether each chain still has the entry that was its newest then.
async fn compare(
    connection: &mut AnyConnection,
    heads: &str,
) -> Result<Result<(), Broken>, ApiError> {
    for told in heads.split_whitespace() {
        let head = read_told(told).ok_or_else(no_heads)?;
        let row = sqlx::query("SELECT hash FROM audit_log WHERE chain = $1 AND number = $2")
            .bind(head.chain)
            .bind(head.length)
            .fetch_optional(&mut *connection)
            .await?;
        let hash: Option<String> = row.map(|row| row.try_get("hash")).transpose()?;
        if hash.is_none_or(|hash| exported(&hash) != head.hash) {
            return Ok(Err(Broken {
                chain: head.chain,
                number: head.length,
            }));
        }
    }
    Ok(Ok(()))
}

fn read_told(told: &str) -> Option<Head> {
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
