//! Who gets the money of a payment.

use super::statement::Counterparty;
use domain_core::money::Currency;
use domain_core::wallet::Destination;
use serde::{Deserialize, Serialize};

/// A bank account, with the name its bank told us.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BankPayee {
    pub bank_code: String,
    pub bank_name: String,
    pub account_number: String,
    pub account_name: String,
}

/// A wallet, with its owner's name.
#[derive(Debug, Clone)]
pub struct WalletPayee {
    pub wallet_id: String,
    pub user_id: String,
    pub wallet_number: String,
    pub currency: Currency,
    /// In full, for statements.
    pub name: String,
}

/// Who gets the money.
#[derive(Debug, Clone)]
pub enum Payee {
    Bank(BankPayee),
    Wallet(WalletPayee),
}

impl Payee {
    pub const fn destination(&self) -> Destination {
        match self {
            Self::Bank(_) => Destination::Bank,
            Self::Wallet(_) => Destination::Wallet,
        }
    }

    /// What the payer's authorisation is bound to.
    pub fn text(&self) -> String {
        match self {
            Self::Bank(bank) => format!("bank:{}:{}", bank.bank_code, bank.account_number),
            Self::Wallet(wallet) => format!("wallet:{}", wallet.wallet_number),
        }
    }

    /// As the payer's statement names it.
    pub fn counterparty(&self) -> Counterparty {
        match self {
            Self::Bank(bank) => Counterparty {
                name: bank.account_name.clone(),
                account_number: Some(bank.account_number.clone()),
                bank_name: Some(bank.bank_name.clone()),
                wallet_number: None,
            },
            Self::Wallet(wallet) => Counterparty {
                name: wallet.name.clone(),
                account_number: None,
                bank_name: None,
                wallet_number: Some(wallet.wallet_number.clone()),
            },
        }
    }
}
