use super::*;
use crate::calendar::Date;
use crate::money::{Currency, Percent};
use proptest::prelude::*;

fn terms(
    amount: &str,
    fee: &str,
    percent: &str,
    duration: i64,
    unit: Unit,
    wait: i64,
) -> LoanTerms {
    LoanTerms {
        amount: amount.into(),
        currency: Currency::Ngn.into(),
        take_profit: Percent::parse(percent).unwrap(),
        duration,
        duration_unit: unit,
        start: Date::parse("2026-01-31").unwrap(),
        wait,
        wait_unit: unit,
        request_fee: Some(fee.into()),
    }
}

fn rate(terms: &LoanTerms) -> Option<String> {
    cost(terms).unwrap().annual_rate
}

fn hundredths(rate: &str) -> u64 {
    rate.replace('.', "").parse().unwrap()
}

#[test]
fn the_longest_loan_has_a_rate() {
    let daily = terms("99999999.99", "100", "20", 366, Unit::Day, 366);
    assert!(rate(&daily).is_some());
}

proptest! {
    #[test]
    fn more_expensive_loans_never_have_a_lower_rate(amount in 1_000_u32..1_000_000, percent in 0_u32..60, count in 1_i64..40) {
        let amount = amount.to_string();
        let of = |percent: u32, fee: &str| {
            let terms = terms(&amount, fee, &percent.to_string(), count, Unit::Month, 0);
            hundredths(&rate(&terms).unwrap())
        };
        prop_assert!(of(percent, "0") <= of(percent + 1, "0"));
        prop_assert!(of(percent, "0") <= of(percent, "100"));
    }
}
