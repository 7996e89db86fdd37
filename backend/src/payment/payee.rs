//! The payee of a payment.

use super::statement::Counterparty;
use crate::ledger::SystemAccount;
use domain_core::money::Amount;
use serde_json::Value;

/// The payee.
#[derive(Debug, Clone)]
pub struct Payee {
    /// Its name, as in `wallet:1234567890`: the identity used by quotes, grants and caps.
    pub name: String,
    /// As the payer's statement shows it.
    pub counterparty: Option<Counterparty>,
    pub to: To,
}

/// Where the money goes.
#[derive(Debug, Clone)]
pub enum To {
    /// A member's wallet, immediately.
    Wallet { account_id: String, user_id: String },
    /// Ajo itself, immediately.
    Income(SystemAccount),
    /// Accounts of the ledger by their identifiers, immediately: what each gets. They sum to the price's amount.
    Accounts(Vec<(String, Amount)>),
    /// A provider: the money is reserved until the provider reports the outcome of the order.
    Provider {
        account: SystemAccount,
        /// Provider-specific details besides amount and reference.
        payload: Value,
    },
}
