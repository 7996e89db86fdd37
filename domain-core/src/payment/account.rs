//! The chart of accounts: what the house itself holds, owes, earns and spends.

use crate::money::Currency;

/// An account of the house, one in each currency. It may go below zero: settlement does whenever members hold money that
/// lies at the bank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SystemAccount {
    /// Money at the bank, or on its way to or from it.
    Settlement,
    /// Fees earned.
    Fees,
    /// The cost of referral bonuses.
    Referral,
    /// Money at a provider of bills, or on its way there.
    Bills,
    /// Money at the card company, or on its way from there.
    Card,
    /// The surcharge on card payments.
    Surcharge,
    /// Coins with the custodian, or on their way to or from it.
    Custody,
    /// Money exchanged for coins, or for another currency.
    Exchange,
    /// The spread on coins that are sold, and on conversions.
    Spread,
    /// Coins owned by the house.
    CoinInventory,
    /// Interest earned.
    Interest,
    /// Penalties for leaving plans early.
    Penalties,
    /// The cost of returns on savings.
    Returns,
    /// Debts of members for money that a provider took back.
    Owed,
}

impl SystemAccount {
    /// All accounts.
    pub const ALL: [Self; 14] = [
        Self::Settlement,
        Self::Fees,
        Self::Referral,
        Self::Bills,
        Self::Card,
        Self::Surcharge,
        Self::Custody,
        Self::Exchange,
        Self::Spread,
        Self::CoinInventory,
        Self::Interest,
        Self::Penalties,
        Self::Returns,
        Self::Owed,
    ];

    /// Its name in the ledger.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Settlement => "settlement",
            Self::Fees => "fees",
            Self::Referral => "referral",
            Self::Bills => "bills",
            Self::Card => "card",
            Self::Surcharge => "surcharge",
            Self::Custody => "custody",
            Self::Exchange => "exchange",
            Self::Spread => "spread",
            Self::CoinInventory => "coin_inventory",
            Self::Interest => "interest",
            Self::Penalties => "penalties",
            Self::Returns => "returns",
            Self::Owed => "owed",
        }
    }

    /// Its identifier in a currency. The migrations open every account in every currency.
    #[must_use]
    pub fn id(self, currency: Currency) -> String {
        ["system:", self.as_str(), ":", currency.as_str()].concat()
    }

    /// The account of an identifier, in any currency; `None` for a member's.
    #[must_use]
    pub fn of_id(id: &str) -> Option<Self> {
        let (name, _) = id.strip_prefix("system:")?.split_once(':')?;
        Self::ALL
            .into_iter()
            .find(|account| account.as_str() == name)
    }
}
