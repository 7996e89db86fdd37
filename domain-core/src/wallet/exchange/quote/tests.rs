use super::*;
use crate::money::Rate;

fn rates() -> Rates {
    let rate = |text: &str| Rate::parse(text).unwrap();
    Rates::default()
        .with(Currency::Ngn, rate("1500"), Some(rate("1480")))
        .with(Currency::Usd, rate("1"), Some(rate("1")))
        .with(Currency::Gbp, rate("0.79"), Some(rate("0.78")))
}

fn terms<'a>(rates: &'a Rates, from: Currency, to: Currency, spread: &str) -> ExchangeTerms<'a> {
    ExchangeTerms {
        from,
        to,
        rates,
        spread: Percent::parse(spread).unwrap(),
    }
}

fn quoted(terms: &ExchangeTerms<'_>, minor: i64) -> ExchangeQuote {
    let amount = Amount::from_minor(minor, terms.from).unwrap();
    terms.quote(&amount).unwrap()
}

#[test]
fn the_dearer_currency_is_quoted_in_the_other() {
    for (from, to, rate) in [
        (Currency::Usd, Currency::Ngn, "$1 = ₦1,490.00"),
        (Currency::Ngn, Currency::Usd, "$1 = ₦1,490.00"),
        (Currency::Gbp, Currency::Usd, "£1 = $1.2739"),
        (Currency::Ngn, Currency::Gbp, "£1 = ₦1,898.0892"),
    ] {
        assert_eq!(quoted(&terms(&rates(), from, to, "1"), 100).rate, rate);
    }
}

#[test]
fn the_smallest_amount_yields_one_minor_unit() {
    for (from, to) in [
        (Currency::Ngn, Currency::Usd),
        (Currency::Ngn, Currency::Gbp),
        (Currency::Usd, Currency::Ngn),
        (Currency::Gbp, Currency::Usd),
    ] {
        let rates = rates();
        let terms = terms(&rates, from, to, "1.5");
        let least = terms.least().unwrap().minor().unwrap();
        assert!(!quoted(&terms, least).received.is_zero(), "{from} {to}");
        assert!(least == 1 || quoted(&terms, least - 1).received.is_zero());
    }
}

#[test]
fn quotes_hold_until_they_expire_or_the_rate_falls_by_the_spread() {
    let in_dollars =
        |rates: &Rates| quoted(&terms(rates, Currency::Usd, Currency::Ngn, "1"), 10_000);
    let first = in_dollars(&rates());
    let later = |buy: &str, now| {
        let rate = |text: &str| Rate::parse(text).unwrap();
        let now_quoted = in_dollars(&rates().with(Currency::Ngn, rate("1500"), Some(rate(buy))));
        holds(&first, &now_quoted, Instant(30_000), Instant(now))
    };
    // The mid rate of 1,490 less one percent is 1,475.10.
    assert!(later("1480", 0) && later("1450.2", 29_999) && later("1600", 0));
    assert!(!later("1450.19", 0) && !later("1480", 30_000));
}

#[test]
fn full_spreads_and_too_many_digits_are_refused() {
    let amount = Amount::from_minor(100, Currency::Usd).unwrap();
    let usual = rates();
    let full = terms(&usual, Currency::Usd, Currency::Ngn, "100");
    assert!(full.quote(&amount).is_err() && full.least().is_none());
    let rate = |text: &str| Rate::parse(text).unwrap();
    let rates = Rates::default()
        .with(
            Currency::Ngn,
            rate("99999999999999999999"),
            Some(rate("0.000000000000000001")),
        )
        .with(Currency::Usd, rate("1"), None);
    let wide = terms(&rates, Currency::Usd, Currency::Ngn, "1");
    assert!(wide.quote(&amount).is_err());
}
