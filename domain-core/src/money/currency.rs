//! The six currencies a wallet can hold.

use crate::json::Node;
use crate::shape::{Input, Output, ReadErrors, Reads, Shape, Type, choice};
use crate::validation::{Code, Violation};
use std::fmt;
use std::str::FromStr;

choice! {
    /// A currency a wallet can hold.
    pub enum Currency {
        /// Nigerian naira: two decimals (kobo).
        Ngn = "NGN",
        /// US dollar: two decimals.
        Usd = "USD",
        /// Pound sterling: two decimals.
        Gbp = "GBP",
        /// Bitcoin: eight decimals (satoshi).
        Btc = "BTC",
        /// Ether: eight decimals.
        Eth = "ETH",
        /// Tether: six decimals.
        Usdt = "USDT",
    }
}

/// The text is not a supported currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownCurrency;

impl Currency {
    /// The codes of all currencies.
    pub(crate) const CODES: &'static [&'static str] = Self::TEXTS;

    /// The number of decimals.
    pub const fn scale(self) -> u32 {
        match self {
            Self::Ngn | Self::Usd | Self::Gbp => 2,
            Self::Usdt => 6,
            Self::Btc | Self::Eth => 8,
        }
    }

    /// The sign shown before an amount.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Ngn => "₦",
            Self::Usd => "$",
            Self::Gbp => "£",
            Self::Btc => "₿",
            Self::Eth => "Ξ",
            Self::Usdt => "₮",
        }
    }

    /// `GBP not supported yet!`: the currency has no rate, or no such service.
    pub fn unsupported(self, field: &'static str) -> Violation {
        unsupported(self.as_str(), field)
    }
}

impl FromStr for Currency {
    type Err = UnknownCurrency;

    fn from_str(code: &str) -> Result<Self, UnknownCurrency> {
        Self::named(code).ok_or(UnknownCurrency)
    }
}

impl fmt::Display for UnknownCurrency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unknown currency")
    }
}

impl std::error::Error for UnknownCurrency {}

fn unsupported(code: &str, field: &'static str) -> Violation {
    let shown: String = code.chars().take(8).collect();
    let message = [shown.as_str(), " not supported yet!"].concat();
    Violation::new(field, Code::NotOneOf)
        .with("value", shown)
        .saying(message)
}

/// A currency code from the caller. An unsupported one is refused in the specification's words; it is not a malformed
/// call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CurrencyCode {
    Known(Currency),
    Other(String),
}

impl CurrencyCode {
    /// The currency.
    ///
    /// # Errors
    /// `{currency} not supported yet!` if it is not one of the six.
    pub fn known(&self, field: &'static str) -> Result<Currency, Violation> {
        match self {
            Self::Known(currency) => Ok(*currency),
            Self::Other(code) => Err(unsupported(code, field)),
        }
    }
}

impl From<Currency> for CurrencyCode {
    fn from(currency: Currency) -> Self {
        Self::Known(currency)
    }
}

impl Shape for CurrencyCode {
    const TYPE: Type = Currency::TYPE;
    const READS: Reads = Reads::AnyText;
}

impl Input for CurrencyCode {
    fn read(node: &Node<'_>, errors: &mut ReadErrors) -> Self {
        if let Node::Text(code) = node
            && let Some(currency) = Currency::named(code)
        {
            return Self::Known(currency);
        }
        Self::Other(String::read(node, errors))
    }

    fn blank() -> Self {
        Self::Known(Currency::Ngn)
    }
}

impl Output for CurrencyCode {
    fn write(&self) -> Node<'static> {
        match self {
            Self::Known(currency) => currency.write(),
            Self::Other(code) => code.write(),
        }
    }
}
