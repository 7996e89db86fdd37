//! Lines of a statement by the time at which they were booked, compared with the ledger.

use super::store::read;
use super::{Direction, TransactionRow};
use crate::ledger::{self, BookedEntries};
use domain_core::money::{Amount, Currency};
use ground::db::DbError;
use sqlx::{AnyConnection, Row};
use std::collections::BTreeMap;

/// A line and the time at which its transfer was posted.
#[derive(Debug, Clone)]
pub struct Line {
    pub row: TransactionRow,
    pub booked_at_ms: i64,
}

/// The lines of a wallet in a period, and the balances around them.
#[derive(Debug, Clone)]
pub struct Booked {
    pub opening: Amount,
    pub closing: Amount,
    /// Oldest first.
    pub lines: Vec<Line>,
    pub is_sound: bool,
}

/// The lines of a user's wallet that were booked in a period, at most so many; `None` if there is no such wallet. They
/// are sound if each has the amount of the ledger's entry, none is missing, and they lead from one balance to the other.
/// Read it from a snapshot.
///
/// # Errors
/// The database failed.
pub async fn booked(
    connection: &mut AnyConnection,
    (user_id, wallet_id): (&str, &str),
    currency: Currency,
    (start_ms, end_ms): (i64, i64),
    most: i64,
) -> Result<Option<Booked>, DbError> {
    let entries = ledger::booked(connection, wallet_id, start_ms, end_ms, most).await?;
    let Some(entries) = entries else {
        return Ok(None);
    };
    let lines = lines(connection, user_id, currency, (start_ms, end_ms), most).await?;
    let amount = |minor: i64| Amount::from_minor(minor, currency);
    let around = amount(entries.opening_minor).zip(amount(entries.closing_minor));
    let (opening, closing) = around.unwrap_or((Amount::zero(currency), Amount::zero(currency)));
    Ok(Some(Booked {
        opening,
        closing,
        is_sound: around.is_some() && agree(&lines, &entries),
        lines,
    }))
}

/// Whether the lines are the ledger's entries, and lead from the balance before them to the one after them.
fn agree(lines: &[Line], entries: &BookedEntries) -> bool {
    let mut amounts: BTreeMap<&str, i64> = BTreeMap::new();
    let mut balance_minor = Some(entries.opening_minor);
    for Line { row, .. } in lines {
        let Some(minor) = row.net.minor() else {
            return false;
        };
        let signed = match row.direction {
            Direction::Credit => minor,
            Direction::Debit => -minor,
        };
        balance_minor = balance_minor.and_then(|sum| sum.checked_add(signed));
        if amounts.insert(&row.ledger_transfer_id, signed).is_some() {
            return false;
        }
    }
    let of_ledger = entries
        .amounts
        .iter()
        .map(|(id, minor)| (id.as_str(), *minor));
    balance_minor == Some(entries.closing_minor) && of_ledger.eq(amounts)
}

/// Money that arrives in the same millisecond comes first.
async fn lines(
    connection: &mut AnyConnection,
    user_id: &str,
    currency: Currency,
    (start_ms, end_ms): (i64, i64),
    most: i64,
) -> Result<Vec<Line>, DbError> {
    let rows = sqlx::query(
        "SELECT w.id, w.user_id, w.reference, w.ledger_transfer_id, w.category, w.kind, w.status, w.currency, w.gross_minor, \
         w.charge_minor, w.net_minor, w.description, w.counterparty_name, w.counterparty_account_number, w.counterparty_bank_name, \
         w.counterparty_wallet_number, w.payee, w.comment, w.token, w.units, w.owes_token, w.created_at_ms, t.settled_at_ms AS booked_at_ms \
         FROM wallet_transactions w JOIN ledger_transfers t ON t.id = w.ledger_transfer_id \
         WHERE w.user_id = $1 AND w.currency = $2 AND w.created_at_ms < $4 AND w.net_minor > 0 AND t.state = 'posted' \
         AND t.settled_at_ms >= $3 AND t.settled_at_ms < $4 ORDER BY t.settled_at_ms, w.kind, w.id LIMIT $5",
    )
    .bind(user_id)
    .bind(currency.as_str())
    .bind(start_ms)
    .bind(end_ms)
    .bind(most)
    .fetch_all(connection)
    .await?;
    rows.iter()
        .map(|row| {
            Ok(Line {
                row: read(row)?,
                booked_at_ms: row.try_get("booked_at_ms")?,
            })
        })
        .collect()
}
