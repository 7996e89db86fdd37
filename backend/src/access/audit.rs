//! The audit log: security events per user, append-only, hash-chained, without any secret's value.
//!
//! There are sixteen chains, chosen by user, so that calls of different users seldom wait for each other. An entry
//! locks its chain until the transaction ends: append last.

use crate::app::AppState;
use crate::db::{Batch, Db, Tx};
use crate::error::ApiError;
use crate::secret::sha256_hex;
use serde_json::Value;
use sqlx::Row;
use std::fmt;

const CHAINS: u64 = 16;
/// The subject of events about an unknown user.
pub const NOBODY: &str = "nobody";

/// Appends an event about a user, in the transaction of the event itself.
///
/// # Errors
/// The database failed.
pub async fn append(
    tx: &mut Tx,
    app: &AppState,
    user_id: &str,
    event: &str,
    detail: &Value,
) -> Result<(), ApiError> {
    let mut batch = Batch::default();
    append_in(tx, &mut batch, app, user_id, event, detail).await?;
    Ok(batch.run(tx).await?)
}

/// The same as part of a batch: the chain is locked at once, the entry is inserted with the batch. One entry per batch.
///
/// # Errors
/// The database failed.
pub async fn append_in(
    tx: &mut Tx,
    batch: &mut Batch,
    app: &AppState,
    user_id: &str,
    event: &str,
    detail: &Value,
) -> Result<(), ApiError> {
    let chain = chain_of(user_id);
    let at_ms = app.clock.now_ms();
    let head = sqlx::query(
        "UPDATE audit_heads SET length = length + 1 WHERE chain = $1 RETURNING length, hash",
    )
    .bind(chain)
    .fetch_one(tx.connection())
    .await?;
    let (number, before): (i64, String) = (head.try_get("length")?, head.try_get("hash")?);
    let detail = detail.to_string();
    let hash = link(&before, chain, number, at_ms, event, user_id, &detail);
    batch
        .add("INSERT INTO audit_log (chain, number, at_ms, event, user_id, detail, hash) VALUES ($1, $2, $3, $4, $5, $6, $7)")
        .bind(chain)
        .bind(number)
        .bind(at_ms)
        .bind(event)
        .bind(user_id)
        .bind(detail)
        .bind(hash.as_str())
        .add("UPDATE audit_heads SET hash = $2 WHERE chain = $1")
        .bind(chain)
        .bind(hash);
    Ok(())
}

/// The first entry that differs from what was written.
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

/// Recomputes every hash. Returns the number of entries, or the first broken one.
///
/// # Errors
/// The database failed.
pub async fn check(db: &Db) -> Result<Result<i64, Broken>, ApiError> {
    let mut connection = db.read().await?;
    let heads = sqlx::query("SELECT chain, length, hash FROM audit_heads ORDER BY chain")
        .fetch_all(&mut *connection)
        .await?;
    let mut entries = 0;
    for head in heads {
        let (chain, length, last): (i64, i64, String) = (
            head.try_get("chain")?,
            head.try_get("length")?,
            head.try_get("hash")?,
        );
        let rows = sqlx::query("SELECT number, at_ms, event, user_id, detail, hash FROM audit_log WHERE chain = $1 ORDER BY number")
            .bind(chain)
            .fetch_all(&mut *connection)
            .await?;
        let mut before = String::new();
        let mut expected = 0;
        for row in rows {
            expected += 1;
            let (number, at_ms): (i64, i64) = (row.try_get("number")?, row.try_get("at_ms")?);
            let (event, user_id): (String, String) =
                (row.try_get("event")?, row.try_get("user_id")?);
            let (detail, hash): (String, String) = (row.try_get("detail")?, row.try_get("hash")?);
            if number != expected
                || link(&before, chain, number, at_ms, &event, &user_id, &detail) != hash
            {
                return Ok(Err(Broken {
                    chain,
                    number: expected,
                }));
            }
            before = hash;
        }
        if expected != length || before != last {
            return Ok(Err(Broken {
                chain,
                number: expected + 1,
            }));
        }
        entries += expected;
    }
    Ok(Ok(entries))
}

fn chain_of(user_id: &str) -> i64 {
    let sum = user_id.bytes().fold(0_u64, |sum, byte| {
        sum.wrapping_mul(31).wrapping_add(u64::from(byte))
    });
    i64::try_from(sum % CHAINS).unwrap_or_default()
}

fn link(
    before: &str,
    chain: i64,
    number: i64,
    at_ms: i64,
    event: &str,
    user_id: &str,
    detail: &str,
) -> String {
    let text =
        serde_json::json!([before, chain, number, at_ms, event, user_id, detail]).to_string();
    sha256_hex(text.as_bytes())
}
