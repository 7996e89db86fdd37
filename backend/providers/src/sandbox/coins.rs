//! Coins of the sandbox: prices set by testers, transfers, and deposits.

use super::{LISTED, Sandbox};
use crate::OrderOutcome;
use crate::custody::Sending;
use ground::clock::rfc3339;
use ground::db::DbError;
use serde::Serialize;
use sqlx::Row;
use utoipa::ToSchema;

const BROADCAST: &str = "broadcast";
const REFUSED: &str = "refused";

/// Coins that the sandbox's custodian sent.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SandboxCoinSend {
    pub reference: String,
    pub coin: String,
    pub network: String,
    pub address: String,
    pub amount: String,
    /// `broadcast` or `refused`.
    pub status: String,
    /// RFC 3339, UTC.
    pub created_at: String,
}

/// Coins that arrived at an address of the sandbox's custodian.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SandboxCoinDeposit {
    pub id: String,
    /// The address's reference.
    pub reference: String,
    pub coin: String,
    pub amount: String,
    pub confirmations: i64,
    /// RFC 3339, UTC.
    pub created_at: String,
}

impl Sandbox {
    pub(crate) async fn price(&self, pair: &str) -> Result<Option<String>, DbError> {
        let row = sqlx::query("SELECT price FROM sandbox_prices WHERE pair = $1")
            .bind(pair)
            .fetch_optional(&mut *self.db.read().await?)
            .await?;
        Ok(row.map(|row| row.try_get("price")).transpose()?)
    }

    /// Sets a pair's price; `None`: the generated price.
    ///
    /// # Errors
    /// The database failed.
    pub async fn set_price(&self, pair: &str, price: Option<&str>) -> Result<(), DbError> {
        let mut tx = self.db.begin().await?;
        sqlx::query("DELETE FROM sandbox_prices WHERE pair = $1")
            .bind(pair)
            .execute(tx.connection())
            .await?;
        if let Some(price) = price {
            sqlx::query("INSERT INTO sandbox_prices (pair, price) VALUES ($1, $2)")
                .bind(pair)
                .bind(price)
                .execute(tx.connection())
                .await?;
        }
        tx.commit().await
    }

    /// Stores a transfer of coins; an existing reference keeps its outcome.
    pub(crate) async fn keep_send(
        &self,
        sending: &Sending,
        is_sent: bool,
    ) -> Result<OrderOutcome, DbError> {
        let mut tx = self.db.begin().await?;
        sqlx::query(
            "INSERT INTO sandbox_coin_sends (reference, coin, network, address, amount, status, created_at_ms) \
             VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING",
        )
        .bind(sending.reference.as_str())
        .bind(sending.amount.currency().as_str())
        .bind(sending.network.as_str())
        .bind(sending.address.as_str())
        .bind(sending.amount.to_string())
        .bind(if is_sent { BROADCAST } else { REFUSED })
        .bind(self.clock.now_ms())
        .execute(tx.connection())
        .await?;
        tx.commit().await?;
        self.sent(&sending.reference).await
    }

    pub(crate) async fn sent(&self, reference: &str) -> Result<OrderOutcome, DbError> {
        let row = sqlx::query("SELECT status FROM sandbox_coin_sends WHERE reference = $1")
            .bind(reference)
            .fetch_optional(&mut *self.db.read().await?)
            .await?;
        let Some(row) = row else {
            return Ok(OrderOutcome::NotFound);
        };
        let status: String = row.try_get("status")?;
        Ok(if status == BROADCAST {
            OrderOutcome::Done
        } else {
            OrderOutcome::Refused
        })
    }

    /// Sent coins, newest first.
    ///
    /// # Errors
    /// The database failed.
    pub async fn coin_sends(&self) -> Result<Vec<SandboxCoinSend>, DbError> {
        let rows = sqlx::query(
            "SELECT reference, coin, network, address, amount, status, created_at_ms FROM sandbox_coin_sends \
             ORDER BY created_at_ms DESC, reference DESC LIMIT $1",
        )
        .bind(LISTED)
        .fetch_all(&mut *self.db.read().await?)
        .await?;
        let read = |row: &sqlx::any::AnyRow| {
            Ok(SandboxCoinSend {
                reference: row.try_get("reference")?,
                coin: row.try_get("coin")?,
                network: row.try_get("network")?,
                address: row.try_get("address")?,
                amount: row.try_get("amount")?,
                status: row.try_get("status")?,
                created_at: rfc3339(row.try_get("created_at_ms")?),
            })
        };
        rows.iter().map(read).collect()
    }

    /// Creates a deposit at an address, or updates the confirmations of an existing one.
    ///
    /// # Errors
    /// The database failed.
    pub async fn deposit(
        &self,
        id: &str,
        reference: &str,
        coin: &str,
        amount: &str,
        confirmations: i64,
    ) -> Result<(), DbError> {
        let mut tx = self.db.begin().await?;
        sqlx::query(
            "INSERT INTO sandbox_coin_deposits (id, reference, coin, amount, confirmations, created_at_ms) \
             VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (id) DO UPDATE SET confirmations = excluded.confirmations",
        )
        .bind(id)
        .bind(reference)
        .bind(coin)
        .bind(amount)
        .bind(confirmations)
        .bind(self.clock.now_ms())
        .execute(tx.connection())
        .await?;
        tx.commit().await
    }

    /// Deposits at an address.
    ///
    /// # Errors
    /// The database failed.
    pub async fn deposits(&self, reference: &str) -> Result<Vec<SandboxCoinDeposit>, DbError> {
        let rows = sqlx::query(
            "SELECT id, reference, coin, amount, confirmations, created_at_ms FROM sandbox_coin_deposits \
             WHERE reference = $1 ORDER BY id",
        )
        .bind(reference)
        .fetch_all(&mut *self.db.read().await?)
        .await?;
        let read = |row: &sqlx::any::AnyRow| {
            Ok(SandboxCoinDeposit {
                id: row.try_get("id")?,
                reference: row.try_get("reference")?,
                coin: row.try_get("coin")?,
                amount: row.try_get("amount")?,
                confirmations: row.try_get("confirmations")?,
                created_at: rfc3339(row.try_get("created_at_ms")?),
            })
        };
        rows.iter().map(read).collect()
    }
}
