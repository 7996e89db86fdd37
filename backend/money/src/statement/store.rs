//! Statement entries.

use crate::statement::{Counterparty, Direction, Status};
use domain_core::money::{Amount, Currency};
use domain_core::payment::{Category, Movement};
use ground::db::{Batch, DbError, Tx, columns};
use providers::bills::MeterToken;
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

/// A filter of entries. Blank texts and the widest bounds match all.
#[derive(Debug, Clone)]
pub struct Selection {
    pub user_id: String,
    pub category: String,
    pub from_ms: i64,
    /// Exclusive.
    pub to_ms: i64,
    /// Lower case, for LIKE with `\`.
    pub pattern: String,
    /// `CREDIT` or `DEBIT`.
    pub direction: String,
    pub status: String,
    /// As `pattern`, for amounts.
    pub amount_pattern: String,
    pub currency: String,
    /// Categories of debits, each between commas.
    pub categories: String,
}

/// An SQL expression for an amount as decimal text: `1500.00`.
macro_rules! amount_text {
    ($minor:literal, $unit:literal) => {
        concat!(
            "CAST(",
            $minor,
            " / ",
            $unit,
            " AS TEXT) || '.' || SUBSTR(CAST(",
            $unit,
            " + ",
            $minor,
            " % ",
            $unit,
            " AS TEXT), 2)"
        )
    };
    ($minor:literal) => {
        concat!(
            "CASE WHEN currency IN ('BTC', 'ETH') THEN ",
            amount_text!($minor, "100000000"),
            " WHEN currency = 'USDT' THEN ",
            amount_text!($minor, "1000000"),
            " ELSE ",
            amount_text!($minor, "100"),
            " END"
        )
    };
}

/// The condition of a [`Selection`], whose values are the first ten parameters. Until the server responds, the web
/// app filters the loaded rows by the same texts (`textsOf`).
macro_rules! selected {
    ($before:literal, $after:literal) => {
        concat!(
            $before,
            " FROM wallet_transactions WHERE user_id = $1 AND ($2 = '' OR category = $2) \
             AND created_at_ms >= $3 AND created_at_ms < $4 AND (LOWER(reference) LIKE $5 ESCAPE '\\' \
             OR LOWER(description) LIKE $5 ESCAPE '\\' OR category LIKE $5 ESCAPE '\\' OR LOWER(kind) LIKE $5 ESCAPE '\\' \
             OR LOWER(status) LIKE $5 ESCAPE '\\' OR LOWER(COALESCE(counterparty_name, '')) LIKE $5 ESCAPE '\\' \
             OR COALESCE(counterparty_account_number, counterparty_wallet_number, '') LIKE $5 ESCAPE '\\' \
             OR LOWER(COALESCE(comment, '')) LIKE $5 ESCAPE '\\' OR LOWER(currency) LIKE $5 ESCAPE '\\' OR ",
            amount_text!("gross_minor"),
            " LIKE $8 ESCAPE '\\' OR ",
            amount_text!("net_minor"),
            " LIKE $8 ESCAPE '\\') \
             AND ($6 = '' OR kind = $6) AND ($7 = '' OR status = $7) AND ($9 = '' OR currency = $9) \
             AND ($10 = '' OR (kind = 'DEBIT' AND $10 LIKE '%,' || category || ',%'))",
            $after
        )
    };
}

type Query<'q> = sqlx::query::Query<'q, sqlx::Any, sqlx::any::AnyArguments>;

impl Selection {
    fn bind<'q>(&'q self, query: Query<'q>) -> Query<'q> {
        query
            .bind(self.user_id.as_str())
            .bind(self.category.as_str())
            .bind(self.from_ms)
            .bind(self.to_ms)
            .bind(self.pattern.as_str())
            .bind(self.direction.as_str())
            .bind(self.status.as_str())
            .bind(self.amount_pattern.as_str())
            .bind(self.currency.as_str())
            .bind(self.categories.as_str())
    }
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

pub async fn count(connection: &mut AnyConnection, selection: &Selection) -> Result<i64, DbError> {
    let query = sqlx::query(selected!("SELECT COUNT(*) AS total", ""));
    let row = selection.bind(query).fetch_one(connection).await?;
    Ok(row.try_get("total")?)
}

/// Entries, newest first.
pub async fn select(
    connection: &mut AnyConnection,
    selection: &Selection,
    limit: i64,
    skip: i64,
) -> Result<Vec<TransactionRow>, DbError> {
    let query = sqlx::query(selected!(
        "SELECT id, user_id, reference, ledger_transfer_id, category, kind, status, currency, gross_minor, charge_minor, net_minor, \
         description, counterparty_name, counterparty_account_number, counterparty_bank_name, counterparty_wallet_number, \
         payee, comment, token, units, owes_token, created_at_ms",
        " ORDER BY created_at_ms DESC, id DESC LIMIT $11 OFFSET $12"
    ));
    let query = selection.bind(query).bind(limit).bind(skip);
    let rows = query.fetch_all(connection).await?;
    rows.iter().map(read).collect()
}

/// The total of a day's entries of a currency and direction.
#[derive(Debug, Clone, Copy)]
pub struct DaySum {
    /// Days since 1970-01-01.
    pub day: i64,
    pub currency: Currency,
    pub direction: Direction,
    pub net: Amount,
}

/// The totals of each day, latest first. Failed entries do not count. `offset_ms` is the offset of local time from UTC.
pub async fn day_sums(
    connection: &mut AnyConnection,
    selection: &Selection,
    offset_ms: i64,
) -> Result<Vec<DaySum>, DbError> {
    let query = sqlx::query(selected!(
        "SELECT currency, kind, (created_at_ms + $11) / 86400000 AS day, CAST(SUM(net_minor) AS BIGINT) AS net_minor",
        " AND status <> 'FAILED' GROUP BY currency, kind, day ORDER BY day DESC, currency, kind"
    ));
    let rows = selection
        .bind(query)
        .bind(offset_ms)
        .fetch_all(connection)
        .await?;
    let sum = |row: &AnyRow| {
        let currency = columns::currency(row)?;
        let kind: String = row.try_get("kind")?;
        Ok(DaySum {
            day: row.try_get("day")?,
            currency,
            direction: Direction::named(&kind).ok_or_else(|| columns::corrupt("kind"))?,
            net: columns::amount(row, "net_minor", currency)?,
        })
    };
    rows.iter().map(sum).collect()
}

/// The total of a category's entries of a currency and direction.
#[derive(Debug, Clone, Copy)]
pub struct CategorySum {
    pub currency: Currency,
    pub category: Category,
    pub direction: Direction,
    pub net: Amount,
}

/// The totals of each category, by currency. Failed entries do not count.
///
/// # Errors
/// The database failed.
pub async fn category_sums(
    connection: &mut AnyConnection,
    selection: &Selection,
) -> Result<Vec<CategorySum>, DbError> {
    let query = sqlx::query(selected!(
        "SELECT currency, category, kind, CAST(SUM(net_minor) AS BIGINT) AS net_minor",
        " AND status <> 'FAILED' GROUP BY currency, category, kind ORDER BY currency, category, kind"
    ));
    let rows = selection.bind(query).fetch_all(connection).await?;
    let sum = |row: &AnyRow| {
        let currency = columns::currency(row)?;
        let (category, kind): (String, String) = (row.try_get("category")?, row.try_get("kind")?);
        Ok(CategorySum {
            currency,
            category: Category::named(&category).ok_or_else(|| columns::corrupt("category"))?,
            direction: Direction::named(&kind).ok_or_else(|| columns::corrupt("kind"))?,
            net: columns::amount(row, "net_minor", currency)?,
        })
    };
    rows.iter().map(sum).collect()
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
pub async fn recent_payees(
    connection: &mut AnyConnection,
    user_id: &str,
    currency: Currency,
    limit: i64,
) -> Result<Vec<TransactionRow>, DbError> {
    let rows = sqlx::query(
        "SELECT id, user_id, reference, ledger_transfer_id, category, kind, status, currency, gross_minor, charge_minor, net_minor, \
         description, counterparty_name, counterparty_account_number, counterparty_bank_name, counterparty_wallet_number, \
         payee, comment, token, units, owes_token, created_at_ms FROM wallet_transactions t WHERE user_id = $1 AND currency = $2 AND kind = 'DEBIT' \
         AND status <> 'FAILED' AND category IN ('withdraw', 'wallet-transfer') AND NOT EXISTS (SELECT 1 FROM wallet_transactions later \
           WHERE later.user_id = t.user_id AND later.payee = t.payee AND later.currency = t.currency AND later.status <> 'FAILED' \
           AND later.category IN ('withdraw', 'wallet-transfer') \
           AND (later.created_at_ms > t.created_at_ms OR (later.created_at_ms = t.created_at_ms AND later.id > t.id))) \
         AND payee IS NOT NULL ORDER BY created_at_ms DESC, id DESC LIMIT $3",
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
