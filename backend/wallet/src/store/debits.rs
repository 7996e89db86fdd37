//! The rows of `direct_debits`.

use domain_core::money::{Amount, Currency};
use ground::db::{DbError, Tx, columns};
use sqlx::{AnyConnection, Row};

/// The state of a debit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DebitState {
    Open,
    Paid,
    Refused,
    /// Ended without being executed.
    CalledOff,
}

impl DebitState {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Paid => "paid",
            Self::Refused => "refused",
            Self::CalledOff => "called_off",
        }
    }

    fn named(text: &str) -> Option<Self> {
        let all = [Self::Open, Self::Paid, Self::Refused, Self::CalledOff];
        all.into_iter().find(|state| state.as_str() == text)
    }
}

/// A debit by mandate.
#[derive(Debug, Clone)]
pub struct DebitRow {
    /// Our reference.
    pub reference: String,
    pub mandate_id: String,
    pub user_id: String,
    pub amount: Amount,
    pub instalment_id: String,
    /// The date in Lagos, `YYYY-MM-DD`.
    pub day: String,
    pub state: DebitState,
    pub created_at_ms: i64,
    /// The time of the first order to the company.
    pub sent_at_ms: Option<i64>,
}

/// Stores a debit; false if the instalment has an open debit, or had one on that day.
pub async fn insert(tx: &mut Tx, row: &DebitRow) -> Result<bool, DbError> {
    let done = sqlx::query(
        "INSERT INTO direct_debits (reference, mandate_id, user_id, amount_minor, instalment_id, day, state, created_at_ms) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING",
    )
    .bind(row.reference.as_str())
    .bind(row.mandate_id.as_str())
    .bind(row.user_id.as_str())
    .bind(columns::minor(&row.amount)?)
    .bind(row.instalment_id.as_str())
    .bind(row.day.as_str())
    .bind(row.state.as_str())
    .bind(row.created_at_ms)
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

pub async fn find(
    connection: &mut AnyConnection,
    reference: &str,
) -> Result<Option<DebitRow>, DbError> {
    let row = sqlx::query(
        "SELECT reference, mandate_id, user_id, amount_minor, instalment_id, day, state, created_at_ms, sent_at_ms \
         FROM direct_debits WHERE reference = $1",
    )
    .bind(reference)
    .fetch_optional(connection)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let state: String = row.try_get("state")?;
    Ok(Some(DebitRow {
        reference: row.try_get("reference")?,
        mandate_id: row.try_get("mandate_id")?,
        user_id: row.try_get("user_id")?,
        amount: columns::amount(&row, "amount_minor", Currency::Ngn)?,
        instalment_id: row.try_get("instalment_id")?,
        day: row.try_get("day")?,
        state: DebitState::named(&state).ok_or_else(|| columns::corrupt("state"))?,
        created_at_ms: row.try_get("created_at_ms")?,
        sent_at_ms: row.try_get("sent_at_ms")?,
    }))
}

/// Whether an instalment has an open debit, and the number of refused ones.
pub async fn of_instalment(
    connection: &mut AnyConnection,
    instalment_id: &str,
) -> Result<(bool, i64), DbError> {
    let row = sqlx::query(
        "SELECT COUNT(CASE WHEN state = 'open' THEN 1 END) AS open, COUNT(CASE WHEN state = 'refused' THEN 1 END) AS refused \
         FROM direct_debits WHERE instalment_id = $1",
    )
    .bind(instalment_id)
    .fetch_one(connection)
    .await?;
    let open: i64 = row.try_get("open")?;
    Ok((open > 0, row.try_get("refused")?))
}

/// Whether one of a user's debits of a day was refused.
pub async fn is_one_refused(
    connection: &mut AnyConnection,
    user_id: &str,
    day: &str,
) -> Result<bool, DbError> {
    let row = sqlx::query(
        "SELECT reference FROM direct_debits WHERE user_id = $1 AND day = $2 AND state = 'refused' LIMIT 1",
    )
    .bind(user_id)
    .bind(day)
    .fetch_optional(connection)
    .await?;
    Ok(row.is_some())
}

/// Marks a debit as sent; false if it has ended.
pub async fn note_sent(tx: &mut Tx, reference: &str, now_ms: i64) -> Result<bool, DbError> {
    let done = sqlx::query(
        "UPDATE direct_debits SET sent_at_ms = $2 WHERE reference = $1 AND state = 'open'",
    )
    .bind(reference)
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Locks a debit.
pub async fn lock(tx: &mut Tx, reference: &str) -> Result<(), DbError> {
    sqlx::query("UPDATE direct_debits SET state = state WHERE reference = $1")
        .bind(reference)
        .execute(tx.connection())
        .await?;
    Ok(())
}

/// Ends a debit that was not executed; false if it has already ended.
pub async fn end(
    tx: &mut Tx,
    reference: &str,
    state: DebitState,
    now_ms: i64,
) -> Result<bool, DbError> {
    let done = sqlx::query(
        "UPDATE direct_debits SET state = $2, ended_at_ms = $3 WHERE reference = $1 AND state = 'open'",
    )
    .bind(reference)
    .bind(state.as_str())
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Stores the amount that the company reports as paid; false if it is already stored. A debit refused or cancelled here
/// may still be paid.
pub async fn pay(
    tx: &mut Tx,
    reference: &str,
    arrived: &Amount,
    now_ms: i64,
) -> Result<bool, DbError> {
    let done = sqlx::query(
        "UPDATE direct_debits SET state = 'paid', arrived_minor = $2, ended_at_ms = $3 WHERE reference = $1 AND state <> 'paid'",
    )
    .bind(reference)
    .bind(columns::minor(arrived)?)
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}
