//! Deposit addresses of coins, and credited deposits.

use domain_core::money::{Amount, Currency};
use domain_core::wallet::coin::Network;
use ground::db::{DbError, Tx, columns};
use providers::custody::Deposit;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

/// A user's deposit address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AddressRow {
    /// Our reference for the address at the custodian.
    pub reference: String,
    pub user_id: String,
    pub coin: Currency,
    pub network: Network,
    pub address: String,
}

/// A credited deposit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DepositRow {
    pub provider_reference: String,
    pub address_reference: String,
    pub user_id: String,
    pub amount: Amount,
    /// The reference of its transaction.
    pub reference: String,
}

/// Stores an address, unless the user already has one.
pub async fn insert_address(tx: &mut Tx, row: &AddressRow, now_ms: i64) -> Result<(), DbError> {
    sqlx::query(
        "INSERT INTO coin_addresses (reference, user_id, coin, network, address, created_at_ms) \
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (reference) DO NOTHING",
    )
    .bind(row.reference.as_str())
    .bind(row.user_id.as_str())
    .bind(row.coin.as_str())
    .bind(row.network.as_str())
    .bind(row.address.as_str())
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    Ok(())
}

pub async fn of_person(
    connection: &mut AnyConnection,
    user_id: &str,
    coin: Currency,
    network: Network,
) -> Result<Option<AddressRow>, DbError> {
    let row = sqlx::query(
        "SELECT reference, user_id, coin, network, address FROM coin_addresses \
         WHERE user_id = $1 AND coin = $2 AND network = $3",
    )
    .bind(user_id)
    .bind(coin.as_str())
    .bind(network.as_str())
    .fetch_optional(connection)
    .await?;
    row.as_ref().map(read).transpose()
}

/// All addresses of a user.
pub async fn addresses(
    connection: &mut AnyConnection,
    user_id: &str,
) -> Result<Vec<AddressRow>, DbError> {
    let rows = sqlx::query(
        "SELECT reference, user_id, coin, network, address FROM coin_addresses WHERE user_id = $1",
    )
    .bind(user_id)
    .fetch_all(connection)
    .await?;
    rows.iter().map(read).collect()
}

pub async fn address(
    connection: &mut AnyConnection,
    reference: &str,
) -> Result<Option<AddressRow>, DbError> {
    let row = sqlx::query("SELECT reference, user_id, coin, network, address FROM coin_addresses WHERE reference = $1")
        .bind(reference)
        .fetch_optional(connection)
        .await?;
    row.as_ref().map(read).transpose()
}

/// The row of an address.
pub async fn by_address(
    connection: &mut AnyConnection,
    address: &str,
) -> Result<Option<AddressRow>, DbError> {
    let row = sqlx::query(
        "SELECT reference, user_id, coin, network, address FROM coin_addresses WHERE address = $1",
    )
    .bind(address)
    .fetch_optional(connection)
    .await?;
    row.as_ref().map(read).transpose()
}

fn read(row: &AnyRow) -> Result<AddressRow, DbError> {
    let (coin, network): (String, String) = (row.try_get("coin")?, row.try_get("network")?);
    Ok(AddressRow {
        reference: row.try_get("reference")?,
        user_id: row.try_get("user_id")?,
        coin: Currency::named(&coin).ok_or_else(|| columns::corrupt("coin"))?,
        network: Network::named(&network).ok_or_else(|| columns::corrupt("network"))?,
        address: row.try_get("address")?,
    })
}

/// A user's pending deposit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArrivalRow {
    pub provider_reference: String,
    pub coin: Currency,
    pub network: Network,
    pub amount: Amount,
    pub confirmations: Option<i64>,
    pub seen_at_ms: i64,
}

/// Replaces the pending deposits of an address.
pub async fn keep_arrivals(
    tx: &mut Tx,
    address: &AddressRow,
    waiting: &[&Deposit],
    now_ms: i64,
) -> Result<(), DbError> {
    // Empty deposits and other coins are never credited.
    let is_own = |deposit: &&&Deposit| {
        let amount = &deposit.amount;
        amount.currency() == address.coin && amount.minor().is_some_and(|minor| minor > 0)
    };
    let waiting: Vec<&&Deposit> = waiting.iter().filter(is_own).collect();
    let known =
        sqlx::query("SELECT provider_reference FROM coin_arrivals WHERE address_reference = $1");
    let known = known
        .bind(address.reference.as_str())
        .fetch_all(tx.connection())
        .await?;
    for row in &known {
        let id: String = row.try_get("provider_reference")?;
        if !waiting.iter().any(|deposit| deposit.id == id) {
            sqlx::query(
                "DELETE FROM coin_arrivals WHERE address_reference = $1 AND provider_reference = $2",
            )
            .bind(address.reference.as_str())
            .bind(id)
            .execute(tx.connection())
            .await?;
        }
    }
    for deposit in waiting {
        sqlx::query(
            "INSERT INTO coin_arrivals (provider_reference, address_reference, user_id, coin, amount_minor, confirmations, seen_at_ms) \
             VALUES ($1, $2, $3, $4, $5, $6, $7) \
             ON CONFLICT (address_reference, provider_reference) DO UPDATE SET amount_minor = excluded.amount_minor, confirmations = excluded.confirmations",
        )
        .bind(deposit.id.as_str())
        .bind(address.reference.as_str())
        .bind(address.user_id.as_str())
        .bind(deposit.amount.currency().as_str())
        .bind(columns::minor(&deposit.amount)?)
        .bind(deposit.confirmations)
        .bind(now_ms)
        .execute(tx.connection())
        .await?;
    }
    Ok(())
}

/// Whether an address has pending deposits.
pub async fn has_arrivals(
    connection: &mut AnyConnection,
    address_reference: &str,
) -> Result<bool, DbError> {
    let found = sqlx::query("SELECT 1 FROM coin_arrivals WHERE address_reference = $1 LIMIT 1")
        .bind(address_reference)
        .fetch_optional(connection)
        .await?;
    Ok(found.is_some())
}

/// A user's pending deposits, latest first.
pub async fn arrivals(
    connection: &mut AnyConnection,
    user_id: &str,
) -> Result<Vec<ArrivalRow>, DbError> {
    let rows = sqlx::query(
        "SELECT r.provider_reference, r.coin, r.amount_minor, r.confirmations, r.seen_at_ms, a.network FROM coin_arrivals r \
         JOIN coin_addresses a ON a.reference = r.address_reference \
         WHERE r.user_id = $1 AND NOT EXISTS (SELECT 1 FROM coin_deposits d WHERE d.provider_reference = r.provider_reference) \
         ORDER BY r.seen_at_ms DESC, r.provider_reference",
    )
    .bind(user_id)
    .fetch_all(connection)
    .await?;
    let read = |row: &AnyRow| {
        let (coin, network): (String, String) = (row.try_get("coin")?, row.try_get("network")?);
        let coin = Currency::named(&coin).ok_or_else(|| columns::corrupt("coin"))?;
        Ok(ArrivalRow {
            provider_reference: row.try_get("provider_reference")?,
            coin,
            network: Network::named(&network).ok_or_else(|| columns::corrupt("network"))?,
            amount: columns::amount(row, "amount_minor", coin)?,
            confirmations: row.try_get("confirmations")?,
            seen_at_ms: row.try_get("seen_at_ms")?,
        })
    };
    rows.iter().map(read).collect()
}

/// Stores a deposit. Returns whether it was new.
pub async fn insert_deposit(tx: &mut Tx, row: &DepositRow, now_ms: i64) -> Result<bool, DbError> {
    let done = sqlx::query(
        "INSERT INTO coin_deposits (provider_reference, address_reference, coin, amount_minor, user_id, reference, credited_at_ms) \
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (provider_reference) DO NOTHING",
    )
    .bind(row.provider_reference.as_str())
    .bind(row.address_reference.as_str())
    .bind(row.amount.currency().as_str())
    .bind(columns::minor(&row.amount)?)
    .bind(row.user_id.as_str())
    .bind(row.reference.as_str())
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

pub async fn deposit(
    connection: &mut AnyConnection,
    provider_reference: &str,
    coin: Currency,
) -> Result<Option<DepositRow>, DbError> {
    let row = sqlx::query(
        "SELECT provider_reference, address_reference, amount_minor, user_id, reference FROM coin_deposits \
         WHERE provider_reference = $1 AND coin = $2",
    )
    .bind(provider_reference)
    .bind(coin.as_str())
    .fetch_optional(connection)
    .await?;
    let Some(row) = row else { return Ok(None) };
    Ok(Some(DepositRow {
        provider_reference: row.try_get("provider_reference")?,
        address_reference: row.try_get("address_reference")?,
        user_id: row.try_get("user_id")?,
        amount: columns::amount(&row, "amount_minor", coin)?,
        reference: row.try_get("reference")?,
    }))
}
