//! Binance's public market data, without a key. Source: its spot trading API, version 3.
//!
//! A pair that is unknown or delisted is refused with code -1121. One such pair would fail a request for a list, so
//! pairs are requested one by one.

use super::{CANDLES, Candle, MarketPort, MarketUnavailable, MoneyPair, Pair, Period, Ticker};
use crate::Later;
use crate::client::{Answered, ProviderClient, Wire};
use axum::http::{Method, StatusCode};
use domain_core::money::Rate;
use ground::config::ConfigError;
use ground::secret::Secret;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// `Invalid symbol.`
const UNKNOWN_PAIR: i64 = -1121;
const LONGEST_NUMBER: usize = 40;

pub struct Binance {
    client: ProviderClient,
}

#[derive(Deserialize)]
struct Refusal {
    code: i64,
}

#[derive(Deserialize)]
struct PriceAnswer {
    symbol: String,
    price: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct DayAnswer {
    symbol: String,
    open_price: String,
    high_price: String,
    low_price: String,
    last_price: String,
    quote_volume: String,
}

/// A price from Binance, without trailing zeros. Excess decimals are truncated.
fn rate(text: &str) -> Option<Rate> {
    let plain = match text.split_once('.') {
        Some((whole, decimals)) => {
            let room = 19_usize.checked_sub(whole.len())?;
            let decimals: String = decimals.chars().take(room).collect();
            match decimals.trim_end_matches('0') {
                "" => whole.to_owned(),
                decimals => format!("{whole}.{decimals}"),
            }
        }
        None => text.to_owned(),
    };
    Rate::parse(&plain)
}

/// A decimal that is passed on unchanged.
fn number(value: &Value) -> Option<String> {
    let text = value.as_str()?;
    let plain = text
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'.');
    (plain && !text.is_empty() && text.len() <= LONGEST_NUMBER).then(|| text.to_owned())
}

impl Binance {
    /// # Errors
    /// An invalid URL.
    pub fn new(url: &str, wire: Wire) -> Result<Self, ConfigError> {
        let client = ProviderClient::new(url, Secret::new(String::new()), wire)?;
        Ok(Self { client })
    }

    /// The answer; `None` if the pair is not traded.
    async fn ask<T: DeserializeOwned>(&self, path: String) -> Result<Option<T>, MarketUnavailable> {
        let answered = self.client.call(Method::GET, &path, &[], Vec::new()).await;
        let answered: Answered = answered.map_err(|_| MarketUnavailable)?;
        match answered.status {
            StatusCode::OK => answered.read().map(Some).ok_or(MarketUnavailable),
            StatusCode::BAD_REQUEST => match answered.read::<Refusal>() {
                Some(refusal) if refusal.code == UNKNOWN_PAIR => Ok(None),
                _ => Err(MarketUnavailable),
            },
            _ => Err(MarketUnavailable),
        }
    }
}

fn candle(row: &[Value]) -> Option<Candle> {
    let [opened, open, high, low, close, ..] = row else {
        return None;
    };
    Some(Candle {
        open_time: opened.as_i64()?,
        open: number(open)?,
        high: number(high)?,
        low: number(low)?,
        close: number(close)?,
    })
}

impl MarketPort for Binance {
    fn price(&self, pair: Pair) -> Later<'_, Result<Option<Rate>, MarketUnavailable>> {
        Box::pin(async move {
            let path = format!("/api/v3/ticker/price?symbol={}", pair.text());
            match self.ask::<PriceAnswer>(path).await? {
                None => Ok(None),
                Some(answer) if answer.symbol == pair.text() => {
                    rate(&answer.price).map(Some).ok_or(MarketUnavailable)
                }
                Some(_) => Err(MarketUnavailable),
            }
        })
    }

    fn money(&self, pair: MoneyPair) -> Later<'_, Result<Option<Rate>, MarketUnavailable>> {
        Box::pin(async move {
            let path = format!("/api/v3/ticker/price?symbol={}", pair.text);
            let answer = self.ask::<PriceAnswer>(path).await?;
            // A delisted pair may still be listed, with a price of zero.
            Ok(answer
                .filter(|answer| answer.symbol == pair.text)
                .and_then(|answer| rate(&answer.price)))
        })
    }

    fn candles(
        &self,
        pair: Pair,
        period: Period,
    ) -> Later<'_, Result<Vec<Candle>, MarketUnavailable>> {
        Box::pin(async move {
            let path = format!(
                "/api/v3/klines?symbol={}&interval={}&limit={CANDLES}",
                pair.text(),
                period.as_str()
            );
            let rows: Vec<Vec<Value>> = self.ask(path).await?.unwrap_or_default();
            let candles: Option<Vec<Candle>> =
                rows.iter().take(CANDLES).map(|row| candle(row)).collect();
            candles.ok_or(MarketUnavailable)
        })
    }

    fn ticker(&self, pair: Pair) -> Later<'_, Result<Option<Ticker>, MarketUnavailable>> {
        Box::pin(async move {
            let path = format!("/api/v3/ticker/24hr?symbol={}&type=MINI", pair.text());
            let Some(day) = self.ask::<DayAnswer>(path).await? else {
                return Ok(None);
            };
            let read = || {
                Some(Ticker {
                    pair,
                    price: rate(&day.last_price)?,
                    day_ago: rate(&day.open_price)?,
                    high: rate(&day.high_price)?,
                    low: rate(&day.low_price)?,
                    volume: number(&Value::from(day.quote_volume.as_str()))?,
                })
            };
            // A delisted pair may still be listed, with prices of zero.
            Ok((day.symbol == pair.text()).then(read).flatten())
        })
    }
}
