//! A user's own account at an exchange: the key's permissions, the balances, and orders.
//!
//! Orders have a limit and end at once (`LIMIT`, `IOC`): they never cost more than was reserved for them, and leave
//! nothing on the market. An order has our identifier, is sent once, and is queried by that identifier until its
//! outcome is known.

pub(crate) mod binance;
#[cfg(test)]
mod conformance;
pub(crate) mod sandbox;

use super::Later;
use super::market::Pair;
use domain_core::money::Figure;
use domain_core::signals::exchange::KeyRights;
use domain_core::signals::order::TradeFilters;
use ground::secret::Secret;

/// How long after it was sent an order may still arrive, with a margin for clock differences.
pub const MAY_ARRIVE_MS: i64 = 60_000;

/// An API key and its secret. No `Debug`, and never in a URL.
pub struct ExchangeKeys {
    pub key: Secret<String>,
    pub secret: Secret<String>,
}

/// Why a query failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExchangeError {
    /// The key is unknown, or the secret is wrong.
    Refused,
    /// It is unavailable, slow, or its answer is invalid.
    Unavailable,
}

/// An account's balance of a coin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Balance {
    pub coin: String,
    pub free: Figure,
    /// Locked in orders.
    pub locked: Figure,
}

/// A limit order to buy whose unfilled part is dropped at once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LimitOrder {
    /// Our identifier: letters, digits and hyphens, at most 36.
    pub id: String,
    pub pair: Pair,
    pub quantity: Figure,
    /// The highest price.
    pub limit: Figure,
}

/// The result of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bought {
    /// Of the coin, before commission.
    pub quantity: Figure,
    /// In USDT.
    pub cost: Figure,
}

/// The status of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ordered {
    /// Completed: fully, partly, or without a trade.
    Over(Bought),
    /// Refused by the exchange.
    Refused,
    /// Received, but not completed.
    Open,
    /// No answer, or an invalid one: it may have been executed.
    Unknown,
    /// The exchange has not received it.
    NotFound,
}

/// An exchange.
pub trait ExchangeKeyPort: Send + Sync {
    /// Whether an exchange is configured.
    fn is_open(&self) -> bool {
        true
    }

    /// The permissions of a key.
    fn rights<'a>(&'a self, keys: &'a ExchangeKeys) -> Later<'a, Result<KeyRights, ExchangeError>>;

    /// The non-zero balances of the account.
    fn balances<'a>(
        &'a self,
        keys: &'a ExchangeKeys,
    ) -> Later<'a, Result<Vec<Balance>, ExchangeError>>;

    /// A pair's filters; `None` if the pair is not traded.
    fn filters(&self, pair: Pair) -> Later<'_, Result<Option<TradeFilters>, ExchangeError>>;

    /// Sends a new order.
    fn order<'a>(&'a self, keys: &'a ExchangeKeys, order: &'a LimitOrder) -> Later<'a, Ordered>;

    /// The status of the order with our identifier.
    fn order_status<'a>(
        &'a self,
        keys: &'a ExchangeKeys,
        pair: Pair,
        id: &'a str,
    ) -> Later<'a, Ordered>;
}

/// No exchange is configured (production only; elsewhere the sandbox takes its place).
pub struct NoKeys;

impl ExchangeKeyPort for NoKeys {
    fn is_open(&self) -> bool {
        false
    }

    fn rights<'a>(&'a self, _: &'a ExchangeKeys) -> Later<'a, Result<KeyRights, ExchangeError>> {
        Box::pin(async { Err(ExchangeError::Unavailable) })
    }

    fn balances<'a>(
        &'a self,
        _: &'a ExchangeKeys,
    ) -> Later<'a, Result<Vec<Balance>, ExchangeError>> {
        Box::pin(async { Err(ExchangeError::Unavailable) })
    }

    fn filters(&self, _: Pair) -> Later<'_, Result<Option<TradeFilters>, ExchangeError>> {
        Box::pin(async { Err(ExchangeError::Unavailable) })
    }

    fn order<'a>(&'a self, _: &'a ExchangeKeys, _: &'a LimitOrder) -> Later<'a, Ordered> {
        Box::pin(async { Ordered::Refused })
    }

    /// The outcome of an earlier exchange's order is unknown.
    fn order_status<'a>(&'a self, _: &'a ExchangeKeys, _: Pair, _: &'a str) -> Later<'a, Ordered> {
        Box::pin(async { Ordered::Unknown })
    }
}
