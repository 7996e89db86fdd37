//! The rows of `issued_statements`.

use super::{Document, shortened};
use domain_core::calendar::lagos_midnight;
use domain_core::money::{Amount, Currency};
use domain_core::wallet::statement::valid_until;
use ground::db::{DbError, Tx, columns};
use service::access::users::User;
use sqlx::{AnyConnection, Row};

/// Statements that can no longer be checked.
pub const SHORT_LIVED: [&str; 1] = ["DELETE FROM issued_statements WHERE expires_at_ms < $1"];

/// A statement that was issued.
pub struct Issued {
    tenant_id: String,
    user_id: String,
    code_hash: String,
    pub currency: Currency,
    pub month: String,
    pub first_day: String,
    pub last_day: String,
    /// Shortened.
    pub holder: String,
    pub opening: Amount,
    pub closing: Amount,
    pub lines: i64,
    pub sha256: String,
    pub issued_at_ms: i64,
    pub valid_until: String,
    expires_at_ms: i64,
}

impl Issued {
    /// The facts of a statement that are kept; the hash of its file is added.
    pub fn of(document: &Document, user: &User, code_hash: String) -> Self {
        let last = valid_until(document.issued_at);
        let expires = last.add_days(1).map_or(document.issued_at, lagos_midnight);
        Self {
            tenant_id: user.tenant_id.clone(),
            user_id: user.id.clone(),
            code_hash,
            currency: document.currency,
            month: document.period.month.clone(),
            first_day: document.period.from.text(),
            last_day: document.period.to.text(),
            holder: shortened(&document.holder),
            opening: document.opening,
            closing: document.sums.closing,
            lines: i64::try_from(document.lines.len()).unwrap_or(i64::MAX),
            sha256: String::new(),
            issued_at_ms: document.issued_at.0,
            valid_until: last.text(),
            expires_at_ms: expires.0,
        }
    }
}

pub async fn insert(tx: &mut Tx, id: &str, issued: &Issued) -> Result<(), DbError> {
    sqlx::query(
        "INSERT INTO issued_statements (id, tenant_id, user_id, code_hash, currency, month, first_day, last_day, holder, \
         opening_minor, closing_minor, lines, sha256, issued_at_ms, valid_until, expires_at_ms) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)",
    )
    .bind(id)
    .bind(issued.tenant_id.as_str())
    .bind(issued.user_id.as_str())
    .bind(issued.code_hash.as_str())
    .bind(issued.currency.as_str())
    .bind(issued.month.as_str())
    .bind(issued.first_day.as_str())
    .bind(issued.last_day.as_str())
    .bind(issued.holder.as_str())
    .bind(columns::minor(&issued.opening)?)
    .bind(columns::minor(&issued.closing)?)
    .bind(issued.lines)
    .bind(issued.sha256.as_str())
    .bind(issued.issued_at_ms)
    .bind(issued.valid_until.as_str())
    .bind(issued.expires_at_ms)
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// A brand's statement by the hash of its code, unless it has expired.
pub async fn find(
    connection: &mut AnyConnection,
    tenant_id: &str,
    code_hash: &str,
    now_ms: i64,
) -> Result<Option<Issued>, DbError> {
    let row = sqlx::query(
        "SELECT tenant_id, user_id, code_hash, currency, month, first_day, last_day, holder, opening_minor, closing_minor, \
         lines, sha256, issued_at_ms, valid_until, expires_at_ms FROM issued_statements \
         WHERE code_hash = $1 AND tenant_id = $2 AND expires_at_ms > $3",
    )
    .bind(code_hash)
    .bind(tenant_id)
    .bind(now_ms)
    .fetch_optional(connection)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let currency = columns::currency(&row)?;
    Ok(Some(Issued {
        tenant_id: row.try_get("tenant_id")?,
        user_id: row.try_get("user_id")?,
        code_hash: row.try_get("code_hash")?,
        currency,
        month: row.try_get("month")?,
        first_day: row.try_get("first_day")?,
        last_day: row.try_get("last_day")?,
        holder: row.try_get("holder")?,
        opening: columns::amount(&row, "opening_minor", currency)?,
        closing: columns::amount(&row, "closing_minor", currency)?,
        lines: row.try_get("lines")?,
        sha256: row.try_get("sha256")?,
        issued_at_ms: row.try_get("issued_at_ms")?,
        valid_until: row.try_get("valid_until")?,
        expires_at_ms: row.try_get("expires_at_ms")?,
    }))
}
