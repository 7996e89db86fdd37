//! Money that comes from a card, paid at the card company's own page.
//!
//! The page and the notices are not trusted: the company is asked by our reference, and what it confirms is credited
//! once, whatever made us ask first. A payment that differs from what was asked for is credited too, and says why.

mod ask;
mod page;
mod settle;
mod start;

pub use ask::{ask_due, confirm, is_paying, notice, state_of, take};
pub use page::{RETURN_PATH, returned};
pub use start::{Started, purpose, start};

use super::store::cards::{CheckoutRow, CheckoutState};
use crate::payment::statement::Transaction;
use domain_core::money::{Amount, Currency};
use serde::Serialize;
use utoipa::ToSchema;

/// A checkout, and what became of it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CardCheckout {
    pub tx_ref: String,
    pub state: CheckoutState,
    #[schema(value_type = crate::http::schema::Currency)]
    pub currency: Currency,
    /// What was to arrive.
    #[schema(value_type = String, example = "1000.00")]
    pub amount: Amount,
    /// What the card was to be charged.
    #[schema(value_type = String, example = "1050.00")]
    pub charged: Amount,
    /// The credit; its `comment` says why it differs, if it does.
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
