//! Statement entries.

use crate::statement::{Counterparty, Direction, Status};
use domain_core::money::{Amount, Currency};
use domain_core::payment::{Category, Movement};
use ground::db::{Batch, Column, DbError, Tx, Write, Writes, columns};
use providers::bills::MeterToken;
use serde_json::json;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

/// One statement entry.
#[derive(Debug, Clone)]
pub struct TransactionRow {
    pub id: String,
    pub user_id: String,
    pub reference: String,
    pub ledger_transfer_id: String,
    pub category: Category,
    pub direction: Direction,
    pub status: Status,
    pub currency: Currency,
    pub gross: Amount,
    pub charge: Amount,
    pub net: Amount,
    pub description: String,
    pub counterparty: Option<Counterparty>,
    /// The identifying name of the payee of a debit; `None` if no cap counts it.
    pub payee: Option<String>,
    pub comment: Option<String>,
    /// The token of a prepaid meter.
    pub token: Option<MeterToken>,
    /// Whether the token is outstanding.
    pub owes_token: bool,
    pub created_at_ms: i64,
}

const INSERT: &str = "INSERT INTO wallet_transactions (id, user_id, reference, ledger_transfer_id, category, kind, status, \
     currency, gross_minor, charge_minor, net_minor, description, counterparty_name, counterparty_account_number, \
     counterparty_bank_name, counterparty_wallet_number, payee, comment, created_at_ms) \
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)";

/// Inserts an entry.
///
/// # Errors
/// The database failed.
pub async fn insert(tx: &mut Tx, line: &TransactionRow) -> Result<(), DbError> {
    let mut batch = Batch::default();
    insert_in(&mut batch, line)?;
    batch.run(tx).await
}

/// Inserts an entry as part of a batch.
///
/// # Errors
/// The amount is out of range.
pub fn insert_in(batch: &mut Batch, line: &TransactionRow) -> Result<(), DbError> {
    let party = line.counterparty.as_ref();
    batch
        .add(INSERT)
        .bind(line.id.as_str())
        .bind(line.user_id.as_str())
        .bind(line.reference.as_str())
        .bind(line.ledger_transfer_id.as_str())
        .bind(line.category.as_str())
        .bind(line.direction.as_str())
        .bind(line.status.as_str())
        .bind(line.currency.as_str())
        .bind(columns::minor(&line.gross)?)
        .bind(columns::minor(&line.charge)?)
        .bind(columns::minor(&line.net)?)
        .bind(line.description.as_str())
        .bind(party.map(|party| party.name.as_str()))
        .bind(party.and_then(|party| party.account_number.as_deref()))
        .bind(party.and_then(|party| party.bank_name.as_deref()))
        .bind(party.and_then(|party| party.wallet_number.as_deref()))
        .bind(line.payee.as_deref())
        .bind(line.comment.as_deref())
        .bind(line.created_at_ms);
    Ok(())
}

static LINE: Write = Write {
    name: "the statement",
    columns: &[
        ("id", Column::Text),
        ("user_id", Column::Text),
        ("reference", Column::Text),
        ("ledger_transfer_id", Column::Text),
        ("category", Column::Text),
        ("kind", Column::Text),
        ("status", Column::Text),
        ("currency", Column::Text),
        ("gross_minor", Column::Whole),
        ("charge_minor", Column::Whole),
        ("net_minor", Column::Whole),
        ("description", Column::Text),
        ("counterparty_name", Column::Text),
        ("counterparty_account_number", Column::Text),
        ("counterparty_bank_name", Column::Text),
        ("counterparty_wallet_number", Column::Text),
        ("payee", Column::Text),
        ("comment", Column::Text),
        ("created_at_ms", Column::Whole),
    ],
    statement: "INSERT INTO wallet_transactions (id, user_id, reference, ledger_transfer_id, category, kind, status, currency, \
        gross_minor, charge_minor, net_minor, description, counterparty_name, counterparty_account_number, \
        counterparty_bank_name, counterparty_wallet_number, payee, comment, created_at_ms) \
        SELECT id, user_id, reference, ledger_transfer_id, category, kind, status, currency, gross_minor, charge_minor, \
        net_minor, description, counterparty_name, counterparty_account_number, counterparty_bank_name, \
        counterparty_wallet_number, payee, comment, created_at_ms FROM rows",
};

/// Adds an entry to other writes.
///
/// # Errors
/// The amount is out of range.
pub fn write(writes: &mut Writes, line: &TransactionRow) -> Result<(), DbError> {
    let party = line.counterparty.as_ref();
    let row = json!({
        "id": line.id,
        "user_id": line.user_id,
        "reference": line.reference,
        "ledger_transfer_id": line.ledger_transfer_id,
        "category": line.category.as_str(),
        "kind": line.direction.as_str(),
        "status": line.status.as_str(),
        "currency": line.currency.as_str(),
        "gross_minor": columns::minor(&line.gross)?,
        "charge_minor": columns::minor(&line.charge)?,
        "net_minor": columns::minor(&line.net)?,
        "description": line.description,
        "counterparty_name": party.map(|party| &party.name),
        "counterparty_account_number": party.and_then(|party| party.account_number.as_ref()),
        "counterparty_bank_name": party.and_then(|party| party.bank_name.as_ref()),
        "counterparty_wallet_number": party.and_then(|party| party.wallet_number.as_ref()),
        "payee": line.payee,
        "comment": line.comment,
        "created_at_ms": line.created_at_ms,
    });
    writes.add(&LINE, row);
    Ok(())
}

/// Completes a pending transaction.
pub async fn settle(
    tx: &mut Tx,
    user_id: &str,
    reference: &str,
    status: Status,
    comment: Option<&str>,
    now_ms: i64,
) -> Result<(), DbError> {
    sqlx::query(
        "UPDATE wallet_transactions SET status = $3, comment = $4, settled_at_ms = $5 \
         WHERE user_id = $1 AND reference = $2 AND status = 'PROCESSING'",
    )
    .bind(user_id)
    .bind(reference)
    .bind(status.as_str())
    .bind(comment)
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// Marks the token of a meter as outstanding.
pub async fn owe_token(tx: &mut Tx, user_id: &str, reference: &str) -> Result<(), DbError> {
    sqlx::query(
        "UPDATE wallet_transactions SET owes_token = 1 WHERE user_id = $1 AND reference = $2 AND token IS NULL",
    )
    .bind(user_id)
    .bind(reference)
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// Adds the meter token sent by a provider; false if it is already there.
pub async fn add_token(
    tx: &mut Tx,
    user_id: &str,
    reference: &str,
    token: &MeterToken,
) -> Result<bool, DbError> {
    let added = sqlx::query(
        "UPDATE wallet_transactions SET token = $3, units = $4, owes_token = 0 WHERE user_id = $1 AND reference = $2 AND token IS NULL",
    )
    .bind(user_id)
    .bind(reference)
    .bind(token.token.as_str())
    .bind(token.units.as_deref())
    .execute(tx.connection())
    .await?;
    Ok(added.rows_affected() == 1)
}

/// An entry of the user's own statement.
pub async fn find(
    connection: &mut AnyConnection,
    user_id: &str,
    reference: &str,
) -> Result<Option<TransactionRow>, DbError> {
    let row = sqlx::query(
        "SELECT id, user_id, reference, ledger_transfer_id, category, kind, status, currency, gross_minor, charge_minor, net_minor, \
         description, counterparty_name, counterparty_account_number, counterparty_bank_name, counterparty_wallet_number, \
         payee, comment, token, units, owes_token, created_at_ms FROM wallet_transactions WHERE user_id = $1 AND reference = $2",
    )
    .bind(user_id)
    .bind(reference)
    .fetch_optional(connection)
    .await?;
    row.as_ref().map(read).transpose()
}

/// The money that a user received from outside since an instant, by bank, card or direct debit, less what was taken back;
/// zero if that is more.
///
/// # Errors
/// The database failed.
pub async fn received_since(
    connection: &mut AnyConnection,
    user_id: &str,
    currency: Currency,
    since_ms: i64,
) -> Result<Amount, DbError> {
    let row = sqlx::query(
        "SELECT CAST(COALESCE(SUM(CASE category WHEN $4 THEN net_minor ELSE -net_minor END), 0) AS BIGINT) AS received_minor \
         FROM wallet_transactions WHERE user_id = $1 AND currency = $2 AND created_at_ms >= $3 AND status = 'SUCCESSFUL' \
         AND ((category = $4 AND kind = 'CREDIT') OR (category = $5 AND kind = 'DEBIT'))",
    )
    .bind(user_id)
    .bind(currency.as_str())
    .bind(since_ms)
    .bind(Category::Funding.as_str())
    .bind(Category::TakenBack.as_str())
    .fetch_one(connection)
    .await?;
    let minor: i64 = row.try_get("received_minor")?;
    Ok(Amount::from_minor(minor, currency).unwrap_or_else(|| Amount::zero(currency)))
}

/// The time of a user's newest entry.
///
/// # Errors
/// The database failed.
pub async fn newest_ms(
    connection: &mut AnyConnection,
    user_id: &str,
) -> Result<Option<i64>, DbError> {
    let row = sqlx::query(
        "SELECT MAX(created_at_ms) AS newest_ms FROM wallet_transactions WHERE user_id = $1",
    )
    .bind(user_id)
    .fetch_one(connection)
    .await?;
    Ok(row.try_get("newest_ms")?)
}

/// The time of a user's oldest entry.
///
/// # Errors
/// The database failed.
pub async fn oldest_ms(
    connection: &mut AnyConnection,
    user_id: &str,
) -> Result<Option<i64>, DbError> {
    let row = sqlx::query(
        "SELECT MIN(created_at_ms) AS oldest_ms FROM wallet_transactions WHERE user_id = $1",
    )
    .bind(user_id)
    .fetch_one(connection)
    .await?;
    Ok(row.try_get("oldest_ms")?)
}

/// An entry with its transfer.
#[derive(Debug, Clone)]
pub struct Moved {
    pub row: TransactionRow,
    pub movement: Movement,
    /// Whether the money went on to a plan that waited for it.
    pub pays_plan: bool,
}

/// A user's entries of a currency after an instant, oldest first.
///
/// # Errors
/// The database failed.
pub async fn since(
    connection: &mut AnyConnection,
    user_id: &str,
    currency: Currency,
    since_ms: i64,
) -> Result<Vec<Moved>, DbError> {
    let rows = sqlx::query(
        "SELECT w.id, w.user_id, w.reference, w.ledger_transfer_id, w.category, w.kind, w.status, w.currency, w.gross_minor, \
         w.charge_minor, w.net_minor, w.description, w.counterparty_name, w.counterparty_account_number, w.counterparty_bank_name, \
         w.counterparty_wallet_number, w.payee, w.comment, w.token, w.units, w.owes_token, w.created_at_ms, t.kind AS movement, \
         (SELECT COUNT(*) FROM ledger_transfers l WHERE l.linked_to = t.id \
         AND l.kind IN ('savings_start', 'savings_pay', 'coins_start', 'loan_request')) AS plans \
         FROM wallet_transactions w JOIN ledger_transfers t ON t.id = w.ledger_transfer_id \
         WHERE w.user_id = $1 AND w.currency = $2 AND w.created_at_ms > $3 ORDER BY w.created_at_ms, w.id",
    )
    .bind(user_id)
    .bind(currency.as_str())
    .bind(since_ms)
    .fetch_all(connection)
    .await?;
    let moved = |row: &AnyRow| {
        let movement: String = row.try_get("movement")?;
        Ok(Moved {
            row: read(row)?,
            movement: Movement::named(&movement).ok_or_else(|| columns::corrupt("movement"))?,
            pays_plan: row.try_get::<i64, _>("plans")? > 0,
        })
    };
    rows.iter().map(moved).collect()
}

/// The latest payment to each of the most recent payees, latest first. Failed payments do not count.
///
/// # Errors
/// The database failed.
pub async fn recent_payees(
    connection: &mut AnyConnection,
    user_id: &str,
    currency: Currency,
    limit: i64,
) -> Result<Vec<TransactionRow>, DbError> {
    let rows = sqlx::query(
        "SELECT t.id, t.user_id, t.reference, t.ledger_transfer_id, t.category, t.kind, t.status, t.currency, t.gross_minor, \
         t.charge_minor, t.net_minor, t.description, t.counterparty_name, t.counterparty_account_number, t.counterparty_bank_name, \
         t.counterparty_wallet_number, t.payee, t.comment, t.token, t.units, t.owes_token, t.created_at_ms \
         FROM payees p JOIN wallet_transactions t ON t.id = p.last_id WHERE p.user_id = $1 AND p.currency = $2 \
         ORDER BY p.last_at_ms DESC, p.last_id DESC LIMIT $3",
    )
    .bind(user_id)
    .bind(currency.as_str())
    .bind(limit)
    .fetch_all(connection)
    .await?;
    rows.iter().map(read).collect()
}

pub fn read(row: &AnyRow) -> Result<TransactionRow, DbError> {
    let currency = columns::currency(row)?;
    let text = |column: &'static str| -> Result<String, DbError> { Ok(row.try_get(column)?) };
    let name: Option<String> = row.try_get("counterparty_name")?;
    let counterparty = match name {
        None => None,
        Some(name) => Some(Counterparty {
            name,
            account_number: row.try_get("counterparty_account_number")?,
            bank_name: row.try_get("counterparty_bank_name")?,
            wallet_number: row.try_get("counterparty_wallet_number")?,
        }),
    };
    Ok(TransactionRow {
        id: text("id")?,
        user_id: text("user_id")?,
        reference: text("reference")?,
        ledger_transfer_id: text("ledger_transfer_id")?,
        category: Category::named(&text("category")?)
            .ok_or_else(|| columns::corrupt("category"))?,
        direction: Direction::named(&text("kind")?).ok_or_else(|| columns::corrupt("kind"))?,
        status: Status::named(&text("status")?).ok_or_else(|| columns::corrupt("status"))?,
        currency,
        gross: columns::amount(row, "gross_minor", currency)?,
        charge: columns::amount(row, "charge_minor", currency)?,
        net: columns::amount(row, "net_minor", currency)?,
        description: text("description")?,
        counterparty,
        payee: row.try_get("payee")?,
        comment: row.try_get("comment")?,
        token: token(row)?,
        owes_token: row.try_get::<i64, _>("owes_token")? != 0,
        created_at_ms: row.try_get("created_at_ms")?,
    })
}

fn token(row: &AnyRow) -> Result<Option<MeterToken>, DbError> {
    let token: Option<String> = row.try_get("token")?;
    let Some(token) = token else { return Ok(None) };
    Ok(Some(MeterToken {
        token,
        units: row.try_get("units")?,
    }))
}
