//! The kinds of payment, each described once: for the PIN, the ledger, the statement, the caps and the screens.

use super::Category;
use crate::shape::choice;

choice! {
    /// Something that a person pays for, authorised by the PIN. The text is the ledger's name for it.
    pub enum Kind {
        /// To a bank account.
        Withdrawal = "withdrawal",
        /// To another member's wallet.
        WalletTransfer = "wallet_transfer",
        /// The verification of one's address.
        AddressVerification = "address_verification",
        /// Airtime for a phone.
        Airtime = "airtime",
    }
}

impl Kind {
    /// What the PIN is asked to authorise, as in `POST /wallet/pin-confirm`.
    #[must_use]
    pub const fn action(self) -> &'static str {
        match self {
            Self::Withdrawal => "withdraw",
            Self::WalletTransfer => "wallet_transfer",
            Self::AddressVerification => "address_verification",
            Self::Airtime => "airtime",
        }
    }

    /// The kind that the PIN authorises under this name.
    #[must_use]
    pub fn of_action(action: &str) -> Option<Self> {
        let mut kinds = Self::ALL.iter().copied();
        kinds.find(|kind| kind.action() == action)
    }

    /// How the payer's statement names it.
    #[must_use]
    pub const fn category(self) -> Category {
        match self {
            Self::Withdrawal => Category::Withdraw,
            Self::WalletTransfer => Category::WalletTransfer,
            Self::AddressVerification => Category::AddressVerification,
            Self::Airtime => Category::AirtimeTopup,
        }
    }

    /// What the statement says where the payer says nothing.
    #[must_use]
    pub const fn description(self) -> &'static str {
        match self {
            Self::Withdrawal => "Bank transfer",
            Self::WalletTransfer => "Wallet transfer",
            Self::AddressVerification => "Address verification",
            Self::Airtime => "Airtime",
        }
    }

    /// What the payer is told when the provider refuses and the money is back; none where no provider is asked.
    #[must_use]
    pub const fn refusal(self) -> Option<&'static str> {
        match self {
            Self::Withdrawal => {
                Some("The bank could not complete this transfer. The money is back in your wallet.")
            }
            Self::Airtime => Some(
                "The network could not complete this top-up. The money is back in your wallet.",
            ),
            Self::WalletTransfer | Self::AddressVerification => None,
        }
    }

    /// Whether it takes money out to somebody, so that a cap after a change of the account counts it. What stays with Ajo
    /// does not.
    #[must_use]
    pub const fn is_capped(self) -> bool {
        match self {
            Self::Withdrawal | Self::WalletTransfer | Self::Airtime => true,
            Self::AddressVerification => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_kinds_share_an_action_or_a_category() {
        for (place, kind) in Kind::ALL.iter().enumerate() {
            for other in Kind::ALL.iter().skip(place + 1) {
                assert_ne!(kind.action(), other.action());
                assert_ne!(kind.category(), other.category());
            }
            assert_eq!(Kind::of_action(kind.action()), Some(*kind));
        }
    }
}
