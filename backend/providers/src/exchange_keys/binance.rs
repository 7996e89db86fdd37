//! Users' own accounts at Binance. Source: its documentation, version 3.

use super::{Balance, Bought, ExchangeError, ExchangeKeyPort, ExchangeKeys, LimitOrder, Ordered};
use crate::Later;
use crate::binance::{
    ACCOUNT, CallOutcome, Filter, Keys, NOT_TAKEN, NoFilters, ORDER, Spot, UNKNOWN_ORDER,
};
use crate::client::Wire;
use crate::market::Pair;
use axum::http::Method;
use domain_core::money::Figure;
use domain_core::signals::exchange::KeyRights;
use domain_core::signals::order::TradeFilters;
use ground::clock::Clock;
use ground::config::ConfigError;
use serde::Deserialize;
use serde::de::DeserializeOwned;

const RIGHTS: &str = "/sapi/v1/account/apiRestrictions";
/// How long a request is valid.
const RECV_WINDOW_MS: i64 = 5_000;
/// The secret belongs to another key, the key is malformed, or the key, its IP address or its permissions are wrong.
const WRONG_KEY: [i64; 3] = [-1022, -2014, -2015];

pub struct Binance(Spot<TradeFilters>);

/// Missing permissions count as granted, except for trading. An answer without the first one is not about permissions.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Restrictions {
    enable_reading: bool,
    enable_withdrawals: Option<bool>,
    enable_internal_transfer: Option<bool>,
    permits_universal_transfer: Option<bool>,
    enable_margin: Option<bool>,
    enable_futures: Option<bool>,
    enable_spot_and_margin_trading: Option<bool>,
}

#[derive(Deserialize)]
struct Account {
    balances: Vec<AccountBalance>,
}

#[derive(Deserialize)]
struct AccountBalance {
    asset: String,
    free: String,
    locked: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct OrderAnswer {
    client_order_id: String,
    status: String,
    executed_qty: String,
    /// Binance's spelling.
    cummulative_quote_qty: String,
}

impl From<NoFilters> for ExchangeError {
    fn from(_: NoFilters) -> Self {
        Self::Unavailable
    }
}

fn or_error<T>(answered: CallOutcome<T>) -> Result<T, ExchangeError> {
    match answered {
        CallOutcome::Read(read) => Ok(read),
        CallOutcome::Code(code) if WRONG_KEY.contains(&code) => Err(ExchangeError::Refused),
        CallOutcome::Code(_) | CallOutcome::Nothing => Err(ExchangeError::Unavailable),
    }
}

impl Binance {
    /// # Errors
    /// An invalid URL.
    pub fn new(url: &str, clock: Clock, wire: Wire) -> Result<Self, ConfigError> {
        let spot = Spot::new(url, clock, wire, RECV_WINDOW_MS, filters)?;
        Ok(Self(spot))
    }

    async fn signed<T: DeserializeOwned>(
        &self,
        keys: &ExchangeKeys,
        method: Method,
        path: &str,
        parameters: &str,
    ) -> CallOutcome<T> {
        let keys = Keys {
            key: &keys.key,
            secret: &keys.secret,
        };
        self.0.signed(keys, method, path, parameters).await
    }
}

/// The filters for limit orders.
fn filters(required: &[Filter]) -> Option<TradeFilters> {
    let mut read = TradeFilters {
        least_quantity: Figure::ZERO,
        greatest_quantity: Figure::ZERO,
        step: Figure::ZERO,
        tick: Figure::ZERO,
        least_notional: Figure::ZERO,
    };
    for filter in required {
        match filter.filter_type.as_str() {
            "LOT_SIZE" => {
                read.least_quantity = filter.min_qty()?;
                read.greatest_quantity = filter.max_qty()?;
                read.step = filter.step_size()?;
            }
            "PRICE_FILTER" => read.tick = filter.tick_size()?,
            "NOTIONAL" | "MIN_NOTIONAL" => {
                read.least_notional = read.least_notional.max(filter.min_notional()?);
            }
            _ => {}
        }
    }
    Some(read)
}

/// The outcome of an order.
fn outcome(id: &str, order: &OrderAnswer) -> Ordered {
    let quantity = Figure::parse(&order.executed_qty);
    // Negative if Binance does not know it.
    let cost = Figure::parse(&order.cummulative_quote_qty);
    let (Some(quantity), Some(cost)) = (quantity, cost) else {
        return Ordered::Unknown;
    };
    if order.client_order_id != id {
        return Ordered::Unknown;
    }
    match order.status.as_str() {
        "NEW" | "PENDING_NEW" | "PARTIALLY_FILLED" => Ordered::Open,
        "REJECTED" => Ordered::Refused,
        "FILLED" | "CANCELED" | "EXPIRED" | "EXPIRED_IN_MATCH" => {
            Ordered::Over(Bought { quantity, cost })
        }
        _ => Ordered::Unknown,
    }
}

impl Restrictions {
    fn rights(&self) -> KeyRights {
        let given = |right: Option<bool>| right.unwrap_or(true);
        KeyRights {
            reads: self.enable_reading,
            withdraws: given(self.enable_withdrawals),
            transfers: given(self.enable_internal_transfer)
                || given(self.permits_universal_transfer),
            borrows: given(self.enable_margin) || given(self.enable_futures),
            trades: self.enable_spot_and_margin_trading == Some(true),
        }
    }
}

impl ExchangeKeyPort for Binance {
    fn rights<'a>(&'a self, keys: &'a ExchangeKeys) -> Later<'a, Result<KeyRights, ExchangeError>> {
        Box::pin(async move {
            let answered = self
                .signed::<Restrictions>(keys, Method::GET, RIGHTS, "")
                .await;
            or_error(answered).map(|restrictions| restrictions.rights())
        })
    }

    fn balances<'a>(
        &'a self,
        keys: &'a ExchangeKeys,
    ) -> Later<'a, Result<Vec<Balance>, ExchangeError>> {
        Box::pin(async move {
            let answered = self
                .signed::<Account>(keys, Method::GET, ACCOUNT, "omitZeroBalances=true")
                .await;
            let read = |one: AccountBalance| {
                Some(Balance {
                    free: Figure::rounded_down(&one.free)?,
                    locked: Figure::rounded_down(&one.locked)?,
                    coin: one.asset,
                })
            };
            let balances = or_error(answered)?.balances.into_iter();
            let balances: Option<Vec<Balance>> = balances.map(read).collect();
            let mut balances = balances.ok_or(ExchangeError::Unavailable)?;
            balances.retain(|one| !(one.free.is_zero() && one.locked.is_zero()));
            Ok(balances)
        })
    }

    fn filters(&self, pair: Pair) -> Later<'_, Result<Option<TradeFilters>, ExchangeError>> {
        Box::pin(async move { Ok(self.0.filters(pair).await?) })
    }

    fn order<'a>(&'a self, keys: &'a ExchangeKeys, order: &'a LimitOrder) -> Later<'a, Ordered> {
        Box::pin(async move {
            let (pair, id) = (order.pair.text(), &order.id);
            let (quantity, limit) = (order.quantity, order.limit);
            let parameters = format!(
                "symbol={pair}&side=BUY&type=LIMIT&timeInForce=IOC&quantity={quantity}&price={limit}&newClientOrderId={id}&newOrderRespType=RESULT"
            );
            let answered = self
                .signed::<OrderAnswer>(keys, Method::POST, ORDER, &parameters)
                .await;
            match answered {
                CallOutcome::Read(answer) => outcome(id, &answer),
                CallOutcome::Code(code) if NOT_TAKEN.contains(&code) => {
                    // The code for a low balance also means a duplicate identifier: it may be our own order.
                    match self.order_status(keys, order.pair, id).await {
                        Ordered::NotFound => Ordered::Refused,
                        known => known,
                    }
                }
                // The key is refused or may not trade: no order was processed.
                CallOutcome::Code(code) if WRONG_KEY.contains(&code) => Ordered::Refused,
                CallOutcome::Code(_) | CallOutcome::Nothing => Ordered::Unknown,
            }
        })
    }

    fn order_status<'a>(
        &'a self,
        keys: &'a ExchangeKeys,
        pair: Pair,
        id: &'a str,
    ) -> Later<'a, Ordered> {
        Box::pin(async move {
            let parameters = format!("symbol={}&origClientOrderId={id}", pair.text());
            let answered = self
                .signed::<OrderAnswer>(keys, Method::GET, ORDER, &parameters)
                .await;
            match answered {
                CallOutcome::Read(answer) => outcome(id, &answer),
                CallOutcome::Code(UNKNOWN_ORDER) => Ordered::NotFound,
                CallOutcome::Code(_) | CallOutcome::Nothing => Ordered::Unknown,
            }
        })
    }
}

#[cfg(test)]
mod tests;
