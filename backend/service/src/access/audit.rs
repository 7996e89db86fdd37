//! The audit log: security events per user, append-only, hash-chained, without any secret's value.
//!
//! There are sixteen chains, chosen by user, so that calls of different users seldom wait for each other. An entry
//! locks its chain until the transaction ends: append last. Entries that are written together are in one chain.

mod check;
mod joint;

pub use check::{
    Broken, check, check_against, export, heads, is_exported, missing_days, sign_anew,
};
pub use joint::{Event, Head};

use crate::app::AppState;
use ground::db::{Batch, DbError, Tx};
use ground::error::ApiError;
use ground::secret::sha256_hex;
use serde_json::Value;
use sqlx::{AnyConnection, Row};

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

/// The details of the closed days of the ledger, as the log has them.
///
/// # Errors
/// The database failed.
pub async fn closed_days(connection: &mut AnyConnection) -> Result<Vec<String>, DbError> {
    let rows = sqlx::query("SELECT detail FROM audit_log WHERE event = 'ledger_day_closed'")
        .fetch_all(connection)
        .await?;
    rows.iter().map(|row| Ok(row.try_get("detail")?)).collect()
}

/// Appends an event as part of a batch: the chain is locked at once, the entry is inserted with the batch. One entry
/// per batch.
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
