use super::*;

fn plan() -> SavingsContext {
    SavingsContext {
        plan: SavingsPlan {
            min_amount: "1000".into(),
            max_amount: None,
            base_currency: Currency::Ngn.into(),
            is_flexible: Some(true),
            is_group: None,
        },
        currency: Currency::Ngn.into(),
        rates: None,
        wallet_balance: Some("1500".into()),
    }
}

fn saving() -> SavingsSubscription {
    SavingsSubscription {
        name: "School fees".into(),
        amount: "1500".into(),
        funding_source: "wallet".into(),
        duration: "12".into(),
        duration_unit: "month".into(),
        goal: String::new(),
        target: "".into(),
        confirm: true,
    }
}

fn found(violations: Vec<Violation>) -> Vec<(String, Code, String)> {
    violations
        .into_iter()
        .map(|one| (one.field.to_string(), one.code, one.message.to_string()))
        .collect()
}

#[test]
fn savings_within_the_limits_are_accepted() {
    assert_eq!(saving().violations(&plan()), []);
    let least = SavingsSubscription {
        amount: "1000".into(),
        ..saving()
    };
    assert_eq!(least.violations(&plan()), []);
}

#[test]
fn amounts_below_the_minimum_get_the_document_s_message() {
    let little = SavingsSubscription {
        amount: "999.99".into(),
        ..saving()
    };
    assert_eq!(
        found(little.violations(&plan())),
        [(
            "amount".into(),
            Code::BelowMinimum,
            "because of your selected savings plan, use an amount greater than NGN 1000.00".into()
        )]
    );
}

#[test]
fn the_wallet_must_cover_the_amount() {
    let much = SavingsSubscription {
        amount: "1500.01".into(),
        ..saving()
    };
    assert_eq!(
        found(much.violations(&plan())),
        [(
            "funding_source".into(),
            Code::InsufficientBalance,
            "your balance is too low. NGN 1500.00".into()
        )]
    );
    let by_card = SavingsSubscription {
        funding_source: "card".into(),
        ..much
    };
    assert_eq!(by_card.violations(&plan()), []);
}

#[test]
fn only_flexible_and_group_plans_have_repetitions() {
    let closed = SavingsContext {
        plan: SavingsPlan {
            is_flexible: None,
            ..plan().plan
        },
        ..plan()
    };
    let codes = |form: &SavingsSubscription, context: &SavingsContext| -> Vec<(String, Code)> {
        form.violations(context)
            .into_iter()
            .map(|one| (one.field.to_string(), one.code))
            .collect()
    };
    assert_eq!(
        codes(&saving(), &closed),
        [
            ("duration".into(), Code::NotAllowed),
            ("duration_unit".into(), Code::NotAllowed)
        ]
    );
    let without = SavingsSubscription {
        duration: "".into(),
        duration_unit: String::new(),
        ..saving()
    };
    assert_eq!(codes(&without, &closed), []);
    assert_eq!(codes(&without, &plan()), []);
    for (duration, code) in [
        ("0", Code::OutOfRange),
        ("31", Code::OutOfRange),
        ("99999999999999999999", Code::OutOfRange),
        ("-1", Code::NotNumeric),
        ("1.5", Code::NotNumeric),
        ("", Code::Required),
    ] {
        let odd = SavingsSubscription {
            duration: duration.into(),
            ..saving()
        };
        assert_eq!(
            codes(&odd, &plan()),
            [("duration".into(), code)],
            "{duration}"
        );
    }
    for duration in ["1", "30"] {
        let fine = SavingsSubscription {
            duration: duration.into(),
            ..saving()
        };
        assert_eq!(codes(&fine, &plan()), []);
    }
    let unit = SavingsSubscription {
        duration_unit: "year".into(),
        ..saving()
    };
    assert_eq!(
        codes(&unit, &plan()),
        [("duration_unit".into(), Code::NotOneOf)]
    );
    let no_unit = SavingsSubscription {
        duration_unit: String::new(),
        ..saving()
    };
    assert_eq!(
        codes(&no_unit, &plan()),
        [("duration_unit".into(), Code::Required)]
    );
}

fn loan_context() -> LoanContext {
    LoanContext {
        plan: LoanPlan {
            min_amount: "10".into(),
            max_amount: Some("100".into()),
            base_currency: Currency::Usd.into(),
            is_group: Some(true),
        },
        currency: Currency::Ngn.into(),
        rates: Some(
            Rates::default()
                .with(
                    Currency::Ngn,
                    crate::money::Rate::parse("1500").unwrap(),
                    None,
                )
                .with(Currency::Usd, crate::money::Rate::parse("1").unwrap(), None),
        ),
        phone: Some(Given(true)),
        location: Some(Given(true)),
        clusters: Some(Given(true)),
    }
}

fn loan(amount: &str) -> LoanSubscription {
    LoanSubscription {
        name: "Shop".into(),
        amount: amount.into(),
        funding_source: "card".into(),
        confirm: true,
    }
}

#[test]
fn loans_are_checked_against_converted_limits() {
    for fine in ["15000", "150000"] {
        assert_eq!(loan(fine).violations(&loan_context()), []);
    }
    let words = "because of your selected loan plan, use an amount greater than NGN 15000.00";
    assert_eq!(
        found(loan("14999.99").violations(&loan_context())),
        [("amount".into(), Code::BelowMinimum, words.into())]
    );
    assert_eq!(
        found(loan("150000.01").violations(&loan_context()))[0].1,
        Code::AboveMaximum
    );
}

#[test]
fn loan_gates_say_how_to_open_them() {
    let shut = LoanContext {
        phone: None,
        location: Some(Given(false)),
        clusters: None,
        ..loan_context()
    };
    let violations = loan("20000").violations(&shut);
    let unlocks: Vec<_> = violations
        .iter()
        .map(|one| (one.field.as_ref(), one.params.get("unlock").cloned()))
        .collect();
    assert_eq!(
        unlocks,
        [
            ("phone", Some("phone".into())),
            ("location", Some("location".into())),
            ("clusters", Some("cluster".into()))
        ]
    );
    let alone = LoanContext {
        plan: LoanPlan {
            is_group: None,
            ..loan_context().plan
        },
        clusters: None,
        ..loan_context()
    };
    assert_eq!(loan("20000").violations(&alone), []);
}

#[test]
fn payments_above_the_owed_amount_are_checked_at_the_cap() {
    let context = PayContext {
        owed: "500".into(),
        wallet_balance: Some("500".into()),
        currency: None,
        kind: Some(Debt::Loan),
        cap: None,
    };
    let pay = |amount: &str, method: &str| PayInstalment {
        amount: amount.into(),
        method: method.into(),
    };
    assert_eq!(pay("9000", "wallet").violations(&context), []);
    assert_eq!(
        found(pay("0.5", "card").violations(&context)),
        [(
            "amount".into(),
            Code::BelowMinimum,
            "Invalid loan amount".into()
        )]
    );
    let poor = PayContext {
        wallet_balance: Some("499.99".into()),
        ..context
    };
    assert_eq!(
        found(pay("9000", "wallet").violations(&poor))[0].0,
        "method"
    );
    assert_eq!(found(pay("", "cash").violations(&poor)).len(), 2);
}
