//! Coins: addresses, prices, and sendable amounts.

mod actions;
mod address;
mod base58;
mod bech32;
mod forms;
mod history;
mod holdings;
mod keccak;
mod price;
mod quote;
mod request;
mod sendable;
mod sha256;

pub use actions::{CoinAction, CoinActions, CoinActionsInput, actions};
pub use address::{Address, AddressInput, address, check};
pub use forms::{CoinSell, CoinSellContext, CoinSend, CoinSendContext};
pub use history::{ChartCandle, History, HistoryInput, MarketCandle, Span, history};
pub use holdings::{Holding, HoldingPart, Holdings, HoldingsInput, holdings};
pub use price::{CoinPriceInput, CoinPriceText, price_text};
pub use quote::{
    CoinQuote, CoinQuoteInput, Deal, PRICE_VALID_MS, Side, change_percent, holds, price_in,
    price_of, quote, rates_of,
};
pub use sendable::{Sendable, SendableInput, sendable};

use crate::money::Currency;
use crate::shape::choice;

choice! {
    /// The network for sending a coin.
    pub enum Network {
        /// Bitcoin.
        Bitcoin = "bitcoin",
        /// Ether, and Tether as an ERC-20 token.
        Ethereum = "ethereum",
        /// Tether as a TRC-20 token.
        Tron = "tron",
    }
}

impl Network {
    /// The networks of a coin, the usual one first; empty if the currency is not a coin.
    pub const fn of(coin: Currency) -> &'static [Self] {
        match coin {
            Currency::Btc => &[Self::Bitcoin],
            Currency::Eth => &[Self::Ethereum],
            Currency::Usdt => &[Self::Tron, Self::Ethereum],
            Currency::Ngn | Currency::Usd | Currency::Gbp => &[],
        }
    }

    /// The number of blocks after which a deposit counts as final, as usual at large exchanges. A custodian may require
    /// more.
    pub const fn confirmations(self) -> i64 {
        match self {
            Self::Bitcoin => 3,
            Self::Ethereum => 12,
            Self::Tron => 20,
        }
    }

    /// Its name for display.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Bitcoin => "Bitcoin",
            Self::Ethereum => "Ethereum",
            Self::Tron => "Tron",
        }
    }
}
