//! Where the money of a wallet goes.

use super::Category;
use crate::shape::choice;

choice! {
    /// A use of money that leaves a wallet.
    pub enum Outflow {
        /// To other people and accounts.
        Sent = "sent",
        /// Bills and fees.
        Bills = "bills",
        /// Savings, loans and sets of coins.
        Plans = "plans",
    }
}

impl Outflow {
    /// The label for display.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Sent => "Sent",
            Self::Bills => "Bills",
            Self::Plans => "Plans",
        }
    }
}

impl Category {
    /// The use of a debit; `None` for money that stays with its owner, or that a provider took back.
    #[must_use]
    pub const fn flow(self) -> Option<Outflow> {
        match self {
            Self::Withdraw | Self::WalletTransfer | Self::CryptoSend => Some(Outflow::Sent),
            Self::AirtimeTopup
            | Self::DataTopup
            | Self::Cable
            | Self::Power
            | Self::AddressVerification
            | Self::AlertSubscription => Some(Outflow::Bills),
            Self::SavingsStart
            | Self::Savings
            | Self::GroupSavings
            | Self::LoanFee
            | Self::LoanRepayment
            | Self::CoinSet => Some(Outflow::Plans),
            Self::Funding
            | Self::Referral
            | Self::Crypto
            | Self::CryptoProceeds
            | Self::CryptoReceive
            | Self::Exchange
            | Self::ExchangeProceeds
            | Self::PlanPayout
            | Self::LoanPayout
            | Self::TakenBack
            | Self::Returned => None,
        }
    }
}
