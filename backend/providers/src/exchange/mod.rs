//! The exchange: trades coins on the tenant's own account, at market price.
//!
//! An order has our identifier, and is queried by it until its outcome is known. It is placed again only if the
//! exchange has not received it and no longer can.

pub(crate) mod binance;
#[cfg(test)]
mod conformance;
pub(crate) mod sandbox;
#[cfg(test)]
pub(crate) mod stand_in;

use super::Later;
use super::market::Pair;
use domain_core::money::Figure;
use std::fmt;

/// How long after it was sent an order may still arrive, with a margin for clock differences.
pub const MAY_ARRIVE_MS: i64 = 60_000;

/// The size of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Size {
    /// Buys for an amount of the quote currency.
    Spend(Figure),
    /// Sells an amount of the coin.
    Sell(Figure),
}

/// A market order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MarketOrder {
    /// Our identifier: letters, digits and hyphens, at most 36.
    pub id: String,
    pub pair: Pair,
    pub size: Size,
}

/// The result of an order, net of commission.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fill {
    /// Of the coin: received or given.
    pub quantity: Figure,
    /// Of the quote currency: given or received.
    pub quote: Figure,
}

/// The status of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Placed {
    /// Completed, fully or partly.
    Filled(Fill),
    /// Completed without a trade.
    Refused,
    /// Received, but not completed.
    Open,
    /// No answer, or an invalid one: it may have been executed.
    Unknown,
    /// The exchange has not received it.
    NotFound,
}

/// A pair's filters for market orders. Zero means unlimited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Filters {
    pub least_quantity: Figure,
    pub greatest_quantity: Figure,
    pub step: Figure,
    /// The minimum value of an order.
    pub least_quote: Figure,
}

impl Filters {
    /// The largest part of a quantity that one order can sell; `None` if it is too little.
    pub fn sellable(&self, quantity: Figure) -> Option<Figure> {
        let most = match self.greatest_quantity.is_zero() {
            true => quantity,
            false => quantity.min(self.greatest_quantity),
        };
        let sellable = most.down_to(self.step);
        (!sellable.is_zero() && sellable >= self.least_quantity).then_some(sellable)
    }

    /// Whether an order may spend this amount.
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

    /// A pair's filters; `None` if the pair is not traded.
    fn filters(&self, pair: Pair) -> Later<'_, Result<Option<Filters>, ExchangeUnavailable>>;

    /// Places a new order, or one that the exchange has not received and no longer can.
    fn place<'a>(&'a self, order: &'a MarketOrder) -> Later<'a, Placed>;

    /// The status of the order with our identifier.
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

    /// The outcome of an earlier exchange's order is unknown.
    fn status<'a>(&'a self, _: Pair, _: &'a str) -> Later<'a, Placed> {
        Box::pin(async { Placed::Unknown })
    }
}
