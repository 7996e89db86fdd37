//! Outgoing money of an account, with its receivers.

use domain_core::payment::Movement;
use ground::db::DbError;
use sqlx::{AnyConnection, Row};

/// An outgoing amount.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GivenOut {
    /// The receiving account.
    pub to: String,
    pub amount_minor: i64,
    pub at_ms: i64,
}

/// The amounts that posted transfers of a kind have debited from an account.
///
/// # Errors
/// The database failed.
pub async fn given_out(
    connection: &mut AnyConnection,
    account_id: &str,
    kind: Movement,
) -> Result<Vec<GivenOut>, DbError> {
    let rows = sqlx::query(
        "SELECT o.account_id, o.amount_minor, t.created_at_ms FROM ledger_entries e \
         JOIN ledger_transfers t ON t.id = e.transfer_id AND t.kind = $2 AND t.state = 'posted' \
         JOIN ledger_entries o ON o.transfer_id = t.id AND o.amount_minor > 0 \
         WHERE e.account_id = $1 AND e.amount_minor < 0 ORDER BY t.created_at_ms, o.account_id",
    )
    .bind(account_id)
    .bind(kind.as_str())
    .fetch_all(connection)
    .await?;
    let read = |row: &sqlx::any::AnyRow| {
        Ok(GivenOut {
            to: row.try_get("account_id")?,
            amount_minor: row.try_get("amount_minor")?,
            at_ms: row.try_get("created_at_ms")?,
        })
    };
    rows.iter().map(read).collect()
}
