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

choice! {
    /// A page that shows what became of a payment. (Documents 1 and 2, section 2.)
    pub enum ResultPage {
        BankWithdrawal = "/bank-withdraw-success",
        SendSell = "/send-sell-success",
        Success = "/success",
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

    /// What the other side's name and number are called on a review and a receipt.
    #[must_use]
    pub const fn party_labels(self) -> (&'static str, &'static str) {
        match self {
            Self::AirtimeTopup => ("Network", "Phone number"),
            Self::Funding
            | Self::Withdraw
            | Self::WalletTransfer
            | Self::AddressVerification
            | Self::Referral => ("Name", "Account number"),
        }
    }

    /// The page that shows how a payment ended; none for a credit, and where the screen that started it shows the result.
    #[must_use]
    pub const fn result_page(self) -> Option<ResultPage> {
        match self {
            Self::Withdraw => Some(ResultPage::BankWithdrawal),
            Self::WalletTransfer => Some(ResultPage::SendSell),
            Self::AirtimeTopup => Some(ResultPage::Success),
            Self::Funding | Self::AddressVerification | Self::Referral => None,
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
    pub struct CategoryFacts {
        label: &'static str,
        /// What the other side's name is called.
        name_label: &'static str,
        /// What the other side's number is called.
        number_label: &'static str,
        result_page: Option<ResultPage>,
    }
}

/// The category's labels and result page. The document names the categories, not their labels; these are ours.
pub fn facts(input: &CategoryInput) -> CategoryFacts {
    let (name_label, number_label) = input.category.party_labels();
    CategoryFacts {
        label: input.category.label(),
        name_label,
        number_label,
        result_page: input.category.result_page(),
    }
}

#[cfg(test)]
mod tests {
    use crate::payment::Kind;

    #[test]
    fn a_payment_that_a_provider_carries_out_has_a_result_page() {
        for kind in Kind::ALL {
            if kind.refusal().is_some() {
                assert!(kind.category().result_page().is_some(), "{}", kind.as_str());
            }
        }
    }
}
