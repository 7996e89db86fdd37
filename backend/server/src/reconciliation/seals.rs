//! Seals of members' months: a signed digest of the lines with their decisions, each over the one before, so that neither a
//! line, nor a decision, nor a month can be changed afterwards without a trace.

use super::account::{self, Written};
use domain_core::calendar::{Date, Instant};
use domain_core::wallet::month;
use domain_core::wallet::statement::{Period, period};
use ground::clock::{lagos_date, rfc3339};
use ground::db::{DbError, Tx};
use ground::error::ApiError;
use ground::secret::{Keys, hex};
use ring::signature::{Ed25519KeyPair, KeyPair};
use serde::Serialize;
use serde_json::json;
use service::access::audit;
use service::app::AppState;
use sha2::{Digest, Sha256};
use sqlx::{AnyConnection, Row};

/// The first line of a signed text.
const FORMAT: &str = "ajo account seal 1";
/// Members in a portion of the sealing of a month.
const PORTION: i64 = 100;
/// The last transactions of an open month are not sealed until they are booked, like those of a statement.
const BOOKING_MS: i64 = 5 * 60 * 1_000;

/// The seal of a member's month.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Seal {
    /// `2026-11`
    pub month: String,
    /// The number of lines that are sealed: the first ones.
    pub lines: i64,
    /// The digest of the seal before; blank for the first.
    pub previous: String,
    /// SHA-256, hexadecimal: of the previous digest, the month, and the lines, each followed by a line feed.
    pub digest: String,
    /// Ed25519, hexadecimal: of the format, the month, the number of lines, and the digest, each followed by a line feed.
    pub signature: String,
    /// The key of the signature.
    pub key_id: String,
    /// Whether the month is over, and the seal was stored; otherwise it was made for this answer.
    pub is_stored: bool,
    /// The time up to which lines are sealed.
    pub until: String,
}

fn digest(previous: &str, month: &str, lines: &[Written]) -> String {
    let mut digest = Sha256::new();
    for text in [previous, month]
        .into_iter()
        .chain(lines.iter().map(|line| line.text.as_str()))
    {
        digest.update(text);
        digest.update("\n");
    }
    hex(&digest.finalize())
}

fn key(keys: &Keys) -> Result<Ed25519KeyPair, ApiError> {
    let seed = keys.derive("account-seal");
    Ed25519KeyPair::from_seed_unchecked(seed.reveal()).map_err(ApiError::internal)
}

/// The identifier and the public key of signatures.
fn public(key: &Ed25519KeyPair) -> (String, String) {
    let public = hex(key.public_key().as_ref());
    let id: String = public.chars().take(16).collect();
    (id, public)
}

/// The signature of a seal.
fn signature(key: &Ed25519KeyPair, month: &str, lines: usize, digest: &str) -> String {
    let lines = lines.to_string();
    let signed = [FORMAT, month, &lines, digest, ""].join("\n");
    hex(key.sign(signed.as_bytes()).as_ref())
}

/// The lines and the seal of a member's month.
#[derive(Debug)]
pub struct Sealed {
    pub lines: Vec<Written>,
    pub seal: Seal,
}

/// The lines of a member's month with its seal: the stored one if the month is over, even if the lines are not those that
/// it was made of, or else one that is made now.
///
/// # Errors
/// The database failed.
pub async fn of_month(app: &AppState, user_id: &str, period: &Period) -> Result<Sealed, ApiError> {
    let now_ms = app.clock.now_ms();
    let end_ms = period.end.0.min(now_ms - BOOKING_MS);
    let mut snapshot = app.db.snapshot().await?;
    let connection = snapshot.connection();
    let stored = stored(connection, user_id, &period.month).await?;
    let previous = before(connection, user_id, &period.month).await?;
    let bounds = (period.start.0, period.end.0);
    let lines = account::lines(connection, user_id, bounds).await?;
    drop(snapshot);
    let until = rfc3339(end_ms);
    let seal = match stored {
        Some(seal) => Seal { until, ..seal },
        None => {
            let key = key(&app.config.keys)?;
            let booked = lines.partition_point(|line| line.at_ms < end_ms);
            let booked = lines.get(..booked).unwrap_or_default();
            let digest = digest(&previous, &period.month, booked);
            Seal {
                month: period.month.clone(),
                lines: count(booked),
                signature: signature(&key, &period.month, booked.len(), &digest),
                key_id: public(&key).0,
                is_stored: false,
                previous,
                digest,
                until,
            }
        }
    };
    Ok(Sealed { lines, seal })
}

fn count(lines: &[Written]) -> i64 {
    i64::try_from(lines.len()).unwrap_or(i64::MAX)
}

async fn stored(
    connection: &mut AnyConnection,
    user_id: &str,
    month: &str,
) -> Result<Option<Seal>, DbError> {
    let row = sqlx::query(
        "SELECT lines, previous, digest, signature, key_id FROM decision_seals WHERE user_id = $1 AND month = $2",
    )
    .bind(user_id)
    .bind(month)
    .fetch_optional(connection)
    .await?;
    let Some(row) = row else { return Ok(None) };
    Ok(Some(Seal {
        month: month.to_owned(),
        lines: row.try_get("lines")?,
        previous: row.try_get("previous")?,
        digest: row.try_get("digest")?,
        signature: row.try_get("signature")?,
        key_id: row.try_get("key_id")?,
        is_stored: true,
        until: String::new(),
    }))
}

/// The digest of the member's last seal before a month; blank without one.
async fn before(
    connection: &mut AnyConnection,
    user_id: &str,
    month: &str,
) -> Result<String, DbError> {
    let row = sqlx::query(
        "SELECT digest FROM decision_seals WHERE user_id = $1 AND month < $2 ORDER BY month DESC LIMIT 1",
    )
    .bind(user_id)
    .bind(month)
    .fetch_optional(connection)
    .await?;
    Ok(row
        .map(|row| row.try_get("digest"))
        .transpose()?
        .unwrap_or_default())
}

/// A public key of signatures.
#[derive(Debug, Serialize)]
pub struct PublicKey {
    pub id: String,
    /// Ed25519, 32 bytes, hexadecimal.
    pub public_key: String,
}

/// The current key, and those of stored seals.
///
/// # Errors
/// The database failed.
pub async fn keys(app: &AppState) -> Result<Vec<PublicKey>, ApiError> {
    let (id, public_key) = public(&key(&app.config.keys)?);
    let mut found = vec![PublicKey { id, public_key }];
    let rows = sqlx::query("SELECT id, public_key FROM decision_keys ORDER BY since_ms DESC, id")
        .fetch_all(&mut *app.db.read().await?)
        .await?;
    for row in &rows {
        let id: String = row.try_get("id")?;
        if found.iter().all(|one| one.id != id) {
            let public_key = row.try_get("public_key")?;
            found.push(PublicKey { id, public_key });
        }
    }
    Ok(found)
}

/// Seals last month for a portion of the members who had transactions, and continues at the next call. Returns the number
/// of seals. Several servers share the work: a portion that another one has done meanwhile is dropped.
///
/// # Errors
/// The database failed.
pub async fn seal_due(app: &AppState) -> Result<u64, ApiError> {
    let now = Instant(app.clock.now_ms());
    let Some(period) = last_month(now) else {
        return Ok(0);
    };
    let mut connection = app.db.read().await?;
    let (after, is_done) = progress(&mut connection, &period.month).await?;
    if is_done {
        return Ok(0);
    }
    let members = sqlx::query("SELECT id FROM users WHERE id > $1 ORDER BY id LIMIT $2")
        .bind(after.as_str())
        .bind(PORTION)
        .fetch_all(&mut *connection)
        .await?;
    let key = key(&app.config.keys)?;
    let mut seals = Vec::new();
    let mut last = None;
    for row in &members {
        let user_id: String = row.try_get("id")?;
        let lines =
            account::lines(&mut connection, &user_id, (period.start.0, period.end.0)).await?;
        if !lines.is_empty() {
            let previous = before(&mut connection, &user_id, &period.month).await?;
            seals.push((
                user_id.clone(),
                count(&lines),
                digest(&previous, &period.month, &lines),
                previous,
            ));
        }
        last = Some(user_id);
    }
    drop(connection);
    let mut tx = app.db.begin().await?;
    if !advance(&mut tx, &period.month, (&after, last.as_deref()), now.0).await? {
        return Ok(0);
    }
    let (key_id, public_key) = public(&key);
    if !seals.is_empty() {
        sqlx::query("INSERT INTO decision_keys (id, public_key, since_ms) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING")
            .bind(key_id.as_str())
            .bind(public_key)
            .bind(now.0)
            .execute(tx.connection())
            .await?;
    }
    let mut made = 0;
    for (user_id, lines, digest, previous) in seals {
        let signed = usize::try_from(lines).map_err(ApiError::internal)?;
        made += sqlx::query(
            "INSERT INTO decision_seals (user_id, month, lines, previous, digest, signature, key_id, sealed_at_ms) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING",
        )
        .bind(user_id.as_str())
        .bind(period.month.as_str())
        .bind(lines)
        .bind(previous)
        .bind(digest.as_str())
        .bind(signature(&key, &period.month, signed, &digest))
        .bind(key_id.as_str())
        .bind(now.0)
        .execute(tx.connection())
        .await?
        .rows_affected();
        // The chains of the audit log, and with them its signed daily heads, cover the seal.
        let detail = json!({ "month": period.month, "lines": lines, "digest": digest });
        audit::append(&mut tx, app, &user_id, "account_sealed", &detail).await?;
    }
    tx.commit().await?;
    Ok(made)
}

/// The month before the current one, once its last transactions are booked.
fn last_month(now: Instant) -> Option<Period> {
    let today = lagos_date(now.0);
    let first = Date::new(today.year(), today.month(), 1)?;
    let before = month::key(first.day_before());
    period(&before, Instant(0), now).ok()
}

/// The last member who is done, and whether all are.
async fn progress(connection: &mut AnyConnection, month: &str) -> Result<(String, bool), DbError> {
    let row = sqlx::query("SELECT last_user_id, done_at_ms FROM sealed_months WHERE month = $1")
        .bind(month)
        .fetch_optional(connection)
        .await?;
    let Some(row) = row else {
        return Ok((String::new(), false));
    };
    let done: Option<i64> = row.try_get("done_at_ms")?;
    Ok((row.try_get("last_user_id")?, done.is_some()))
}

/// Moves on to the last member of a portion, unless another server has done so; without one, the month is done.
async fn advance(
    tx: &mut Tx,
    month: &str,
    (after, last): (&str, Option<&str>),
    now_ms: i64,
) -> Result<bool, DbError> {
    sqlx::query(
        "INSERT INTO sealed_months (month, last_user_id) VALUES ($1, '') ON CONFLICT DO NOTHING",
    )
    .bind(month)
    .execute(tx.connection())
    .await?;
    let moved = sqlx::query(
        "UPDATE sealed_months SET last_user_id = $3, done_at_ms = $4 \
         WHERE month = $1 AND last_user_id = $2 AND done_at_ms IS NULL",
    )
    .bind(month)
    .bind(after)
    .bind(last.unwrap_or(after))
    .bind(last.is_none().then_some(now_ms))
    .execute(tx.connection())
    .await?;
    Ok(moved.rows_affected() == 1)
}
