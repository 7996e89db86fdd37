//! Transfers: posted at once, or reserved and then posted or voided.

use super::LedgerError;
use domain_core::money::Currency;
use domain_core::payment::{Direction, Movement};
use ground::db::{Batch, Column, DbError, Tx, Write, Writes};
use serde_json::json;
use sqlx::{AnyConnection, Row};

/// One side of a transfer: a credit if positive, a debit if negative.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    pub account_id: String,
    pub amount_minor: i64,
}

impl Entry {
    pub(crate) fn new(account_id: impl Into<String>, amount_minor: i64) -> Self {
        Self {
            account_id: account_id.into(),
            amount_minor,
        }
    }
}

/// A transfer to record. `linked_to` names the transfer that caused it. Only this crate can build one.
pub(crate) struct NewTransfer<'a> {
    pub(crate) id: &'a str,
    pub(crate) kind: Movement,
    pub(crate) currency: Currency,
    pub(crate) linked_to: Option<&'a str>,
    pub(crate) entries: Vec<Entry>,
}

/// The entries of a transfer, by account.
///
/// # Errors
/// The database failed.
pub async fn entries(tx: &mut Tx, id: &str) -> Result<Vec<Entry>, DbError> {
    let rows = sqlx::query(
        "SELECT account_id, amount_minor FROM ledger_entries WHERE transfer_id = $1 ORDER BY account_id",
    )
    .bind(id)
    .fetch_all(tx.connection())
    .await?;
    rows.iter()
        .map(|row| {
            Ok(Entry {
                account_id: row.try_get("account_id")?,
                amount_minor: row.try_get("amount_minor")?,
            })
        })
        .collect()
}

/// The decision that a transfer records.
#[derive(Debug, Clone, Default)]
pub struct DecidedTransfer {
    /// The record, as JSON.
    pub record: Option<String>,
    /// The direction on the statement of the person who decided; `None` for a transfer that is in no statement.
    pub direction: Option<Direction>,
}

/// The record of a transfer's decisions, or of the transfer that it follows; none for an unknown one.
///
/// # Errors
/// The database failed.
pub async fn decided(connection: &mut AnyConnection, id: &str) -> Result<DecidedTransfer, DbError> {
    let row = sqlx::query(
        "SELECT t.kind, COALESCE(t.decided, c.decided) AS decided FROM ledger_transfers t \
         LEFT JOIN ledger_transfers c ON c.id = t.linked_to WHERE t.id = $1",
    )
    .bind(id)
    .fetch_optional(connection)
    .await?;
    let Some(row) = row else {
        return Ok(DecidedTransfer::default());
    };
    let kind: String = row.try_get("kind")?;
    Ok(DecidedTransfer {
        record: row.try_get("decided")?,
        direction: Movement::named(&kind).and_then(Movement::direction),
    })
}

/// Records a transfer with the decisions that led to it, and posts it at once.
///
/// # Errors
/// [`LedgerError::Insufficient`] if a debited account has too little available: drop the transaction.
pub(crate) async fn record(
    tx: &mut Tx,
    transfer: NewTransfer<'_>,
    now_ms: i64,
) -> Result<(), LedgerError> {
    let (mut batch, decided) = (Batch::default(), tx.decided().take());
    let state = ("posted", Some(now_ms));
    let (currency, entries) = insert_in(&mut batch, transfer, decided, state, now_ms)?;
    for entry in &entries {
        move_settled_in(&mut batch, entry, currency);
    }
    run(tx, batch, &entries, currency).await
}

/// Records a transfer with the decisions that led to it, and reserves its debits.
///
/// # Errors
/// See [`record`].
pub(crate) async fn reserve(
    tx: &mut Tx,
    transfer: NewTransfer<'_>,
    now_ms: i64,
) -> Result<(), LedgerError> {
    let (mut batch, decided) = (Batch::default(), tx.decided().take());
    let state = ("pending", None);
    let (currency, mut entries) = insert_in(&mut batch, transfer, decided, state, now_ms)?;
    entries.retain(|entry| entry.amount_minor < 0);
    for entry in &entries {
        batch
            .add_returning(
                "UPDATE ledger_accounts SET reserved_minor = reserved_minor - $2 \
                 WHERE id = $1 AND currency = $3 AND (may_be_negative = 1 OR settled_minor - reserved_minor + $2 >= 0) RETURNING id",
            )
            .bind(entry.account_id.as_str())
            .bind(entry.amount_minor)
            .bind(currency.as_str());
    }
    run(tx, batch, &entries, currency).await
}

static TRANSFER: Write = Write {
    name: "the transfer",
    columns: &[
        ("id", Column::Text),
        ("kind", Column::Text),
        ("currency", Column::Text),
        ("at_ms", Column::Whole),
        ("decided", Column::Text),
    ],
    statement: "INSERT INTO ledger_transfers (id, kind, currency, state, created_at_ms, settled_at_ms, decided) \
        SELECT id, kind, currency, 'posted', at_ms, at_ms, decided FROM rows",
};

static ENTRY: Write = Write {
    name: "the entries",
    columns: &[
        ("transfer_id", Column::Text),
        ("account_id", Column::Text),
        ("amount_minor", Column::Whole),
    ],
    statement: "INSERT INTO ledger_entries (transfer_id, account_id, amount_minor) \
        SELECT transfer_id, account_id, amount_minor FROM rows",
};

/// The conditions are those of [`move_settled_in`].
static MOVE: Write = Write {
    name: "the balance",
    columns: &[
        ("account_id", Column::Text),
        ("currency", Column::Text),
        ("amount_minor", Column::Whole),
        ("least_minor", Column::Whole),
        ("most_minor", Column::Whole),
    ],
    statement: "UPDATE ledger_accounts SET settled_minor = ledger_accounts.settled_minor + rows.amount_minor FROM rows \
        WHERE ledger_accounts.id = rows.account_id AND ledger_accounts.currency = rows.currency \
        AND (ledger_accounts.may_be_negative = 1 OR rows.amount_minor > 0 \
          OR ledger_accounts.settled_minor - ledger_accounts.reserved_minor + rows.amount_minor >= 0) \
        AND ledger_accounts.closed_at_ms IS NULL AND ledger_accounts.settled_minor BETWEEN rows.least_minor AND rows.most_minor",
};

/// Adds a posted transfer, with the decisions that led to it, to other writes: they are refused if a debited account has
/// too little available. No other transfer of these writes may touch its accounts.
///
/// # Errors
/// The entries are not balanced.
pub(crate) fn post_at_once(
    writes: &mut Writes,
    transfer: NewTransfer<'_>,
    decided: Option<String>,
    now_ms: i64,
) -> Result<(), LedgerError> {
    let mut entries = transfer.entries;
    entries.sort_by(|a, b| a.account_id.cmp(&b.account_id));
    assert_balanced(&entries)?;
    let row = json!({
        "id": transfer.id,
        "kind": transfer.kind.as_str(),
        "currency": transfer.currency.as_str(),
        "at_ms": now_ms,
        "decided": decided,
    });
    writes.add(&TRANSFER, row);
    for Entry {
        account_id,
        amount_minor,
    } in &entries
    {
        let entry = json!({
            "transfer_id": transfer.id,
            "account_id": account_id,
            "amount_minor": amount_minor,
        });
        let movement = json!({
            "account_id": account_id,
            "currency": transfer.currency.as_str(),
            "amount_minor": amount_minor,
            "least_minor": least_before(*amount_minor),
            "most_minor": most_before(*amount_minor),
        });
        writes.add(&ENTRY, entry).add(&MOVE, movement);
    }
    Ok(())
}

/// The bounds of a balance that can still change by an amount.
const fn least_before(amount_minor: i64) -> i64 {
    i64::MIN.saturating_sub(if amount_minor < 0 { amount_minor } else { 0 })
}

const fn most_before(amount_minor: i64) -> i64 {
    i64::MAX.saturating_sub(if amount_minor > 0 { amount_minor } else { 0 })
}

/// Posts a pending transfer.
///
/// # Errors
/// [`LedgerError::NotPending`] if it is already posted or voided.
pub(crate) async fn post(tx: &mut Tx, transfer_id: &str, now_ms: i64) -> Result<(), LedgerError> {
    let currency = settle(tx, transfer_id, "posted", now_ms).await?;
    for entry in entries_of(tx, transfer_id).await? {
        release(tx, &entry).await?;
        let mut batch = Batch::default();
        move_settled_in(&mut batch, &entry, currency);
        run(tx, batch, &[entry], currency).await?;
    }
    Ok(())
}

/// Voids a pending transfer and releases its reservations.
///
/// # Errors
/// [`LedgerError::NotPending`] if it is already posted or voided.
pub(crate) async fn void(tx: &mut Tx, transfer_id: &str, now_ms: i64) -> Result<(), LedgerError> {
    settle(tx, transfer_id, "voided", now_ms).await?;
    for entry in entries_of(tx, transfer_id).await? {
        release(tx, &entry).await?;
    }
    Ok(())
}

/// Writes the transfer and its entries. Returns the entries in the global lock order of accounts.
fn insert_in(
    batch: &mut Batch,
    transfer: NewTransfer<'_>,
    decided: Option<String>,
    (state, settled_at_ms): (&'static str, Option<i64>),
    now_ms: i64,
) -> Result<(Currency, Vec<Entry>), LedgerError> {
    let mut entries = transfer.entries;
    entries.sort_by(|a, b| a.account_id.cmp(&b.account_id));
    assert_balanced(&entries)?;
    batch
        .add(
            "INSERT INTO ledger_transfers (id, kind, currency, linked_to, state, created_at_ms, settled_at_ms, decided) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        )
        .bind(transfer.id)
        .bind(transfer.kind.as_str())
        .bind(transfer.currency.as_str())
        .bind(transfer.linked_to)
        .bind(state)
        .bind(now_ms)
        .bind(settled_at_ms)
        .bind(decided);
    for entry in &entries {
        batch
            .add("INSERT INTO ledger_entries (transfer_id, account_id, amount_minor) VALUES ($1, $2, $3)")
            .bind(transfer.id)
            .bind(entry.account_id.as_str())
            .bind(entry.amount_minor);
    }
    Ok((transfer.currency, entries))
}

/// Checks that there are at least two entries, each account occurs once, no amount is zero, and the sum is zero. Also
/// active in production.
fn assert_balanced(sorted: &[Entry]) -> Result<(), LedgerError> {
    let sum = sorted
        .iter()
        .try_fold(0_i64, |sum, entry| sum.checked_add(entry.amount_minor));
    let twice = sorted
        .windows(2)
        .any(|pair| matches!(pair, [a, b] if a.account_id == b.account_id));
    let empty = sorted.iter().any(|entry| entry.amount_minor == 0);
    if sum != Some(0) || twice || empty || sorted.len() < 2 {
        Err(LedgerError::Unbalanced)
    } else {
        Ok(())
    }
}

async fn settle(
    tx: &mut Tx,
    transfer_id: &str,
    state: &'static str,
    now_ms: i64,
) -> Result<Currency, LedgerError> {
    let row = sqlx::query(
        "UPDATE ledger_transfers SET state = $2, settled_at_ms = $3 WHERE id = $1 AND state = 'pending' RETURNING currency",
    )
    .bind(transfer_id)
    .bind(state)
    .bind(now_ms)
    .fetch_optional(tx.connection())
    .await?
    .ok_or(LedgerError::NotPending)?;
    let code: String = row.try_get("currency")?;
    code.parse().map_err(|_| LedgerError::NotPending)
}

async fn entries_of(tx: &mut Tx, transfer_id: &str) -> Result<Vec<Entry>, LedgerError> {
    let rows =
        sqlx::query("SELECT account_id, amount_minor FROM ledger_entries WHERE transfer_id = $1 ORDER BY account_id")
            .bind(transfer_id)
            .fetch_all(tx.connection())
            .await?;
    let read = |row: &sqlx::any::AnyRow| {
        Ok(Entry {
            account_id: row.try_get("account_id")?,
            amount_minor: row.try_get("amount_minor")?,
        })
    };
    rows.iter().map(read).collect()
}

/// Releases the reserved amount of a debit; does nothing for a credit.
async fn release(tx: &mut Tx, entry: &Entry) -> Result<(), LedgerError> {
    if entry.amount_minor < 0 {
        sqlx::query(
            "UPDATE ledger_accounts SET reserved_minor = reserved_minor + $2 WHERE id = $1",
        )
        .bind(&entry.account_id)
        .bind(entry.amount_minor)
        .execute(tx.connection())
        .await?;
    }
    Ok(())
}

/// Moves settled money if the account stays within its available balance and the new balance does not overflow. The
/// statement returns the account on success.
fn move_settled_in(batch: &mut Batch, entry: &Entry, currency: Currency) {
    batch
        .add_returning(
            "UPDATE ledger_accounts SET settled_minor = settled_minor + $2 \
             WHERE id = $1 AND currency = $3 AND (may_be_negative = 1 OR $2 > 0 OR settled_minor - reserved_minor + $2 >= 0) \
             AND closed_at_ms IS NULL AND settled_minor BETWEEN $4 AND $5 RETURNING id",
        )
        .bind(entry.account_id.as_str())
        .bind(entry.amount_minor)
        .bind(currency.as_str())
        .bind(least_before(entry.amount_minor))
        .bind(most_before(entry.amount_minor));
}

/// Runs a batch of statements that each return the changed account. Fails with the reason for the first account that
/// was not changed.
async fn run(
    tx: &mut Tx,
    batch: Batch,
    entries: &[Entry],
    currency: Currency,
) -> Result<(), LedgerError> {
    let rows = batch.fetch(tx).await?;
    let changed: Vec<String> = rows
        .iter()
        .map(|row| row.try_get("id"))
        .collect::<Result<_, _>>()?;
    let refused = entries
        .iter()
        .find(|entry| !changed.contains(&entry.account_id));
    match refused {
        None => Ok(()),
        Some(entry) => Err(why_refused(tx, entry, currency).await?),
    }
}

async fn why_refused(
    tx: &mut Tx,
    entry: &Entry,
    currency: Currency,
) -> Result<LedgerError, LedgerError> {
    let account_id = entry.account_id.clone();
    let known = super::balance(tx.connection(), &account_id).await?;
    Ok(match known.filter(|balance| balance.currency == currency) {
        None => LedgerError::UnknownAccount { account_id },
        Some(balance) if balance.closed_at_ms.is_some() => LedgerError::Closed { account_id },
        Some(balance)
            if balance
                .settled_minor
                .checked_add(entry.amount_minor)
                .is_none() =>
        {
            LedgerError::Overflow { account_id }
        }
        Some(_) => LedgerError::Insufficient { account_id },
    })
}
