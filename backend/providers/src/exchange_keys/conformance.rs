//! The contract of all exchanges with a user's own key, and Binance's own behaviour.

use super::binance::Binance;
use super::sandbox::SandboxKeys;
use super::{Bought, ExchangeError, ExchangeKeyPort, ExchangeKeys, LimitOrder, Ordered};
use crate::exchange::stand_in::{KEY, Mood, SECRET, StandIn};
use crate::market::Pair;
use crate::sandbox::{Behaviour, Outcome, Port, Sandbox};
use crate::testing::quick;
use domain_core::money::Figure;
use ground::clock::Clock;
use ground::db::testing::databases;
use ground::random::Random;
use ground::secret::Secret;

fn btc() -> Pair {
    Pair::of("BTC").unwrap()
}

fn figure(text: &str) -> Figure {
    Figure::parse(text).unwrap()
}

fn keys(key: &str) -> ExchangeKeys {
    ExchangeKeys {
        key: Secret::new(key.into()),
        secret: Secret::new(SECRET.into()),
    }
}

fn order(id: &str, quantity: &str, limit: &str) -> LimitOrder {
    LimitOrder {
        id: id.into(),
        pair: btc(),
        quantity: figure(quantity),
        limit: figure(limit),
    }
}

fn bought(ordered: Ordered) -> Bought {
    match ordered {
        Ordered::Over(bought) => bought,
        other => panic!("{other:?} is not over"),
    }
}

/// The contract of the port.
async fn conforms(exchange: &dyn ExchangeKeyPort) {
    let keys = keys(KEY);
    assert!(exchange.is_open());
    let filters = exchange.filters(btc()).await.unwrap().unwrap();
    assert!(!filters.step.is_zero() && !filters.least_notional.is_zero());
    let balances = exchange.balances(&keys).await.unwrap();
    let usdt = balances
        .iter()
        .find(|balance| balance.coin == "USDT")
        .unwrap();
    assert_eq!(usdt.free, figure("1000"));
    assert!(
        balances
            .iter()
            .all(|one| !one.free.is_zero() || !one.locked.is_zero())
    );
    assert_eq!(
        exchange.order_status(&keys, btc(), "A-1").await,
        Ordered::NotFound
    );
    let first = bought(
        exchange
            .order(&keys, &order("A-1", "0.001", "900000"))
            .await,
    );
    assert_eq!(first.quantity, figure("0.001"));
    assert!(
        !first.cost.is_zero() && first.cost <= figure("900"),
        "{first:?}"
    );
    assert_eq!(
        exchange.order_status(&keys, btc(), "A-1").await,
        Ordered::Over(first)
    );
    assert_eq!(
        exchange.order_status(&keys, btc(), "A").await,
        Ordered::NotFound
    );
}

fn binance(at: &StandIn) -> Binance {
    Binance::new(&at.url, Clock::set_to(0), quick()).unwrap()
}

#[tokio::test]
async fn binance_conforms() {
    let at = StandIn::new().await;
    let exchange = binance(&at);
    conforms(&exchange).await;
    let asked = at
        .kept()
        .asked
        .iter()
        .find(|asked| asked.contains("side=BUY"))
        .cloned()
        .unwrap();
    let sent = "/api/v3/order?symbol=BTCUSDT&side=BUY&type=LIMIT&timeInForce=IOC&quantity=0.001&price=900000&newClientOrderId=A-1&newOrderRespType=RESULT&recvWindow=5000&timestamp=0&signature=";
    assert!(asked.starts_with(sent), "{asked}");
    let filters = exchange.filters(btc()).await.unwrap().unwrap();
    assert_eq!(
        (filters.tick, filters.step, filters.least_notional),
        (figure("0.01"), figure("0.00001"), figure("5"))
    );
    // The filter for market orders does not apply to limit orders.
    assert_eq!(filters.greatest_quantity, figure("9000"));
    for symbol in ["LTC", "DOGE"] {
        assert_eq!(
            exchange.filters(Pair::of(symbol).unwrap()).await,
            Ok(None),
            "{symbol}"
        );
    }
}

#[tokio::test]
async fn the_sandbox_conforms_and_follows_the_configured_behaviour() {
    for one in databases().await {
        let sandbox = Sandbox::new(one.db.clone(), Clock::set_to(0), Random);
        let exchange = SandboxKeys::new(sandbox.clone());
        conforms(&exchange).await;
        let set_outcome = async |outcome| {
            let behaviour = Behaviour {
                port: Port::ExchangeOrders,
                outcome,
                delay_ms: 0,
                times: Some(1),
            };
            sandbox.set_behaviour(&behaviour).await.unwrap();
        };
        let keys_of_ada = keys("ada");
        let place = async |id: &str, quantity: &str, limit: &str| {
            exchange
                .order(&keys_of_ada, &order(id, quantity, limit))
                .await
        };
        set_outcome(Outcome::Fail).await;
        assert_eq!(place("B-1", "0.001", "200000").await, Ordered::Refused);
        set_outcome(Outcome::LoseAnswer).await;
        assert_eq!(place("B-2", "0.001", "200000").await, Ordered::Unknown);
        bought(exchange.order_status(&keys_of_ada, btc(), "B-2").await);
        // Another account does not know the order.
        assert_eq!(
            exchange.order_status(&keys("bola"), btc(), "B-2").await,
            Ordered::NotFound
        );
        set_outcome(Outcome::LoseRequest).await;
        assert_eq!(place("B-3", "0.001", "200000").await, Ordered::Unknown);
        assert_eq!(
            exchange.order_status(&keys_of_ada, btc(), "B-3").await,
            Ordered::NotFound
        );
        set_outcome(Outcome::Partly).await;
        assert_eq!(
            bought(place("B-4", "0.001", "200000").await).quantity,
            figure("0.0005")
        );
        // Nothing is bought above the limit; orders below the minimum, above the balance or between steps are refused.
        assert_eq!(
            bought(place("B-5", "0.9", "100").await).quantity,
            Figure::ZERO
        );
        assert_eq!(place("B-6", "0.00001", "1").await, Ordered::Refused);
        assert_eq!(place("B-7", "1", "200000").await, Ordered::Refused);
        assert_eq!(place("B-8", "0.000001", "200000").await, Ordered::Refused);
        let left = exchange.balances(&keys_of_ada).await.unwrap();
        let usdt = left.iter().find(|balance| balance.coin == "USDT").unwrap();
        assert!(usdt.free < figure("1000"), "{usdt:?}");
        assert_eq!(sandbox.key_orders().await.unwrap().len(), 8);
    }
}

#[tokio::test]
async fn orders_with_a_lost_answer_are_found() {
    let at = StandIn::new().await;
    let exchange = binance(&at);
    let keys = keys(KEY);
    at.kept().mood = Mood::LosesAnswer;
    assert_eq!(
        exchange.order(&keys, &order("A-1", "0.001", "51000")).await,
        Ordered::Unknown
    );
    at.kept().mood = Mood::LosesRequest;
    assert_eq!(
        exchange.order(&keys, &order("A-2", "0.001", "51000")).await,
        Ordered::Unknown
    );
    assert_eq!(
        exchange.order_status(&keys, btc(), "A-1").await,
        Ordered::Unknown
    );
    at.kept().mood = Mood::Well;
    assert_eq!(
        bought(exchange.order_status(&keys, btc(), "A-1").await).cost,
        figure("50")
    );
    assert_eq!(
        exchange.order_status(&keys, btc(), "A-2").await,
        Ordered::NotFound
    );
    assert_eq!(at.kept().orders.len(), 1);
}

#[tokio::test]
async fn partial_orders_refusals_limits_and_invalid_answers_differ() {
    let at = StandIn::new().await;
    let exchange = binance(&at);
    let keys = keys(KEY);
    at.kept().mood = Mood::Partly;
    assert_eq!(
        bought(exchange.order(&keys, &order("A-1", "0.001", "51000")).await).quantity,
        figure("0.0005")
    );
    at.kept().mood = Mood::Waits;
    assert_eq!(
        exchange.order(&keys, &order("A-2", "0.001", "51000")).await,
        Ordered::Open
    );
    // A duplicate identifier, which Binance refuses with the code of a low balance.
    assert_eq!(
        exchange.order(&keys, &order("A-2", "0.001", "51000")).await,
        Ordered::Open
    );
    for (mood, expected) in [
        (Mood::Refuses, Ordered::Refused),
        (Mood::Limits, Ordered::Unknown),
        (Mood::Nonsense, Ordered::Unknown),
    ] {
        at.kept().mood = mood;
        assert_eq!(
            exchange.order(&keys, &order("A-3", "0.001", "51000")).await,
            expected,
            "{mood:?}"
        );
    }
    assert_eq!(at.kept().orders.len(), 2);
}

#[tokio::test]
async fn refused_keys_place_no_orders_and_are_not_logged() {
    let at = StandIn::new().await;
    let exchange = binance(&at);
    let wrong = keys("another");
    assert_eq!(
        exchange
            .order(&wrong, &order("A-1", "0.001", "51000"))
            .await,
        Ordered::Refused
    );
    // The answer does not say whether the order exists.
    assert_eq!(
        exchange.order_status(&wrong, btc(), "A-1").await,
        Ordered::Unknown
    );
    assert_eq!(exchange.balances(&wrong).await, Err(ExchangeError::Refused));
    assert!(at.kept().orders.is_empty());
}

#[tokio::test]
async fn our_clock_is_corrected_by_binances() {
    let at = StandIn::new().await;
    let exchange = binance(&at);
    at.kept().ahead_ms = 3_600_000;
    bought(
        exchange
            .order(&keys(KEY), &order("A-1", "0.001", "51000"))
            .await,
    );
    assert_eq!(at.kept().orders.len(), 1);
}
