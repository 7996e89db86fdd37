//! The contract of all markets, and each one's own behaviour.

use super::binance::Binance;
use super::sandbox::SandboxMarket;
use super::stand_in::StandIn;
use super::{CANDLES, Candle, MarketPort, MarketUnavailable, MoneyPair, Pair, Period};
use crate::sandbox::{Behaviour, Outcome, Port, Sandbox};
use crate::testing::quick;
use domain_core::money::Rate;
use ground::clock::Clock;
use ground::db::testing::databases;
use ground::random::Random;

const NOON_MS: i64 = 1_795_176_000_000;

fn btc() -> Pair {
    Pair::of("BTC").unwrap()
}

fn number(text: &str) -> f64 {
    text.parse().unwrap()
}

/// The contract of the port.
async fn conforms(market: &dyn MarketPort) {
    assert!(market.is_open());
    for pair in Pair::all() {
        assert!(market.price(pair).await.unwrap().is_some(), "{pair:?}");
    }
    // Not every market trades every currency.
    for pair in MoneyPair::ALL {
        assert!(market.money(pair).await.is_ok(), "{pair:?}");
    }
    for period in Period::ALL {
        let candles = market.candles(btc(), period).await.unwrap();
        assert_eq!(candles.len(), CANDLES, "{period:?}");
        assert!(
            candles
                .windows(2)
                .all(|pair| pair[0].open_time < pair[1].open_time)
        );
        for Candle {
            open,
            high,
            low,
            close,
            ..
        } in &candles
        {
            let (open, high, low, close) = (number(open), number(high), number(low), number(close));
            assert!(
                low > 0.0 && low <= open.min(close) && high >= open.max(close),
                "{period:?}"
            );
        }
    }
    for pair in Pair::all() {
        let ticker = market.ticker(pair).await.unwrap().unwrap();
        assert_eq!(ticker.pair, pair);
        assert_eq!(Some(ticker.price), market.price(pair).await.unwrap());
    }
}

fn binance(stand_in: &StandIn) -> Binance {
    Binance::new(&stand_in.url, quick()).unwrap()
}

#[tokio::test]
async fn binance_conforms() {
    let stand_in = StandIn::new().await;
    let market = binance(&stand_in);
    conforms(&market).await;
    assert_eq!(market.price(btc()).await, Ok(Rate::parse("67123.45")));
}

#[tokio::test]
async fn the_sandbox_conforms_fails_on_demand_and_accepts_prices() {
    for one in databases().await {
        let sandbox = Sandbox::new(one.db.clone(), Clock::set_to(NOON_MS), Random);
        let market = SandboxMarket::new(sandbox.clone());
        conforms(&market).await;
        sandbox.set_price("BTCUSDT", Some("50000")).await.unwrap();
        assert_eq!(market.price(btc()).await, Ok(Rate::parse("50000")));
        assert_eq!(
            market.candles(btc(), Period::Day).await.unwrap()[CANDLES - 1].close,
            "50000"
        );
        let away = Behaviour {
            port: Port::Market,
            outcome: Outcome::Fail,
            delay_ms: 0,
            times: Some(1),
        };
        sandbox.set_behaviour(&away).await.unwrap();
        assert_eq!(market.price(btc()).await, Err(MarketUnavailable));
        assert!(market.price(btc()).await.is_ok());
    }
}

#[tokio::test]
async fn a_delisted_pair_does_not_affect_the_others() {
    let stand_in = StandIn::new().await;
    stand_in.delists("LTCUSDT");
    let market = binance(&stand_in);
    assert_eq!(market.price(Pair::of("LTC").unwrap()).await, Ok(None));
    assert_eq!(
        market.candles(Pair::of("LTC").unwrap(), Period::Hour).await,
        Ok(Vec::new())
    );
    for pair in Pair::all() {
        let ticker = market.ticker(pair).await.unwrap();
        assert_eq!(ticker.is_none(), pair.symbol() == "LTC", "{pair:?}");
    }
}

#[tokio::test]
async fn money_that_is_not_traded_has_no_price() {
    let stand_in = StandIn::new().await;
    let market = binance(&stand_in);
    let [naira, pounds] = MoneyPair::ALL;
    assert_eq!(market.money(naira).await, Ok(None));
    assert_eq!(market.money(pounds).await, Ok(Rate::parse("67123.45")));
    stand_in.says(r#"{"symbol":"GBPUSDT","price":"0.00000000"}"#);
    assert_eq!(market.money(pounds).await, Ok(None));
    stand_in.answers(500);
    assert_eq!(market.money(pounds).await, Err(MarketUnavailable));
}

#[tokio::test]
async fn rate_limits_bans_and_errors_give_no_price() {
    let stand_in = StandIn::new().await;
    let market = binance(&stand_in);
    for status in [403, 418, 429, 500, 503] {
        stand_in.answers(status);
        assert_eq!(
            market.price(btc()).await,
            Err(MarketUnavailable),
            "{status}"
        );
        assert_eq!(
            market.ticker(btc()).await,
            Err(MarketUnavailable),
            "{status}"
        );
    }
}

#[tokio::test]
async fn malformed_answers_give_no_price() {
    for body in [
        "",
        "{}",
        "[]",
        "<html>",
        r#"{"symbol":"ETHUSDT","price":"1"}"#,
        r#"{"symbol":"BTCUSDT","price":"NaN"}"#,
        r#"{"symbol":"BTCUSDT","price":"-1"}"#,
        r#"{"symbol":"BTCUSDT","price":"0.00000000"}"#,
        r#"{"symbol":"BTCUSDT","price":"1e9"}"#,
        r#"{"symbol":"BTCUSDT","price":67123.45}"#,
        &"[".repeat(1_000),
        &"x".repeat(600_000),
    ] {
        let stand_in = StandIn::new().await;
        stand_in.says(body);
        assert_eq!(
            binance(&stand_in).price(btc()).await,
            Err(MarketUnavailable),
            "{:.60}",
            body
        );
    }
    let stand_in = StandIn::new().await;
    stand_in.says(r#"[[1,"1","<script>","1","1"]]"#);
    assert_eq!(
        binance(&stand_in).candles(btc(), Period::Day).await,
        Err(MarketUnavailable)
    );
    assert_eq!(stand_in.asked(), 1);
}
