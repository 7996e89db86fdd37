//! Trading coins on the tenant's own account at Binance.
//!
//! - An identifier is accepted again once its first order is over, so Binance is queried before an order is repeated.
//! - An order's commission is in its trades, and may be deducted from the coin that was bought.

use super::{ExchangePort, ExchangeUnavailable, Fill, Filters, MarketOrder, Placed, Size};
use crate::Later;
use crate::binance::{
    ACCOUNT, CallOutcome, Filter, Keys, NOT_TAKEN, NoFilters, ORDER, Spot, UNKNOWN_ORDER,
};
use crate::client::Wire;
use crate::market::{Pair, QUOTED_IN};
use axum::http::Method;
use domain_core::money::Figure;
use ground::clock::Clock;
use ground::config::{BinanceProvider, ConfigError};
use ground::secret::Secret;
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// How long a request is valid; less than [`super::MAY_ARRIVE_MS`].
const RECV_WINDOW_MS: i64 = 10_000;

pub struct Binance {
    spot: Spot<Filters>,
    key: Secret<String>,
    secret: Secret<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct OrderAnswer {
    order_id: i64,
    client_order_id: String,
    status: String,
    executed_qty: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Trade {
    qty: String,
    quote_qty: String,
    commission: String,
    commission_asset: String,
    is_buyer: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Account {
    can_trade: bool,
}

impl From<NoFilters> for ExchangeUnavailable {
    fn from(_: NoFilters) -> Self {
        Self
    }
}

fn filters(required: &[Filter]) -> Option<Filters> {
    let mut read = Filters {
        least_quantity: Figure::ZERO,
        greatest_quantity: Figure::ZERO,
        step: Figure::ZERO,
        least_quote: Figure::ZERO,
    };
    for filter in required {
        match filter.filter_type.as_str() {
            "LOT_SIZE" | "MARKET_LOT_SIZE" => {
                let greatest = filter.max_qty()?;
                read.least_quantity = read.least_quantity.max(filter.min_qty()?);
                read.step = read.step.max(filter.step_size()?);
                if read.greatest_quantity.is_zero()
                    || !greatest.is_zero() && greatest < read.greatest_quantity
                {
                    read.greatest_quantity = greatest;
                }
            }
            "NOTIONAL" | "MIN_NOTIONAL" => {
                read.least_quote = read.least_quote.max(filter.min_notional()?);
            }
            _ => {}
        }
    }
    Some(read)
}

/// The sum of an order's trades, minus the commission deducted from its proceeds.
fn sum(trades: &[Trade], pair: Pair) -> Option<Fill> {
    let (mut quantity, mut quote) = (Figure::ZERO, Figure::ZERO);
    for trade in trades {
        let (mut of_coin, mut of_quote) =
            (Figure::parse(&trade.qty)?, Figure::parse(&trade.quote_qty)?);
        let commission = Figure::parse(&trade.commission)?;
        if trade.is_buyer && trade.commission_asset == pair.symbol() {
            of_coin = of_coin.less(commission)?;
        } else if !trade.is_buyer && trade.commission_asset == QUOTED_IN {
            of_quote = of_quote.less(commission)?;
        }
        quantity = quantity.plus(of_coin)?;
        quote = quote.plus(of_quote)?;
    }
    Some(Fill { quantity, quote })
}

fn traded(trades: &[Trade]) -> Option<Figure> {
    trades.iter().try_fold(Figure::ZERO, |sum, trade| {
        sum.plus(Figure::parse(&trade.qty)?)
    })
}

impl Binance {
    /// # Errors
    /// An invalid URL.
    pub fn new(provider: &BinanceProvider, clock: Clock, wire: Wire) -> Result<Self, ConfigError> {
        Ok(Self {
            spot: Spot::new(&provider.url, clock, wire, RECV_WINDOW_MS, filters)?,
            key: provider.key.clone(),
            secret: provider.secret.clone(),
        })
    }

    async fn signed<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        parameters: &str,
    ) -> CallOutcome<T> {
        let keys = Keys {
            key: &self.key,
            secret: &self.secret,
        };
        self.spot.signed(keys, method, path, parameters).await
    }

    /// Checks that the account may trade.
    ///
    /// # Errors
    /// The failure.
    pub async fn knock(&self) -> Result<(), String> {
        match self
            .signed::<Account>(Method::GET, ACCOUNT, "omitZeroBalances=true")
            .await
        {
            CallOutcome::Read(account) if account.can_trade => Ok(()),
            CallOutcome::Read(_) => Err("the account may not trade".into()),
            CallOutcome::Code(code) => Err(format!("it refuses our key, with code {code}")),
            CallOutcome::Nothing => Err(ExchangeUnavailable.to_string()),
        }
    }

    /// The outcome of an order.
    async fn outcome(&self, pair: Pair, id: &str, order: OrderAnswer) -> Placed {
        if order.client_order_id != id {
            return Placed::Unknown;
        }
        let Some(executed) = Figure::parse(&order.executed_qty) else {
            return Placed::Unknown;
        };
        match order.status.as_str() {
            "NEW" | "PENDING_NEW" | "PARTIALLY_FILLED" => Placed::Open,
            "CANCELED" | "REJECTED" | "EXPIRED" | "EXPIRED_IN_MATCH" if executed.is_zero() => {
                Placed::Refused
            }
            "FILLED" | "CANCELED" | "EXPIRED" | "EXPIRED_IN_MATCH" => {
                let path = format!("symbol={}&orderId={}", pair.text(), order.order_id);
                let trades = self
                    .signed::<Vec<Trade>>(Method::GET, "/api/v3/myTrades", &path)
                    .await;
                match trades {
                    // Trades are listed slightly later than the order.
                    CallOutcome::Read(trades) if traded(&trades) == Some(executed) => {
                        sum(&trades, pair).map_or(Placed::Unknown, Placed::Filled)
                    }
                    _ => Placed::Unknown,
                }
            }
            _ => Placed::Unknown,
        }
    }
}

impl ExchangePort for Binance {
    fn filters(&self, pair: Pair) -> Later<'_, Result<Option<Filters>, ExchangeUnavailable>> {
        Box::pin(async move { Ok(self.spot.filters(pair).await?) })
    }

    fn place<'a>(&'a self, order: &'a MarketOrder) -> Later<'a, Placed> {
        Box::pin(async move {
            let (side, size) = match order.size {
                Size::Spend(quote) => ("BUY", format!("quoteOrderQty={quote}")),
                Size::Sell(quantity) => ("SELL", format!("quantity={quantity}")),
            };
            let (pair, id) = (order.pair.text(), &order.id);
            let parameters = format!(
                "symbol={pair}&side={side}&type=MARKET&{size}&newClientOrderId={id}&newOrderRespType=RESULT"
            );
            let placed = self
                .signed::<OrderAnswer>(Method::POST, ORDER, &parameters)
                .await;
            match placed {
                CallOutcome::Read(answer) => self.outcome(order.pair, id, answer).await,
                CallOutcome::Code(code) if NOT_TAKEN.contains(&code) => {
                    // The code for a low balance also means a duplicate identifier: it may be our own order.
                    match self.status(order.pair, id).await {
                        Placed::NotFound => Placed::Refused,
                        known => known,
                    }
                }
                CallOutcome::Code(_) | CallOutcome::Nothing => Placed::Unknown,
            }
        })
    }

    fn status<'a>(&'a self, pair: Pair, id: &'a str) -> Later<'a, Placed> {
        Box::pin(async move {
            let parameters = format!("symbol={}&origClientOrderId={id}", pair.text());
            let asked = self
                .signed::<OrderAnswer>(Method::GET, ORDER, &parameters)
                .await;
            match asked {
                CallOutcome::Read(answer) => self.outcome(pair, id, answer).await,
                CallOutcome::Code(UNKNOWN_ORDER) => Placed::NotFound,
                CallOutcome::Code(_) | CallOutcome::Nothing => Placed::Unknown,
            }
        })
    }
}
