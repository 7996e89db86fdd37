//! Reads recent debits, the first payment to a payee, and recent changes of the account.

use domain_core::calendar::Instant;
use domain_core::money::{Amount, Currency};
use domain_core::wallet::caution::{CAUTION_MS, Change};
use ground::db::{DbError, columns};
use sqlx::{AnyConnection, Row};

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

/// Reads everything in one statement. A blank payee has no payments.
pub async fn dealings(
    connection: &mut AnyConnection,
    user_id: &str,
    currency: Currency,
    payee: &str,
    now_ms: i64,
) -> Result<Dealings, DbError> {
    let rows = sqlx::query(
        "SELECT c.reason, c.since_ms, \
         (SELECT CAST(COALESCE(SUM(gross_minor), 0) AS BIGINT) FROM wallet_transactions WHERE user_id = u.id \
            AND currency = $2 AND created_at_ms > $4 AND payee IS NOT NULL AND status <> 'FAILED') AS sent_minor, \
         (SELECT CAST(COALESCE(SUM(gross_minor), 0) AS BIGINT) FROM wallet_transactions WHERE user_id = u.id \
            AND currency = $2 AND created_at_ms > $4 AND payee = $3 AND status <> 'FAILED') AS sent_to_payee_minor, \
         (SELECT MIN(first_at_ms) FROM payees WHERE user_id = u.id AND payee = $3) AS first_paid_at_ms \
         FROM users u LEFT JOIN cautions c ON c.user_id = u.id AND c.since_ms > $4 WHERE u.id = $1",
    )
    .bind(user_id)
    .bind(currency.as_str())
    .bind(payee)
    .bind(now_ms - CAUTION_MS)
    .fetch_all(connection)
    .await?;
    let first = rows.first().ok_or(sqlx::Error::RowNotFound)?;
    let mut changes = Vec::new();
    for row in &rows {
        let (reason, since_ms): (Option<String>, Option<i64>) =
            (row.try_get("reason")?, row.try_get("since_ms")?);
        let change = reason.and_then(|reason| Change::named(&reason));
        changes.extend(change.zip(since_ms.map(Instant)));
    }
    Ok(Dealings {
        changes,
        sent: columns::amount(first, "sent_minor", currency)?,
        sent_to_payee: columns::amount(first, "sent_to_payee_minor", currency)?,
        first_paid_at_ms: first.try_get("first_paid_at_ms")?,
    })
}
