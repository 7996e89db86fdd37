//! Categories of statement entries.

use crate::shape::{choice, input, output};
use crate::status::Status;

choice! {
    /// The category of a transaction. (Document 2, section 3.)
    pub enum Category {
        /// Money from a bank.
        Funding = "funding",
        /// Money to a bank.
        Withdraw = "withdraw",
        /// A transfer between wallets.
        WalletTransfer = "wallet-transfer",
        /// The fee for address verification.
        AddressVerification = "address-verification",
        /// Airtime for a phone.
        AirtimeTopup = "airtime-topup",
        /// Data for a phone.
        DataTopup = "data-topup",
        /// Cable television.
        Cable = "cable",
        /// Electricity.
        Power = "power",
        /// A referral bonus.
        Referral = "referral",
        /// Sold coins.
        Crypto = "crypto",
        /// The proceeds of sold coins.
        CryptoProceeds = "crypto-proceeds",
        /// Coins sent to an address.
        CryptoSend = "crypto-send",
        /// Received coins.
        CryptoReceive = "crypto-receive",
        /// Money converted to another currency.
        Exchange = "exchange",
        /// The proceeds of a conversion.
        ExchangeProceeds = "exchange-proceeds",
        /// A month of trade signals.
        AlertSubscription = "alert-subscription",
        /// The first instalment of savings.
        SavingsStart = "savings-start",
        /// An instalment of savings.
        Savings = "savings",
        /// The first instalment of group savings.
        GroupSavings = "group-savings",
        /// The fee for requesting a loan.
        LoanFee = "loan-fee",
        /// An instalment of a loan.
        LoanRepayment = "loan-repayment",
        /// A set of coins.
        CoinSet = "coin-set",
        /// A payout from a plan.
        PlanPayout = "plan-payout",
        /// A loan payout.
        LoanPayout = "loan-payout",
        /// Money that a provider took back after confirming it.
        TakenBack = "taken-back",
        /// A refund of a payment to a provider after it was made.
        Returned = "returned",
    }
}

choice! {
    /// The result page of a payment. (Documents 1 and 2, section 2.)
    pub enum ResultPage {
        BankWithdrawal = "/bank-withdraw-success",
        SendSell = "/send-sell-success",
        /// For a coin order that is not executed yet. (Document 3, section 2.)
        OrderPlaced = "/order-placed",
        Success = "/success",
        /// For bills; it shows meter tokens.
        Services = "/services",
        SavingsStarted = "/save-subscribe-success",
        LoanRequested = "/loan-subscribe-success",
        CoinSetStarted = "/subscribe-success",
    }
}

choice! {
    /// The type of payment, in the URL of a result page. (Documents 2 and 3, section 2.)
    pub enum ResultType {
        Send = "send",
        Sell = "sell",
    }
}

impl Category {
    /// The label for display.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Funding => "Money received",
            Self::Withdraw => "To bank account",
            Self::WalletTransfer => "Wallet transfer",
            Self::AddressVerification => "Address verification",
            Self::AirtimeTopup => "Airtime",
            Self::DataTopup => "Data",
            Self::Cable => "Cable TV",
            Self::Power => "Electricity",
            Self::Referral => "Referral bonus",
            Self::Crypto => "Coins sold",
            Self::CryptoProceeds => "From coins sold",
            Self::CryptoSend => "Coins sent",
            Self::CryptoReceive => "Coins received",
            Self::Exchange => "Converted",
            Self::ExchangeProceeds => "From a conversion",
            Self::AlertSubscription => "Trade signals",
            Self::SavingsStart => "New savings",
            Self::Savings => "Savings",
            Self::GroupSavings => "Group savings",
            Self::LoanFee => "Loan request fee",
            Self::LoanRepayment => "Loan repayment",
            Self::CoinSet => "Coin set",
            Self::PlanPayout => "From a plan",
            Self::LoanPayout => "Loan",
            Self::TakenBack => "Taken back",
            Self::Returned => "Payment returned",
        }
    }

    /// The labels of the counterparty's name and number on reviews and receipts.
    #[must_use]
    pub const fn party_labels(self) -> (&'static str, &'static str) {
        match self {
            Self::AirtimeTopup | Self::DataTopup => ("Network", "Phone number"),
            Self::Cable => ("Service", "IUC number"),
            Self::Power => ("Service", "Meter number"),
            Self::Crypto | Self::CryptoProceeds => ("Wallet", "Price of one"),
            Self::Exchange | Self::ExchangeProceeds => ("Wallet", "Rate"),
            Self::CryptoSend | Self::CryptoReceive => ("Network", "Address"),
            Self::SavingsStart
            | Self::Savings
            | Self::GroupSavings
            | Self::LoanFee
            | Self::LoanRepayment
            | Self::CoinSet
            | Self::PlanPayout
            | Self::LoanPayout => ("Plan", "Plan reference"),
            Self::Funding
            | Self::Withdraw
            | Self::WalletTransfer
            | Self::AddressVerification
            | Self::Referral
            | Self::AlertSubscription
            | Self::TakenBack
            | Self::Returned => ("Name", "Account number"),
        }
    }

    /// Whether it is money from a provider, who can take it back.
    #[must_use]
    pub const fn is_from_outside(self) -> bool {
        matches!(self, Self::Funding | Self::CryptoReceive)
    }

    /// Whether it is a purchase from a bill provider.
    #[must_use]
    pub const fn is_bill(self) -> bool {
        matches!(
            self,
            Self::AirtimeTopup | Self::DataTopup | Self::Cable | Self::Power
        )
    }

    /// The result page of a payment; `None` for credits, and if the screen that started the payment shows the result.
    #[must_use]
    pub const fn result_page(self) -> Option<ResultPage> {
        match self {
            Self::Withdraw => Some(ResultPage::BankWithdrawal),
            Self::WalletTransfer | Self::Crypto | Self::CryptoSend | Self::Exchange => {
                Some(ResultPage::SendSell)
            }
            Self::AirtimeTopup | Self::DataTopup | Self::Cable => Some(ResultPage::Success),
            Self::Power => Some(ResultPage::Services),
            Self::SavingsStart | Self::GroupSavings => Some(ResultPage::SavingsStarted),
            Self::LoanFee => Some(ResultPage::LoanRequested),
            Self::CoinSet => Some(ResultPage::CoinSetStarted),
            Self::Funding
            | Self::AddressVerification
            | Self::Referral
            | Self::CryptoProceeds
            | Self::CryptoReceive
            | Self::ExchangeProceeds
            | Self::AlertSubscription
            | Self::Savings
            | Self::LoanRepayment
            | Self::PlanPayout
            | Self::LoanPayout
            | Self::TakenBack
            | Self::Returned => None,
        }
    }
}

impl Category {
    /// The result page of a payment with this status.
    fn result_page_when(self, status: Option<Status>) -> Option<ResultPage> {
        let is_open = status.is_some_and(|status| !status.is_over());
        match self {
            Self::Crypto | Self::CryptoSend if is_open => Some(ResultPage::OrderPlaced),
            _ => self.result_page(),
        }
    }

    /// The `type` of its result page.
    const fn result_type(self) -> Option<ResultType> {
        match self {
            Self::WalletTransfer | Self::CryptoSend => Some(ResultType::Send),
            Self::Crypto => Some(ResultType::Sell),
            _ => None,
        }
    }
}

input! {
    /// A category to describe.
    pub struct CategoryInput {
        /// The category to describe.
        category: Category,
        /// The status of the payment whose result page is requested.
        status: Option<Status>,
    }
}

output! {
    /// A category for display.
    pub struct CategoryFacts {
        /// The category in words.
        label: &'static str,
        /// The label of the counterparty's name.
        name_label: &'static str,
        /// The label of the counterparty's number.
        number_label: &'static str,
        /// The path of the page after a payment; null for credits, and if the paying screen shows the result.
        result_page: Option<ResultPage>,
        /// The `type` in the URL of its result page.
        result_type: Option<ResultType>,
    }
}

/// A category's labels and result page. The document names the categories, but not their labels; these are ours.
pub fn facts(input: &CategoryInput) -> CategoryFacts {
    let (name_label, number_label) = input.category.party_labels();
    CategoryFacts {
        label: input.category.label(),
        name_label,
        number_label,
        result_page: input.category.result_page_when(input.status),
        result_type: input.category.result_type(),
    }
}

#[cfg(test)]
mod tests {
    use crate::payment::Kind;

    #[test]
    fn provider_payments_have_a_result_page() {
        for kind in Kind::ALL {
            if kind.refusal().is_some() {
                let category = kind.movement().category().unwrap();
                assert!(category.result_page().is_some(), "{}", kind.as_str());
            }
        }
    }
}
