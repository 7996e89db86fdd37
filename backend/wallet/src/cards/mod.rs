//! Funding by card, paid on the card company's own page.
//!
//! The page and the notices are not trusted: they only trigger a request to the company by our reference, and each
//! confirmed payment is credited once. A payment that differs from the request is credited as well, with a comment on
//! the difference.

mod ask;
mod page;
mod settle;
mod start;

pub use ask::{ask_due, confirm, is_paying, notice, state_of, take};
pub use page::{RETURN_PATH, returned};
pub use start::{Started, purpose, start};

use super::store::cards::{CheckoutRow, CheckoutState};
use domain_core::money::{Amount, Currency};
use money::statement::Transaction;
use serde::Serialize;
use utoipa::ToSchema;

/// A checkout and its state.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CardCheckout {
    pub tx_ref: String,
    pub state: CheckoutState,
    #[schema(value_type = service::http::schema::Currency)]
    pub currency: Currency,
    /// The amount to be credited.
    #[schema(value_type = String, example = "1000.00")]
    pub amount: Amount,
    /// The amount to be charged to the card.
    #[schema(value_type = String, example = "1050.00")]
    pub charged: Amount,
    /// The credit; `comment` states a difference, if any.
    #[schema(required)]
    pub transaction: Option<Transaction>,
}

impl CardCheckout {
    fn of(row: CheckoutRow, transaction: Option<Transaction>) -> Self {
        Self {
            tx_ref: row.tx_ref,
            state: row.state,
            currency: row.currency,
            amount: row.amount,
            charged: row.charged,
            transaction,
        }
    }
}
