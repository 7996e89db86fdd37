//! The currencies that a brand serves. Coins are no part of them: whether they are offered depends on the market and the
//! custodian.

use super::coin::Network;
use crate::money::{Amount, Currency};

/// The default of a brand.
const USUAL: [Currency; 2] = [BASE, Currency::Usd];
/// The currency of prices, plans and fees, which every brand serves.
const BASE: Currency = Currency::Ngn;

/// The currencies that a brand serves, the base currency first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Served(Vec<Currency>);

impl Default for Served {
    fn default() -> Self {
        Self(USUAL.to_vec())
    }
}

impl Served {
    /// Parses a list such as `NGN,USD`. `None` if one is no currency, or a coin. The base currency is always served.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut all = vec![BASE];
        for code in text.split(',').map(str::trim) {
            let currency = Currency::named(code).filter(|currency| is_money(*currency))?;
            if !all.contains(&currency) {
                all.push(currency);
            }
        }
        Some(Self(all))
    }

    /// The list.
    #[must_use]
    pub fn currencies(&self) -> &[Currency] {
        &self.0
    }

    /// Whether the currency is served.
    #[must_use]
    pub fn has(&self, currency: Currency) -> bool {
        self.0.contains(&currency)
    }

    /// Whether a wallet is shown: a coin's, one of a served currency, and any that still holds money, so that nothing
    /// disappears when a brand gives up a currency.
    #[must_use]
    pub fn shows(&self, settled: &Amount) -> bool {
        let currency = settled.currency();
        !is_money(currency) || self.has(currency) || !settled.is_zero()
    }
}

impl std::fmt::Display for Served {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let codes: Vec<&str> = self.0.iter().map(|one| one.as_str()).collect();
        f.write_str(&codes.join(","))
    }
}

/// Whether the currency is money, not a coin.
#[must_use]
pub const fn is_money(currency: Currency) -> bool {
    Network::of(currency).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_base_currency_is_always_served() {
        let served = |text: &str| Served::parse(text).map(|served| served.to_string());
        assert_eq!(served("USD").as_deref(), Some("NGN,USD"));
        assert_eq!(served("GBP, NGN,GBP").as_deref(), Some("NGN,GBP"));
        assert_eq!(Served::default().to_string(), "NGN,USD");
        for text in ["", "BTC", "NGN,USDT", "CHF", "NGN;USD"] {
            assert_eq!(served(text), None, "{text}");
        }
    }

    #[test]
    fn a_wallet_of_another_currency_is_shown_while_it_holds_money() {
        let served = Served::default();
        let shows = |minor, currency| served.shows(&Amount::from_minor(minor, currency).unwrap());
        assert!(shows(0, Currency::Ngn) && shows(0, Currency::Usd) && shows(0, Currency::Btc));
        assert!(!shows(0, Currency::Gbp) && shows(1, Currency::Gbp));
    }
}
