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
pub use request::{Request, wait};
pub use stop::stop;

use crate::db::Tx;
use crate::error::ApiError;
use crate::payment::accounts::{self, WalletRow};
use crate::payment::statement::Counterparty;
use crate::plans::products::WALLET;
use crate::plans::store::subscriptions::SubscriptionRow;
use domain_core::money::Amount;
use domain_core::validation::{Code, Violation};

/// The loan, as statements show it.
fn counterparty(row: &SubscriptionRow) -> Counterparty {
    Counterparty {
        name: row.name.clone(),
        account_number: Some(row.reference.clone()),
        bank_name: None,
        wallet_number: None,
    }
}

fn minor(amount: &Amount) -> Result<i64, ApiError> {
    let beyond = || ApiError::refused(vec![Violation::new("amount", Code::OutOfRange)]);
    amount.minor().ok_or_else(beyond)
}

/// The borrower's wallet.
async fn wallet_of(tx: &mut Tx, user_id: &str) -> Result<WalletRow, ApiError> {
    let wallet = accounts::find(tx.connection(), user_id, WALLET).await?;
    wallet.ok_or_else(ApiError::not_found)
}
