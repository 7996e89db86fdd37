use super::*;

fn deal(price: &str, spread: &str) -> Deal {
    Deal {
        price: Rate::parse(price).unwrap(),
        spread: Percent::parse(spread).unwrap(),
    }
}

fn btc(minor: i64) -> Amount {
    Amount::from_minor(minor, Currency::Btc).unwrap()
}

#[test]
fn rounding_gains_less_than_one_minor_unit() {
    // 0.00000001 × 7 = 0.00000007: nothing for a seller, one kobo for a buyer.
    let sold = deal("7", "0")
        .quote(Side::Sell, btc(1), Currency::Ngn)
        .unwrap();
    let bought = deal("7", "0")
        .quote(Side::Buy, btc(1), Currency::Ngn)
        .unwrap();
    assert_eq!(
        (sold.total.text(), bought.total.text()),
        ("0.00".into(), "0.01".into())
    );
    for (price, spread, minor) in [
        ("140952240.12345678", "1", 12_345_678),
        ("0.333333333333333333", "0.75", 99_999_999_999),
        ("3", "99.99", 7),
    ] {
        for side in Side::ALL {
            let quote = deal(price, spread)
                .quote(*side, btc(minor), Currency::Ngn)
                .unwrap();
            let price: Decimal = price.parse().unwrap();
            let spread: Decimal = spread.parse().unwrap();
            let kept = if *side == Side::Sell {
                Decimal::ONE_HUNDRED - spread
            } else {
                Decimal::ONE_HUNDRED + spread
            };
            let exact = Decimal::new(minor, 8) * (price * kept / Decimal::ONE_HUNDRED);
            let gain = if *side == Side::Sell {
                exact - quote.total.decimal()
            } else {
                quote.total.decimal() - exact
            };
            assert!(
                gain >= Decimal::new(-1, 8) && gain < Decimal::new(1, 2),
                "{side} {gain}"
            );
            let sum: Decimal = quote
                .lines
                .iter()
                .map(|line| line.amount.parse::<Decimal>().unwrap())
                .sum();
            assert_eq!(sum, quote.total.decimal());
        }
    }
}

#[test]
fn full_spreads_and_too_many_digits_are_refused() {
    for side in [Side::Buy, Side::Sell] {
        let quoted = |spread| deal("1", spread).quote(side, btc(1), Currency::Ngn);
        assert!(quoted("100").is_err() && quoted("99.99").is_ok());
    }
    let most = Amount::parse("99999999999999999999", Currency::Btc).unwrap();
    assert!(
        deal("99999999999999999999", "1")
            .quote(Side::Buy, most, Currency::Btc)
            .is_err()
    );
}

#[test]
fn quotes_hold_until_they_expire_or_the_price_falls_by_the_spread() {
    let quoted = deal("1000", "1");
    let holds = |price: &str, now: i64| {
        holds(
            quoted,
            Rate::parse(price).unwrap(),
            Instant(30_000),
            Instant(now),
        )
    };
    assert!(holds("1000", 0) && holds("990", 29_999) && holds("5000", 0));
    assert!(!holds("989.99", 0) && !holds("1000", 30_000));
}

#[test]
fn the_smallest_sale_brings_exactly_one_unit() {
    for (price, spread) in [("140952240.12", "1"), ("0.5", "0"), ("3", "2.5")] {
        let deal = deal(price, spread);
        let least = deal.least_sold(Currency::Btc).unwrap();
        let total = |amount| deal.quote(Side::Sell, amount, Currency::Ngn).unwrap().total;
        assert!(total(least) >= Amount::one(Currency::Ngn));
        assert!(
            total(btc(least.minor().unwrap() - 1)) < Amount::one(Currency::Ngn),
            "{price}"
        );
    }
}

#[test]
fn changes_are_given_in_percent() {
    let change = |from: &str, to: &str| {
        change_percent(Rate::parse(from).unwrap(), Rate::parse(to).unwrap()).unwrap()
    };
    for (from, to, expected) in [
        ("100", "101.25", "1.3"),
        ("100", "98.75", "-1.3"),
        ("100", "99.96", "0.0"),
        ("3", "6", "100.0"),
    ] {
        assert_eq!(change(from, to), expected);
    }
}

#[test]
fn rates_surround_the_market_price() {
    let (sell, buy) = rates_of(Rate::parse("80000").unwrap(), Percent::whole(1)).unwrap();
    assert_eq!(
        (sell.to_string(), buy.to_string()),
        ("0.000012625".into(), "0.000012375".into())
    );
    assert_eq!(
        price_in(
            Rate::parse("80000.5").unwrap(),
            Rate::parse("1480").unwrap()
        )
        .unwrap()
        .to_string(),
        "118400740"
    );
}
