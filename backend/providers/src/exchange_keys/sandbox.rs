//! An exchange of our own. It accepts every key except those that start with `unknown`. Keys starting with `withdraw`,
//! `transfer` or `futures` have that permission; those starting with `blind` cannot read, and those starting with
//! `idle` cannot trade. With the outcome `partly`, every key can withdraw.
//!
//! Every account starts with 1,000 USDT and 0.05 BTC, except that of a key starting with `poor`, with 3 USDT. It buys
//! at once, at the sandbox market's price, without commission.

use super::{Balance, Bought, ExchangeError, ExchangeKeyPort, ExchangeKeys, LimitOrder, Ordered};
use crate::Later;
use crate::market::sandbox::SandboxMarket;
use crate::market::{MarketPort, Pair, QUOTED_IN};
use crate::sandbox::{Outcome, Port, Sandbox};
use domain_core::money::Figure;
use domain_core::signals::exchange::KeyRights;
use domain_core::signals::order::TradeFilters;
use ground::secret::hex;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// In hundred-millionths, of the coin and of USDT.
const STEP_UNITS: i64 = 1_000;
const TICK_UNITS: i64 = 1;
const LEAST_NOTIONAL_UNITS: i64 = 500_000_000;
const GREATEST_UNITS: i64 = 900_000_000_000;
const RICH: [(&str, i64); 2] = [(QUOTED_IN, 100_000_000_000), ("BTC", 5_000_000)];
const POOR: [(&str, i64); 1] = [(QUOTED_IN, 300_000_000)];

pub struct SandboxKeys {
    sandbox: Sandbox,
    market: SandboxMarket,
}

fn units(units: i64) -> Figure {
    Figure::of_units(units).unwrap_or_default()
}

/// An account's identifier, which does not reveal the key.
fn account(keys: &ExchangeKeys) -> String {
    hex(&Sha256::digest(keys.key.reveal().as_bytes()))
}

fn required() -> TradeFilters {
    TradeFilters {
        least_quantity: units(STEP_UNITS),
        greatest_quantity: units(GREATEST_UNITS),
        step: units(STEP_UNITS),
        tick: units(TICK_UNITS),
        least_notional: units(LEAST_NOTIONAL_UNITS),
    }
}

impl SandboxKeys {
    pub fn new(sandbox: Sandbox) -> Self {
        let market = SandboxMarket::new(sandbox.clone());
        Self { sandbox, market }
    }

    async fn expect_answer(&self, keys: &ExchangeKeys) -> Result<Outcome, ExchangeError> {
        let outcome = self.sandbox.behave(Port::ExchangeKeys).await;
        let outcome = outcome.map_err(|_| ExchangeError::Unavailable)?;
        match outcome {
            Outcome::Succeed | Outcome::BvnRequired | Outcome::Partly => {}
            Outcome::Fail => return Err(ExchangeError::Refused),
            Outcome::LoseAnswer | Outcome::LoseRequest => return Err(ExchangeError::Unavailable),
        }
        match keys.key.reveal().starts_with("unknown") {
            true => Err(ExchangeError::Refused),
            false => Ok(outcome),
        }
    }

    /// The balances after the account's orders.
    async fn held(&self, keys: &ExchangeKeys) -> Option<BTreeMap<String, i64>> {
        let mut held: BTreeMap<String, i64> = BTreeMap::new();
        let first: &[(&str, i64)] = match keys.key.reveal().starts_with("poor") {
            true => &POOR,
            false => &RICH,
        };
        for (coin, units) in first {
            held.insert((*coin).to_owned(), *units);
        }
        let bought = self.sandbox.key_purchases(&account(keys)).await.ok()?;
        for (pair, bought) in bought {
            *held
                .entry(pair.trim_end_matches(QUOTED_IN).to_owned())
                .or_default() += bought.quantity.units();
            *held.entry(QUOTED_IN.to_owned()).or_default() -= bought.cost.units();
        }
        Some(held)
    }

    /// The result of an order: empty if the market is above its limit, `None` if the exchange refuses it.
    async fn buy(
        &self,
        keys: &ExchangeKeys,
        order: &LimitOrder,
        outcome: Outcome,
    ) -> Option<Bought> {
        let filters = required();
        let price = self.market.price(order.pair).await.ok()??;
        let price = Figure::rounded_down(&price.to_string())?;
        let worth = order.quantity.costs(order.limit)?;
        let held = self.held(keys).await?;
        let free = units(held.get(QUOTED_IN).copied().unwrap_or_default());
        let is_taken = order.quantity == order.quantity.down_to(filters.step)
            && order.quantity >= filters.least_quantity
            && worth >= filters.least_notional
            && worth <= free
            && outcome != Outcome::Fail;
        is_taken.then_some(())?;
        let quantity = match outcome {
            _ if price > order.limit => Figure::ZERO,
            Outcome::Partly => units(order.quantity.units() / 2).down_to(filters.step),
            _ => order.quantity,
        };
        let cost = quantity.costs(price)?;
        Some(Bought { quantity, cost })
    }
}

impl ExchangeKeyPort for SandboxKeys {
    fn rights<'a>(&'a self, keys: &'a ExchangeKeys) -> Later<'a, Result<KeyRights, ExchangeError>> {
        Box::pin(async move {
            let outcome = self.expect_answer(keys).await?;
            let begins = |word: &str| keys.key.reveal().starts_with(word);
            Ok(KeyRights {
                reads: !begins("blind"),
                withdraws: begins("withdraw") || outcome == Outcome::Partly,
                transfers: begins("transfer"),
                borrows: begins("futures"),
                trades: !begins("idle"),
            })
        })
    }

    fn balances<'a>(
        &'a self,
        keys: &'a ExchangeKeys,
    ) -> Later<'a, Result<Vec<Balance>, ExchangeError>> {
        Box::pin(async move {
            self.expect_answer(keys).await?;
            let held = self.held(keys).await.ok_or(ExchangeError::Unavailable)?;
            let some = held.into_iter().filter(|(_, free)| *free > 0);
            let balance = |(coin, free)| Balance {
                coin,
                free: units(free),
                locked: Figure::ZERO,
            };
            Ok(some.map(balance).collect())
        })
    }

    fn filters(&self, _: Pair) -> Later<'_, Result<Option<TradeFilters>, ExchangeError>> {
        Box::pin(async { Ok(Some(required())) })
    }

    fn order<'a>(&'a self, keys: &'a ExchangeKeys, order: &'a LimitOrder) -> Later<'a, Ordered> {
        Box::pin(async move {
            let outcome = self.sandbox.behave(Port::ExchangeOrders).await;
            let Ok(outcome) = outcome else {
                return Ordered::Unknown;
            };
            if outcome == Outcome::LoseRequest {
                return Ordered::Unknown;
            }
            let account = account(keys);
            let bought = self.buy(keys, order, outcome).await;
            match self.sandbox.keep_key_order(&account, order, bought).await {
                Ok(kept) if outcome != Outcome::LoseAnswer => kept,
                Ok(_) | Err(_) => Ordered::Unknown,
            }
        })
    }

    fn order_status<'a>(
        &'a self,
        keys: &'a ExchangeKeys,
        _: Pair,
        id: &'a str,
    ) -> Later<'a, Ordered> {
        Box::pin(async move {
            let kept = self.sandbox.key_order(&account(keys), id).await;
            kept.unwrap_or(Ordered::Unknown)
        })
    }
}
