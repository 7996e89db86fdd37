//! Seals of members' months: a signed digest of the lines with their decisions, each over the one before, so that neither a
//! line, nor a decision, nor a month can be changed afterwards without a trace.

use super::account::{self, Written};
use domain_core::calendar::{Date, Instant};
use domain_core::validation::{Code, Violation};
use domain_core::wallet::month;
use domain_core::wallet::statement::{Period, whole_month};
use ground::clock::{lagos_date, rfc3339};
use ground::db::{Batch, DbError, Tx};
use ground::error::ApiError;
use ground::secret::{Keys, hex, sha256_hex};
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
const PORTION: i64 = 50;
/// The most transactions of a month that are sent to a browser.
const MOST_LINES: usize = 20_000;
/// The last transactions of an open month are not sealed until they are booked, like those of a statement.
const BOOKING_MS: i64 = 5 * 60 * 1_000;

/// The seal of a member's month.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Seal {
    /// The member's identifier.
    pub account: String,
    /// `2026-11`
    pub month: String,
    /// The number of lines that are sealed: the first ones.
    pub lines: i64,
    /// The digest of the seal before; blank for the first.
    pub previous: String,
    /// SHA-256, hexadecimal: of the previous digest, the account, the month, and the lines, each followed by a line feed.
    pub digest: String,
    /// Ed25519, hexadecimal: of the format, the account, the month, the number of lines, the digest, and `stored` or `made`,
    /// each followed by a line feed.
    pub signature: String,
    /// The key of the signature.
    pub key_id: String,
    /// Whether the month is over, and the seal was stored; otherwise it was made for this answer.
    pub is_stored: bool,
    /// The time up to which lines are sealed.
    pub until: String,
}

/// The seal that a digest begins with, the member and the month.
type Head<'h> = (&'h str, &'h str, &'h str);

fn digest((previous, account, month): Head<'_>, lines: &[Written]) -> String {
    let mut digest = Sha256::new();
    let lines = lines.iter().map(|line| line.text.as_str());
    for text in [previous, account, month].into_iter().chain(lines) {
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

/// Signs a seal: sets its signature and its key.
fn sign(key: &Ed25519KeyPair, seal: Seal) -> Seal {
    let lines = seal.lines.to_string();
    let kind = if seal.is_stored { "stored" } else { "made" };
    let parts = [
        FORMAT,
        &seal.account,
        &seal.month,
        &lines,
        &seal.digest,
        kind,
        "",
    ];
    let signature = hex(key.sign(parts.join("\n").as_bytes()).as_ref());
    Seal {
        signature,
        key_id: public(key).0,
        ..seal
    }
}

/// A seal of lines, not signed yet.
fn unsigned((previous, account, month): Head<'_>, lines: &[Written]) -> Seal {
    Seal {
        account: account.to_owned(),
        month: month.to_owned(),
        lines: i64::try_from(lines.len()).unwrap_or(i64::MAX),
        previous: previous.to_owned(),
        digest: digest((previous, account, month), lines),
        signature: String::new(),
        key_id: String::new(),
        is_stored: false,
        until: String::new(),
    }
}

/// The lines and the seal of a member's month.
#[derive(Debug)]
pub struct Sealed {
    pub lines: Vec<Written>,
    pub seal: Seal,
    /// Whether the seals of the month have been made, so that one that is not stored covers what came afterwards.
    pub is_over: bool,
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
    let is_over = progress(connection, &period.month).await?.1;
    let bounds = (period.start.0, period.end.0);
    let lines = account::lines(connection, user_id, bounds, MOST_LINES).await?;
    drop(snapshot);
    if lines.len() > MOST_LINES {
        let words =
            "This month has too many transactions for this check. Its statement shows them.";
        let violation = Violation::new("month", Code::TooLarge).saying(words);
        return Err(ApiError::refused(vec![violation]));
    }
    let until = rfc3339(end_ms);
    let seal = match stored {
        Some(seal) => Seal { until, ..seal },
        None => {
            let booked = lines.partition_point(|line| line.at_ms < end_ms);
            let booked = lines.get(..booked).unwrap_or_default();
            let seal = unsigned((&previous, user_id, &period.month), booked);
            let seal = sign(&key(&app.config.keys)?, seal);
            Seal { until, ..seal }
        }
    };
    Ok(Sealed {
        lines,
        seal,
        is_over,
    })
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
        account: user_id.to_owned(),
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

/// Seals the oldest month that is over and not done, for a portion of the members who had transactions in it. Returns the
/// number of seals; `None` if all months are done. Several servers share the work: a portion that another one has done
/// meanwhile is dropped.
///
/// # Errors
/// The database failed.
pub async fn seal_portion(app: &AppState) -> Result<Option<u64>, ApiError> {
    let now = Instant(app.clock.now_ms());
    let mut connection = app.db.read().await?;
    let Some(period) = due(&mut connection, now).await? else {
        return Ok(None);
    };
    let (after, _) = progress(&mut connection, &period.month).await?;
    let members = members(&mut connection, &after, &period).await?;
    let key = key(&app.config.keys)?;
    let mut seals = Vec::new();
    for user_id in &members {
        let bounds = (period.start.0, period.end.0);
        match account::lines(&mut connection, user_id, bounds, usize::MAX).await {
            Ok(lines) => {
                let previous = before(&mut connection, user_id, &period.month).await?;
                let seal = unsigned((&previous, user_id, &period.month), &lines);
                seals.push(sign(
                    &key,
                    Seal {
                        is_stored: true,
                        ..seal
                    },
                ));
            }
            // One row that was changed by hand must not keep the others' months open.
            Err(DbError::Schema(why)) => {
                tracing::error!(
                    user_id,
                    month = period.month,
                    why,
                    "a month cannot be sealed"
                );
            }
            Err(error) => return Err(error.into()),
        }
    }
    drop(connection);
    let mut tx = app.db.begin().await?;
    let last = members.last().map(String::as_str);
    if !advance(&mut tx, &period.month, (&after, last), now.0).await? {
        return Ok(Some(0));
    }
    if !seals.is_empty() {
        store(&mut tx, &key, &seals, now.0).await?;
        // The chains of the audit log, and with them its signed daily heads, cover the seals.
        let all: Vec<String> = seals
            .iter()
            .map(|seal| [&*seal.account, " ", &seal.digest].concat())
            .collect();
        let detail = json!({ "month": period.month, "seals": seals.len(), "digest": sha256_hex(all.join("\n").as_bytes()) });
        audit::append(&mut tx, app, audit::NOBODY, "accounts_sealed", &detail).await?;
    }
    tx.commit().await?;
    Ok(Some(seals.len() as u64))
}

async fn store(
    tx: &mut Tx,
    key: &Ed25519KeyPair,
    seals: &[Seal],
    now_ms: i64,
) -> Result<(), DbError> {
    let (key_id, public_key) = public(key);
    let mut batch = Batch::default();
    batch
        .add("INSERT INTO decision_keys (id, public_key, since_ms) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING")
        .bind(key_id)
        .bind(public_key)
        .bind(now_ms);
    for seal in seals {
        batch
            .add(
                "INSERT INTO decision_seals (user_id, month, lines, previous, digest, signature, key_id, sealed_at_ms) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
            )
            .bind(seal.account.as_str())
            .bind(seal.month.as_str())
            .bind(seal.lines)
            .bind(seal.previous.as_str())
            .bind(seal.digest.as_str())
            .bind(seal.signature.as_str())
            .bind(seal.key_id.as_str())
            .bind(now_ms);
    }
    batch.run(tx).await
}

/// The members with transactions in a month, after one, in the order of their identifiers.
async fn members(
    connection: &mut AnyConnection,
    after: &str,
    period: &Period,
) -> Result<Vec<String>, DbError> {
    let rows = sqlx::query(
        "SELECT u.id FROM users u WHERE u.id > $1 AND EXISTS (SELECT 1 FROM wallet_transactions w \
         WHERE w.user_id = u.id AND w.created_at_ms >= $2 AND w.created_at_ms < $3) ORDER BY u.id LIMIT $4",
    )
    .bind(after)
    .bind(period.start.0)
    .bind(period.end.0)
    .bind(PORTION)
    .fetch_all(connection)
    .await?;
    Ok(rows
        .iter()
        .map(|row| row.try_get("id"))
        .collect::<Result<_, _>>()?)
}

/// The oldest month since the first transaction that is over, and whose seals are not all made.
async fn due(connection: &mut AnyConnection, now: Instant) -> Result<Option<Period>, DbError> {
    let booked = lagos_date(now.0 - BOOKING_MS);
    let this_month = month::key(booked);
    let Some(first) = Date::new(booked.year(), booked.month(), 1) else {
        return Ok(None);
    };
    let last_month = month::key(first.day_before());
    if progress(connection, &last_month).await?.1 {
        return Ok(None);
    }
    let mut day = oldest(connection).await?;
    while let Some(known) = day {
        let month = month::key(known);
        if month >= this_month {
            break;
        }
        if !progress(connection, &month).await?.1 {
            return Ok(whole_month(&month, now).ok());
        }
        day = known.add_months(1);
    }
    Ok(None)
}

/// A day of the oldest month: of those that are sealed, which begin with it, or else the day of the oldest transaction.
async fn oldest(connection: &mut AnyConnection) -> Result<Option<Date>, DbError> {
    let row = sqlx::query("SELECT MIN(month) AS month FROM sealed_months")
        .fetch_one(&mut *connection)
        .await?;
    let month: Option<String> = row.try_get("month")?;
    if let Some(month) = month {
        return Ok(Date::parse(&[&month, "-01"].concat()));
    }
    // This reads the whole table, until the first portion is sealed.
    let row = sqlx::query("SELECT MIN(created_at_ms) AS oldest_ms FROM wallet_transactions")
        .fetch_one(connection)
        .await?;
    let oldest_ms: Option<i64> = row.try_get("oldest_ms")?;
    Ok(oldest_ms.map(lagos_date))
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
