use super::*;
use crate::money::Rate;
use proptest::prelude::*;

fn totalled(
    balances: &[(Currency, &str)],
    rates: &[(Currency, &str)],
    base: Currency,
) -> Checked<Total> {
    let balance = |(currency, text): &(Currency, &str)| Balance {
        currency: (*currency).into(),
        balance: (*text).into(),
    };
    let with = |rates: Rates, (currency, text): &(Currency, &str)| {
        rates.with(*currency, Rate::parse(text).unwrap(), None)
    };
    total(&TotalInput {
        balances: balances.iter().map(balance).collect(),
        rates: rates.iter().fold(Rates::default(), with),
        base: base.into(),
    })
}

const USUAL: [(Currency, &str); 3] = [
    (Currency::Ngn, "1500"),
    (Currency::Usd, "1"),
    (Currency::Gbp, "0.75"),
];

#[test]
fn thirds_are_not_rounded_before_the_sum() {
    // Three times a third of a dollar is a dollar: rounding each would lose a cent.
    let rates = [
        (Currency::Ngn, "3"),
        (Currency::Usd, "1"),
        (Currency::Gbp, "3"),
        (Currency::Usdt, "3"),
    ];
    let balances = [
        (Currency::Ngn, "1"),
        (Currency::Gbp, "1"),
        (Currency::Usdt, "1"),
    ];
    assert_eq!(
        totalled(&balances, &rates, Currency::Usd)
            .unwrap()
            .total
            .to_string(),
        "1.00"
    );
}

#[test]
fn the_base_currency_needs_no_rate() {
    let balances = [
        (Currency::Ngn, "10.50"),
        (Currency::Ngn, "0.50"),
        (Currency::Eth, "0"),
    ];
    assert_eq!(
        totalled(&balances, &[], Currency::Ngn)
            .unwrap()
            .total
            .to_string(),
        "11.00"
    );
    assert_eq!(
        totalled(&[], &[], Currency::Btc).unwrap().total.to_string(),
        "0.00000000"
    );
}

#[test]
fn mixed_currencies_add_up() {
    let balances = [
        (Currency::Ngn, "1000"),
        (Currency::Usd, "2"),
        (Currency::Gbp, "1.50"),
    ];
    assert_eq!(
        totalled(&balances, &USUAL, Currency::Ngn)
            .unwrap()
            .total
            .to_string(),
        "7000.00"
    );
}

#[test]
fn a_currency_without_a_rate_is_named() {
    let refusal = totalled(&[(Currency::Eth, "1")], &USUAL, Currency::Ngn).unwrap_err();
    assert_eq!(refusal.violations[0].message, "ETH not supported yet!");
}

#[test]
fn extreme_rates_and_balances_do_not_overflow() {
    let most = "99999999999999999999";
    let least = "0.000000000000000001";
    let balances = Currency::ALL
        .iter()
        .map(|currency| (*currency, most))
        .collect::<Vec<_>>();
    let rates = Currency::ALL
        .iter()
        .map(|currency| (*currency, most))
        .collect::<Vec<_>>();
    assert!(totalled(&balances, &rates, Currency::Usd).is_ok());
    let rates = Currency::ALL
        .iter()
        .map(|currency| (*currency, least))
        .collect::<Vec<_>>();
    assert!(totalled(&balances, &rates, Currency::Usd).is_ok());
    let rates = [(Currency::Ngn, least), (Currency::Btc, most)];
    let refusal = totalled(&[(Currency::Ngn, most)], &rates, Currency::Btc).unwrap_err();
    assert_eq!(refusal.violations[0].code, Code::OutOfRange);
}

proptest! {
    #[test]
    fn the_order_of_balances_does_not_matter(minors in proptest::collection::vec(0..1_000_000_000_i64, 3)) {
        let texts: Vec<String> = minors.iter().zip([Currency::Ngn, Currency::Usd, Currency::Gbp])
            .map(|(minor, currency)| Amount::from_minor(*minor, currency).unwrap().to_string()).collect();
        let mut balances = vec![(Currency::Ngn, texts[0].as_str()), (Currency::Usd, &texts[1]), (Currency::Gbp, &texts[2])];
        let forward = totalled(&balances, &USUAL, Currency::Gbp).unwrap().total;
        balances.reverse();
        prop_assert_eq!(totalled(&balances, &USUAL, Currency::Gbp).unwrap().total, forward);
    }
}

#[test]
fn hidden_balances_are_masked() {
    let show = |visible| {
        show(&DisplayInput {
            amount: "12".into(),
            currency: Currency::Usd.into(),
            visible,
        })
        .unwrap()
        .text
    };
    assert_eq!(
        (show(true).as_str(), show(false).as_str()),
        ("$12.00", "XXXXXXXXXXX")
    );
}

#[test]
fn the_sum_is_rounded_once() {
    // Three thirds of a dollar are a dollar.
    let third = Balance {
        currency: Currency::Gbp.into(),
        balance: "1.00".into(),
    };
    let rate = |text| Rate::parse(text).unwrap();
    let rates =
        Rates::default()
            .with(Currency::Usd, rate("1"), None)
            .with(Currency::Gbp, rate("3"), None);
    for (count, expected) in [(3, "1.00"), (2, "0.66")] {
        let input = TotalInput {
            balances: vec![third.clone(); count],
            rates: rates.clone(),
            base: Currency::Usd.into(),
        };
        assert_eq!(total(&input).unwrap().total.text(), expected);
    }
}
