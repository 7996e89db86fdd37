//! Orders of the sandbox's exchange.

use super::{LISTED, Sandbox};
use crate::exchange::{Fill, MarketOrder, Placed, Size};
use domain_core::money::Figure;
use ground::clock::rfc3339;
use ground::db::DbError;
use serde::Serialize;
use sqlx::Row;
use sqlx::any::AnyRow;
use utoipa::ToSchema;

const FILLED: &str = "filled";
const REFUSED: &str = "refused";

/// An order that the sandbox's exchange received.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SandboxExchangeOrder {
    pub id: String,
    #[schema(example = "BTCUSDT")]
    pub pair: String,
    /// `buy` or `sell`.
    pub side: String,
    /// Of the coin, net of commission.
    pub quantity: String,
    /// In USDT, net of commission.
    pub quote: String,
    /// `filled` or `refused`.
    pub status: String,
    /// RFC 3339, UTC.
    pub created_at: String,
}

fn quantity(row: &AnyRow, column: &str) -> Result<Figure, DbError> {
    Ok(Figure::of_units(row.try_get(column)?).unwrap_or_default())
}

impl Sandbox {
    /// Stores an order; an existing one keeps its outcome.
    pub(crate) async fn keep_exchange_order(
        &self,
        order: &MarketOrder,
        fill: Option<Fill>,
    ) -> Result<Placed, DbError> {
        let side = match order.size {
            Size::Spend(_) => "buy",
            Size::Sell(_) => "sell",
        };
        let of = |pick: fn(Fill) -> Figure| fill.map_or(0, |fill| pick(fill).units());
        let mut tx = self.db.begin().await?;
        sqlx::query(
            "INSERT INTO sandbox_exchange_orders (id, pair, side, quantity_units, quote_units, status, created_at_ms) \
             VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING",
        )
        .bind(order.id.as_str())
        .bind(order.pair.text())
        .bind(side)
        .bind(of(|fill| fill.quantity))
        .bind(of(|fill| fill.quote))
        .bind(if fill.is_some() { FILLED } else { REFUSED })
        .bind(self.clock.now_ms())
        .execute(tx.connection())
        .await?;
        tx.commit().await?;
        self.exchange_order(&order.id).await
    }

    pub(crate) async fn exchange_order(&self, id: &str) -> Result<Placed, DbError> {
        let row = sqlx::query(
            "SELECT quantity_units, quote_units, status FROM sandbox_exchange_orders WHERE id = $1",
        )
        .bind(id)
        .fetch_optional(&mut *self.db.read().await?)
        .await?;
        let Some(row) = row else {
            return Ok(Placed::NotFound);
        };
        if row.try_get::<String, _>("status")? != FILLED {
            return Ok(Placed::Refused);
        }
        Ok(Placed::Filled(Fill {
            quantity: quantity(&row, "quantity_units")?,
            quote: quantity(&row, "quote_units")?,
        }))
    }

    /// The orders, newest first.
    ///
    /// # Errors
    /// The database failed.
    pub async fn exchange_orders(&self) -> Result<Vec<SandboxExchangeOrder>, DbError> {
        let rows = sqlx::query(
            "SELECT id, pair, side, quantity_units, quote_units, status, created_at_ms FROM sandbox_exchange_orders \
             ORDER BY created_at_ms DESC, id DESC LIMIT $1",
        )
        .bind(LISTED)
        .fetch_all(&mut *self.db.read().await?)
        .await?;
        let read = |row: &AnyRow| {
            Ok(SandboxExchangeOrder {
                id: row.try_get("id")?,
                pair: row.try_get("pair")?,
                side: row.try_get("side")?,
                quantity: quantity(row, "quantity_units")?.to_string(),
                quote: quantity(row, "quote_units")?.to_string(),
                status: row.try_get("status")?,
                created_at: rfc3339(row.try_get("created_at_ms")?),
            })
        };
        rows.iter().map(read).collect()
    }
}
