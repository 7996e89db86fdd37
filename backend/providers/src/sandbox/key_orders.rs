//! Orders at the sandbox's exchange with users' own keys.

use super::{LISTED, Sandbox};
use crate::exchange_keys::{Bought, LimitOrder, Ordered};
use domain_core::money::Figure;
use ground::clock::rfc3339;
use ground::db::DbError;
use serde::Serialize;
use sqlx::Row;
use sqlx::any::AnyRow;
use utoipa::ToSchema;

const OVER: &str = "over";
const REFUSED: &str = "refused";

/// An order at the sandbox's exchange with a user's own key.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SandboxKeyOrder {
    pub id: String,
    #[schema(example = "BTCUSDT")]
    pub pair: String,
    /// Of the coin.
    pub quantity: String,
    /// The highest price, in USDT.
    pub limit: String,
    /// The quantity bought.
    pub bought: String,
    /// In USDT.
    pub cost: String,
    /// `over` or `refused`.
    pub status: String,
    /// RFC 3339, UTC.
    pub created_at: String,
}

fn figure(row: &AnyRow, column: &str) -> Result<Figure, DbError> {
    Ok(Figure::of_units(row.try_get(column)?).unwrap_or_default())
}

fn bought(row: &AnyRow) -> Result<Bought, DbError> {
    Ok(Bought {
        quantity: figure(row, "bought_units")?,
        cost: figure(row, "cost_units")?,
    })
}

impl Sandbox {
    /// Stores an order; an existing one keeps its outcome.
    pub(crate) async fn keep_key_order(
        &self,
        account: &str,
        order: &LimitOrder,
        bought: Option<Bought>,
    ) -> Result<Ordered, DbError> {
        let mut tx = self.db.begin().await?;
        sqlx::query(
            "INSERT INTO sandbox_key_orders (id, account, pair, quantity_units, limit_units, bought_units, cost_units, status, created_at_ms) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING",
        )
        .bind(order.id.as_str())
        .bind(account)
        .bind(order.pair.text())
        .bind(order.quantity.units())
        .bind(order.limit.units())
        .bind(bought.map_or(0, |bought| bought.quantity.units()))
        .bind(bought.map_or(0, |bought| bought.cost.units()))
        .bind(if bought.is_some() { OVER } else { REFUSED })
        .bind(self.clock.now_ms())
        .execute(tx.connection())
        .await?;
        tx.commit().await?;
        self.key_order(account, &order.id).await
    }

    pub(crate) async fn key_order(&self, account: &str, id: &str) -> Result<Ordered, DbError> {
        let row = sqlx::query(
            "SELECT bought_units, cost_units, status FROM sandbox_key_orders WHERE id = $1 AND account = $2",
        )
        .bind(id)
        .bind(account)
        .fetch_optional(&mut *self.db.read().await?)
        .await?;
        let Some(row) = row else {
            return Ok(Ordered::NotFound);
        };
        match row.try_get::<String, _>("status")? == OVER {
            true => Ok(Ordered::Over(bought(&row)?)),
            false => Ok(Ordered::Refused),
        }
    }

    /// An account's purchases, by pair.
    pub(crate) async fn key_purchases(
        &self,
        account: &str,
    ) -> Result<Vec<(String, Bought)>, DbError> {
        let rows = sqlx::query(
            "SELECT pair, bought_units, cost_units FROM sandbox_key_orders WHERE account = $1 AND status = 'over'",
        )
        .bind(account)
        .fetch_all(&mut *self.db.read().await?)
        .await?;
        let read = |row: &AnyRow| Ok((row.try_get("pair")?, bought(row)?));
        rows.iter().map(read).collect()
    }

    /// The orders, newest first.
    ///
    /// # Errors
    /// The database failed.
    pub async fn key_orders(&self) -> Result<Vec<SandboxKeyOrder>, DbError> {
        let rows = sqlx::query(
            "SELECT * FROM sandbox_key_orders ORDER BY created_at_ms DESC, id DESC LIMIT $1",
        )
        .bind(LISTED)
        .fetch_all(&mut *self.db.read().await?)
        .await?;
        let read = |row: &AnyRow| {
            Ok(SandboxKeyOrder {
                id: row.try_get("id")?,
                pair: row.try_get("pair")?,
                quantity: figure(row, "quantity_units")?.text(),
                limit: figure(row, "limit_units")?.text(),
                bought: figure(row, "bought_units")?.text(),
                cost: figure(row, "cost_units")?.text(),
                status: row.try_get("status")?,
                created_at: rfc3339(row.try_get("created_at_ms")?),
            })
        };
        rows.iter().map(read).collect()
    }
}
