//! Mandates of the sandbox's direct debit company.

use super::Sandbox;
use crate::mandate::{DebitOrder, DebitStatus, Payer};
use domain_core::money::Currency;
use ground::db::{DbError, columns};
use serde::Serialize;
use sqlx::Row;
use sqlx::any::AnyRow;
use utoipa::ToSchema;

/// A mandate as shown to the tester.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SandboxMandate {
    pub reference: String,
    /// The payer's name.
    pub name: String,
    /// `untouched`, `waiting`, `active` or `ended`.
    pub status: String,
    #[serde(skip)]
    pub return_to: String,
}

impl Sandbox {
    pub(crate) async fn start_mandate(&self, payer: &Payer) -> Result<String, DbError> {
        let now_ms = self.clock.now_ms();
        let reference = self.random.id(now_ms);
        let mut tx = self.db.begin().await?;
        sqlx::query(
            "INSERT INTO sandbox_mandates (reference, name, return_to, status, created_at_ms) VALUES ($1, $2, $3, 'untouched', $4)",
        )
        .bind(reference.as_str())
        .bind(payer.name.as_str())
        .bind(payer.return_to.as_str())
        .bind(now_ms)
        .execute(tx.connection())
        .await?;
        tx.commit().await?;
        Ok(reference)
    }

    /// A mandate by its reference.
    ///
    /// # Errors
    /// The database failed.
    pub async fn mandate(&self, reference: &str) -> Result<Option<SandboxMandate>, DbError> {
        let row = sqlx::query(
            "SELECT reference, name, return_to, status FROM sandbox_mandates WHERE reference = $1",
        )
        .bind(reference)
        .fetch_optional(&mut *self.db.read().await?)
        .await?;
        let read = |row: AnyRow| {
            Ok(SandboxMandate {
                reference: row.try_get("reference")?,
                name: row.try_get("name")?,
                status: row.try_get("status")?,
                return_to: row.try_get("return_to")?,
            })
        };
        row.map(read).transpose()
    }

    /// Sets the status of a mandate; an ended one stays so.
    ///
    /// # Errors
    /// The database failed.
    pub async fn set_mandate(&self, reference: &str, status: &'static str) -> Result<(), DbError> {
        let mut tx = self.db.begin().await?;
        sqlx::query(
            "UPDATE sandbox_mandates SET status = $2 WHERE reference = $1 AND status <> 'ended'",
        )
        .bind(reference)
        .bind(status)
        .execute(tx.connection())
        .await?;
        tx.commit().await
    }

    /// Makes a debit once; the mandate must be active.
    pub(crate) async fn make_debit(
        &self,
        order: &DebitOrder,
        status: &'static str,
    ) -> Result<DebitStatus, DbError> {
        let mandate = self.mandate(&order.mandate).await?;
        let is_active = mandate.is_some_and(|one| one.status == "active");
        let status = if is_active { status } else { "refused" };
        let mut tx = self.db.begin().await?;
        sqlx::query(
            "INSERT INTO sandbox_debits (reference, mandate_reference, amount_minor, status, created_at_ms) \
             VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING",
        )
        .bind(order.reference.as_str())
        .bind(order.mandate.as_str())
        .bind(columns::minor(&order.amount)?)
        .bind(status)
        .bind(self.clock.now_ms())
        .execute(tx.connection())
        .await?;
        tx.commit().await?;
        self.debit(&order.reference).await
    }

    /// Settles a pending debit, and returns its status.
    pub(crate) async fn settle_debit(
        &self,
        reference: &str,
        status: &'static str,
    ) -> Result<DebitStatus, DbError> {
        let mut tx = self.db.begin().await?;
        sqlx::query(
            "UPDATE sandbox_debits SET status = $2 WHERE reference = $1 AND status = 'processing'",
        )
        .bind(reference)
        .bind(status)
        .execute(tx.connection())
        .await?;
        tx.commit().await?;
        self.debit(reference).await
    }

    async fn debit(&self, reference: &str) -> Result<DebitStatus, DbError> {
        let row =
            sqlx::query("SELECT amount_minor, status FROM sandbox_debits WHERE reference = $1")
                .bind(reference)
                .fetch_optional(&mut *self.db.read().await?)
                .await?;
        let Some(row) = row else {
            return Ok(DebitStatus::Absent);
        };
        let status: String = row.try_get("status")?;
        Ok(match status.as_str() {
            "paid" => DebitStatus::Paid(columns::amount(&row, "amount_minor", Currency::Ngn)?),
            "refused" => DebitStatus::Refused,
            _ => DebitStatus::Processing,
        })
    }
}
