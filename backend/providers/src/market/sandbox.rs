//! A market of our own: prices are a function of time, the same on every server at the same minute. A tester can
//! override one.

use super::{CANDLES, Candle, MarketPort, MarketUnavailable, MoneyPair, Pair, Period, Ticker};
use crate::Later;
use crate::sandbox::{Outcome, Port, Sandbox};
use domain_core::money::Rate;

const MS_A_MINUTE: i64 = 60_000;
const MINUTES_A_DAY: i64 = 24 * 60;
/// Sample points of a candle.
const POINTS: i64 = 12;
/// Decimals of a generated price.
const DECIMALS: usize = 6;
/// Waves of a price: period in minutes, and amplitude in parts per million.
const WAVES: [(i64, i64); 4] = [
    (10 * MINUTES_A_DAY, 60_000),
    (MINUTES_A_DAY, 20_000),
    (60, 6_000),
    (5, 1_500),
];
/// A wave's resolution.
const STEPS: i64 = 1_000;

pub struct SandboxMarket {
    sandbox: Sandbox,
}

/// The average price of a coin, or of a pair of money, in millionths of a USDT.
const fn usual_micros(symbol: &str) -> i64 {
    match symbol.as_bytes() {
        b"BTC" => 95_238_000_000,
        b"ETH" => 3_030_000_000,
        b"BNB" => 640_000_000,
        b"SOL" => 185_000_000,
        b"XRP" => 2_150_000,
        b"ADA" => 780_000,
        b"DOGE" => 310_000,
        b"TRX" => 250_000,
        b"LTC" => 104_000_000,
        b"USDTNGN" => 1_490_000_000,
        b"GBPUSDT" => 1_270_000,
        _ => 1_000_000,
    }
}

/// A pseudo-random number from −1000 to 1000 for a point of a wave.
fn knot(symbol: &str, wave: i64, place: i64) -> i64 {
    let seed = symbol.bytes().fold(wave.wrapping_mul(7_919), |seed, byte| {
        seed.wrapping_mul(31).wrapping_add(i64::from(byte))
    });
    let mut word = u64::from_ne_bytes(
        seed.wrapping_mul(1_000_003)
            .wrapping_add(place)
            .to_ne_bytes(),
    )
    .wrapping_add(0x9E37_79B9_7F4A_7C15);
    word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    i64::try_from((word ^ (word >> 31)) % 2_001).unwrap_or(0) - STEPS
}

/// The price at a minute, in millionths.
fn micros(symbol: &str, minute: i64) -> i64 {
    let usual = usual_micros(symbol);
    let waves = WAVES.iter().map(|(length, height)| {
        let (place, along) = (minute.div_euclid(*length), minute.rem_euclid(*length));
        let (from, to) = (
            knot(symbol, *length, place),
            knot(symbol, *length, place + 1),
        );
        (from * (length - along) + to * along) * height / length / STEPS
    });
    let moved: i64 = waves.sum();
    usual + usual / 1_000_000 * moved + usual % 1_000_000 * moved / 1_000_000
}

fn text(micros: i64) -> String {
    let digits = format!("{:0width$}", micros.max(1), width = DECIMALS + 1);
    let (whole, decimals) = digits.split_at(digits.len() - DECIMALS);
    format!("{whole}.{decimals}")
}

fn rate(micros: i64) -> Result<Rate, MarketUnavailable> {
    Rate::parse(&text(micros)).ok_or(MarketUnavailable)
}

impl SandboxMarket {
    pub const fn new(sandbox: Sandbox) -> Self {
        Self { sandbox }
    }

    async fn answers(&self) -> Result<(), MarketUnavailable> {
        let outcome = self.sandbox.behave(Port::Market).await;
        match outcome.map_err(|_| MarketUnavailable)? {
            Outcome::Succeed | Outcome::BvnRequired | Outcome::Partly => Ok(()),
            Outcome::Fail | Outcome::LoseAnswer | Outcome::LoseRequest => Err(MarketUnavailable),
        }
    }

    fn minute(&self) -> i64 {
        self.sandbox.now_ms().div_euclid(MS_A_MINUTE)
    }

    /// The current price: the tester's, or the generated one.
    async fn now(&self, pair: Pair) -> Result<Rate, MarketUnavailable> {
        self.price_of(&pair.text(), pair.symbol()).await
    }

    async fn price_of(&self, pair: &str, seed: &str) -> Result<Rate, MarketUnavailable> {
        let set = self.sandbox.price(pair).await;
        match set
            .map_err(|_| MarketUnavailable)?
            .as_deref()
            .and_then(Rate::parse)
        {
            Some(set) => Ok(set),
            None => rate(micros(seed, self.minute())),
        }
    }
}

impl MarketPort for SandboxMarket {
    fn price(&self, pair: Pair) -> Later<'_, Result<Option<Rate>, MarketUnavailable>> {
        Box::pin(async move {
            self.answers().await?;
            self.now(pair).await.map(Some)
        })
    }

    fn money(&self, pair: MoneyPair) -> Later<'_, Result<Option<Rate>, MarketUnavailable>> {
        Box::pin(async move {
            self.answers().await?;
            self.price_of(pair.text, pair.text).await.map(Some)
        })
    }

    fn candles(
        &self,
        pair: Pair,
        period: Period,
    ) -> Later<'_, Result<Vec<Candle>, MarketUnavailable>> {
        Box::pin(async move {
            self.answers().await?;
            let (now, length) = (self.minute(), period.minutes());
            let first = now.div_euclid(length) - i64::try_from(CANDLES).unwrap_or(0) + 1;
            let candle = |index: i64| {
                let start = index * length;
                let end = (start + length).min(now);
                let step = ((end - start) / POINTS).max(1);
                let mut points: Vec<i64> = (0..=POINTS)
                    .map(|point| (start + point * step).min(end))
                    .map(|minute| micros(pair.symbol(), minute))
                    .collect();
                points.push(micros(pair.symbol(), end));
                let of = |found: Option<&i64>| text(found.copied().unwrap_or_default());
                Candle {
                    open_time: start * MS_A_MINUTE,
                    open: of(points.first()),
                    high: of(points.iter().max()),
                    low: of(points.iter().min()),
                    close: of(points.last()),
                }
            };
            let mut candles: Vec<Candle> = (first..=now.div_euclid(length)).map(candle).collect();
            if let Some(last) = candles.last_mut()
                && let Ok(Some(set)) = self.sandbox.price(&pair.text()).await
            {
                last.close = set;
            }
            Ok(candles)
        })
    }

    fn ticker(&self, pair: Pair) -> Later<'_, Result<Option<Ticker>, MarketUnavailable>> {
        Box::pin(async move {
            self.answers().await?;
            let now = self.minute();
            let price = self.now(pair).await?;
            let day = (0..=24).map(|hour| micros(pair.symbol(), now - hour * 60));
            Ok(Some(Ticker {
                pair,
                price,
                day_ago: rate(micros(pair.symbol(), now - MINUTES_A_DAY))?,
                high: rate(day.clone().max().unwrap_or(1))?,
                low: rate(day.min().unwrap_or(1))?,
                volume: text(usual_micros(pair.symbol()).saturating_mul(12_000)),
            }))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices_change_every_minute_and_stay_near_their_average() {
        for pair in Pair::all() {
            let usual = usual_micros(pair.symbol());
            for minute in 29_900_000..29_903_000 {
                let (before, after) = (
                    micros(pair.symbol(), minute),
                    micros(pair.symbol(), minute + 1),
                );
                assert!(
                    (after - before).abs() <= usual / 500 + 1,
                    "{pair:?} {before} {after}"
                );
                assert!((before - usual).abs() <= usual / 10, "{pair:?} {before}");
            }
            assert_ne!(
                micros(pair.symbol(), 29_900_000),
                micros(pair.symbol(), 29_900_001)
            );
        }
        assert_eq!(text(1), "0.000001");
    }
}
