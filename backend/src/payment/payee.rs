//! Who gets the money of a payment.

use super::statement::Counterparty;
use crate::ledger::SystemAccount;
use serde_json::Value;

/// Who gets the money.
#[derive(Debug, Clone)]
pub struct Payee {
    /// Its name, as in `wallet:1234567890`: quotes, the PIN's authorisation and the caps go by it.
    pub name: String,
    /// As the payer's statement shows it.
    pub counterparty: Option<Counterparty>,
    pub to: To,
}

/// Where the money goes.
#[derive(Debug, Clone)]
pub enum To {
    /// A member's wallet, at once.
    Wallet { account_id: String, user_id: String },
    /// Ajo itself, at once.
    Income(SystemAccount),
    /// A provider: reserved, until the provider has said what became of the order.
    Provider {
        account: SystemAccount,
        /// What the provider is told besides amount and reference.
        payload: Value,
    },
}
