//! The six currencies a wallet can hold.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// A currency a wallet can hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Currency {
    Ngn,
    Usd,
    Gbp,
    Btc,
    Eth,
    Usdt,
}

/// The text names no currency of ours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownCurrency;

impl Currency {
    /// All of them, in the order they are listed to people.
    pub const ALL: [Self; 6] = [Self::Ngn, Self::Usd, Self::Gbp, Self::Btc, Self::Eth, Self::Usdt];

    /// The code: `NGN`, `USD`, …
    pub const fn code(self) -> &'static str {
        match self {
            Self::Ngn => "NGN",
            Self::Usd => "USD",
            Self::Gbp => "GBP",
            Self::Btc => "BTC",
            Self::Eth => "ETH",
            Self::Usdt => "USDT",
        }
    }

    /// How many decimals one unit has.
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
}

impl fmt::Display for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl FromStr for Currency {
    type Err = UnknownCurrency;

    fn from_str(code: &str) -> Result<Self, UnknownCurrency> {
        Self::ALL.into_iter().find(|currency| currency.code() == code).ok_or(UnknownCurrency)
    }
}

impl fmt::Display for UnknownCurrency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unknown currency")
    }
}

impl std::error::Error for UnknownCurrency {}

impl Serialize for Currency {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code())
    }
}

impl<'de> Deserialize<'de> for Currency {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let code = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        code.parse().map_err(serde::de::Error::custom)
    }
}
