//! Binance's signed interface for spot accounts. Source: its documentation, version 3.
//!
//! A call is signed over its query as it is sent, and is valid for five seconds around the exchange's clock, which is
//! asked for once where ours is off. An order that did not arrive within them never does.

use super::{Balance, Bought, ExchangeError, ExchangeKeyPort, ExchangeKeys, LimitOrder, Ordered};
use crate::clock::Clock;
use crate::config::ConfigError;
use crate::outbound::Later;
use crate::outbound::client::{Answered, ProviderClient, Wire};
use crate::outbound::market::Pair;
use crate::secret::{Secret, hex};
use axum::http::{HeaderName, Method, StatusCode};
use domain_core::signals::exchange::KeyRights;
use domain_core::signals::figure::Figure;
use domain_core::signals::order::TradeFilters;
use hmac::{Hmac, KeyInit, Mac};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use sha2::Sha256;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

const KEY: HeaderName = HeaderName::from_static("x-mbx-apikey");
const RIGHTS: &str = "/sapi/v1/account/apiRestrictions";
const ACCOUNT: &str = "/api/v3/account";
const ORDER: &str = "/api/v3/order";
const TIME: &str = "/api/v3/time";
const WINDOW_MS: i64 = 5_000;
/// How long filters are used before they are asked for again.
const FILTERS_KEPT_MS: i64 = 3_600_000;
/// The clocks differ by too much.
const WRONG_TIME: i64 = -1021;
/// The secret is another key's; the key is malformed; the key, its address or its rights are wrong.
const WRONG_KEY: [i64; 3] = [-1022, -2014, -2015];
const UNKNOWN_PAIR: i64 = -1121;
const UNKNOWN_ORDER: i64 = -2013;
/// An order that was looked at and not taken: a filter, too many decimals, an unknown pair, a balance that is too low, an
/// identifier that is in use.
const NOT_TAKEN: [i64; 4] = [-1013, -1111, UNKNOWN_PAIR, -2010];

pub struct Binance {
    client: ProviderClient,
    clock: Clock,
    filters: Mutex<HashMap<Pair, (i64, TradeFilters)>>,
}

#[derive(Deserialize)]
struct Refusal {
    code: i64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Time {
    server_time: i64,
}

/// A right that is not named counts as given, reading and trading as not given.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Restrictions {
    enable_reading: Option<bool>,
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
    /// Their spelling.
    cummulative_quote_qty: String,
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
    tick_size: Option<String>,
    min_notional: Option<String>,
}

/// What became of a call.
enum Said<T> {
    Read(T),
    /// Refused with a code of Binance's.
    Code(i64),
    Nothing,
}

impl<T> Said<T> {
    fn or_error(self) -> Result<T, ExchangeError> {
        match self {
            Self::Read(read) => Ok(read),
            Self::Code(code) if WRONG_KEY.contains(&code) => Err(ExchangeError::Refused),
            Self::Code(_) | Self::Nothing => Err(ExchangeError::Unavailable),
        }
    }
}

fn said<T: DeserializeOwned>(answered: &Answered) -> Said<T> {
    match answered.status {
        StatusCode::OK => answered.read().map_or(Said::Nothing, Said::Read),
        status if status.is_client_error() => {
            let refusal = answered.read::<Refusal>();
            refusal.map_or(Said::Nothing, |refusal| Said::Code(refusal.code))
        }
        _ => Said::Nothing,
    }
}

impl Binance {
    /// # Errors
    /// An invalid URL.
    pub fn new(url: &str, clock: Clock, wire: Wire) -> Result<Self, ConfigError> {
        let client = ProviderClient::new(url, Secret::new(String::new()), wire)?;
        Ok(Self {
            client,
            clock,
            filters: Mutex::default(),
        })
    }

    async fn signed_at<T: DeserializeOwned>(
        &self,
        keys: &ExchangeKeys,
        (method, path, parameters): (Method, &str, &str),
        now_ms: i64,
    ) -> Said<T> {
        let and = if parameters.is_empty() { "" } else { "&" };
        let query = format!("{parameters}{and}recvWindow={WINDOW_MS}&timestamp={now_ms}");
        let signature = signature(keys.secret.reveal(), &query);
        let path = format!("{path}?{query}&signature={signature}");
        let headers = [(KEY, keys.key.reveal().clone())];
        let answered = self.client.call(method, &path, &headers, Vec::new()).await;
        answered.map_or(Said::Nothing, |answered| said(&answered))
    }

    /// One signed call, and one more with the exchange's time where ours was refused.
    async fn signed<T: DeserializeOwned>(
        &self,
        keys: &ExchangeKeys,
        method: Method,
        path: &str,
        parameters: &str,
    ) -> Said<T> {
        let call = (method, path, parameters);
        let first = self
            .signed_at(keys, call.clone(), self.clock.now_ms())
            .await;
        if !matches!(first, Said::Code(WRONG_TIME)) {
            return first;
        }
        match self.get::<Time>(TIME).await {
            Said::Read(time) => self.signed_at(keys, call, time.server_time).await,
            Said::Code(_) | Said::Nothing => Said::Nothing,
        }
    }

    async fn get<T: DeserializeOwned>(&self, path: &str) -> Said<T> {
        let answered = self.client.call(Method::GET, path, &[], Vec::new()).await;
        answered.map_or(Said::Nothing, |answered| said(&answered))
    }

    async fn ask_filters(&self, pair: Pair) -> Result<Option<TradeFilters>, ExchangeError> {
        let path = format!("/api/v3/exchangeInfo?symbol={}", pair.text());
        match self.get::<ExchangeInfo>(&path).await {
            Said::Read(info) => {
                let mut symbols = info.symbols.iter();
                let symbol = symbols.find(|symbol| symbol.symbol == pair.text());
                let symbol = symbol.ok_or(ExchangeError::Unavailable)?;
                match symbol.status == "TRADING" {
                    true => filters(symbol).map(Some).ok_or(ExchangeError::Unavailable),
                    false => Ok(None),
                }
            }
            Said::Code(UNKNOWN_PAIR) => Ok(None),
            Said::Code(_) | Said::Nothing => Err(ExchangeError::Unavailable),
        }
    }
}

/// What is required of orders with a limit. A filter that cannot be read is none that could be kept.
fn filters(symbol: &Symbol) -> Option<TradeFilters> {
    let mut read = TradeFilters {
        least_quantity: Figure::ZERO,
        greatest_quantity: Figure::ZERO,
        step: Figure::ZERO,
        tick: Figure::ZERO,
        least_notional: Figure::ZERO,
    };
    for filter in &symbol.filters {
        let number = |text: &Option<String>| Figure::parse(text.as_deref()?);
        match filter.filter_type.as_str() {
            "LOT_SIZE" => {
                read.least_quantity = number(&filter.min_qty)?;
                read.greatest_quantity = number(&filter.max_qty)?;
                read.step = number(&filter.step_size)?;
            }
            "PRICE_FILTER" => read.tick = number(&filter.tick_size)?,
            "NOTIONAL" | "MIN_NOTIONAL" => {
                read.least_notional = read.least_notional.max(number(&filter.min_notional)?);
            }
            _ => {}
        }
    }
    Some(read)
}

/// What an order has come to.
fn outcome(id: &str, order: &OrderAnswer) -> Ordered {
    let quantity = Figure::parse(&order.executed_qty);
    // Below zero where Binance does not know it.
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
            reads: self.enable_reading == Some(true),
            withdraws: given(self.enable_withdrawals),
            transfers: given(self.enable_internal_transfer)
                || given(self.permits_universal_transfer),
            borrows: given(self.enable_margin) || given(self.enable_futures),
            trades: self.enable_spot_and_margin_trading == Some(true),
        }
    }
}

fn signature(secret: &str, query: &str) -> String {
    let mut mac =
        <Hmac<Sha256> as KeyInit>::new_from_slice(secret.as_bytes()).expect("HMAC takes any key");
    mac.update(query.as_bytes());
    hex(&mac.finalize().into_bytes())
}

impl ExchangeKeyPort for Binance {
    fn rights<'a>(&'a self, keys: &'a ExchangeKeys) -> Later<'a, Result<KeyRights, ExchangeError>> {
        Box::pin(async move {
            let said = self
                .signed::<Restrictions>(keys, Method::GET, RIGHTS, "")
                .await;
            said.or_error().map(|restrictions| restrictions.rights())
        })
    }

    fn balances<'a>(
        &'a self,
        keys: &'a ExchangeKeys,
    ) -> Later<'a, Result<Vec<Balance>, ExchangeError>> {
        Box::pin(async move {
            let said = self
                .signed::<Account>(keys, Method::GET, ACCOUNT, "omitZeroBalances=true")
                .await;
            let read = |one: AccountBalance| {
                Some(Balance {
                    free: Figure::rounded_down(&one.free)?,
                    locked: Figure::rounded_down(&one.locked)?,
                    coin: one.asset,
                })
            };
            let balances = said.or_error()?.balances.into_iter();
            let balances: Option<Vec<Balance>> = balances.map(read).collect();
            let mut balances = balances.ok_or(ExchangeError::Unavailable)?;
            balances.retain(|one| !(one.free.is_zero() && one.locked.is_zero()));
            Ok(balances)
        })
    }

    fn filters(&self, pair: Pair) -> Later<'_, Result<Option<TradeFilters>, ExchangeError>> {
        Box::pin(async move {
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
        })
    }

    fn order<'a>(&'a self, keys: &'a ExchangeKeys, order: &'a LimitOrder) -> Later<'a, Ordered> {
        Box::pin(async move {
            let (pair, id) = (order.pair.text(), &order.id);
            let (quantity, limit) = (order.quantity, order.limit);
            let parameters = format!(
                "symbol={pair}&side=BUY&type=LIMIT&timeInForce=IOC&quantity={quantity}&price={limit}&newClientOrderId={id}&newOrderRespType=RESULT"
            );
            let said = self
                .signed::<OrderAnswer>(keys, Method::POST, ORDER, &parameters)
                .await;
            match said {
                Said::Read(answer) => outcome(id, &answer),
                Said::Code(code) if NOT_TAKEN.contains(&code) => {
                    // The code for a low balance is also the one for an identifier that is in use: it may be our own order.
                    match self.order_status(keys, order.pair, id).await {
                        Ordered::NotFound => Ordered::Refused,
                        known => known,
                    }
                }
                // A key that may not trade, or is refused: no order was looked at.
                Said::Code(code) if WRONG_KEY.contains(&code) => Ordered::Refused,
                Said::Code(_) | Said::Nothing => Ordered::Unknown,
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
            let said = self
                .signed::<OrderAnswer>(keys, Method::GET, ORDER, &parameters)
                .await;
            match said {
                Said::Read(answer) => outcome(id, &answer),
                Said::Code(UNKNOWN_ORDER) => Ordered::NotFound,
                Said::Code(_) | Said::Nothing => Ordered::Unknown,
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outbound::testing::{Reply, Stub, quick};

    const SECRET: &str = "NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j";
    /// 2026-11-20T09:00:00Z.
    const MORNING_MS: i64 = 1_795_165_200_000;
    const GOOD: &str = r#"{"ipRestrict":false,"enableReading":true,"enableSpotAndMarginTrading":true,"enableWithdrawals":false,
        "enableInternalTransfer":false,"permitsUniversalTransfer":false,"enableMargin":false,"enableFutures":false}"#;

    fn keys() -> ExchangeKeys {
        ExchangeKeys {
            key: Secret::new("key-of-ada".into()),
            secret: Secret::new(SECRET.into()),
        }
    }

    async fn asked(replies: Vec<Reply>) -> (Result<KeyRights, ExchangeError>, Vec<String>) {
        let stub = Stub::new(replies).await;
        let exchange = Binance::new(&stub.url(""), Clock::set_to(MORNING_MS), quick()).unwrap();
        let rights = exchange.rights(&keys()).await;
        (rights, stub.asked().await)
    }

    #[test]
    fn a_query_is_signed_as_the_documentation_signs_it() {
        let order = "symbol=LTCBTC&side=BUY&type=LIMIT&timeInForce=GTC&quantity=1&price=0.1&recvWindow=5000&timestamp=1499827319559";
        let expected = "c8db56825ae71d6d79447849e617115f4a920fa2acdcab2b053c4b2838bd6b71";
        assert_eq!(signature(SECRET, order), expected);
    }

    #[tokio::test]
    async fn the_call_is_signed_and_carries_no_secret() {
        let (rights, asked) = asked(vec![Reply::json(200, GOOD)]).await;
        let good = KeyRights {
            reads: true,
            withdraws: false,
            transfers: false,
            borrows: false,
            trades: true,
        };
        assert_eq!(rights, Ok(good));
        let signed = "f0d0f4c02f3ebcdb4e27264ade05946ab1aefbbfa9ea30ddbcff345c16cb71d2";
        let line =
            format!("GET {RIGHTS}?recvWindow=5000&timestamp={MORNING_MS}&signature={signed} ");
        assert!(asked[0].starts_with(&line), "{}", asked[0]);
        assert!(asked[0].to_lowercase().contains("x-mbx-apikey: key-of-ada"));
        assert!(!asked[0].contains(SECRET));
    }

    #[tokio::test]
    async fn a_right_that_is_not_named_counts_as_given() {
        for (without, expected) in [
            (
                "enableWithdrawals",
                KeyRights {
                    reads: true,
                    withdraws: true,
                    transfers: false,
                    borrows: false,
                    trades: true,
                },
            ),
            (
                "permitsUniversalTransfer",
                KeyRights {
                    reads: true,
                    withdraws: false,
                    transfers: true,
                    borrows: false,
                    trades: true,
                },
            ),
            (
                "enableFutures",
                KeyRights {
                    reads: true,
                    withdraws: false,
                    transfers: false,
                    borrows: true,
                    trades: true,
                },
            ),
            (
                "enableReading",
                KeyRights {
                    reads: false,
                    withdraws: false,
                    transfers: false,
                    borrows: false,
                    trades: true,
                },
            ),
        ] {
            let body = GOOD.replace(without, "unheardOf");
            let (rights, _) = asked(vec![Reply::json(200, &body)]).await;
            assert_eq!(rights, Ok(expected), "{without}");
        }
    }

    #[tokio::test]
    async fn refusals_and_failures_are_told_apart() {
        for (status, body, expected) in [
            (
                401,
                r#"{"code":-2014,"msg":"API-key format invalid."}"#,
                ExchangeError::Refused,
            ),
            (
                401,
                r#"{"code":-2015,"msg":"Invalid API-key, IP, or permissions for action."}"#,
                ExchangeError::Refused,
            ),
            (
                400,
                r#"{"code":-1022,"msg":"Signature for this request is not valid."}"#,
                ExchangeError::Refused,
            ),
            (
                503,
                r#"{"code":-1006,"msg":"unexpected"}"#,
                ExchangeError::Unavailable,
            ),
            (200, "<html>", ExchangeError::Unavailable),
            (429, "", ExchangeError::Unavailable),
        ] {
            let (rights, _) = asked(vec![Reply::json(status, body)]).await;
            assert_eq!(rights, Err(expected), "{status} {body}");
        }
    }

    #[tokio::test]
    async fn a_clock_that_is_off_is_set_by_the_exchange_once() {
        let wrong =
            r#"{"code":-1021,"msg":"Timestamp for this request is outside of the recvWindow."}"#;
        let time = r#"{"serverTime":1795165260000}"#;
        let (rights, asked_for) = asked(vec![
            Reply::json(400, wrong),
            Reply::json(200, time),
            Reply::json(200, GOOD),
        ])
        .await;
        assert!(rights.is_ok());
        assert!(
            asked_for[2].contains("timestamp=1795165260000&"),
            "{}",
            asked_for[2]
        );
        let (rights, _) = asked(vec![
            Reply::json(400, wrong),
            Reply::json(200, time),
            Reply::json(400, wrong),
        ])
        .await;
        assert_eq!(rights, Err(ExchangeError::Unavailable));
    }
}
