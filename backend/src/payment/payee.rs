//! The payee of a payment.

use super::book::End;
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
    /// Accounts of the ledger, immediately, each with its share. The shares sum to the price's amount.
    Accounts(Vec<(End, Amount)>),
    /// The provider of this kind of payment: the money is reserved until the provider reports the outcome of the order.
    Provider {
        /// Provider-specific details besides amount and reference.
        payload: Value,
    },
}
