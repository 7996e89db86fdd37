//! The actions offered for a coin.

use super::Network;
use crate::money::Currency;
use crate::shape::{choice, input, output};

/// The currency of the market's prices, which has no price chart of its own.
const QUOTED_IN: &str = "USDT";

choice! {
    /// An action for a coin.
    pub enum CoinAction {
        Sell = "sell",
        Send = "send",
        Receive = "receive",
        /// Looking at its prices.
        Chart = "chart",
    }
}

input! {
    /// A listed coin, and the services that this server has for it.
    pub struct CoinActionsInput {
        /// The coin's symbol, such as `BTC`.
        symbol: String,
        /// Whether a market with prices is configured.
        has_market: bool,
        /// Whether the custodian sends and receives the coin.
        has_custody: bool,
    }
}

output! {
    /// The actions, in the order of the screen.
    pub struct CoinActions {
        /// The actions that are offered.
        actions: Vec<CoinAction>,
    }
}

/// Coins that wallets hold are sold where there is a market, and sent and received where a custodian serves them. Every
/// coin with a price has a chart. Nothing else is offered.
pub fn actions(input: &CoinActionsInput) -> CoinActions {
    let coin = Currency::named(&input.symbol);
    let is_held = coin.is_some_and(|coin| !Network::of(coin).is_empty());
    let offered = |action: &CoinAction| match action {
        CoinAction::Sell => is_held && input.has_market,
        CoinAction::Send | CoinAction::Receive => is_held && input.has_custody,
        CoinAction::Chart => input.has_market && input.symbol != QUOTED_IN,
    };
    let actions = CoinAction::ALL.iter().copied().filter(offered).collect();
    CoinActions { actions }
}
