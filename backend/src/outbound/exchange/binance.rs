//! Binance's signed interface for spot trading, version 3.
//!
//! - A request is signed over its parameters as they are sent, with the time: one that is older than `recvWindow` is
//!   refused, so an order that was not received within it never is.
//! - An identifier is accepted again once its first order is over: Binance is asked before anything is placed again.
//! - An order's commission is in its trades, and may be taken from the coin that was bought.

use super::{
    ExchangePort, ExchangeUnavailable, Fill, Filters, MarketOrder, Placed, Quantity, Size,
};
use crate::clock::Clock;
use crate::config::{BinanceProvider, ConfigError};
use crate::outbound::Later;
use crate::outbound::client::{Answered, ProviderClient, Wire};
use crate::outbound::market::{Pair, QUOTED_IN};
use crate::secret::{Secret, hex};
use axum::http::{HeaderName, Method, StatusCode};
use hmac::{Hmac, KeyInit, Mac};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use sha2::Sha256;
use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Mutex, PoisonError};

/// How long a request is good for; less than [`super::MAY_ARRIVE_MS`].
const RECV_WINDOW_MS: i64 = 10_000;
/// How long filters are used before they are asked for again.
const FILTERS_KEPT_MS: i64 = 3_600_000;
/// The time of the request is outside of the window.
const WRONG_TIME: i64 = -1021;
const UNKNOWN_PAIR: i64 = -1121;
const UNKNOWN_ORDER: i64 = -2013;
/// An order that was looked at and not taken: a filter, too many decimals, an unknown pair, a balance that is too low, or
/// an identifier that is in use.
const NOT_TAKEN: [i64; 4] = [-1013, -1111, UNKNOWN_PAIR, -2010];

pub struct Binance {
    client: ProviderClient,
    key: Secret<String>,
    secret: Secret<String>,
    clock: Clock,
    /// Binance's clock less ours.
    ahead_ms: AtomicI64,
    filters: Mutex<HashMap<Pair, (i64, Filters)>>,
}

#[derive(Deserialize)]
struct Refusal {
    code: i64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ServerTime {
    server_time: i64,
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
struct ExchangeInfo {
    symbols: Vec<Symbol>,
}

#[derive(Deserialize)]
struct Symbol {
    symbol: String,
    status: String,
    filters: Vec<Filter>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Filter {
    filter_type: String,
    min_qty: Option<String>,
    max_qty: Option<String>,
    step_size: Option<String>,
    min_notional: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Account {
    can_trade: bool,
}

/// An answer of the signed interface.
enum Told<T> {
    Read(T),
    /// Refused with a code of Binance's.
    Code(i64),
    Nothing,
}

/// Hexadecimal HMAC-SHA256 of the parameters.
pub(super) fn signature(secret: &str, parameters: &str) -> String {
    let mut mac =
        <Hmac<Sha256> as KeyInit>::new_from_slice(secret.as_bytes()).expect("HMAC takes any key");
    mac.update(parameters.as_bytes());
    hex(&mac.finalize().into_bytes())
}

fn told<T: DeserializeOwned>(answered: &Answered) -> Told<T> {
    match answered.status {
        StatusCode::OK => answered.read().map_or(Told::Nothing, Told::Read),
        status if status.is_client_error() => {
            let refusal = answered.read::<Refusal>();
            refusal.map_or(Told::Nothing, |refusal| Told::Code(refusal.code))
        }
        _ => Told::Nothing,
    }
}

impl Filters {
    fn read(symbol: &Symbol) -> Option<Self> {
        let mut read = Self {
            least_quantity: Quantity::ZERO,
            greatest_quantity: Quantity::ZERO,
            step: Quantity::ZERO,
            least_quote: Quantity::ZERO,
        };
        for filter in &symbol.filters {
            let number = |text: &Option<String>| Quantity::parse(text.as_deref()?);
            match filter.filter_type.as_str() {
                "LOT_SIZE" | "MARKET_LOT_SIZE" => {
                    let greatest = number(&filter.max_qty)?;
                    read.least_quantity = read.least_quantity.max(number(&filter.min_qty)?);
                    read.step = read.step.max(number(&filter.step_size)?);
                    if read.greatest_quantity.is_zero()
                        || !greatest.is_zero() && greatest < read.greatest_quantity
                    {
                        read.greatest_quantity = greatest;
                    }
                }
                "NOTIONAL" | "MIN_NOTIONAL" => {
                    read.least_quote = read.least_quote.max(number(&filter.min_notional)?);
                }
                _ => {}
            }
        }
        Some(read)
    }
}

/// The sum of an order's trades, less the commission that was taken from what it brought.
fn sum(trades: &[Trade], pair: Pair) -> Option<Fill> {
    let (mut quantity, mut quote) = (Quantity::ZERO, Quantity::ZERO);
    for trade in trades {
        let (mut of_coin, mut of_quote) = (
            Quantity::parse(&trade.qty)?,
            Quantity::parse(&trade.quote_qty)?,
        );
        let commission = Quantity::parse(&trade.commission)?;
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

fn traded(trades: &[Trade]) -> Option<Quantity> {
    trades.iter().try_fold(Quantity::ZERO, |sum, trade| {
        sum.plus(Quantity::parse(&trade.qty)?)
    })
}

impl Binance {
    /// # Errors
    /// An invalid URL.
    pub fn new(provider: &BinanceProvider, clock: Clock, wire: Wire) -> Result<Self, ConfigError> {
        let client = ProviderClient::new(&provider.url, Secret::new(String::new()), wire)?;
        Ok(Self {
            client,
            key: provider.key.clone(),
            secret: provider.secret.clone(),
            clock,
            ahead_ms: AtomicI64::new(0),
            filters: Mutex::default(),
        })
    }

    /// One signed request, and one more with Binance's time if ours was refused.
    async fn signed<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        parameters: &str,
    ) -> Told<T> {
        let first = self.signed_once(method.clone(), path, parameters).await;
        if !matches!(first, Told::Code(WRONG_TIME)) {
            return first;
        }
        let Told::Read(ServerTime { server_time }) = self.get("/api/v3/time").await else {
            return Told::Nothing;
        };
        self.ahead_ms.store(
            server_time.saturating_sub(self.clock.now_ms()),
            Ordering::Relaxed,
        );
        self.signed_once(method, path, parameters).await
    }

    async fn signed_once<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        parameters: &str,
    ) -> Told<T> {
        let now_ms = self
            .clock
            .now_ms()
            .saturating_add(self.ahead_ms.load(Ordering::Relaxed));
        let and = if parameters.is_empty() { "" } else { "&" };
        let parameters = format!("{parameters}{and}recvWindow={RECV_WINDOW_MS}&timestamp={now_ms}");
        let signature = signature(self.secret.reveal(), &parameters);
        let path = format!("{path}?{parameters}&signature={signature}");
        let key = (
            HeaderName::from_static("x-mbx-apikey"),
            self.key.reveal().clone(),
        );
        let answered = self.client.call(method, &path, &[key], Vec::new()).await;
        answered.map_or(Told::Nothing, |answered| told(&answered))
    }

    async fn get<T: DeserializeOwned>(&self, path: &str) -> Told<T> {
        let answered = self.client.call(Method::GET, path, &[], Vec::new()).await;
        answered.map_or(Told::Nothing, |answered| told(&answered))
    }

    /// Whether the account may trade.
    ///
    /// # Errors
    /// What is wrong.
    pub async fn knock(&self) -> Result<(), String> {
        match self
            .signed::<Account>(Method::GET, "/api/v3/account", "omitZeroBalances=true")
            .await
        {
            Told::Read(account) if account.can_trade => Ok(()),
            Told::Read(_) => Err("the account may not trade".into()),
            Told::Code(code) => Err(format!("it refuses our key, with code {code}")),
            Told::Nothing => Err(ExchangeUnavailable.to_string()),
        }
    }

    /// What an order has come to.
    async fn outcome(&self, pair: Pair, id: &str, order: OrderAnswer) -> Placed {
        if order.client_order_id != id {
            return Placed::Unknown;
        }
        let Some(executed) = Quantity::parse(&order.executed_qty) else {
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
                    // Trades are listed a moment later than the order.
                    Told::Read(trades) if traded(&trades) == Some(executed) => {
                        sum(&trades, pair).map_or(Placed::Unknown, Placed::Filled)
                    }
                    _ => Placed::Unknown,
                }
            }
            _ => Placed::Unknown,
        }
    }

    async fn ask_filters(&self, pair: Pair) -> Result<Option<Filters>, ExchangeUnavailable> {
        let path = format!("/api/v3/exchangeInfo?symbol={}", pair.text());
        match self.get::<ExchangeInfo>(&path).await {
            Told::Read(info) => {
                let symbol = info
                    .symbols
                    .iter()
                    .find(|symbol| symbol.symbol == pair.text());
                let symbol = symbol.ok_or(ExchangeUnavailable)?;
                match symbol.status == "TRADING" {
                    true => Filters::read(symbol).map(Some).ok_or(ExchangeUnavailable),
                    false => Ok(None),
                }
            }
            Told::Code(UNKNOWN_PAIR) => Ok(None),
            Told::Code(_) | Told::Nothing => Err(ExchangeUnavailable),
        }
    }
}

impl ExchangePort for Binance {
    fn filters(&self, pair: Pair) -> Later<'_, Result<Option<Filters>, ExchangeUnavailable>> {
        Box::pin(async move {
            let now_ms = self.clock.now_ms();
            let known = {
                let filters = self.filters.lock().unwrap_or_else(PoisonError::into_inner);
                filters.get(&pair).copied()
            };
            if let Some((asked_ms, filters)) = known
                && (asked_ms..asked_ms + FILTERS_KEPT_MS).contains(&now_ms)
            {
                return Ok(Some(filters));
            }
            let asked = self.ask_filters(pair).await?;
            if let Some(filters) = asked {
                let mut kept = self.filters.lock().unwrap_or_else(PoisonError::into_inner);
                kept.insert(pair, (now_ms, filters));
            }
            Ok(asked)
        })
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
                .signed::<OrderAnswer>(Method::POST, "/api/v3/order", &parameters)
                .await;
            match placed {
                Told::Read(answer) => self.outcome(order.pair, id, answer).await,
                Told::Code(code) if NOT_TAKEN.contains(&code) => {
                    // The code for a low balance is also the one for an identifier that is in use: it may be our own order.
                    match self.status(order.pair, id).await {
                        Placed::NotFound => Placed::Refused,
                        known => known,
                    }
                }
                Told::Code(_) | Told::Nothing => Placed::Unknown,
            }
        })
    }

    fn status<'a>(&'a self, pair: Pair, id: &'a str) -> Later<'a, Placed> {
        Box::pin(async move {
            let parameters = format!("symbol={}&origClientOrderId={id}", pair.text());
            let asked = self
                .signed::<OrderAnswer>(Method::GET, "/api/v3/order", &parameters)
                .await;
            match asked {
                Told::Read(answer) => self.outcome(pair, id, answer).await,
                Told::Code(UNKNOWN_ORDER) => Placed::NotFound,
                Told::Code(_) | Told::Nothing => Placed::Unknown,
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::signature;

    const SECRET: &str = "NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j";

    #[test]
    fn parameters_are_signed_as_binance_signs_them() {
        for (parameters, signed) in [
            (
                "symbol=LTCBTC&side=BUY&type=LIMIT&timeInForce=GTC&quantity=1&price=0.1&recvWindow=5000&timestamp=1499827319559",
                "c8db56825ae71d6d79447849e617115f4a920fa2acdcab2b053c4b2838bd6b71",
            ),
            (
                "recvWindow=5000&timestamp=1795165200000",
                "f0d0f4c02f3ebcdb4e27264ade05946ab1aefbbfa9ea30ddbcff345c16cb71d2",
            ),
        ] {
            assert_eq!(signature(SECRET, parameters), signed);
        }
    }
}
