//! Loans: request, decision, payout and repayment.
//!
//! A rule decides on a loan (`loan.decide`), or refers it to the operator. The debt is the negative balance of the
//! loan's ledger account: the outstanding principal.

mod decision;
pub(crate) mod limit;
mod notices;
pub mod operator;
pub(crate) mod overdue;
mod payout;
mod policy;
mod regret;
mod repay;
mod request;
mod stop;
mod terms;

pub use decision::fee_arrived;
pub use overdue::collect_due;
pub(crate) use regret::{forget_place, hand_back};
pub use repay::{Repay, card_price, collect};
pub use request::Request;
pub use stop::stop;

use crate::store::subscriptions::SubscriptionRow;
use money::statement::Counterparty;

/// The loan as counterparty on statements.
fn counterparty(row: &SubscriptionRow) -> Counterparty {
    Counterparty {
        name: row.name.clone(),
        account_number: Some(row.reference.clone()),
        bank_name: None,
        wallet_number: None,
    }
}
