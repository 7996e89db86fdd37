//! The exchange: buys and sells coins on the tenant's own account, at the market's price.
//!
//! An order has an identifier of ours. It is asked about by it until its outcome is known: only an order that the exchange
//! has never received, and cannot receive any more, may be placed again.

pub mod binance;
#[cfg(test)]
mod conformance;
pub mod sandbox;
#[cfg(test)]
pub(in crate::outbound) mod stand_in;

use super::Later;
use super::market::Pair;
use domain_core::money::Figure;
use std::fmt;

/// How long after an order was placed it may still arrive, with room for two clocks that differ.
pub const MAY_ARRIVE_MS: i64 = 60_000;

/// How much is bought or sold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Size {
    /// Buys for this much of what coins are quoted in.
    Spend(Figure),
    /// Sells this much of the coin.
    Sell(Figure),
}

/// A market order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MarketOrder {
    /// Ours: letters, digits and hyphens, at most 36.
    pub id: String,
    pub pair: Pair,
    pub size: Size,
}

/// What an order has traded, less what the exchange kept of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fill {
    /// Of the coin: received or given.
    pub quantity: Figure,
    /// Of what it is quoted in: given or received.
    pub quote: Figure,
}

/// What has become of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Placed {
    /// It is over, and traded this much: all that it asked for, or a part.
    Filled(Fill),
    /// It is over, and traded nothing.
    Refused,
    /// The exchange has it, and it is not over.
    Open,
    /// No answer, or an invalid one: it may have been executed.
    Unknown,
    /// The exchange has not received it.
    NotFound,
}

/// What the exchange requires of a pair's market orders. Zero means no bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Filters {
    pub least_quantity: Figure,
    pub greatest_quantity: Figure,
    pub step: Figure,
    /// The least worth of an order.
    pub least_quote: Figure,
}

impl Filters {
    /// The most of a quantity that can be sold with one order; none if it is too little.
    pub fn sellable(&self, quantity: Figure) -> Option<Figure> {
        let most = match self.greatest_quantity.is_zero() {
            true => quantity,
            false => quantity.min(self.greatest_quantity),
        };
        let sellable = most.down_to(self.step);
        (!sellable.is_zero() && sellable >= self.least_quantity).then_some(sellable)
    }

    /// Whether an order may spend this much.
    pub fn allows_spending(&self, quote: Figure) -> bool {
        !quote.is_zero() && quote >= self.least_quote
    }
}

/// The exchange is unavailable, slow, or its answer is invalid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExchangeUnavailable;

impl fmt::Display for ExchangeUnavailable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the exchange did not answer")
    }
}

impl std::error::Error for ExchangeUnavailable {}

/// The exchange.
pub trait ExchangePort: Send + Sync {
    /// Whether one is configured.
    fn is_open(&self) -> bool {
        true
    }

    /// What it requires of a pair's orders; none for a pair that is not traded.
    fn filters(&self, pair: Pair) -> Later<'_, Result<Option<Filters>, ExchangeUnavailable>>;

    /// Places an order that was never placed, or that the exchange has not received and cannot receive any more.
    fn place<'a>(&'a self, order: &'a MarketOrder) -> Later<'a, Placed>;

    /// What has become of the order with our identifier.
    fn status<'a>(&'a self, pair: Pair, id: &'a str) -> Later<'a, Placed>;
}

/// No exchange is configured (production only; elsewhere the sandbox takes its place).
pub struct NoExchange;

impl ExchangePort for NoExchange {
    fn is_open(&self) -> bool {
        false
    }

    fn filters(&self, _: Pair) -> Later<'_, Result<Option<Filters>, ExchangeUnavailable>> {
        Box::pin(async { Err(ExchangeUnavailable) })
    }

    fn place<'a>(&'a self, _: &'a MarketOrder) -> Later<'a, Placed> {
        Box::pin(async { Placed::Refused })
    }

    /// Orders of an earlier exchange are unknown here.
    fn status<'a>(&'a self, _: Pair, _: &'a str) -> Later<'a, Placed> {
        Box::pin(async { Placed::Unknown })
    }
}
