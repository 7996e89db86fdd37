//! The market: coin prices and their history. Public data, the same for all users.

pub(crate) mod binance;
pub mod cached;
#[cfg(test)]
mod conformance;
pub(crate) mod sandbox;
#[cfg(test)]
mod stand_in;

use super::Later;
use domain_core::money::{Currency, Rate};
use serde::{Deserialize, Serialize};
use std::fmt;
use utoipa::ToSchema;

/// The quote currency of all prices. (Document 2, section 7: SYMBOL and USDT.)
pub const QUOTED_IN: &str = "USDT";

/// A listed coin, by symbol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Known {
    pub symbol: &'static str,
    pub name: &'static str,
}

/// The listed coins. Others are never requested, so clients cannot cause arbitrary requests.
pub const COINS: [Known; 10] = [
    Known {
        symbol: "BTC",
        name: "Bitcoin",
    },
    Known {
        symbol: "ETH",
        name: "Ethereum",
    },
    Known {
        symbol: "USDT",
        name: "Tether",
    },
    Known {
        symbol: "BNB",
        name: "BNB",
    },
    Known {
        symbol: "SOL",
        name: "Solana",
    },
    Known {
        symbol: "XRP",
        name: "XRP",
    },
    Known {
        symbol: "ADA",
        name: "Cardano",
    },
    Known {
        symbol: "DOGE",
        name: "Dogecoin",
    },
    Known {
        symbol: "TRX",
        name: "TRON",
    },
    Known {
        symbol: "LTC",
        name: "Litecoin",
    },
];

/// A listed coin's pair with USDT: `BTCUSDT`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pair(&'static str);

impl Pair {
    /// The pair with this name; `None` unless its coin is listed.
    pub fn named(text: &str) -> Option<Self> {
        text.strip_suffix(QUOTED_IN).and_then(Self::of)
    }

    /// The pair of a coin.
    pub fn of(symbol: &str) -> Option<Self> {
        let known = COINS.iter().find(|coin| coin.symbol == symbol);
        known
            .filter(|coin| coin.symbol != QUOTED_IN)
            .map(|coin| Self(coin.symbol))
    }

    pub const fn symbol(self) -> &'static str {
        self.0
    }

    pub fn text(self) -> String {
        [self.0, QUOTED_IN].concat()
    }

    pub fn all() -> impl Iterator<Item = Self> {
        COINS.iter().filter_map(|coin| Self::of(coin.symbol))
    }
}

/// A currency's pair with USDT, which stands for the dollar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoneyPair {
    pub text: &'static str,
    /// Whether its price is that of one unit in USDT, not that of one USDT in the currency.
    pub is_inverse: bool,
}

impl MoneyPair {
    pub const ALL: [Self; 2] = [
        Self {
            text: "USDTNGN",
            is_inverse: false,
        },
        Self {
            text: "GBPUSDT",
            is_inverse: true,
        },
    ];

    /// The pair of a currency; `None` for the dollar, and for coins.
    pub const fn of(currency: Currency) -> Option<Self> {
        let [naira, pounds] = Self::ALL;
        match currency {
            Currency::Ngn => Some(naira),
            Currency::Gbp => Some(pounds),
            Currency::Usd | Currency::Btc | Currency::Eth | Currency::Usdt => None,
        }
    }

    /// The pair with this name.
    pub fn named(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|pair| pair.text == text)
    }
}

/// A coin's name; its symbol if it is not listed.
pub fn name_of(symbol: &str) -> &str {
    let known = COINS.iter().find(|coin| coin.symbol == symbol);
    known.map_or(symbol, |coin| coin.name)
}

/// The period of a candle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
pub enum Period {
    #[serde(rename = "1m")]
    Minute,
    #[serde(rename = "5m")]
    FiveMinutes,
    #[serde(rename = "15m")]
    QuarterHour,
    #[serde(rename = "1h")]
    Hour,
    #[serde(rename = "2h")]
    TwoHours,
    #[serde(rename = "1d")]
    Day,
}

impl Period {
    pub const ALL: [Self; 6] = [
        Self::Minute,
        Self::FiveMinutes,
        Self::QuarterHour,
        Self::Hour,
        Self::TwoHours,
        Self::Day,
    ];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Minute => "1m",
            Self::FiveMinutes => "5m",
            Self::QuarterHour => "15m",
            Self::Hour => "1h",
            Self::TwoHours => "2h",
            Self::Day => "1d",
        }
    }

    pub const fn minutes(self) -> i64 {
        match self {
            Self::Minute => 1,
            Self::FiveMinutes => 5,
            Self::QuarterHour => 15,
            Self::Hour => 60,
            Self::TwoHours => 2 * 60,
            Self::Day => 24 * 60,
        }
    }
}

/// The number of candles in a chart.
pub const CANDLES: usize = 120;

/// A candle. Prices are decimal text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Candle {
    /// Milliseconds since 1970.
    pub open_time: i64,
    pub open: String,
    pub high: String,
    pub low: String,
    pub close: String,
}

/// A coin's market data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ticker {
    pub pair: Pair,
    pub price: Rate,
    /// The price a day ago.
    pub day_ago: Rate,
    pub high: Rate,
    pub low: Rate,
    /// The volume of the last 24 hours, in USDT.
    pub volume: String,
}

/// The provider is unavailable, slow, or its answer is invalid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MarketUnavailable;

impl fmt::Display for MarketUnavailable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the market did not answer")
    }
}

impl std::error::Error for MarketUnavailable {}

/// The market.
pub trait MarketPort: Send + Sync {
    /// Whether a provider is configured.
    fn is_open(&self) -> bool {
        true
    }

    /// A pair's price; `None` if the pair is not traded.
    fn price(&self, pair: Pair) -> Later<'_, Result<Option<Rate>, MarketUnavailable>>;

    /// The latest candles, oldest first; the last one is still open. `None` if the pair is not traded.
    fn candles(
        &self,
        pair: Pair,
        period: Period,
    ) -> Later<'_, Result<Vec<Candle>, MarketUnavailable>>;

    /// A pair's market data; `None` if the pair is not traded.
    fn ticker(&self, pair: Pair) -> Later<'_, Result<Option<Ticker>, MarketUnavailable>>;

    /// The price of a pair of money, as the market quotes it; `None` if the pair is not traded.
    fn money(&self, pair: MoneyPair) -> Later<'_, Result<Option<Rate>, MarketUnavailable>>;
}

/// No provider is configured (production only; elsewhere the sandbox takes its place).
pub struct NoMarket;

impl MarketPort for NoMarket {
    fn is_open(&self) -> bool {
        false
    }

    fn price(&self, _: Pair) -> Later<'_, Result<Option<Rate>, MarketUnavailable>> {
        Box::pin(async { Err(MarketUnavailable) })
    }

    fn candles(&self, _: Pair, _: Period) -> Later<'_, Result<Vec<Candle>, MarketUnavailable>> {
        Box::pin(async { Err(MarketUnavailable) })
    }

    fn ticker(&self, _: Pair) -> Later<'_, Result<Option<Ticker>, MarketUnavailable>> {
        Box::pin(async { Err(MarketUnavailable) })
    }

    fn money(&self, _: MoneyPair) -> Later<'_, Result<Option<Rate>, MarketUnavailable>> {
        Box::pin(async { Err(MarketUnavailable) })
    }
}
