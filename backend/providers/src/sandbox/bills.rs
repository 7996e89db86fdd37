//! Bills of the sandbox provider, which executes a reference once.

use super::{LISTED, Sandbox};
use crate::OrderOutcome;
use crate::bills::sandbox::Plan;
use crate::bills::{MeterToken, Vend, Vended};
use ground::clock::rfc3339;
use ground::db::DbError;
use ground::secret::sha256_hex;
use serde::Serialize;
use sqlx::Row;
use utoipa::ToSchema;

const DELIVERED: &str = "delivered";
const REFUSED: &str = "refused";

/// A bill of the sandbox provider.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SandboxBill {
    pub reference: String,
    /// `airtime`, `data`, `cable` or `power`.
    pub kind: String,
    pub service: String,
    /// The phone, smart card or meter.
    pub customer: String,
    pub amount: String,
    /// `delivered` or `refused`.
    pub status: String,
    /// RFC 3339, UTC.
    pub created_at: String,
}

/// The number of the status query that decides a slow purchase, or returns a late token.
const DECIDED_AT: i64 = 3;
const TOKEN_DIGITS: usize = 20;
/// The price of a kilowatt-hour.
const KOBO_A_UNIT: i64 = 20_000;

impl Sandbox {
    /// Stores a purchase; an existing one keeps its outcome.
    pub(crate) async fn keep_bill(
        &self,
        vend: &Vend,
        is_done: bool,
        plan: &Plan,
    ) -> Result<Vended, DbError> {
        let mut tx = self.db.begin().await?;
        sqlx::query(
            "INSERT INTO sandbox_bills (reference, kind, service, customer, amount, status, created_at_ms) \
             VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING",
        )
        .bind(vend.reference.as_str())
        .bind(vend.kind.as_str())
        .bind(vend.service.as_str())
        .bind(vend.customer.as_str())
        .bind(vend.amount.to_string())
        .bind(if is_done { DELIVERED } else { REFUSED })
        .bind(self.clock.now_ms())
        .execute(tx.connection())
        .await?;
        tx.commit().await?;
        self.bill(vend, plan).await
    }

    /// Counts a status query and returns its answer.
    pub(crate) async fn ask_for_bill(&self, vend: &Vend, plan: &Plan) -> Result<Vended, DbError> {
        let mut tx = self.db.begin().await?;
        sqlx::query("UPDATE sandbox_bills SET questions = questions + 1 WHERE reference = $1")
            .bind(vend.reference.as_str())
            .execute(tx.connection())
            .await?;
        tx.commit().await?;
        self.bill(vend, plan).await
    }

    async fn bill(&self, vend: &Vend, plan: &Plan) -> Result<Vended, DbError> {
        let row = sqlx::query("SELECT status, questions FROM sandbox_bills WHERE reference = $1")
            .bind(vend.reference.as_str())
            .fetch_optional(&mut *self.db.read().await?)
            .await?;
        let Some(row) = row else {
            return Ok(OrderOutcome::NotFound.into());
        };
        let status: String = row.try_get("status")?;
        let is_decided = row.try_get::<i64, _>("questions")? >= DECIDED_AT;
        if plan.is_pending && !is_decided {
            return Ok(OrderOutcome::Pending.into());
        }
        if status != DELIVERED {
            return Ok(OrderOutcome::Refused.into());
        }
        let has_token = plan.sells_tokens && (!plan.is_token_late || is_decided);
        Ok(Vended {
            outcome: OrderOutcome::Done,
            token: has_token.then(|| token(vend)),
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

/// A token derived from the purchase.
fn token(vend: &Vend) -> MeterToken {
    let hash = sha256_hex(vend.reference.as_bytes());
    let digits = hash.bytes().map(|byte| char::from(b'0' + byte % 10));
    let tenths = vend.amount.minor().unwrap_or(0) * 10 / KOBO_A_UNIT;
    MeterToken {
        token: digits.take(TOKEN_DIGITS).collect(),
        units: Some(format!("{}.{}", tenths / 10, tenths % 10)),
    }
}
