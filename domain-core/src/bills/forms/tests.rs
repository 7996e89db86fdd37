use super::*;
use crate::bills::{BillInput, check};
use proptest::prelude::*;

/// Asserts that form and check agree, and returns the result.
fn checked(kind: Bill, amount: &str, balance: &str, minimum: Option<&str>) -> Vec<Violation> {
    let verdict = check(&BillInput {
        kind,
        amount: amount.into(),
        balance: balance.into(),
        currency: Currency::Ngn.into(),
        minimum: minimum.map(Into::into),
        restricted: false,
    });
    verdict.violations
}

#[test]
fn restricted_users_cannot_pay() {
    let verdict = check(&BillInput {
        kind: Bill::Airtime,
        amount: "100".into(),
        balance: "100".into(),
        currency: Currency::Ngn.into(),
        minimum: None,
        restricted: true,
    });
    assert_eq!(
        verdict.violations[0].message,
        "Cannot perform this transaction!"
    );
}

#[test]
fn the_message_states_the_service_s_minimum() {
    let low = checked(Bill::Power, "999.99", "5000", Some("1000"));
    assert_eq!(
        low[0].message,
        "please specify an amount greater than 1000.00"
    );
    assert_eq!(checked(Bill::Power, "1000", "5000", Some("1000")), []);
    assert_eq!(checked(Bill::Power, "10", "5000", None), []);
    assert_eq!(
        checked(Bill::Power, "9.99", "5000", None)[0].code,
        Code::BelowMinimum
    );
    // Only electricity has its own minimum.
    assert_eq!(checked(Bill::Airtime, "10", "5000", Some("1000")), []);
}

proptest! {
    #[test]
    fn form_and_check_agree(amount in 0..200_000_u64, balance in 0..200_000_u64) {
        let text = |kobo: u64| format!("{}.{:02}", kobo / 100, kobo % 100);
        let form = Airtime {
            network: "mtn".into(),
            phone: "08031234567".into(),
            amount: text(amount).as_str().into(),
            confirm: true,
        };
        let context = BalanceContext { balance: text(balance).as_str().into(), currency: None, cap: None };
        prop_assert_eq!(form.violations(&context), checked(Bill::Airtime, &text(amount), &text(balance), None));
    }
}
