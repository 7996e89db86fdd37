//! Wallets: their ledger accounts and their numbers.

use super::{AccountView, Active};
use domain_core::money::{Amount, Currency};
use ground::db::columns;
use ground::db::{DbError, Fields, Found, Reads, Tx};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

/// A wallet and its balance.
#[derive(Debug, Clone)]
pub struct WalletRow {
    /// Also the ledger account's identifier.
    pub id: String,
    pub user_id: String,
    pub currency: Currency,
    pub wallet_number: String,
    pub settled: Amount,
    pub available: Amount,
    pub created_at_ms: i64,
}

/// Stores a wallet whose ledger account exists; false if the number is taken.
pub async fn insert(
    tx: &mut Tx,
    id: &str,
    user_id: &str,
    currency: Currency,
    wallet_number: &str,
    now_ms: i64,
) -> Result<bool, DbError> {
    let done = sqlx::query(
        "INSERT INTO wallets (id, user_id, currency, wallet_number, created_at_ms) VALUES ($1, $2, $3, $4, $5) \
         ON CONFLICT (wallet_number) DO NOTHING",
    )
    .bind(id)
    .bind(user_id)
    .bind(currency.as_str())
    .bind(wallet_number)
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

/// A user's wallets.
pub async fn of(connection: &mut AnyConnection, user_id: &str) -> Result<Vec<WalletRow>, DbError> {
    let rows = sqlx::query(
        "SELECT w.id, w.user_id, w.currency, w.wallet_number, w.created_at_ms, a.settled_minor, a.reserved_minor \
         FROM wallets w JOIN ledger_accounts a ON a.id = w.id WHERE w.user_id = $1",
    )
    .bind(user_id)
    .fetch_all(connection)
    .await?;
    let mut wallets = rows.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    // In the product's order of currencies.
    wallets.sort_by_key(|wallet| {
        Currency::ALL
            .iter()
            .position(|currency| *currency == wallet.currency)
    });
    Ok(wallets)
}

/// A user's wallet in a currency.
pub async fn find(
    connection: &mut AnyConnection,
    user_id: &str,
    currency: Currency,
) -> Result<Option<WalletRow>, DbError> {
    let row = sqlx::query(
        "SELECT w.id, w.user_id, w.currency, w.wallet_number, w.created_at_ms, a.settled_minor, a.reserved_minor \
         FROM wallets w JOIN ledger_accounts a ON a.id = w.id WHERE w.user_id = $1 AND w.currency = $2",
    )
    .bind(user_id)
    .bind(currency.as_str())
    .fetch_optional(connection)
    .await?;
    row.as_ref().map(read).transpose()
}

/// A user's wallet as found by other users.
#[derive(Debug, Clone)]
pub struct Member {
    pub wallet_id: String,
    pub user_id: String,
    pub wallet_number: String,
    pub currency: Currency,
    pub name: String,
}

/// The wallet with a number, if it belongs to a user of the brand whose address is verified.
pub async fn member(
    connection: &mut AnyConnection,
    tenant_id: &str,
    wallet_number: &str,
) -> Result<Option<Member>, DbError> {
    let mut reads = Reads::default();
    member_reads(&mut reads, tenant_id, wallet_number);
    member_found(&reads.fetch(connection).await?)
}

const MEMBER: &str = "member";

/// Adds the read of [`member`].
pub fn member_reads(reads: &mut Reads, tenant_id: &str, wallet_number: &str) {
    reads
        .add(
            MEMBER,
            "SELECT w.id, w.user_id, w.wallet_number, w.currency, u.name FROM wallets w JOIN users u ON u.id = w.user_id \
             WHERE w.wallet_number = $1 AND u.tenant_id = $2 AND u.verified_at_ms IS NOT NULL AND u.closed_at_ms IS NULL",
        )
        .bind(wallet_number)
        .bind(tenant_id);
}

/// The wallet that was found.
///
/// # Errors
/// Its columns cannot be read.
pub fn member_found(found: &Found) -> Result<Option<Member>, DbError> {
    let Some(row) = found.first(MEMBER) else {
        return Ok(None);
    };
    Ok(Some(Member {
        wallet_id: row.text("id")?,
        user_id: row.text("user_id")?,
        wallet_number: row.text("wallet_number")?,
        currency: columns::currency(row)?,
        name: row.text("name")?,
    }))
}

/// The user's choice of the view and currency shown first, if any.
pub async fn active(
    connection: &mut AnyConnection,
    user_id: &str,
) -> Result<Option<Active>, DbError> {
    let row = sqlx::query("SELECT account, currency FROM active_accounts WHERE user_id = $1")
        .bind(user_id)
        .fetch_optional(connection)
        .await?;
    let read = |row: AnyRow| {
        let account: String = row.try_get("account")?;
        Ok(Active {
            account: AccountView::named(&account).ok_or_else(|| columns::corrupt("account"))?,
            currency: columns::currency(&row)?,
        })
    };
    row.map(read).transpose()
}

/// Sets the view. The currency applies only if the user has not chosen one before.
pub async fn set_account(
    connection: &mut AnyConnection,
    user_id: &str,
    account: AccountView,
    currency: Currency,
) -> Result<(), DbError> {
    sqlx::query(
        "INSERT INTO active_accounts (user_id, account, currency) VALUES ($1, $2, $3) \
         ON CONFLICT (user_id) DO UPDATE SET account = excluded.account",
    )
    .bind(user_id)
    .bind(account.as_str())
    .bind(currency.as_str())
    .execute(connection)
    .await?;
    Ok(())
}

pub async fn set_currency(
    connection: &mut AnyConnection,
    user_id: &str,
    currency: Currency,
) -> Result<(), DbError> {
    sqlx::query(
        "INSERT INTO active_accounts (user_id, currency) VALUES ($1, $2) \
         ON CONFLICT (user_id) DO UPDATE SET currency = excluded.currency",
    )
    .bind(user_id)
    .bind(currency.as_str())
    .execute(connection)
    .await?;
    Ok(())
}

fn read(row: &AnyRow) -> Result<WalletRow, DbError> {
    let currency = columns::currency(row)?;
    let (settled_minor, reserved_minor): (i64, i64) = (
        row.try_get("settled_minor")?,
        row.try_get("reserved_minor")?,
    );
    let amount =
        |minor: i64| Amount::from_minor(minor, currency).ok_or_else(|| columns::corrupt("balance"));
    Ok(WalletRow {
        id: row.try_get("id")?,
        user_id: row.try_get("user_id")?,
        currency,
        wallet_number: row.try_get("wallet_number")?,
        settled: amount(settled_minor)?,
        available: amount(settled_minor.saturating_sub(reserved_minor))?,
        created_at_ms: row.try_get("created_at_ms")?,
    })
}
