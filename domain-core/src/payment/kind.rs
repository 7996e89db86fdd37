//! Kinds of payment that a PIN authorises. Their categories and descriptions are those of their movements.

use super::Movement;
use crate::shape::choice;

choice! {
    /// A kind of payment, authorised by PIN. The text is its name in the ledger.
    pub enum Kind {
        /// To a bank account.
        Withdrawal = "withdrawal",
        /// To another member's wallet.
        WalletTransfer = "wallet_transfer",
        /// The verification of the user's address.
        AddressVerification = "address_verification",
        /// Airtime for a phone.
        Airtime = "airtime",
        /// Data for a phone.
        Data = "data",
        /// Cable television.
        Cable = "cable",
        /// Electricity.
        Power = "power",
        /// A sale of coins to the house.
        CoinSale = "coin_sale",
        /// Coins to an address.
        CoinSend = "coin_send",
        /// Money converted from one of the user's wallets to another.
        Exchange = "exchange",
        /// A month of trade signals.
        AlertSubscription = "alert_subscription",
        /// The first instalment of savings.
        SavingsStart = "savings_start",
        /// An instalment of savings.
        SavingsPayment = "savings_pay",
        /// The first instalment of group savings.
        GroupJoin = "group_join",
        /// The fee for requesting a loan.
        LoanRequest = "loan_request",
        /// An instalment of a loan.
        LoanRepayment = "loan_repay",
        /// A set of coins.
        CoinSetStart = "coins_start",
    }
}

impl Kind {
    /// The action authorised by the PIN, as in `POST /wallet/pin-confirm`.
    #[must_use]
    pub const fn action(self) -> &'static str {
        match self {
            Self::Withdrawal => "withdraw",
            Self::WalletTransfer => "wallet_transfer",
            Self::AddressVerification => "address_verification",
            Self::Airtime => "airtime",
            Self::Data => "data",
            Self::Cable => "cable",
            Self::Power => "power",
            Self::CoinSale => "sell",
            Self::CoinSend => "send",
            Self::Exchange => "exchange",
            Self::AlertSubscription => "alert_subscription",
            Self::SavingsStart => "savings_start",
            Self::SavingsPayment => "savings_pay",
            Self::GroupJoin => "group_join",
            Self::LoanRequest => "loan_request",
            Self::LoanRepayment => "loan_repay",
            Self::CoinSetStart => "coins_start",
        }
    }

    /// The kind with this action.
    #[must_use]
    pub fn of_action(action: &str) -> Option<Self> {
        let mut kinds = Self::ALL.iter().copied();
        kinds.find(|kind| kind.action() == action)
    }

    /// Its movement in the ledger.
    #[must_use]
    pub const fn movement(self) -> Movement {
        match self {
            Self::Withdrawal => Movement::Withdrawal,
            Self::WalletTransfer => Movement::WalletTransfer,
            Self::AddressVerification => Movement::AddressVerification,
            Self::Airtime => Movement::Airtime,
            Self::Data => Movement::Data,
            Self::Cable => Movement::Cable,
            Self::Power => Movement::Power,
            Self::CoinSale => Movement::CoinSale,
            Self::CoinSend => Movement::CoinSend,
            Self::Exchange => Movement::Exchange,
            Self::AlertSubscription => Movement::AlertSubscription,
            Self::SavingsStart => Movement::SavingsStart,
            Self::SavingsPayment => Movement::SavingsPayment,
            Self::GroupJoin => Movement::GroupJoin,
            Self::LoanRequest => Movement::LoanRequest,
            Self::LoanRepayment => Movement::LoanRepayment,
            Self::CoinSetStart => Movement::CoinSetStart,
        }
    }

    /// The message for a refusal by the provider, when the money is returned; `None` without a provider.
    #[must_use]
    pub const fn refusal(self) -> Option<&'static str> {
        match self {
            Self::Withdrawal => {
                Some("The bank could not complete this transfer. The money is back in your wallet.")
            }
            Self::Airtime => Some(
                "The network could not complete this top-up. The money is back in your wallet.",
            ),
            Self::Data => {
                Some("The network could not deliver this data. The money is back in your wallet.")
            }
            Self::Cable => Some(
                "The provider could not renew this subscription. The money is back in your wallet.",
            ),
            Self::Power => Some(
                "The provider could not sell this electricity. The money is back in your wallet.",
            ),
            Self::CoinSend => Some("These coins could not be sent. They are back in your wallet."),
            Self::WalletTransfer
            | Self::AddressVerification
            | Self::CoinSale
            | Self::Exchange
            | Self::AlertSubscription
            | Self::SavingsStart
            | Self::SavingsPayment
            | Self::GroupJoin
            | Self::LoanRequest
            | Self::LoanRepayment
            | Self::CoinSetStart => None,
        }
    }

    /// Whether it is blocked while money that a provider took back is still owed. All kinds are, except those that pay
    /// a debt.
    #[must_use]
    pub const fn waits_for_debts(self) -> bool {
        !matches!(self, Self::LoanRepayment)
    }

    /// Whether it spends money. A conversion does not: the money stays in the user's own wallets.
    #[must_use]
    pub const fn spends(self) -> bool {
        !matches!(self, Self::Exchange)
    }

    /// The payments that a cap after a security change counts: only money to others, not fees to Ajo.
    #[must_use]
    pub const fn capped(self) -> Capped {
        match self {
            Self::Withdrawal
            | Self::WalletTransfer
            | Self::Airtime
            | Self::Data
            | Self::Cable
            | Self::Power
            | Self::CoinSend => Capped::Always,
            // A group's creator also pays into others' pots, and a pot is paid out to its member.
            Self::SavingsPayment => Capped::ToOthers,
            // Sale proceeds, converted money and money in a plan stay with their owner; debts are owed to Ajo.
            Self::AddressVerification
            | Self::CoinSale
            | Self::Exchange
            | Self::AlertSubscription
            | Self::SavingsStart
            | Self::GroupJoin
            | Self::LoanRequest
            | Self::LoanRepayment
            | Self::CoinSetStart => Capped::Never,
        }
    }
}

/// The payments of a kind that a cap counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Capped {
    Always,
    /// Those that benefit someone other than the payer.
    ToOthers,
    Never,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_kinds_share_an_action_or_a_category() {
        for (index, kind) in Kind::ALL.iter().enumerate() {
            for other in Kind::ALL.iter().skip(index + 1) {
                assert_ne!(kind.action(), other.action());
                assert_ne!(kind.movement().category(), other.movement().category());
            }
            assert_eq!(Kind::of_action(kind.action()), Some(*kind));
            let by_provider = kind.movement().provider().is_some();
            assert_eq!(kind.refusal().is_some(), by_provider, "{}", kind.as_str());
        }
    }
}
