//! What one US dollar costs in each currency.

use super::Currency;
use rust_decimal::Decimal;

/// Units of a currency for one US dollar; always greater than zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rate(pub(crate) Decimal);

/// The rates of all currencies that have one: `{"NGN": {"sell_rate": "1500", "buy_rate": "1480"}}`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rates {
    pairs: [Option<(Rate, Option<Rate>)>; 6],
}

impl Rate {
    /// `None` unless it is plain decimal text above zero.
    pub fn parse(text: &str) -> Option<Self> {
        Decimal::from_str_exact(text).ok().filter(|rate| rate.is_sign_positive() && !rate.is_zero()).map(Self)
    }
}

impl Rates {
    /// These rates, and the one given.
    pub fn with(mut self, currency: Currency, sell: Rate, buy: Option<Rate>) -> Self {
        if let Some(slot) = self.pairs.get_mut(currency as usize) {
            *slot = Some((sell, buy));
        }
        self
    }

    pub fn sell(&self, currency: Currency) -> Option<Rate> {
        self.pairs.get(currency as usize).copied().flatten().map(|pair| pair.0)
    }

    pub fn buy(&self, currency: Currency) -> Option<Rate> {
        self.pairs.get(currency as usize).copied().flatten().and_then(|pair| pair.1)
    }
}
