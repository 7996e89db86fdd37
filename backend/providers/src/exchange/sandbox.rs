//! An exchange of our own, for development and tests: it trades at once, at the sandbox market's price, for a
//! commission of a thousandth.

use super::{ExchangePort, ExchangeUnavailable, Fill, Filters, MarketOrder, Placed, Size};
use crate::Later;
use crate::market::sandbox::SandboxMarket;
use crate::market::{MarketPort, Pair};
use crate::sandbox::{Outcome, Port, Sandbox};
use domain_core::money::Figure;

/// In hundred-millionths, of the coin and of USDT.
const STEP_UNITS: i64 = 100;
const GREATEST_UNITS: i64 = 1_000_000_000_000_000;
const LEAST_QUOTE_UNITS: i64 = 100_000_000;
/// The divisor of the commission.
const COMMISSION: i64 = 1_000;

pub struct SandboxExchange {
    sandbox: Sandbox,
    market: SandboxMarket,
}

fn units(units: i64) -> Figure {
    Figure::of_units(units).unwrap_or_default()
}

const fn kept(quantity: Figure) -> i64 {
    quantity.units() / COMMISSION
}

impl SandboxExchange {
    pub fn new(sandbox: Sandbox) -> Self {
        let market = SandboxMarket::new(sandbox.clone());
        Self { sandbox, market }
    }

    fn required() -> Filters {
        Filters {
            least_quantity: units(STEP_UNITS),
            greatest_quantity: units(GREATEST_UNITS),
            step: units(STEP_UNITS),
            least_quote: units(LEAST_QUOTE_UNITS),
        }
    }

    /// An order's trade at a price; `None` if it violates a filter.
    fn trade(size: Size, price: Figure, is_partial: bool) -> Option<Fill> {
        let filters = Self::required();
        let half = |quantity: Figure| match is_partial {
            true => units(quantity.units() / 2),
            false => quantity,
        };
        match size {
            Size::Spend(quote) => {
                filters.allows_spending(quote).then_some(())?;
                let bought = half(quote).share(Figure::parse("1")?, price)?;
                let bought = bought.down_to(filters.step);
                Some(Fill {
                    quote: bought.brings(price)?,
                    quantity: units(bought.units() - kept(bought)),
                })
            }
            Size::Sell(quantity) => {
                (filters.sellable(quantity) == Some(quantity)).then_some(())?;
                filters
                    .allows_spending(quantity.brings(price)?)
                    .then_some(())?;
                let sold = half(quantity).down_to(filters.step);
                let worth = sold.brings(price)?;
                Some(Fill {
                    quantity: sold,
                    quote: units(worth.units() - kept(worth)),
                })
            }
        }
    }
}

impl ExchangePort for SandboxExchange {
    fn filters(&self, _: Pair) -> Later<'_, Result<Option<Filters>, ExchangeUnavailable>> {
        Box::pin(async { Ok(Some(Self::required())) })
    }

    fn place<'a>(&'a self, order: &'a MarketOrder) -> Later<'a, Placed> {
        Box::pin(async move {
            let Ok(outcome) = self.sandbox.behave(Port::Exchange).await else {
                return Placed::Unknown;
            };
            if outcome == Outcome::LoseRequest {
                return Placed::Unknown;
            }
            let Ok(Some(price)) = self.market.price(order.pair).await else {
                return Placed::Unknown;
            };
            let Some(price) = Figure::parse(&price.to_string()) else {
                return Placed::Unknown;
            };
            let fill = match outcome {
                Outcome::Fail => None,
                _ => Self::trade(order.size, price, outcome == Outcome::Partly),
            };
            let fill = fill.filter(|fill| !fill.quantity.is_zero());
            match self.sandbox.keep_exchange_order(order, fill).await {
                Ok(kept) if outcome != Outcome::LoseAnswer => kept,
                Ok(_) | Err(_) => Placed::Unknown,
            }
        })
    }

    fn status<'a>(&'a self, _: Pair, id: &'a str) -> Later<'a, Placed> {
        Box::pin(async move {
            let kept = self.sandbox.exchange_order(id).await;
            kept.unwrap_or(Placed::Unknown)
        })
    }
}
