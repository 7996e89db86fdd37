//! The contract of all exchanges, and Binance's own behaviour.

use super::binance::Binance;
use super::sandbox::SandboxExchange;
use super::stand_in::{KEY, Mood, SECRET, StandIn};
use super::{ExchangePort, ExchangeUnavailable, Fill, MarketOrder, Placed, Size};
use crate::market::Pair;
use crate::sandbox::{Behaviour, Outcome, Port, Sandbox};
use crate::testing::quick;
use domain_core::money::Figure;
use ground::clock::Clock;
use ground::config::BinanceProvider;
use ground::db::testing::databases;
use ground::random::Random;
use ground::secret::Secret;

fn btc() -> Pair {
    Pair::of("BTC").unwrap()
}

fn quantity(text: &str) -> Figure {
    Figure::parse(text).unwrap()
}

fn buy(id: &str, quote: &str) -> MarketOrder {
    MarketOrder {
        id: id.into(),
        pair: btc(),
        size: Size::Spend(quantity(quote)),
    }
}

fn sell(id: &str, text: &str) -> MarketOrder {
    MarketOrder {
        id: id.into(),
        pair: btc(),
        size: Size::Sell(quantity(text)),
    }
}

fn filled(placed: Placed) -> Fill {
    match placed {
        Placed::Filled(fill) => fill,
        other => panic!("{other:?} is not filled"),
    }
}

/// The contract of the port.
async fn conforms(exchange: &dyn ExchangePort) {
    assert!(exchange.is_open());
    let filters = exchange.filters(btc()).await.unwrap().unwrap();
    assert!(filters.allows_spending(quantity("100")) && !filters.allows_spending(Figure::ZERO));
    assert_eq!(filters.sellable(Figure::ZERO), None);
    assert_eq!(exchange.status(btc(), "A-1").await, Placed::NotFound);
    // The proceeds are below their cost at the price, and the cost never exceeds the order.
    let bought = filled(exchange.place(&buy("A-1", "100")).await);
    assert!(
        bought.quote <= quantity("100") && bought.quote > quantity("90"),
        "{bought:?}"
    );
    assert!(!bought.quantity.is_zero());
    assert_eq!(exchange.status(btc(), "A-1").await, Placed::Filled(bought));
    // Everything that was bought can be sold, except for less than a step.
    let sellable = filters.sellable(bought.quantity).unwrap();
    let sold = filled(exchange.place(&sell("A-2", &sellable.to_string())).await);
    assert_eq!(sold.quantity, sellable);
    assert!(
        sold.quote < bought.quote && sold.quote > quantity("90"),
        "{sold:?}"
    );
    assert_eq!(exchange.status(btc(), "A").await, Placed::NotFound);
}

fn provider(at: &StandIn) -> BinanceProvider {
    BinanceProvider {
        url: at.url.clone(),
        key: Secret::new(KEY.into()),
        secret: Secret::new(SECRET.into()),
    }
}

fn binance(at: &StandIn) -> Binance {
    Binance::new(&provider(at), Clock::set_to(0), quick()).unwrap()
}

#[tokio::test]
async fn binance_conforms() {
    let at = StandIn::new().await;
    let exchange = binance(&at);
    assert_eq!(exchange.knock().await, Ok(()));
    conforms(&exchange).await;
    assert_eq!(at.kept().orders.len(), 2);
    // 100 USDT at 50,000 are 0.002, minus a commission of a thousandth.
    let bought = filled(exchange.status(btc(), "A-1").await);
    assert_eq!(
        bought,
        Fill {
            quantity: quantity("0.001998"),
            quote: quantity("100")
        }
    );
}

#[tokio::test]
async fn the_sandbox_conforms_and_follows_the_configured_behaviour() {
    for one in databases().await {
        let sandbox = Sandbox::new(one.db.clone(), Clock::set_to(0), Random);
        let exchange = SandboxExchange::new(sandbox.clone());
        conforms(&exchange).await;
        let set_outcome = async |outcome| {
            let behaviour = Behaviour {
                port: Port::Exchange,
                outcome,
                delay_ms: 0,
                times: Some(1),
            };
            sandbox.set_behaviour(&behaviour).await.unwrap();
        };
        set_outcome(Outcome::Fail).await;
        assert_eq!(exchange.place(&buy("B-1", "100")).await, Placed::Refused);
        assert_eq!(exchange.status(btc(), "B-1").await, Placed::Refused);
        set_outcome(Outcome::LoseAnswer).await;
        assert_eq!(exchange.place(&buy("B-2", "100")).await, Placed::Unknown);
        filled(exchange.status(btc(), "B-2").await);
        set_outcome(Outcome::LoseRequest).await;
        assert_eq!(exchange.place(&buy("B-3", "100")).await, Placed::Unknown);
        assert_eq!(exchange.status(btc(), "B-3").await, Placed::NotFound);
        set_outcome(Outcome::Partly).await;
        let part = filled(exchange.place(&buy("B-4", "100")).await);
        assert!(
            part.quote <= quantity("50") && part.quote > quantity("45"),
            "{part:?}"
        );
        // Below the minimum value of an order.
        assert_eq!(exchange.place(&buy("B-5", "0.5")).await, Placed::Refused);
        // Half a step cannot be sold.
        assert_eq!(
            exchange.place(&sell("B-6", "0.0000015")).await,
            Placed::Refused
        );
        assert_eq!(sandbox.exchange_orders().await.unwrap().len(), 7);
    }
}

#[tokio::test]
async fn orders_with_a_lost_answer_are_found() {
    let at = StandIn::new().await;
    let exchange = binance(&at);
    at.kept().mood = Mood::LosesAnswer;
    assert_eq!(exchange.place(&buy("A-1", "100")).await, Placed::Unknown);
    at.kept().mood = Mood::LosesRequest;
    assert_eq!(exchange.place(&buy("A-2", "100")).await, Placed::Unknown);
    assert_eq!(exchange.status(btc(), "A-1").await, Placed::Unknown);
    at.kept().mood = Mood::Well;
    filled(exchange.status(btc(), "A-1").await);
    assert_eq!(exchange.status(btc(), "A-2").await, Placed::NotFound);
    assert_eq!(at.kept().orders.len(), 1);
}

#[tokio::test]
async fn partial_orders_return_their_trades() {
    let at = StandIn::new().await;
    let exchange = binance(&at);
    at.kept().mood = Mood::Partly;
    let part = filled(exchange.place(&buy("A-1", "100")).await);
    assert_eq!(part.quote, quantity("50"));
    at.kept().mood = Mood::Waits;
    assert_eq!(exchange.place(&buy("A-2", "100")).await, Placed::Open);
    // A duplicate identifier, which Binance refuses with the code of a low balance.
    assert_eq!(exchange.place(&buy("A-2", "100")).await, Placed::Open);
    assert_eq!(at.kept().orders.len(), 2);
}

#[tokio::test]
async fn refusals_limits_and_invalid_answers_differ() {
    let at = StandIn::new().await;
    let exchange = binance(&at);
    for (mood, expected) in [
        (Mood::Refuses, Placed::Refused),
        (Mood::Limits, Placed::Unknown),
        (Mood::Nonsense, Placed::Unknown),
    ] {
        at.kept().mood = mood;
        assert_eq!(
            exchange.place(&buy("A-1", "100")).await,
            expected,
            "{mood:?}"
        );
    }
    at.kept().mood = Mood::Well;
    at.kept().hides_trades = true;
    assert_eq!(exchange.place(&buy("A-2", "100")).await, Placed::Unknown);
    at.kept().hides_trades = false;
    filled(exchange.status(btc(), "A-2").await);
}

#[tokio::test]
async fn filters_are_cached_for_an_hour() {
    let at = StandIn::new().await;
    let exchange = binance(&at);
    let filters = exchange.filters(btc()).await.unwrap().unwrap();
    assert_eq!(filters.step, quantity("0.00001"));
    assert_eq!(filters.greatest_quantity, quantity("76.79615875"));
    assert_eq!(filters.least_quote, quantity("5"));
    exchange.filters(btc()).await.unwrap();
    assert_eq!(at.kept().asked.len(), 1);
    for symbol in ["LTC", "DOGE"] {
        assert_eq!(
            exchange.filters(Pair::of(symbol).unwrap()).await,
            Ok(None),
            "{symbol}"
        );
    }
    at.kept().mood = Mood::LosesRequest;
    assert_eq!(
        exchange.filters(Pair::of("ETH").unwrap()).await,
        Err(ExchangeUnavailable)
    );
}

#[tokio::test]
async fn our_clock_is_corrected_by_binances() {
    let at = StandIn::new().await;
    let exchange = binance(&at);
    at.kept().ahead_ms = 3_600_000;
    filled(exchange.place(&buy("A-1", "100")).await);
    assert_eq!(at.kept().orders.len(), 1);
}

#[tokio::test]
async fn wrong_keys_are_errors_and_are_not_logged() {
    let at = StandIn::new().await;
    let wrong = BinanceProvider {
        key: Secret::new("another".into()),
        ..provider(&at)
    };
    let exchange = Binance::new(&wrong, Clock::set_to(0), quick()).unwrap();
    assert_eq!(exchange.place(&buy("A-1", "100")).await, Placed::Unknown);
    let error = exchange.knock().await.unwrap_err();
    assert!(
        error.contains("-2015") && !error.contains("another"),
        "{error}"
    );
}
