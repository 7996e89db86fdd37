//! What a line of a statement was for.

use crate::shape::{choice, input, output};

choice! {
    /// What a transaction was for. (Document 2, section 3.)
    pub enum Category {
        /// Money that came from a bank.
        Funding = "funding",
        /// Money that went to a bank.
        Withdraw = "withdraw",
        /// Money between two wallets.
        WalletTransfer = "wallet-transfer",
        /// What the verification of an address costs.
        AddressVerification = "address-verification",
        /// Airtime for a phone.
        AirtimeTopup = "airtime-topup",
        /// A bonus for having recommended Ajo.
        Referral = "referral",
    }
}

impl Category {
    /// How people see it.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Funding => "Money received",
            Self::Withdraw => "To bank account",
            Self::WalletTransfer => "Wallet transfer",
            Self::AddressVerification => "Address verification",
            Self::AirtimeTopup => "Airtime",
            Self::Referral => "Referral bonus",
        }
    }
}

input! {
    /// A category to be shown.
    pub struct CategoryInput {
        category: Category,
    }
}

output! {
    /// A category for people.
    pub struct CategoryLabel {
        label: &'static str,
    }
}

/// The category's label. The document names the categories, not their labels; these are ours.
pub fn label(input: &CategoryInput) -> CategoryLabel {
    CategoryLabel {
        label: input.category.label(),
    }
}
