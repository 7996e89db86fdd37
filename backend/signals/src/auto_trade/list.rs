//! The outcome of signals for a user: every order and every refusal, with its reason.

use super::store::{self, OrderRow};
use ground::clock::rfc3339;
use ground::error::ApiError;
use serde::Serialize;
use service::access::Session;
use service::app::AppState;
use service::http::envelope::{Page, Place};
use utoipa::ToSchema;

/// An order, or a refusal.
#[derive(Debug, Serialize, ToSchema)]
pub struct AutoTradeOrder {
    id: String,
    #[schema(example = "BTC")]
    coin: String,
    /// `refused`, `initiated`, `sent`, `filled`, `partial`, `unfilled`, `rejected`, `dropped`, `lost`, `unknown`.
    status: &'static str,
    /// Whether it may still incur costs.
    is_open: bool,
    /// The reason as named by the rule `signal.order`.
    reason: &'static str,
    /// The reason, in words.
    message: String,
    /// The ordered quantity of the coin. Null for a refusal, like all figures.
    #[schema(required)]
    quantity: Option<String>,
    /// The maximum cost, in USDT.
    #[schema(required)]
    limit: Option<String>,
    /// The bought quantity.
    #[schema(required)]
    filled: Option<String>,
    /// The cost so far, or the possible cost while open, in USDT.
    #[schema(required)]
    spent: Option<String>,
    /// RFC 3339, UTC.
    created_at: String,
}

fn shown(row: OrderRow) -> AutoTradeOrder {
    let is_order = !row.quantity.is_zero();
    let of = |figure: domain_core::money::Figure| is_order.then(|| figure.text());
    AutoTradeOrder {
        status: row.status.as_str(),
        is_open: row.status.is_open(),
        reason: row.reason.as_str(),
        quantity: of(row.quantity),
        limit: of(row.limit),
        filled: of(row.bought),
        spent: of(row.spent),
        created_at: rfc3339(row.created_at_ms),
        id: row.id,
        coin: row.coin,
        message: row.message,
    }
}

/// A page of the user's orders and refusals, newest first.
///
/// # Errors
/// The database failed.
pub async fn orders(
    app: &AppState,
    session: &Session,
    place: Place,
) -> Result<Page<AutoTradeOrder>, ApiError> {
    let within = (place.skipped(), place.rows);
    let mut connection = app.db.read().await?;
    let (total, found) = store::page(&mut connection, &session.user_id, within).await?;
    Ok(Page::new(
        place,
        total,
        found.into_iter().map(shown).collect(),
    ))
}
