//! Reads recent debits, the first payment to a payee, and recent changes of the account.

use domain_core::calendar::Instant;
use domain_core::money::{Amount, Currency};
use domain_core::wallet::caution::{CAUTION_MS, Change};
use ground::db::{DbError, Fields, Found, Reads, columns};
use sqlx::AnyConnection;

/// The input of the cap.
pub struct Dealings {
    pub changes: Vec<(Change, Instant)>,
    /// Recent debits of the wallet, excluding charges. Pending ones count; refunded ones do not.
    pub sent: Amount,
    /// Recent debits to the payee only, counted likewise.
    pub sent_to_payee: Amount,
    /// The time of the first payment to the payee.
    pub first_paid_at_ms: Option<i64>,
}

const CHANGES: &str = "recent changes";
const SENT: &str = "recent debits";

/// Adds the reads of the cap. A blank payee has no payments.
pub fn reads(reads: &mut Reads, user_id: &str, currency: Currency, payee: &str, now_ms: i64) {
    let since_ms = now_ms - CAUTION_MS;
    reads
        .add(
            CHANGES,
            "SELECT reason, since_ms FROM cautions WHERE user_id = $1 AND since_ms > $2",
        )
        .bind(user_id)
        .bind(since_ms)
        .add(
            SENT,
            "SELECT (SELECT CAST(COALESCE(SUM(gross_minor), 0) AS BIGINT) FROM wallet_transactions WHERE user_id = $1 \
               AND currency = $2 AND created_at_ms > $4 AND payee IS NOT NULL AND status <> 'FAILED') AS sent_minor, \
             (SELECT CAST(COALESCE(SUM(gross_minor), 0) AS BIGINT) FROM wallet_transactions WHERE user_id = $1 \
               AND currency = $2 AND created_at_ms > $4 AND payee = $3 AND status <> 'FAILED') AS sent_to_payee_minor, \
             (SELECT MIN(first_at_ms) FROM payees WHERE user_id = $1 AND payee = $3) AS first_paid_at_ms",
        )
        .bind(user_id)
        .bind(currency.as_str())
        .bind(payee)
        .bind(since_ms);
}

/// The input of the cap that was found.
///
/// # Errors
/// It was not read.
pub fn found(found: &Found, currency: Currency) -> Result<Dealings, DbError> {
    let sent = found.first(SENT).ok_or(sqlx::Error::RowNotFound)?;
    let mut changes = Vec::new();
    for row in found.all(CHANGES) {
        let change = Change::named(&row.text("reason")?);
        let since_ms = Instant(row.whole("since_ms")?);
        changes.extend(change.map(|change| (change, since_ms)));
    }
    Ok(Dealings {
        changes,
        sent: columns::amount(sent, "sent_minor", currency)?,
        sent_to_payee: columns::amount(sent, "sent_to_payee_minor", currency)?,
        first_paid_at_ms: sent.whole_or_null("first_paid_at_ms")?,
    })
}

/// Reads the input of the cap.
///
/// # Errors
/// The database failed.
pub async fn dealings(
    connection: &mut AnyConnection,
    user_id: &str,
    currency: Currency,
    payee: &str,
    now_ms: i64,
) -> Result<Dealings, DbError> {
    let mut queries = Reads::default();
    reads(&mut queries, user_id, currency, payee, now_ms);
    found(&queries.fetch(connection).await?, currency)
}
