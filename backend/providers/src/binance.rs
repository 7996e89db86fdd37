//! Binance's spot trading API, version 3, for both ports that use it: signed calls and order filters.
//!
//! A call is signed over its parameters exactly as sent, including the time. It is refused outside its time window, so
//! an order that did not arrive within it never will.

use super::client::{Answered, ProviderClient, Wire};
use super::market::Pair;
use super::rows::Rows;
use axum::http::{HeaderName, Method, StatusCode};
use domain_core::money::Figure;
use ground::clock::Clock;
use ground::config::ConfigError;
use ground::secret::{Secret, hex};
use hmac::{Hmac, KeyInit, Mac};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use sha2::Sha256;
use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Mutex, PoisonError};

pub const ACCOUNT: &str = "/api/v3/account";
pub const ORDER: &str = "/api/v3/order";
const TIME: &str = "/api/v3/time";
const KEY: HeaderName = HeaderName::from_static("x-mbx-apikey");
/// How long filters are cached.
const FILTERS_KEPT_MS: i64 = 3_600_000;
/// The call's timestamp is outside its window.
const WRONG_TIME: i64 = -1021;
const UNKNOWN_PAIR: i64 = -1121;
pub const UNKNOWN_ORDER: i64 = -2013;
/// Order rejected: a filter, too many decimals, an unknown pair, a low balance, or a duplicate identifier.
pub const NOT_TAKEN: [i64; 4] = [-1013, -1111, UNKNOWN_PAIR, -2010];

/// The API. `F` is a port's type for a pair's filters.
pub struct Spot<F> {
    client: ProviderClient,
    clock: Clock,
    window_ms: i64,
    read_filters: fn(&[Filter]) -> Option<F>,
    /// Binance's clock minus ours.
    ahead_ms: AtomicI64,
    filters: Mutex<HashMap<Pair, (i64, F)>>,
}

/// The keys of an account.
#[derive(Clone, Copy)]
pub struct Keys<'a> {
    pub key: &'a Secret<String>,
    pub secret: &'a Secret<String>,
}

/// The result of a call.
pub enum CallOutcome<T> {
    Read(T),
    /// Refused with a Binance error code.
    Code(i64),
    Nothing,
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
struct ExchangeInfo {
    symbols: Rows<Symbol>,
}

#[derive(Deserialize)]
struct Symbol {
    symbol: String,
    status: String,
    filters: Vec<Filter>,
}

/// A filter; its members depend on its type.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Filter {
    pub filter_type: String,
    min_qty: Option<String>,
    max_qty: Option<String>,
    step_size: Option<String>,
    tick_size: Option<String>,
    min_notional: Option<String>,
}

impl Filter {
    pub fn min_qty(&self) -> Option<Figure> {
        figure(&self.min_qty)
    }

    pub fn max_qty(&self) -> Option<Figure> {
        figure(&self.max_qty)
    }

    pub fn step_size(&self) -> Option<Figure> {
        figure(&self.step_size)
    }

    pub fn tick_size(&self) -> Option<Figure> {
        figure(&self.tick_size)
    }

    pub fn min_notional(&self) -> Option<Figure> {
        figure(&self.min_notional)
    }
}

fn figure(text: &Option<String>) -> Option<Figure> {
    Figure::parse(text.as_deref()?)
}

/// Hexadecimal HMAC-SHA256 of the parameters.
pub fn signature(secret: &str, parameters: &str) -> String {
    let mut mac =
        <Hmac<Sha256> as KeyInit>::new_from_slice(secret.as_bytes()).expect("HMAC takes any key");
    mac.update(parameters.as_bytes());
    hex(&mac.finalize().into_bytes())
}

fn read_outcome<T: DeserializeOwned>(answered: &Answered) -> CallOutcome<T> {
    match answered.status {
        StatusCode::OK => answered
            .read()
            .map_or(CallOutcome::Nothing, CallOutcome::Read),
        status if status.is_client_error() => {
            let refusal = answered.read::<Refusal>();
            refusal.map_or(CallOutcome::Nothing, |refusal| {
                CallOutcome::Code(refusal.code)
            })
        }
        _ => CallOutcome::Nothing,
    }
}

impl<F: Clone> Spot<F> {
    /// # Errors
    /// An invalid URL.
    pub fn new(
        url: &str,
        clock: Clock,
        wire: Wire,
        window_ms: i64,
        read_filters: fn(&[Filter]) -> Option<F>,
    ) -> Result<Self, ConfigError> {
        Ok(Self {
            client: ProviderClient::new(url, Secret::new(String::new()), wire)?,
            clock,
            window_ms,
            read_filters,
            ahead_ms: AtomicI64::new(0),
            filters: Mutex::default(),
        })
    }

    /// Makes a signed call, and retries once with Binance's time if ours was refused.
    pub async fn signed<T: DeserializeOwned>(
        &self,
        keys: Keys<'_>,
        method: Method,
        path: &str,
        parameters: &str,
    ) -> CallOutcome<T> {
        let call = (method, path, parameters);
        let first = self.signed_once(keys, call.clone()).await;
        if !matches!(first, CallOutcome::Code(WRONG_TIME)) {
            return first;
        }
        let CallOutcome::Read(ServerTime { server_time }) = self.get(TIME).await else {
            return CallOutcome::Nothing;
        };
        let ahead_ms = server_time.saturating_sub(self.clock.now_ms());
        self.ahead_ms.store(ahead_ms, Ordering::Relaxed);
        self.signed_once(keys, call).await
    }

    async fn signed_once<T: DeserializeOwned>(
        &self,
        keys: Keys<'_>,
        (method, path, parameters): (Method, &str, &str),
    ) -> CallOutcome<T> {
        let ahead_ms = self.ahead_ms.load(Ordering::Relaxed);
        let now_ms = self.clock.now_ms().saturating_add(ahead_ms);
        let (and, window_ms) = (if parameters.is_empty() { "" } else { "&" }, self.window_ms);
        let parameters = format!("{parameters}{and}recvWindow={window_ms}&timestamp={now_ms}");
        let signature = signature(keys.secret.reveal(), &parameters);
        let path = format!("{path}?{parameters}&signature={signature}");
        let key = (KEY, keys.key.reveal().clone());
        let answered = self.client.call(method, &path, &[key], Vec::new()).await;
        answered.map_or(CallOutcome::Nothing, |answered| read_outcome(&answered))
    }

    async fn get<T: DeserializeOwned>(&self, path: &str) -> CallOutcome<T> {
        let answered = self.client.call(Method::GET, path, &[], Vec::new()).await;
        answered.map_or(CallOutcome::Nothing, |answered| read_outcome(&answered))
    }

    /// The filters of a pair; `None` if the pair is not traded. An unreadable filter counts as one that no order can
    /// meet.
    ///
    /// # Errors
    /// The filters are unavailable.
    pub async fn filters(&self, pair: Pair) -> Result<Option<F>, NoFilters> {
        let now_ms = self.clock.now_ms();
        let known = {
            let filters = self.filters.lock().unwrap_or_else(PoisonError::into_inner);
            filters.get(&pair).cloned()
        };
        if let Some((asked_ms, filters)) = known
            && (asked_ms..asked_ms + FILTERS_KEPT_MS).contains(&now_ms)
        {
            return Ok(Some(filters));
        }
        let asked = self.ask_filters(pair).await?;
        if let Some(filters) = &asked {
            let mut kept = self.filters.lock().unwrap_or_else(PoisonError::into_inner);
            kept.insert(pair, (now_ms, filters.clone()));
        }
        Ok(asked)
    }

    async fn ask_filters(&self, pair: Pair) -> Result<Option<F>, NoFilters> {
        let path = format!("/api/v3/exchangeInfo?symbol={}", pair.text());
        match self.get::<ExchangeInfo>(&path).await {
            CallOutcome::Read(info) => {
                let mut symbols = info.symbols.0.iter();
                let symbol = symbols.find(|symbol| symbol.symbol == pair.text());
                let symbol = symbol.ok_or(NoFilters)?;
                match symbol.status == "TRADING" {
                    true => (self.read_filters)(&symbol.filters)
                        .map(Some)
                        .ok_or(NoFilters),
                    false => Ok(None),
                }
            }
            CallOutcome::Code(UNKNOWN_PAIR) => Ok(None),
            CallOutcome::Code(_) | CallOutcome::Nothing => Err(NoFilters),
        }
    }
}

/// A pair's filters are unavailable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoFilters;

#[cfg(test)]
mod tests {
    use super::signature;

    const SECRET: &str = "NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j";

    #[test]
    fn signatures_match_binances_example() {
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
