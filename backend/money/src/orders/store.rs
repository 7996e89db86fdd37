//! The rows of `orders`.

use crate::statement::TransactionRow;
use domain_core::money::Amount;
use domain_core::payment::Kind;
use ground::db::{DbError, Tx, columns};
use ground::queue::{self, HOLD_MS, New};
use serde_json::Value;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

/// A request to a provider, sent or to be sent.
#[derive(Debug, Clone)]
pub struct Order {
    /// Our reference, also that of the ledger transfer; the same money is never requested under another one.
    pub reference: String,
    pub user_id: String,
    pub kind: Kind,
    pub amount: Amount,
    /// Provider-specific details; null if unreadable.
    pub payload: Value,
    /// The key of the original call, whose stored response is updated.
    pub idempotency_key: String,
    pub created_at_ms: i64,
    /// The time of the latest request to execute it.
    pub asked_at_ms: i64,
    /// The seal of the request; `None` for an order from before seals.
    pub seal: Option<String>,
}

impl Order {
    /// Creates the order for a debit.
    pub fn new(kind: Kind, debit: &TransactionRow, payload: Value, idempotency_key: &str) -> Self {
        Self {
            reference: debit.reference.clone(),
            user_id: debit.user_id.clone(),
            kind,
            amount: debit.gross,
            payload,
            idempotency_key: idempotency_key.to_owned(),
            created_at_ms: debit.created_at_ms,
            asked_at_ms: debit.created_at_ms,
            seal: None,
        }
    }
}

/// The final state of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    Done,
    Refused,
}

impl State {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Refused => "refused",
        }
    }
}

/// Stores an open order with its seal, and schedules its first poll.
pub(super) async fn insert(tx: &mut Tx, order: &Order, seal: &str) -> Result<(), DbError> {
    sqlx::query(
        "INSERT INTO orders (reference, user_id, kind, currency, amount_minor, payload, state, idempotency_key, created_at_ms, asked_at_ms, seal) \
         VALUES ($1, $2, $3, $4, $5, $6, 'open', $7, $8, $9, $10)",
    )
    .bind(order.reference.as_str())
    .bind(order.user_id.as_str())
    .bind(order.kind.as_str())
    .bind(order.amount.currency().as_str())
    .bind(columns::minor(&order.amount)?)
    .bind(order.payload.to_string())
    .bind(order.idempotency_key.as_str())
    .bind(order.created_at_ms)
    .bind(order.asked_at_ms)
    .bind(seal)
    .execute(tx.connection())
    .await?;
    let question = New {
        kind: queue::Kind::Order,
        id: &order.reference,
        payload: "",
        subject: None,
        user_id: Some(&order.user_id),
        now_ms: order.created_at_ms,
        due_at_ms: order.created_at_ms + HOLD_MS,
        expires_at_ms: None,
    };
    queue::enqueue(tx, &question).await
}

/// An order of any user whose token is outstanding.
pub(super) async fn owing(
    connection: &mut AnyConnection,
    reference: &str,
) -> Result<Option<Order>, DbError> {
    let row = sqlx::query(
        "SELECT o.reference, o.user_id, o.kind, o.currency, o.amount_minor, o.payload, o.idempotency_key, o.created_at_ms, o.asked_at_ms, o.seal \
         FROM orders o JOIN wallet_transactions w ON w.reference = o.reference AND w.user_id = o.user_id \
         WHERE o.reference = $1 AND w.owes_token = 1",
    )
    .bind(reference)
    .fetch_optional(connection)
    .await?;
    row.as_ref().map(read).transpose()
}

/// An open order of any user.
pub(super) async fn open(
    connection: &mut AnyConnection,
    reference: &str,
) -> Result<Option<Order>, DbError> {
    let row = sqlx::query(
        "SELECT reference, user_id, kind, currency, amount_minor, payload, idempotency_key, created_at_ms, asked_at_ms, seal \
         FROM orders \
         WHERE reference = $1 AND state = 'open'",
    )
    .bind(reference)
    .fetch_optional(connection)
    .await?;
    row.as_ref().map(read).transpose()
}

/// All open orders, oldest first.
pub(super) async fn all_open(connection: &mut AnyConnection) -> Result<Vec<Order>, DbError> {
    let rows = sqlx::query(
        "SELECT reference, user_id, kind, currency, amount_minor, payload, idempotency_key, created_at_ms, asked_at_ms, seal FROM orders \
         WHERE state = 'open' ORDER BY created_at_ms, reference",
    )
    .fetch_all(connection)
    .await?;
    rows.iter().map(read).collect()
}

/// The open or sealed orders after a reference.
pub(super) async fn signed(
    connection: &mut AnyConnection,
    after: &str,
    most: i64,
) -> Result<Vec<Order>, DbError> {
    let rows = sqlx::query(
        "SELECT reference, user_id, kind, currency, amount_minor, payload, idempotency_key, created_at_ms, asked_at_ms, seal \
         FROM orders WHERE reference > $1 AND (seal IS NOT NULL OR state = 'open') ORDER BY reference LIMIT $2",
    )
    .bind(after)
    .bind(most)
    .fetch_all(connection)
    .await?;
    rows.iter().map(read).collect()
}

/// Replaces the seal of an order.
pub(super) async fn sign(tx: &mut Tx, order: &Order, seal: &str) -> Result<(), DbError> {
    sqlx::query("UPDATE orders SET seal = $2 WHERE reference = $1")
        .bind(order.reference.as_str())
        .bind(seal)
        .execute(tx.connection())
        .await?;
    Ok(())
}

/// The open orders of a kind, counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Waiting {
    pub kind: Kind,
    pub orders: i64,
    /// The creation time of the oldest one.
    pub oldest_at_ms: Option<i64>,
}

/// The open orders of each kind with a provider, counted.
///
/// # Errors
/// The database failed.
pub async fn waiting(connection: &mut AnyConnection) -> Result<Vec<Waiting>, DbError> {
    let rows = sqlx::query(
        "SELECT kind, COUNT(*) AS orders, MIN(created_at_ms) AS oldest_at_ms FROM orders WHERE state = 'open' GROUP BY kind",
    )
    .fetch_all(connection)
    .await?;
    let by_provider = Kind::ALL.iter().filter(|kind| kind.refusal().is_some());
    let mut all: Vec<Waiting> = by_provider
        .map(|&kind| Waiting {
            kind,
            orders: 0,
            oldest_at_ms: None,
        })
        .collect();
    for row in &rows {
        let kind: String = row.try_get("kind")?;
        if let Some(of) = all.iter_mut().find(|of| of.kind.as_str() == kind) {
            of.orders = row.try_get("orders")?;
            of.oldest_at_ms = Some(row.try_get("oldest_at_ms")?);
        }
    }
    Ok(all)
}

/// The final state of an order, if it has ended.
pub(super) async fn ended(
    connection: &mut AnyConnection,
    reference: &str,
) -> Result<Option<State>, DbError> {
    let row = sqlx::query("SELECT state FROM orders WHERE reference = $1")
        .bind(reference)
        .fetch_optional(connection)
        .await?;
    let state: Option<String> = row.map(|row| row.try_get("state")).transpose()?;
    Ok(match state.as_deref() {
        Some("done") => Some(State::Done),
        Some("refused") => Some(State::Refused),
        _ => None,
    })
}

/// The payer of an order.
pub async fn payer(
    connection: &mut AnyConnection,
    reference: &str,
) -> Result<Option<String>, DbError> {
    let row = sqlx::query("SELECT user_id FROM orders WHERE reference = $1")
        .bind(reference)
        .fetch_optional(connection)
        .await?;
    Ok(row.map(|row| row.try_get("user_id")).transpose()?)
}

/// Stores the refund transfer of an executed order; false if it was not executed, or is already refunded.
pub async fn give_back(tx: &mut Tx, reference: &str, by: &str) -> Result<bool, DbError> {
    let done = sqlx::query(
        "UPDATE orders SET returned_by = $2 WHERE reference = $1 AND state = 'done' AND returned_by IS NULL",
    )
    .bind(reference)
    .bind(by)
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Whether the provider has executed an order.
pub async fn is_made(connection: &mut AnyConnection, reference: &str) -> Result<bool, DbError> {
    Ok(ended(connection, reference).await? == Some(State::Done))
}

/// Locks an open order; false if it has ended, or has been sent again since it was read.
pub(super) async fn is_as_read(tx: &mut Tx, order: &Order) -> Result<bool, DbError> {
    let done = sqlx::query(
        "UPDATE orders SET state = state WHERE reference = $1 AND state = 'open' AND asked_at_ms = $2",
    )
    .bind(order.reference.as_str())
    .bind(order.asked_at_ms)
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Marks an order as sent again; false if it was closed or claimed by another server meanwhile.
pub(super) async fn asked_again(tx: &mut Tx, order: &Order, now_ms: i64) -> Result<bool, DbError> {
    let done = sqlx::query(
        "UPDATE orders SET asked_at_ms = $2 WHERE reference = $1 AND state = 'open' AND asked_at_ms = $3",
    )
    .bind(order.reference.as_str())
    .bind(now_ms)
    .bind(order.asked_at_ms)
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Closes an open order; false if it is already closed.
pub(super) async fn end(
    tx: &mut Tx,
    reference: &str,
    state: State,
    now_ms: i64,
) -> Result<bool, DbError> {
    let done = sqlx::query(
        "UPDATE orders SET state = $2, settled_at_ms = $3 WHERE reference = $1 AND state = 'open'",
    )
    .bind(reference)
    .bind(state.as_str())
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

fn read(row: &AnyRow) -> Result<Order, DbError> {
    let (kind, payload): (String, String) = (row.try_get("kind")?, row.try_get("payload")?);
    Ok(Order {
        reference: row.try_get("reference")?,
        user_id: row.try_get("user_id")?,
        kind: Kind::named(&kind).ok_or_else(|| columns::corrupt("kind"))?,
        amount: columns::amount(row, "amount_minor", columns::currency(row)?)?,
        // An operator decides on orders with an unreadable payload.
        payload: serde_json::from_str(&payload).unwrap_or_default(),
        idempotency_key: row.try_get("idempotency_key")?,
        created_at_ms: row.try_get("created_at_ms")?,
        asked_at_ms: row.try_get("asked_at_ms")?,
        seal: row.try_get("seal")?,
    })
}
