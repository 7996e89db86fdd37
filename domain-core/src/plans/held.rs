//! Savings held in another currency than they are paid in.

use super::Kind;
use crate::money::Currency;

/// The terms of a plan's pots.
#[derive(Debug, Clone, Copy)]
pub struct PotTerms {
    pub kind: Kind,
    /// The currency in which they are held.
    pub currency: Currency,
    /// Whether that is money, not a coin.
    pub is_money: bool,
    /// The currency in which instalments are paid.
    pub paid_in: Currency,
    pub is_flexible: bool,
    pub is_group: bool,
    pub has_return: bool,
}

/// The fault of pots in another currency: only flexible savings of one person without a return can have them, because a
/// penalty or a return would depend on the rate.
#[must_use]
pub fn fault(terms: &PotTerms) -> Option<&'static str> {
    if terms.currency == terms.paid_in {
        None
    } else if !terms.is_money {
        Some("Savings are held in a currency, not in coins.")
    } else if terms.kind != Kind::Savings || terms.is_group || !terms.is_flexible {
        Some("Only flexible savings of one person are held in another currency.")
    } else if terms.has_return {
        Some("Savings in another currency have no return.")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_flexible_savings_are_held_in_another_currency() {
        let plain = PotTerms {
            kind: Kind::Savings,
            currency: Currency::Usd,
            is_money: true,
            paid_in: Currency::Ngn,
            is_flexible: true,
            is_group: false,
            has_return: false,
        };
        assert_eq!(fault(&plain), None);
        for other in [
            PotTerms {
                kind: Kind::Loan,
                ..plain
            },
            PotTerms {
                kind: Kind::Coins,
                ..plain
            },
            PotTerms {
                is_money: false,
                ..plain
            },
            PotTerms {
                is_flexible: false,
                ..plain
            },
            PotTerms {
                is_group: true,
                ..plain
            },
            PotTerms {
                has_return: true,
                ..plain
            },
        ] {
            assert!(fault(&other).is_some(), "{other:?}");
        }
        let usual = PotTerms {
            currency: Currency::Ngn,
            kind: Kind::Loan,
            ..plain
        };
        assert_eq!(fault(&usual), None);
    }
}
