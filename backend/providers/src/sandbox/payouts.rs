//! Payouts of the sandbox bank, which executes a reference once.

use super::{LISTED, Sandbox};
use crate::OrderOutcome;
use crate::bank::Payout;
use ground::clock::rfc3339;
use ground::db::DbError;
use serde::Serialize;
use sqlx::Row;
use utoipa::ToSchema;

const PAID: &str = "paid";
const REFUSED: &str = "refused";

/// A payout of the sandbox bank.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SandboxPayout {
    pub reference: String,
    pub currency: String,
    pub amount: String,
    pub bank_code: String,
    pub account_number: String,
    pub account_name: String,
    /// `paid` or `refused`.
    pub status: String,
    /// RFC 3339, UTC.
    pub created_at: String,
}

impl Sandbox {
    /// Stores a payout; an existing one keeps its outcome.
    pub(crate) async fn keep_payout(
        &self,
        payout: &Payout,
        paid: bool,
    ) -> Result<OrderOutcome, DbError> {
        let mut tx = self.db.begin().await?;
        sqlx::query(
            "INSERT INTO sandbox_payouts (reference, currency, amount, bank_code, account_number, account_name, status, created_at_ms) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING",
        )
        .bind(payout.reference.as_str())
        .bind(payout.amount.currency().as_str())
        .bind(payout.amount.to_string())
        .bind(payout.bank_code.as_str())
        .bind(payout.account_number.as_str())
        .bind(payout.account_name.as_str())
        .bind(if paid { PAID } else { REFUSED })
        .bind(self.clock.now_ms())
        .execute(tx.connection())
        .await?;
        tx.commit().await?;
        self.payout(&payout.reference).await
    }

    pub(crate) async fn payout(&self, reference: &str) -> Result<OrderOutcome, DbError> {
        let row = sqlx::query("SELECT status FROM sandbox_payouts WHERE reference = $1")
            .bind(reference)
            .fetch_optional(&mut *self.db.read().await?)
            .await?;
        let Some(row) = row else {
            return Ok(OrderOutcome::NotFound);
        };
        let status: String = row.try_get("status")?;
        Ok(if status == PAID {
            OrderOutcome::Done
        } else {
            OrderOutcome::Refused
        })
    }

    /// Payouts, newest first.
    ///
    /// # Errors
    /// The database failed.
    pub async fn payouts(&self) -> Result<Vec<SandboxPayout>, DbError> {
        let rows = sqlx::query(
            "SELECT reference, currency, amount, bank_code, account_number, account_name, status, created_at_ms FROM sandbox_payouts \
             ORDER BY created_at_ms DESC, reference DESC LIMIT $1",
        )
        .bind(LISTED)
        .fetch_all(&mut *self.db.read().await?)
        .await?;
        let read = |row: &sqlx::any::AnyRow| {
            Ok(SandboxPayout {
                reference: row.try_get("reference")?,
                currency: row.try_get("currency")?,
                amount: row.try_get("amount")?,
                bank_code: row.try_get("bank_code")?,
                account_number: row.try_get("account_number")?,
                account_name: row.try_get("account_name")?,
                status: row.try_get("status")?,
                created_at: rfc3339(row.try_get("created_at_ms")?),
            })
        };
        rows.iter().map(read).collect()
    }
}
