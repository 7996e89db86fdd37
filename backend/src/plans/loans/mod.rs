//! Loans: asking for one, the decision, the payout, and what is repaid.
//!
//! Whether a loan is given is a rule (`loan.decide`); what it cannot decide waits for the operator. The debt is the loan's
//! account in the ledger, below zero by the principal that is not repaid.

mod decision;
mod notices;
pub mod operator;
mod payout;
mod repay;
mod request;
mod stop;
mod terms;

pub use decision::fee_arrived;
pub use repay::{Repay, card_price, collect};
pub use request::Request;
pub use stop::stop;

use crate::payment::statement::Counterparty;
use crate::plans::store::subscriptions::SubscriptionRow;

/// The loan, as statements show it.
fn counterparty(row: &SubscriptionRow) -> Counterparty {
    Counterparty {
        name: row.name.clone(),
        account_number: Some(row.reference.clone()),
        bank_name: None,
        wallet_number: None,
    }
}
