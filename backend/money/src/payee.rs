//! The payee of a payment.

use super::book::End;
use super::statement::Counterparty;
use crate::ledger::SystemAccount;
use domain_core::money::Amount;
use serde_json::Value;

/// The payee.
#[derive(Debug, Clone)]
pub struct Payee {
    /// The identifying name in quotes, grants and caps, such as `wallet:1234567890`.
    pub name: String,
    /// The counterparty on the payer's statement.
    pub counterparty: Option<Counterparty>,
    pub to: To,
}

/// The destination of a payment.
#[derive(Debug, Clone)]
pub enum To {
    /// A user's wallet, immediately.
    Wallet { account_id: String, user_id: String },
    /// Ajo itself, immediately.
    Income(SystemAccount),
    /// Ledger accounts with their shares, immediately. The shares add up to the price's amount.
    Accounts(Vec<(End, Amount)>),
    /// The provider of this kind of payment: the money is reserved until the provider reports the result of the order.
    Provider {
        /// Provider-specific details besides amount and reference.
        payload: Value,
    },
}

/// The payee name of a bank account.
pub fn bank_name(bank_code: &str, account_number: &str) -> String {
    format!("bank:{bank_code}:{account_number}")
}

/// The payee name of a wallet.
pub fn wallet_name(wallet_number: &str) -> String {
    format!("wallet:{wallet_number}")
}
