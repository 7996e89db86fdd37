//! A cache of market data: each value is fetched at most once a minute, however many clients want it. Concurrent
//! callers wait for the same answer. After a failure the last value stays, with its age.

use super::{Candle, MarketPort, MarketUnavailable, MoneyPair, Pair, Period, Ticker};
use domain_core::money::feed::inverse;
use domain_core::money::{Currency, Rate};
use ground::clock::Clock;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, PoisonError};
use tokio::sync::Mutex;

/// How long a value is cached. (Document 2, section 9: prices are refreshed every 60 seconds.)
pub const KEPT_MS: i64 = 60_000;

/// A value, and the time of its request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dated<V> {
    pub value: V,
    pub at_ms: i64,
}

struct Slot<V> {
    /// The last attempt, successful or not.
    asked_at_ms: Option<i64>,
    known: Option<Dated<V>>,
}

/// Slots for one kind of value. Pairs and periods are few, so nothing is ever evicted.
struct Shelf<K, V>(std::sync::Mutex<HashMap<K, Arc<Mutex<Slot<V>>>>>);

impl<K: Eq + Hash, V: Clone> Shelf<K, V> {
    fn new() -> Self {
        Self(std::sync::Mutex::new(HashMap::new()))
    }

    async fn get<E>(
        &self,
        key: K,
        clock: &Clock,
        ask: impl Future<Output = Result<V, E>>,
    ) -> Option<Dated<V>> {
        let slot = {
            let mut slots = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let empty = || {
                Arc::new(Mutex::new(Slot {
                    asked_at_ms: None,
                    known: None,
                }))
            };
            slots.entry(key).or_insert_with(empty).clone()
        };
        let mut slot = slot.lock().await;
        let now_ms = clock.now_ms();
        let is_fresh = slot
            .asked_at_ms
            .is_some_and(|asked| (asked..asked + KEPT_MS).contains(&now_ms));
        if !is_fresh {
            slot.asked_at_ms = Some(now_ms);
            if let Ok(value) = ask.await {
                slot.known = Some(Dated {
                    value,
                    at_ms: now_ms,
                });
            }
        }
        slot.known.clone()
    }
}

/// The market, with each value fetched at most once a minute.
#[derive(Clone)]
pub struct Market(Arc<Parts>);

struct Parts {
    port: Arc<dyn MarketPort>,
    clock: Clock,
    /// Market data includes prices, so prices are read from here too.
    tickers: Shelf<Pair, Option<Ticker>>,
    candles: Shelf<(Pair, Period), Vec<Candle>>,
}

impl Market {
    pub fn new(port: Arc<dyn MarketPort>, clock: Clock) -> Self {
        Self(Arc::new(Parts {
            port,
            clock,
            tickers: Shelf::new(),
            candles: Shelf::new(),
        }))
    }

    pub fn is_open(&self) -> bool {
        self.0.port.is_open()
    }

    /// A pair's last known price; `None` if it is unknown or not traded.
    pub async fn price(&self, pair: Pair) -> Option<Dated<Rate>> {
        let known = self.ticker(pair).await?;
        Some(Dated {
            value: known.value.price,
            at_ms: known.at_ms,
        })
    }

    /// The units of a currency for one dollar, never cached: the job asks four times an hour. `None` if the market does not
    /// trade it.
    ///
    /// # Errors
    /// The market does not respond, or its price is none.
    pub async fn per_dollar(&self, currency: Currency) -> Result<Option<Rate>, MarketUnavailable> {
        let Some(pair) = MoneyPair::of(currency) else {
            return Ok(None);
        };
        let Some(price) = self.0.port.money(pair).await? else {
            return Ok(None);
        };
        match pair.is_inverse {
            true => inverse(price).map(Some).ok_or(MarketUnavailable),
            false => Ok(Some(price)),
        }
    }

    /// A pair's last known candles.
    pub async fn candles(&self, pair: Pair, period: Period) -> Option<Dated<Vec<Candle>>> {
        let Parts {
            port,
            clock,
            candles,
            ..
        } = &*self.0;
        candles
            .get((pair, period), clock, port.candles(pair, period))
            .await
    }

    /// A pair's last known market data; `None` if it is unknown or not traded.
    pub async fn ticker(&self, pair: Pair) -> Option<Dated<Ticker>> {
        let Parts {
            port,
            clock,
            tickers,
            ..
        } = &*self.0;
        let known = tickers.get(pair, clock, port.ticker(pair)).await?;
        known.value.map(|value| Dated {
            value,
            at_ms: known.at_ms,
        })
    }

    /// The last known market data of all pairs, in their order. Stale ones are fetched concurrently.
    pub async fn tickers(&self) -> Vec<Dated<Ticker>> {
        let asking: Vec<_> = Pair::all()
            .map(|pair| {
                let market = self.clone();
                tokio::spawn(async move { market.ticker(pair).await })
            })
            .collect();
        let mut known = Vec::new();
        for one in asking {
            known.extend(one.await.ok().flatten());
        }
        known
    }
}

#[cfg(test)]
mod tests {
    use super::super::Later;
    use super::*;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
    use tokio::sync::Notify;

    /// A market that counts calls and can hold its answers back.
    #[derive(Default)]
    struct Counting {
        asked: AtomicUsize,
        fails: AtomicBool,
        holds: AtomicBool,
        release: Notify,
    }

    impl MarketPort for Counting {
        fn price(&self, _: Pair) -> Later<'_, Result<Option<Rate>, MarketUnavailable>> {
            Box::pin(async { Err(MarketUnavailable) })
        }

        fn ticker(&self, pair: Pair) -> Later<'_, Result<Option<Ticker>, MarketUnavailable>> {
            Box::pin(async move {
                let asked = self.asked.fetch_add(1, Ordering::SeqCst) + 1;
                if self.holds.load(Ordering::SeqCst) {
                    self.release.notified().await;
                }
                if self.fails.load(Ordering::SeqCst) {
                    return Err(MarketUnavailable);
                }
                let price = Rate::parse(&asked.to_string()).unwrap();
                Ok(Some(Ticker {
                    pair,
                    price,
                    day_ago: price,
                    high: price,
                    low: price,
                    volume: String::from("1"),
                }))
            })
        }

        fn money(&self, _: MoneyPair) -> Later<'_, Result<Option<Rate>, MarketUnavailable>> {
            Box::pin(async { Ok(None) })
        }

        fn candles(&self, _: Pair, _: Period) -> Later<'_, Result<Vec<Candle>, MarketUnavailable>> {
            Box::pin(async {
                self.asked.fetch_add(1, Ordering::SeqCst);
                Ok(Vec::new())
            })
        }
    }

    fn market() -> (Arc<Counting>, Clock, Market) {
        let (port, clock) = (Arc::new(Counting::default()), Clock::set_to(0));
        (port.clone(), clock.clone(), Market::new(port, clock))
    }

    fn btc() -> Pair {
        Pair::of("BTC").unwrap()
    }

    /// A dashboard's requests: the list of coins, prices of pairs, and a chart.
    async fn looks(market: &Market, client: usize) {
        match client % 4 {
            0 => assert_eq!(market.tickers().await.len(), Pair::all().count()),
            1 => assert!(market.price(btc()).await.is_some()),
            2 => assert!(market.price(Pair::of("ETH").unwrap()).await.is_some()),
            _ => assert!(market.candles(btc(), Period::Minute).await.is_some()),
        }
    }

    #[tokio::test]
    async fn a_thousand_dashboards_cause_one_request_per_pair_and_minute() {
        let (port, clock, market) = market();
        for minute in 1..=3 {
            port.holds.store(true, Ordering::SeqCst);
            let waiting = Arc::new(AtomicUsize::new(0));
            let clients: Vec<_> = (0..1_000)
                .map(|client| {
                    let (market, waiting) = (market.clone(), waiting.clone());
                    tokio::spawn(async move {
                        waiting.fetch_add(1, Ordering::SeqCst);
                        looks(&market, client).await;
                    })
                })
                .collect();
            // The test is single-threaded: a client that has counted itself is already waiting.
            while waiting.load(Ordering::SeqCst) < clients.len() {
                tokio::task::yield_now().await;
            }
            // Later callers get answers at once; the waiting ones are released.
            port.holds.store(false, Ordering::SeqCst);
            port.release.notify_waiters();
            for client in clients {
                client.await.unwrap();
            }
            // One per pair, and one for the chart.
            assert_eq!(
                port.asked.load(Ordering::SeqCst),
                (Pair::all().count() + 1) * minute
            );
            clock.advance_ms(KEPT_MS);
        }
    }

    #[tokio::test]
    async fn failures_keep_the_last_price_and_wait_a_minute() {
        let (port, clock, market) = market();
        let first = market.price(btc()).await.unwrap();
        clock.advance_ms(KEPT_MS);
        port.fails.store(true, Ordering::SeqCst);
        for _ in 0..10 {
            assert_eq!(market.price(btc()).await, Some(first.clone()));
        }
        assert_eq!(port.asked.load(Ordering::SeqCst), 2);
        assert_eq!(
            market.tickers().await,
            [market.ticker(btc()).await.unwrap()]
        );
    }

    #[tokio::test]
    async fn candles_are_cached_per_period() {
        let (port, _, market) = market();
        for _ in 0..5 {
            for period in Period::ALL {
                market.candles(btc(), period).await.unwrap();
            }
        }
        assert_eq!(port.asked.load(Ordering::SeqCst), Period::ALL.len());
    }
}
