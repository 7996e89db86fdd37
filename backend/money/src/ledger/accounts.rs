//! Accounts and their balances.

use domain_core::money::{Amount, Currency};
use domain_core::payment::SystemAccount;
use ground::db::{DbError, Tx};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

/// The purpose of an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    Wallet,
    /// The money that a member has saved in a plan. Owned by the membership.
    Pot,
    /// The outstanding principal of a loan, as a negative balance. Owned by the subscription.
    Loan,
}

impl Purpose {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Wallet => "wallet",
            Self::Pot => "pot",
            Self::Loan => "loan",
        }
    }
}

/// An account to open.
pub struct Account<'a> {
    pub id: &'a str,
    pub owner: &'a str,
    pub currency: Currency,
}

/// An account with its balance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Balance {
    pub account_id: String,
    pub currency: Currency,
    pub settled_minor: i64,
    pub reserved_minor: i64,
    pub created_at_ms: i64,
    /// The time of closing. A closed account is empty and accepts no money.
    pub closed_at_ms: Option<i64>,
}

impl Balance {
    /// The settled balance as an amount. A user's account is never negative.
    pub fn settled(&self) -> Amount {
        Amount::from_minor(self.settled_minor, self.currency)
            .unwrap_or_else(|| Amount::zero(self.currency))
    }

    /// The settled balance less the reserved amount.
    pub fn available(&self) -> Amount {
        let available_minor = self.settled_minor.saturating_sub(self.reserved_minor);
        Amount::from_minor(available_minor, self.currency)
            .unwrap_or_else(|| Amount::zero(self.currency))
    }
}

/// Opens an empty wallet account for a user.
///
/// # Errors
/// [`DbError::Duplicate`] if the user already has one in that currency.
pub async fn open_for_person(
    tx: &mut Tx,
    account: Account<'_>,
    now_ms: i64,
) -> Result<(), DbError> {
    open(tx, account, Purpose::Wallet, now_ms).await
}

/// Opens an empty account for a purpose. Only a loan account may be negative.
///
/// # Errors
/// [`DbError::Duplicate`] if the owner already has one in that currency.
pub async fn open(
    tx: &mut Tx,
    account: Account<'_>,
    purpose: Purpose,
    now_ms: i64,
) -> Result<(), DbError> {
    sqlx::query(
        "INSERT INTO ledger_accounts (id, owner_kind, owner, currency, may_be_negative, purpose, created_at_ms) \
         VALUES ($1, 'user', $2, $3, $4, $5, $6)",
    )
    .bind(account.id)
    .bind(account.owner)
    .bind(account.currency.as_str())
    .bind(i64::from(purpose == Purpose::Loan))
    .bind(purpose.as_str())
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// The balance of an account; `None` if it does not exist.
///
/// # Errors
/// The database failed.
pub async fn balance(
    connection: &mut AnyConnection,
    account_id: &str,
) -> Result<Option<Balance>, DbError> {
    let row = sqlx::query(
        "SELECT id, currency, settled_minor, reserved_minor, created_at_ms, closed_at_ms FROM ledger_accounts WHERE id = $1",
    )
    .bind(account_id)
    .fetch_optional(connection)
    .await?;
    row.as_ref().map(read).transpose()
}

/// Locks an account of the house in several currencies until the transaction ends, in the order of their identifiers.
///
/// # Errors
/// The database failed.
pub async fn lock_house<const N: usize>(
    tx: &mut Tx,
    account: SystemAccount,
    currencies: [Currency; N],
) -> Result<(), DbError> {
    let mut ids = currencies.map(|currency| account.id(currency));
    ids.sort_unstable();
    for id in ids {
        sqlx::query("UPDATE ledger_accounts SET settled_minor = settled_minor WHERE id = $1")
            .bind(id)
            .execute(tx.connection())
            .await?;
    }
    Ok(())
}

/// The balances of a user's accounts, oldest first.
///
/// # Errors
/// The database failed.
pub async fn balances_of(
    connection: &mut AnyConnection,
    owner: &str,
) -> Result<Vec<Balance>, DbError> {
    let rows = sqlx::query(
        "SELECT id, currency, settled_minor, reserved_minor, created_at_ms, closed_at_ms FROM ledger_accounts \
         WHERE owner = $1 AND owner_kind = 'user' ORDER BY id",
    )
    .bind(owner)
    .fetch_all(connection)
    .await?;
    rows.iter().map(read).collect()
}

/// Closes the empty wallets of a user: until reopened, they accept no money.
///
/// # Errors
/// The database failed.
pub async fn close_empty(tx: &mut Tx, owner: &str, now_ms: i64) -> Result<(), DbError> {
    sqlx::query(
        "UPDATE ledger_accounts SET closed_at_ms = $2 WHERE owner = $1 AND owner_kind = 'user' AND purpose = 'wallet' \
         AND closed_at_ms IS NULL AND settled_minor = 0 AND reserved_minor = 0",
    )
    .bind(owner)
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// Reopens a user's closed wallets.
///
/// # Errors
/// The database failed.
pub async fn reopen(tx: &mut Tx, owner: &str) -> Result<(), DbError> {
    sqlx::query(
        "UPDATE ledger_accounts SET closed_at_ms = NULL WHERE owner = $1 AND owner_kind = 'user' AND closed_at_ms IS NOT NULL",
    )
    .bind(owner)
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// Reopens a closed account; false if it is open.
///
/// # Errors
/// The database failed.
pub async fn reopen_one(tx: &mut Tx, account_id: &str) -> Result<bool, DbError> {
    let done = sqlx::query(
        "UPDATE ledger_accounts SET closed_at_ms = NULL WHERE id = $1 AND closed_at_ms IS NOT NULL",
    )
    .bind(account_id)
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

fn read(row: &AnyRow) -> Result<Balance, DbError> {
    let code: String = row.try_get("currency")?;
    Ok(Balance {
        account_id: row.try_get("id")?,
        currency: code
            .parse()
            .map_err(|_| sqlx::Error::Protocol(format!("unknown currency {code}")))?,
        settled_minor: row.try_get("settled_minor")?,
        reserved_minor: row.try_get("reserved_minor")?,
        created_at_ms: row.try_get("created_at_ms")?,
        closed_at_ms: row.try_get("closed_at_ms")?,
    })
}
