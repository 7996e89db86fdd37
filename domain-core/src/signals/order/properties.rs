//! No bound is exceeded, whatever the figures.

use super::*;
use proptest::prelude::*;

const NOON: Instant = Instant(1_795_165_200_000);

fn figure(units: i64) -> Figure {
    Figure::of_units(units).unwrap()
}

/// Figures with few and with many digits, to hit bounds as well as miss them.
fn units() -> impl Strategy<Value = i64> {
    prop_oneof![
        0..1_000_i64,
        (0..2_000_i64).prop_map(|whole| whole * 100_000_000),
        0..1_000_000_000_000_000_i64,
    ]
}

fn input(figures: [i64; 11]) -> TradeInput {
    let [
        per_trade,
        per_day,
        spent,
        available,
        price,
        most,
        step,
        tick,
        least,
        greatest,
        notional,
    ] = figures;
    let change = ExactChange::parse("2.5").unwrap();
    TradeInput {
        signal: TradeSignal {
            coin: "BTC".into(),
            side: TradeSide::Buy,
            percent_change_24h: change,
            price: figure(price),
            at: NOON,
        },
        strategy: TradeStrategy {
            coin: Some("BTC".into()),
            is_active: true,
            price: figure(most),
            percent_change_24h: change,
        },
        is_on: true,
        connected: true,
        until: Some(NOON),
        per_trade: Some(figure(per_trade)),
        per_day: Some(figure(per_day)),
        spent_today: figure(spent),
        available: figure(available),
        filters: Some(TradeFilters {
            least_quantity: figure(least),
            greatest_quantity: figure(greatest),
            step: figure(step),
            tick: figure(tick),
            least_notional: figure(notional),
        }),
        ordered: false,
        now: NOON,
    }
}

/// The exact cost in 10⁻¹⁶, without the rule's rounding.
fn cost(quantity: Figure, price: Figure) -> i128 {
    i128::from(quantity.units()) * i128::from(price.units())
}

fn sixteenth(figure: Figure) -> i128 {
    i128::from(figure.units()) * 100_000_000
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn orders_never_exceed_caps_balance_or_the_strategys_price(
        caps in [units(), units(), units(), units()], prices in [units(), units()], bounds in [0..1_000_000_i64, 0..1_000_000_i64],
        least in [units(), units(), units()],
    ) {
        let [per_trade, per_day, spent, available] = caps;
        let [price, most] = prices;
        let [step, tick] = bounds;
        let [smallest, greatest, notional] = least;
        let input = input([per_trade, per_day, spent, available, price, most, step, tick, smallest, greatest, notional]);
        let order = order(&input);
        prop_assert_eq!(order.quantity.is_some(), order.reason == TradeReason::Matches);
        let (Some(quantity), Some(limit), Some(reserved)) = (order.quantity, order.limit, order.notional) else {
            prop_assert!(order.limit.is_none() && order.notional.is_none() && !order.message.is_empty());
            return Ok(());
        };
        let cost = cost(quantity, limit);
        prop_assert!(cost > 0 && cost <= sixteenth(reserved));
        for most in [per_trade, per_day - spent, available] {
            prop_assert!(reserved <= figure(most.max(0)), "{} {}", reserved, most);
        }
        prop_assert!(limit <= input.strategy.price);
        let filters = input.filters.unwrap();
        prop_assert!(quantity >= filters.least_quantity && quantity == quantity.down_to(filters.step));
        prop_assert!(filters.greatest_quantity.is_zero() || quantity <= filters.greatest_quantity);
        prop_assert!(limit == limit.down_to(filters.tick) && reserved >= filters.least_notional);
    }
}

#[test]
fn orders_are_made_unless_forbidden() {
    let one = 100_000_000;
    let mut made = 0;
    for per_trade in 1..200 {
        let input = input([
            per_trade * one,
            100 * one,
            30 * one,
            60 * one,
            95_000 * one,
            96_000 * one,
            1_000,
            1_000_000,
            1_000,
            0,
            5 * one,
        ]);
        let order = order(&input);
        // The rest of the daily limit is seventy, the balance sixty: from five, there is an order.
        assert_eq!(
            order.quantity.is_some(),
            per_trade >= 6 || per_trade == 5 && order.notional.is_some(),
            "{per_trade}"
        );
        made += usize::from(order.quantity.is_some());
    }
    assert!(made > 190, "{made}");
}
