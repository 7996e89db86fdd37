//! A coin's prices of the past.

use super::quote::{difference, percent_between};
use crate::money::{Amount, Currency, CurrencyCode, Figure, Rate, Rounding, scaled, too_great};
use crate::shape::{choice, input, output};
use crate::validation::{Checked, Code, Violation};
use rust_decimal::Decimal;

/// Decimals of the market's prices.
const PRICE_DECIMALS: u32 = 8;

choice! {
    /// The time that a chart shows.
    pub enum Span {
        /// 96 candles of 15 minutes.
        Day = "day",
        /// 84 candles of two hours.
        Week = "week",
        /// 30 candles of a day.
        Month = "month",
    }
}

impl Span {
    /// The number of its candles.
    const fn candles(self) -> usize {
        match self {
            Self::Day => 96,
            Self::Week => 84,
            Self::Month => 30,
        }
    }
}

input! {
    /// The market's candles of a coin.
    pub struct HistoryInput {
        /// Null: all candles.
        span: Option<Span>,
        /// Oldest first.
        candles: Vec<MarketCandle>,
        /// The currency of the chart.
        currency: CurrencyCode,
        /// The units of that currency for one USDT.
        rate: Rate,
    }

    /// A candle in USDT.
    pub struct MarketCandle {
        /// Milliseconds since 1970.
        open_time: i64,
        /// The first price, as plain decimal text; decimals beyond the eighth are dropped.
        open: String,
        /// The highest price, as plain decimal text; decimals beyond the eighth are dropped.
        high: String,
        /// The lowest price, as plain decimal text; decimals beyond the eighth are dropped.
        low: String,
        /// The last price, as plain decimal text; decimals beyond the eighth are dropped.
        close: String,
    }
}

output! {
    /// A coin's prices in the currency of the chart.
    pub struct History {
        /// Oldest first.
        candles: Vec<ChartCandle>,
        /// The highest price; null without candles.
        high: Option<Amount>,
        /// The lowest price; null without candles.
        low: Option<Amount>,
        /// The change from the first price to the last; null without candles.
        change: Option<String>,
        /// That change in percent, with one decimal.
        percent: Option<String>,
    }

    /// A candle in the currency of the chart.
    pub struct ChartCandle {
        /// Milliseconds since 1970.
        open_time: i64,
        /// The first price, rounded half up.
        open: Amount,
        /// The highest price, rounded half up.
        high: Amount,
        /// The lowest price, rounded half up.
        low: Amount,
        /// The last price, rounded half up.
        close: Amount,
    }
}

/// Converts the latest candles of a span at one rate, today's, and rounds each price to the nearest.
///
/// # Errors
/// `{currency} not supported yet!`; `not_an_amount` for a price that is none; `out_of_range` beyond 28 digits.
pub fn history(input: &HistoryInput) -> Checked<History> {
    let currency = input.currency.known("currency")?;
    let all = input.candles.as_slice();
    let skipped = input
        .span
        .map_or(0, |span| all.len().saturating_sub(span.candles()));
    let candles = all
        .iter()
        .skip(skipped)
        .map(|candle| converted(candle, currency, input.rate))
        .collect::<Result<Vec<_>, Violation>>()?;
    let ends = candles.first().zip(candles.last());
    let ends = ends.map(|(first, last)| (first.open, last.close));
    Ok(History {
        high: candles
            .iter()
            .map(|candle| candle.high)
            .reduce(Amount::at_least),
        low: candles
            .iter()
            .map(|candle| candle.low)
            .reduce(Amount::at_most),
        change: ends.and_then(|(from, to)| difference(&from, &to)),
        percent: ends.and_then(|(from, to)| percent_between(from.decimal(), to.decimal())),
        candles,
    })
}

fn converted(
    candle: &MarketCandle,
    currency: Currency,
    rate: Rate,
) -> Result<ChartCandle, Violation> {
    let price = |text: &str| {
        let figure = Figure::rounded_down(text);
        let figure = figure.ok_or_else(|| Violation::new("candles", Code::NotAnAmount))?;
        let price = Decimal::new(figure.units(), PRICE_DECIMALS);
        let scale = currency.scale();
        scaled(price, rate.decimal(), Decimal::ONE, scale, Rounding::HalfUp)
            .and_then(|price| Amount::of(price, currency))
            .ok_or_else(too_great)
    };
    Ok(ChartCandle {
        open_time: candle.open_time,
        open: price(&candle.open)?,
        high: price(&candle.high)?,
        low: price(&candle.low)?,
        close: price(&candle.close)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_chart_stays_between_its_lowest_and_highest_price(
            closes in prop::collection::vec(1_u64..10_000_000, 1..150),
            rate in 1_u32..5_000,
        ) {
            let candles = closes.iter().zip(0_i64..).map(|(close, open_time)| {
                let close = close.to_string();
                MarketCandle { open_time, open: close.clone(), high: close.clone(), low: close.clone(), close }
            });
            let input = HistoryInput {
                span: Some(Span::Month),
                candles: candles.collect(),
                currency: Currency::Ngn.into(),
                rate: Rate::parse(&rate.to_string()).unwrap(),
            };
            let found = history(&input).unwrap();
            prop_assert_eq!(found.candles.len(), closes.len().min(30));
            let (low, high) = (found.low.unwrap(), found.high.unwrap());
            prop_assert!(found.candles.iter().all(|one| low <= one.close && one.close <= high));
            let last = closes.last().unwrap() * u64::from(rate) * 100;
            prop_assert_eq!(found.candles.last().unwrap().close.minor(), i64::try_from(last).ok());
        }
    }
}
