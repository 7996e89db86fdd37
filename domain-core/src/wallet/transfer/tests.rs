use super::super::tariff::{Band, Naira, StampDuty};
use super::*;
use crate::money::{Currency, Rate};
use crate::wallet::withdrawal::{Withdraw, WithdrawContext};
use proptest::prelude::*;

fn rate(text: &str) -> Rate {
    Rate::parse(text).unwrap()
}

fn rates() -> Rates {
    Rates::default()
        .with(Currency::Ngn, rate("1500"), None)
        .with(Currency::Usd, rate("1"), None)
        .with(Currency::Btc, rate("0.00001"), None)
}

fn naira(text: &str) -> Naira {
    Naira(Amount::parse(text, Currency::Ngn).unwrap())
}

/// The bands, VAT and stamp duty in force in Nigeria in 2026.
fn tariff_2026() -> Tariff {
    let band = |up_to: Option<&str>, fee| Band {
        up_to: up_to.map(naira),
        fee: naira(fee),
    };
    Tariff {
        from: Date::new(2026, 1, 19).unwrap(),
        bands: vec![
            band(Some("5000"), "10"),
            band(Some("50000"), "25"),
            band(None, "50"),
        ],
        vat_percent: crate::money::Percent::parse("7.5"),
        stamp_duty: Some(StampDuty {
            from: naira("10000"),
            amount: naira("50"),
        }),
    }
}

fn quoted(amount: &str, currency: Currency, tariffs: Option<Vec<Tariff>>) -> Quote {
    let destination = Destination::Bank;
    quote(&QuoteInput {
        destination,
        amount: amount.into(),
        currency: currency.into(),
        rates: rates(),
        tariffs,
        today: None,
    })
    .unwrap()
}

#[test]
fn a_bank_transfer_costs_twenty_naira_in_any_currency() {
    for (currency, amount, fee, total) in [
        (Currency::Ngn, "1000", "20.00", "1020.00"),
        (Currency::Usd, "10", "0.01", "10.01"),
        (Currency::Btc, "1", "0.00000013", "1.00000013"),
    ] {
        let quote = quoted(amount, currency, None);
        assert_eq!(
            (
                quote.fee.to_string().as_str(),
                quote.total.to_string().as_str()
            ),
            (fee, total)
        );
    }
}

#[test]
fn a_wallet_transfer_is_free_and_needs_no_rate() {
    let input = QuoteInput {
        destination: Destination::Wallet,
        amount: "5".into(),
        currency: Currency::Gbp.into(),
        rates: Rates::default(),
        tariffs: None,
        today: None,
    };
    assert_eq!(quote(&input).unwrap().total.to_string(), "5.00");
}

#[test]
fn bands_vat_and_stamp_duty_are_lines_of_their_own() {
    let lines = |amount| {
        let quote = quoted(amount, Currency::Ngn, Some(vec![tariff_2026()]));
        quote
            .lines
            .iter()
            .map(|line| format!("{} {}", line.code, line.amount))
            .collect::<Vec<_>>()
    };
    assert_eq!(lines("5000"), ["amount 5000.00", "fee 10.00", "vat 0.75"]);
    assert_eq!(
        lines("5000.01"),
        ["amount 5000.01", "fee 25.00", "vat 1.88"]
    );
    assert_eq!(
        lines("9999.99"),
        ["amount 9999.99", "fee 25.00", "vat 1.88"]
    );
    assert_eq!(
        lines("10000"),
        [
            "amount 10000.00",
            "fee 25.00",
            "vat 1.88",
            "stamp_duty 50.00"
        ]
    );
    assert_eq!(
        lines("50000.01"),
        [
            "amount 50000.01",
            "fee 50.00",
            "vat 3.75",
            "stamp_duty 50.00"
        ]
    );
}

#[test]
fn tariffs_apply_from_their_day() {
    let on = |day| {
        Tariff::on(&[tariff_2026()], Date::new(2026, 1, day))
            .bands
            .len()
    };
    assert_eq!((on(18), on(19)), (1, 3));
}

fn greatest(
    ledger_balance: &str,
    currency: Currency,
    destination: Destination,
    tariffs: Option<Vec<Tariff>>,
) -> Option<String> {
    greatest_within(None, ledger_balance, currency, destination, tariffs)
}

fn greatest_within(
    cap: Option<Amount>,
    ledger_balance: &str,
    currency: Currency,
    destination: Destination,
    tariffs: Option<Vec<Tariff>>,
) -> Option<String> {
    let ledger_balance = ledger_balance.into();
    let input = MaximumInput {
        destination,
        currency: currency.into(),
        ledger_balance,
        rates: rates(),
        tariffs,
        today: None,
        cap: cap.map(Into::into),
    };
    maximum(&input)
        .unwrap()
        .amount
        .map(|amount| amount.to_string())
}

#[test]
fn the_whole_balance_minus_the_fee_can_be_sent() {
    assert_eq!(
        greatest("1000", Currency::Ngn, Destination::Bank, None).as_deref(),
        Some("980.00")
    );
    assert_eq!(
        greatest("220", Currency::Ngn, Destination::Bank, None).as_deref(),
        Some("200.00")
    );
    assert_eq!(
        greatest("219.99", Currency::Ngn, Destination::Bank, None),
        None
    );
    assert_eq!(greatest("0", Currency::Ngn, Destination::Bank, None), None);
    assert_eq!(
        greatest("0.99", Currency::Ngn, Destination::Wallet, None).as_deref(),
        Some("0.99")
    );
    assert_eq!(
        greatest("1", Currency::Ngn, Destination::Wallet, None).as_deref(),
        Some("1.00")
    );
}

#[test]
fn the_maximum_may_be_in_a_lower_band() {
    let with_tariff = |balance| {
        greatest(
            balance,
            Currency::Ngn,
            Destination::Bank,
            Some(vec![tariff_2026()]),
        )
    };
    assert_eq!(with_tariff("5020").as_deref(), Some("5000.00"));
    assert_eq!(with_tariff("5026.89").as_deref(), Some("5000.01"));
    assert_eq!(with_tariff("10050").as_deref(), Some("9999.99"));
    assert_eq!(with_tariff("10076.88").as_deref(), Some("10000.00"));
}

fn withdraw_passes(
    amount: &Amount,
    ledger_balance: &Amount,
    tariffs: Option<Vec<Tariff>>,
    cap: Option<Amount>,
) -> bool {
    let form = Withdraw {
        amount: (*amount).into(),
        description: String::new(),
        confirm: true,
        bank_account_id: "1".into(),
        bank_code: String::new(),
        bank_name: String::new(),
        account_number: "".into(),
        account_name: String::new(),
    };
    let context = WithdrawContext {
        currency: amount.currency().into(),
        ledger_balance: (*ledger_balance).into(),
        rates: Some(rates()),
        destination: None,
        tariffs,
        today: None,
        cap: cap.map(Into::into),
    };
    form.violations(&context).is_empty()
}

#[test]
fn transfers_to_the_own_wallet_are_refused() {
    let form = WalletTransfer {
        wallet_number: "9001".into(),
        amount: "5".into(),
        description: String::new(),
        confirm: true,
    };
    let context = WalletTransferContext {
        currency: Currency::Ngn.into(),
        ledger_balance: "4.99".into(),
        rates: None,
        own_wallet_number: Some("9001".into()),
        cap: None,
    };
    let found = form.violations(&context);
    let codes: Vec<_> = found
        .iter()
        .map(|violation| (violation.field.as_ref(), violation.code))
        .collect();
    assert_eq!(
        codes,
        [
            ("wallet_number", Code::NotAllowed),
            ("amount", Code::InsufficientBalance)
        ]
    );
    assert_eq!(
        found[1].message,
        "you cannot withdraw above your available balance of NGN 4.99"
    );
}

#[test]
fn only_payouts_in_foreign_currencies_have_a_notice() {
    let note = |destination, currency| payout_note(destination, currency);
    let dollars = note(Destination::Bank, Currency::Usd).unwrap();
    assert!(dollars.starts_with("The bank is sent USD"), "{dollars}");
    assert_eq!(note(Destination::Bank, Currency::Ngn), None);
    assert_eq!(note(Destination::Wallet, Currency::Usd), None);
}

#[test]
fn coins_go_to_wallets_but_not_to_banks() {
    let coin = Currency::Btc;
    assert_eq!(greatest("1", coin, Destination::Bank, None), None);
    assert_eq!(
        greatest("1", coin, Destination::Wallet, None).as_deref(),
        Some("1.00000000")
    );
    let amount = |text| Amount::parse(text, coin).unwrap();
    assert!(!withdraw_passes(&amount("0.5"), &amount("1"), None, None));
}

#[test]
fn converted_fees_state_the_time_of_the_rate() {
    let set_at = Instant::parse("2026-11-22T13:05:00Z").unwrap();
    let note = |destination, currency| rate_note(destination, currency, Some(set_at));
    assert_eq!(
        note(Destination::Bank, Currency::Usd).as_deref(),
        Some("The fee is converted from naira at the exchange rate of 22 Nov 2026, 14:05.")
    );
    let sample = rate_note(Destination::Bank, Currency::Usd, None).unwrap();
    assert!(sample.contains("a sample exchange rate"), "{sample}");
    assert_eq!(note(Destination::Bank, Currency::Ngn), None);
    assert_eq!(note(Destination::Wallet, Currency::Usd), None);
}

proptest! {
    #[test]
    fn the_lines_sum_to_the_total(minor in 0..i64::MAX / 4, in_usd: bool, with_tariff: bool) {
        let currency = if in_usd { Currency::Usd } else { Currency::Ngn };
        let amount = Amount::from_minor(minor, currency).unwrap();
        let quote = quoted(&amount.to_string(), currency, with_tariff.then(|| vec![tariff_2026()]));
        let sum: i64 = quote.lines.iter().map(|line| line.amount.minor().unwrap()).sum();
        prop_assert_eq!(Some(sum), quote.total.minor());
        prop_assert_eq!(quote.amount.checked_add(&quote.fee), Some(quote.total));
    }

    #[test]
    fn the_maximum_passes_and_one_minor_unit_more_fails(
        minor in 0..20_000_000_i64, in_usd: bool, with_tariff: bool, cap_minor in proptest::option::of(0..20_000_000_i64),
    ) {
        let currency = if in_usd { Currency::Usd } else { Currency::Ngn };
        let tariffs = with_tariff.then(|| vec![tariff_2026()]);
        let ledger_balance = Amount::from_minor(minor, currency).unwrap();
        let cap = cap_minor.and_then(|minor| Amount::from_minor(minor, currency));
        let found = greatest_within(cap, &ledger_balance.to_string(), currency, Destination::Bank, tariffs.clone());
        let unit = Amount::from_minor(1, currency).unwrap();
        match found {
            Some(text) => {
                let most = Amount::parse(&text, currency).unwrap();
                prop_assert!(cap.is_none_or(|cap| most <= cap));
                prop_assert!(withdraw_passes(&most, &ledger_balance, tariffs.clone(), cap));
                prop_assert!(!withdraw_passes(&most.checked_add(&unit).unwrap(), &ledger_balance, tariffs, cap));
            }
            None => {
                let most = cap.map_or(ledger_balance, |cap| cap.at_most(ledger_balance));
                prop_assert!(!withdraw_passes(&most, &ledger_balance, tariffs, cap));
            }
        }
    }
}
