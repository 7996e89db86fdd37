//! Addresses of coins, and deposits that were credited.

use crate::db::{DbError, Tx, columns};
use domain_core::money::{Amount, Currency};
use domain_core::wallet::coin::Network;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

/// An address that a person's coins arrive at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AddressRow {
    /// Ours: the custodian knows the address by it.
    pub reference: String,
    pub user_id: String,
    pub coin: Currency,
    pub network: Network,
    pub address: String,
}

/// A deposit that was credited.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DepositRow {
    pub provider_reference: String,
    pub address_reference: String,
    pub user_id: String,
    pub amount: Amount,
    /// The reference of its transaction.
    pub reference: String,
}

/// Adds an address; one that the person has already stays.
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

/// All addresses of a person.
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

/// The address itself, for whoever knows only that.
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

/// Whether the deposit is new.
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
