//! The rows of `mandates`.

use ground::db::{DbError, Tx, columns};
use serde::Serialize;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};
use utoipa::ToSchema;

/// The state of a mandate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MandateState {
    /// Not authorised yet: the bank's page is open, or was left.
    Pending,
    /// Authorised, but not confirmed by the bank.
    Waiting,
    /// Ready for debits.
    Active,
    /// Cancelled by the user.
    Cancelled,
    /// Not authorised in time.
    Expired,
}

impl MandateState {
    const ALL: [Self; 5] = [
        Self::Pending,
        Self::Waiting,
        Self::Active,
        Self::Cancelled,
        Self::Expired,
    ];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Waiting => "waiting",
            Self::Active => "active",
            Self::Cancelled => "cancelled",
            Self::Expired => "expired",
        }
    }
}

/// A mandate.
#[derive(Debug, Clone)]
pub struct MandateRow {
    pub id: String,
    pub user_id: String,
    /// The company's reference.
    pub reference: String,
    pub state: MandateState,
    pub bank: Option<String>,
    pub created_at_ms: i64,
}

pub async fn insert(tx: &mut Tx, row: &MandateRow) -> Result<(), DbError> {
    sqlx::query(
        "INSERT INTO mandates (id, user_id, reference, state, bank, created_at_ms) VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(row.id.as_str())
    .bind(row.user_id.as_str())
    .bind(row.reference.as_str())
    .bind(row.state.as_str())
    .bind(row.bank.as_deref())
    .bind(row.created_at_ms)
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// The user's mandates that have not ended, newest first.
pub async fn open(
    connection: &mut AnyConnection,
    user_id: &str,
) -> Result<Vec<MandateRow>, DbError> {
    let rows = sqlx::query(
        "SELECT id, user_id, reference, state, bank, created_at_ms FROM mandates \
         WHERE user_id = $1 AND state IN ('pending', 'waiting', 'active') ORDER BY created_at_ms DESC, id DESC",
    )
    .bind(user_id)
    .fetch_all(connection)
    .await?;
    rows.iter().map(read).collect()
}

pub async fn find(connection: &mut AnyConnection, id: &str) -> Result<Option<MandateRow>, DbError> {
    let row = sqlx::query(
        "SELECT id, user_id, reference, state, bank, created_at_ms FROM mandates WHERE id = $1",
    )
    .bind(id)
    .fetch_optional(connection)
    .await?;
    row.as_ref().map(read).transpose()
}

pub async fn by_reference(
    connection: &mut AnyConnection,
    reference: &str,
) -> Result<Option<MandateRow>, DbError> {
    let row = sqlx::query(
        "SELECT id, user_id, reference, state, bank, created_at_ms FROM mandates WHERE reference = $1",
    )
    .bind(reference)
    .fetch_optional(connection)
    .await?;
    row.as_ref().map(read).transpose()
}

/// Cancels one of the user's mandates; false if it has ended, or is another user's.
pub async fn cancel(tx: &mut Tx, user_id: &str, id: &str, now_ms: i64) -> Result<bool, DbError> {
    let done = sqlx::query(
        "UPDATE mandates SET state = 'cancelled', ended_at_ms = $3 \
         WHERE id = $1 AND user_id = $2 AND state IN ('pending', 'waiting', 'active')",
    )
    .bind(id)
    .bind(user_id)
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Locks a mandate until the transaction ends; false if it is not active.
pub async fn hold_active(tx: &mut Tx, id: &str) -> Result<bool, DbError> {
    let done = sqlx::query("UPDATE mandates SET state = state WHERE id = $1 AND state = 'active'")
        .bind(id)
        .execute(tx.connection())
        .await?;
    Ok(done.rows_affected() == 1)
}

/// Sets the state of a mandate that the user has not cancelled. Returns whether it changed.
pub async fn advance(
    tx: &mut Tx,
    id: &str,
    state: MandateState,
    bank: Option<&str>,
    now_ms: i64,
) -> Result<bool, DbError> {
    let done = sqlx::query(
        "UPDATE mandates SET state = $2, bank = COALESCE($3, bank), \
         active_at_ms = CASE WHEN $2 = 'active' THEN $4 ELSE active_at_ms END, \
         ended_at_ms = CASE WHEN $2 = 'expired' THEN $4 ELSE ended_at_ms END \
         WHERE id = $1 AND state IN ('pending', 'waiting') AND state <> $2",
    )
    .bind(id)
    .bind(state.as_str())
    .bind(bank)
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

fn read(row: &AnyRow) -> Result<MandateRow, DbError> {
    let state: String = row.try_get("state")?;
    let mut states = MandateState::ALL.into_iter();
    Ok(MandateRow {
        id: row.try_get("id")?,
        user_id: row.try_get("user_id")?,
        reference: row.try_get("reference")?,
        state: states
            .find(|known| known.as_str() == state)
            .ok_or_else(|| columns::corrupt("state"))?,
        bank: row.try_get("bank")?,
        created_at_ms: row.try_get("created_at_ms")?,
    })
}
