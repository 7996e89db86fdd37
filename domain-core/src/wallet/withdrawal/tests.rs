use super::*;
use crate::money::{Currency, Rate};

fn rates() -> Rates {
    let rate = |text| Rate::parse(text).unwrap();
    Rates::default()
        .with(Currency::Ngn, rate("1500"), None)
        .with(Currency::Usd, rate("1"), None)
}

fn violation(amount: &str, currency: Currency, ledger_balance: &str) -> Option<(Code, String)> {
    let input = CheckInput {
        amount: amount.into(),
        currency: currency.into(),
        ledger_balance: ledger_balance.into(),
        rates: rates(),
        destination: Destination::Bank,
        tariffs: None,
        today: None,
    };
    check(&input)
        .violations
        .first()
        .map(|violation| (violation.code, violation.message.to_string()))
}

#[test]
fn the_minimum_is_two_hundred_naira() {
    assert_eq!(violation("200", Currency::Ngn, "1000"), None);
    let below = Some((
        Code::BelowMinimum,
        "you cannot withdraw below N200".to_owned(),
    ));
    assert_eq!(violation("199.99", Currency::Ngn, "1000"), below);
    assert_eq!(violation("0", Currency::Ngn, "0"), below);
    // 200 ÷ 1500 is 0.1333…, rounded up.
    assert_eq!(violation("0.14", Currency::Usd, "1"), None);
    let below = Some((
        Code::BelowMinimum,
        "you cannot withdraw below USD 0.14".to_owned(),
    ));
    assert_eq!(violation("0.13", Currency::Usd, "1"), below);
}

#[test]
fn the_fee_must_be_covered_too() {
    assert_eq!(violation("980", Currency::Ngn, "1000"), None);
    let message = "you cannot withdraw above your available balance of NGN 1000.00".to_owned();
    assert_eq!(
        violation("980.01", Currency::Ngn, "1000"),
        Some((Code::InsufficientBalance, message))
    );
}

#[test]
fn a_currency_without_a_rate_is_not_supported() {
    assert_eq!(
        violation("5", Currency::Gbp, "10").unwrap().1,
        "GBP not supported yet!"
    );
}

fn form(saved: &str, number: &str) -> Vec<(String, Code)> {
    let form = Withdraw {
        amount: "500".into(),
        description: String::new(),
        confirm: true,
        bank_account_id: saved.into(),
        bank_code: if number.is_empty() {
            String::new()
        } else {
            "058".into()
        },
        bank_name: if number.is_empty() {
            String::new()
        } else {
            "GTBank".into()
        },
        account_number: number.into(),
        account_name: if number.is_empty() {
            String::new()
        } else {
            "ADA OBI".into()
        },
    };
    let context = WithdrawContext {
        currency: Currency::Ngn.into(),
        ledger_balance: "1000".into(),
        rates: None,
        destination: None,
        tariffs: None,
        today: None,
        cap: None,
    };
    form.violations(&context)
        .into_iter()
        .map(|found| (found.field.to_string(), found.code))
        .collect()
}

#[test]
fn exactly_one_account_is_required() {
    assert_eq!(form("7", ""), []);
    assert_eq!(form("", "0123456789"), []);
    assert_eq!(
        form("", ""),
        [("bank_account_id".to_owned(), Code::Required)]
    );
    assert_eq!(
        form("7", "0123456789"),
        [("bank_account_id".to_owned(), Code::NotAllowed)]
    );
    assert_eq!(
        form("", "012345678"),
        [("account_number".to_owned(), Code::WrongLength)]
    );
}
