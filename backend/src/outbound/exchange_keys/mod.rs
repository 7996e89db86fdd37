//! A person's own account at an exchange: what the person's key permits, what is in the account, and orders with it.
//!
//! An order has a limit and ends at once (`LIMIT`, `IOC`): it never costs more than was reserved for it, and leaves nothing in
//! the market. It has an identifier of ours, is sent once, and is asked about by that identifier until its outcome is known.

pub mod binance;
#[cfg(test)]
mod conformance;
pub mod sandbox;

use super::Later;
use super::market::Pair;
use crate::secret::Secret;
use domain_core::money::Figure;
use domain_core::signals::exchange::KeyRights;
use domain_core::signals::order::TradeFilters;

/// How long after an order was sent it may still arrive, with room for two clocks that differ.
pub const MAY_ARRIVE_MS: i64 = 60_000;

/// A key and its secret. They have no `Debug`, and appear in no URL.
pub struct ExchangeKeys {
    pub key: Secret<String>,
    pub secret: Secret<String>,
}

/// Why there is no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExchangeError {
    /// The exchange knows no such key, or the secret is another one's.
    Refused,
    /// It is unavailable, slow, or its answer is invalid.
    Unavailable,
}

/// What an account has of a coin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Balance {
    pub coin: String,
    pub free: Figure,
    /// In orders.
    pub locked: Figure,
}

/// A purchase with a limit, of which what cannot be had at once is dropped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LimitOrder {
    /// Ours: letters, digits and hyphens, at most 36.
    pub id: String,
    pub pair: Pair,
    pub quantity: Figure,
    /// The most that one may cost.
    pub limit: Figure,
}

/// What an order came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bought {
    /// Of the coin, before the exchange's commission.
    pub quantity: Figure,
    /// In USDT.
    pub cost: Figure,
}

/// What has become of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ordered {
    /// It is over, and bought this much: all of it, a part, or nothing.
    Over(Bought),
    /// The exchange did not take it.
    Refused,
    /// The exchange has it, and it is not over.
    Open,
    /// No answer, or an invalid one: it may have been executed.
    Unknown,
    /// The exchange has not received it.
    NotFound,
}

/// An exchange.
pub trait ExchangeKeyPort: Send + Sync {
    /// Whether there is one.
    fn is_open(&self) -> bool {
        true
    }

    /// What a key permits.
    fn rights<'a>(&'a self, keys: &'a ExchangeKeys) -> Later<'a, Result<KeyRights, ExchangeError>>;

    /// What the account has, without coins of which it has nothing.
    fn balances<'a>(
        &'a self,
        keys: &'a ExchangeKeys,
    ) -> Later<'a, Result<Vec<Balance>, ExchangeError>>;

    /// What it requires of a pair's orders; none for a pair that is not traded.
    fn filters(&self, pair: Pair) -> Later<'_, Result<Option<TradeFilters>, ExchangeError>>;

    /// Sends an order that was never sent.
    fn order<'a>(&'a self, keys: &'a ExchangeKeys, order: &'a LimitOrder) -> Later<'a, Ordered>;

    /// What has become of the order with our identifier.
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

    /// Orders of an earlier exchange are unknown here.
    fn order_status<'a>(&'a self, _: &'a ExchangeKeys, _: Pair, _: &'a str) -> Later<'a, Ordered> {
        Box::pin(async { Ordered::Unknown })
    }
}
