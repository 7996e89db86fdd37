//! Bills of the sandbox provider. It executes a reference once.

use super::{LISTED, Sandbox};
use crate::clock::rfc3339;
use crate::db::DbError;
use crate::outbound::OrderOutcome;
use crate::outbound::bills::Airtime;
use serde::Serialize;
use sqlx::Row;
use utoipa::ToSchema;

const DELIVERED: &str = "delivered";
const REFUSED: &str = "refused";

/// A bill of the sandbox provider.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SandboxBill {
    pub reference: String,
    /// `airtime`.
    pub kind: String,
    pub service: String,
    /// The phone that was topped up.
    pub customer: String,
    pub amount: String,
    /// `delivered` or `refused`.
    pub status: String,
    /// RFC 3339, UTC.
    pub created_at: String,
}

impl Sandbox {
    /// Stores a top-up; an existing one keeps its outcome.
    pub(in crate::outbound) async fn keep_bill(
        &self,
        airtime: &Airtime,
        is_done: bool,
    ) -> Result<OrderOutcome, DbError> {
        let mut tx = self.db.begin().await?;
        sqlx::query(
            "INSERT INTO sandbox_bills (reference, kind, service, customer, amount, status, created_at_ms) \
             VALUES ($1, 'airtime', $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING",
        )
        .bind(airtime.reference.as_str())
        .bind(airtime.network.as_str())
        .bind(airtime.phone.as_str())
        .bind(airtime.amount.to_string())
        .bind(if is_done { DELIVERED } else { REFUSED })
        .bind(self.clock.now_ms())
        .execute(tx.connection())
        .await?;
        tx.commit().await?;
        self.bill(&airtime.reference).await
    }

    pub(in crate::outbound) async fn bill(&self, reference: &str) -> Result<OrderOutcome, DbError> {
        let row = sqlx::query("SELECT status FROM sandbox_bills WHERE reference = $1")
            .bind(reference)
            .fetch_optional(&mut *self.db.read().await?)
            .await?;
        let Some(row) = row else {
            return Ok(OrderOutcome::NotFound);
        };
        let status: String = row.try_get("status")?;
        Ok(if status == DELIVERED {
            OrderOutcome::Done
        } else {
            OrderOutcome::Refused
        })
    }

    /// Bills, newest first.
    ///
    /// # Errors
    /// The database failed.
    pub async fn bills(&self) -> Result<Vec<SandboxBill>, DbError> {
        let rows = sqlx::query(
            "SELECT reference, kind, service, customer, amount, status, created_at_ms FROM sandbox_bills \
             ORDER BY created_at_ms DESC, reference DESC LIMIT $1",
        )
        .bind(LISTED)
        .fetch_all(&mut *self.db.read().await?)
        .await?;
        let read = |row: &sqlx::any::AnyRow| {
            Ok(SandboxBill {
                reference: row.try_get("reference")?,
                kind: row.try_get("kind")?,
                service: row.try_get("service")?,
                customer: row.try_get("customer")?,
                amount: row.try_get("amount")?,
                status: row.try_get("status")?,
                created_at: rfc3339(row.try_get("created_at_ms")?),
            })
        };
        rows.iter().map(read).collect()
    }
}
