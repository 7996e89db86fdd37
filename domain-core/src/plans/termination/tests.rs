use super::*;
use crate::money::Currency;
use proptest::prelude::*;

fn plan() -> TerminationInput {
    TerminationInput {
        kind: Kind::Savings,
        status: Status::Active,
        is_flexible: false,
        is_group: false,
        created_by: "ada".into(),
        user: "ada".into(),
        opt_out_penalty: Percent::whole(5),
        paid: "1000.10".into(),
        currency: Currency::Ngn.into(),
        due_at: Date::parse("2026-06-30"),
        today: Date::parse("2026-06-29").unwrap(),
    }
}

fn figures(input: &TerminationInput) -> (String, String) {
    let quote = quote(input).unwrap();
    assert!(quote.allowed, "{:?}", quote.reason);
    (quote.penalty.to_string(), quote.refund.to_string())
}

#[test]
fn only_leaving_early_costs_a_penalty() {
    // 5% of 1000.10 is 50.005.
    assert_eq!(figures(&plan()), ("50.01".into(), "950.09".into()));
    let on_the_day = TerminationInput {
        today: Date::parse("2026-06-30").unwrap(),
        ..plan()
    };
    assert_eq!(figures(&on_the_day), ("0.00".into(), "1000.10".into()));
    let flexible = TerminationInput {
        is_flexible: true,
        ..plan()
    };
    assert_eq!(figures(&flexible), ("0.00".into(), "1000.10".into()));
    let endless = TerminationInput {
        due_at: None,
        ..plan()
    };
    assert_eq!(figures(&endless).0, "50.01");
    let harsh = TerminationInput {
        opt_out_penalty: Percent::whole(150),
        ..plan()
    };
    assert_eq!(figures(&harsh), ("1000.10".into(), "0.00".into()));
}

/// All kinds in all states.
#[test]
fn termination_depends_on_the_state() {
    for kind in Kind::ALL {
        for status in Status::ALL {
            let quote = quote(&TerminationInput {
                kind: *kind,
                status: *status,
                ..plan()
            })
            .unwrap();
            let allowed = match kind {
                Kind::Loan => matches!(status, Status::Pending | Status::Initiated),
                Kind::Savings | Kind::Coins => {
                    matches!(status, Status::Active | Status::Initiated)
                }
            };
            assert_eq!(quote.allowed, allowed, "{kind} {status}");
            assert_eq!(quote.reason.is_none(), allowed);
            if !allowed {
                assert!(quote.penalty.is_zero() && quote.refund.is_zero());
            }
        }
    }
}

#[test]
fn only_the_creator_terminates_group_savings() {
    let member = TerminationInput {
        is_group: true,
        user: "bayo".into(),
        ..plan()
    };
    let refused = quote(&member).unwrap();
    assert_eq!(
        refused.reason,
        Some("Only the creator of a group plan can do this.")
    );
    for allowed in [
        TerminationInput {
            user: "ada".into(),
            ..member.clone()
        },
        TerminationInput {
            is_group: false,
            ..member.clone()
        },
        TerminationInput {
            kind: Kind::Coins,
            ..member.clone()
        },
    ] {
        assert!(quote(&allowed).unwrap().allowed);
    }
    let blank = TerminationInput {
        created_by: "".into(),
        user: "".into(),
        ..member
    };
    assert!(!quote(&blank).unwrap().allowed);
}

proptest! {
    #[test]
    fn penalty_and_refund_sum_to_the_payments(kobo in 0..10_i64.pow(16), tenths in 0..3_000_u32) {
        let paid = Amount::from_minor(kobo, Currency::Ngn).unwrap();
        let quote = quote(&TerminationInput {
            paid: paid.to_string().as_str().into(),
            opt_out_penalty: Percent::tenths(tenths),
            ..plan()
        }).unwrap();
        prop_assert_eq!(quote.penalty.checked_add(&quote.refund), Some(paid));
    }
}
