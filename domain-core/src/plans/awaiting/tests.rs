use super::*;
use crate::money::Amount;
use proptest::prelude::*;

fn waiting(amount: &str, at_ms: i64) -> WaitingPlan {
    WaitingPlan {
        amount: amount.into(),
        created_at: Instant(at_ms),
    }
}

fn plan_for(amount: &str, plans: &[(&str, i64)]) -> (Option<i64>, Option<i64>) {
    let found = arrival(&ArrivalInput {
        amount: amount.into(),
        plans: plans
            .iter()
            .map(|(amount, at)| waiting(amount, *at))
            .collect(),
        currency: None,
    })
    .unwrap();
    (found.number, found.newest)
}

#[test]
fn deposits_go_to_the_matching_plan() {
    let both = [("200", 1), ("500", 2), ("200", 3)];
    // An exact match, and the newest among equals, whatever the order.
    assert_eq!(plan_for("500", &both), (Some(2), None));
    assert_eq!(plan_for("200", &both), (Some(3), None));
    assert_eq!(plan_for("200", &[("200", 3), ("200", 1)]), (Some(1), None));
    assert_eq!(plan_for("200", &[("200", 1), ("200", 1)]), (Some(2), None));
    // No other amount starts a plan, however large.
    for other in ["199.99", "200.01", "499.99", "9000"] {
        assert_eq!(plan_for(other, &both), (None, Some(3)), "{other}");
    }
    assert_eq!(plan_for("200", &[]), (None, None));
}

#[test]
fn plans_expire_after_fourteen_days_in_lagos() {
    let awaited = |created_at: &str, today: &str| {
        let found = awaited(&AwaitedInput {
            created_at: Instant::parse(created_at).unwrap(),
            today: Date::parse(today).unwrap(),
        });
        (found.last.unwrap().text(), found.given_up)
    };
    let last = String::from("2026-12-04");
    assert_eq!(
        awaited("2026-11-20T22:59:59.999Z", "2026-12-04"),
        (last.clone(), false)
    );
    assert_eq!(
        awaited("2026-11-20T22:59:59.999Z", "2026-12-05"),
        (last.clone(), true)
    );
    // Half past midnight in Lagos is the next day.
    assert_eq!(
        awaited("2026-11-19T23:30:00Z", "2026-12-04"),
        (last.clone(), false)
    );
    assert_eq!(awaited("2026-11-19T23:30:00Z", "2026-12-05"), (last, true));
    let end = AwaitedInput {
        created_at: Instant::LAST,
        today: Date::parse("9999-12-31").unwrap(),
    };
    assert!(!super::awaited(&end).given_up);
}

proptest! {
    /// In all cases, the plan awaits exactly this amount, and no other matching plan is newer.
    #[test]
    fn the_newest_exact_match_is_found(arrived in 1..9_i64, plans in prop::collection::vec((1..9_i64, 0..5_i64), 0..8)) {
        let found = arrival(&ArrivalInput {
            amount: Amount::from_minor(arrived, crate::money::Currency::Ngn).unwrap().into(),
            plans: plans.iter().map(|(minor, at)| WaitingPlan {
                amount: Amount::from_minor(*minor, crate::money::Currency::Ngn).unwrap().into(),
                created_at: Instant(*at),
            }).collect(),
            currency: None,
        }).unwrap();
        let best = plans.iter().filter(|(minor, _)| *minor == arrived).max();
        let chosen = found.number.map(|number| plans[usize::try_from(number).unwrap() - 1]);
        prop_assert_eq!(chosen.as_ref(), best);
        prop_assert_eq!(found.newest.is_some(), best.is_none() && !plans.is_empty());
    }
}
