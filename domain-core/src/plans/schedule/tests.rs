use super::*;
use proptest::prelude::*;

fn date(text: &str) -> Date {
    Date::parse(text).unwrap()
}

fn loan_of(amount: &str, percent: &str, duration: i64) -> LoanTerms {
    LoanTerms {
        amount: amount.into(),
        currency: Currency::Ngn.into(),
        take_profit: Percent::parse(percent).unwrap(),
        duration,
        duration_unit: Unit::Month,
        start: date("2026-01-31"),
        wait: 0,
        wait_unit: Unit::Month,
        request_fee: None,
    }
}

#[test]
fn remainders_go_to_the_first_instalments() {
    let schedule = loan(&loan_of("10000", "10", 3)).unwrap();
    assert_eq!(schedule.total.to_string(), "11000.00");
    assert_eq!(schedule.request_fee.to_string(), "100.00");
    let rows: Vec<_> = schedule
        .instalments
        .iter()
        .map(|part| {
            [
                part.due_at.to_string(),
                part.amount.to_string(),
                part.principal.to_string(),
                part.interest.to_string(),
                part.balance_after.to_string(),
            ]
        })
        .collect();
    assert_eq!(
        rows,
        [
            ["2026-02-28", "3666.67", "3333.33", "333.34", "7333.33"],
            ["2026-03-31", "3666.67", "3333.34", "333.33", "3666.66"],
            ["2026-04-30", "3666.66", "3333.33", "333.33", "0.00"],
        ]
    );
}

#[test]
fn plans_on_the_31st_stay_there_after_a_grace_of_months() {
    let terms = LoanTerms {
        wait: 1,
        ..loan_of("100", "0", 2)
    };
    let due: Vec<_> = loan(&terms)
        .unwrap()
        .instalments
        .iter()
        .map(|part| part.due_at.to_string())
        .collect();
    assert_eq!(due, ["2026-03-31", "2026-04-30"]);
}

#[test]
fn grace_periods_in_days_move_the_anchor() {
    let terms = LoanTerms {
        wait: 10,
        wait_unit: Unit::Day,
        ..loan_of("100", "0", 1)
    };
    let first = loan(&terms).unwrap().instalments[0].due_at;
    assert_eq!(first, date("2026-03-10"));
}

#[test]
fn durations_and_grace_periods_have_limits() {
    let refused = |terms: &LoanTerms| {
        let violation = loan(terms).unwrap_err().violations.remove(0);
        (
            violation.field.clone(),
            violation.code,
            violation.params.get("nearest").cloned(),
        )
    };
    for (duration, nearest) in [(0, 1_i64), (-5, 1), (367, 366), (i64::MAX, 366)] {
        assert_eq!(
            refused(&loan_of("100", "0", duration)),
            ("duration".into(), Code::OutOfRange, Some(nearest.into()))
        );
    }
    assert!(loan(&loan_of("100", "0", 366)).is_ok());
    let long = LoanTerms {
        wait: 367,
        ..loan_of("100", "0", 1)
    };
    assert_eq!(refused(&long).0, "wait");
    let late = LoanTerms {
        start: date("9999-12-01"),
        ..loan_of("100", "0", 1)
    };
    assert_eq!(refused(&late), ("start".into(), Code::OutOfRange, None));
    assert_eq!(refused(&loan_of("1,000", "0", 1)).1, Code::NotAnAmount);
    let greedy = refused(&loan_of("99999999999999999.99", "99999999999999999999", 1));
    assert_eq!(greedy, ("amount".into(), Code::OutOfRange, None));
}

#[test]
fn savings_begin_on_the_first_day() {
    let terms = SavingsTerms {
        amount: "2500.50".into(),
        currency: Currency::Ngn.into(),
        duration: 3,
        duration_unit: Unit::Week,
        start: date("2026-12-25"),
    };
    let schedule = savings(&terms).unwrap();
    assert_eq!(schedule.total.to_string(), "7501.50");
    let due: Vec<_> = schedule
        .instalments
        .iter()
        .map(|part| part.due_at.to_string())
        .collect();
    assert_eq!(due, ["2026-12-25", "2027-01-01", "2027-01-08"]);
}

fn any_unit() -> impl Strategy<Value = Unit> {
    proptest::sample::select(Unit::ALL)
}

prop_compose! {
    fn any_loan()(
        kobo in 0..10_i64.pow(15), tenths in 0..2_000_u32, duration in 1..=366_i64, wait in 0..=366_i64,
        units in (any_unit(), any_unit()), day in 0..40_000_i64,
    ) -> LoanTerms {
        LoanTerms {
            amount: Amount::from_minor(kobo, Currency::Ngn).unwrap().to_string().as_str().into(),
            currency: Currency::Ngn.into(),
            take_profit: Percent::tenths(tenths),
            duration,
            duration_unit: units.0,
            start: date("2000-01-01").add_days(day).unwrap(),
            wait,
            wait_unit: units.1,
            request_fee: None,
        }
    }
}

proptest! {
    #[test]
    fn instalments_sum_exactly_and_differ_by_one_minor_unit_at_most(terms in any_loan()) {
        let schedule = loan(&terms).unwrap();
        let sum = |part: fn(&LoanInstalment) -> Amount| -> i128 { schedule.instalments.iter().map(|one| part(one).units()).sum() };
        prop_assert_eq!(sum(|part| part.amount), schedule.total.units());
        prop_assert_eq!(sum(|part| part.interest), schedule.interest.units());
        prop_assert_eq!(sum(|part| part.principal), schedule.principal.units());
        let amounts: Vec<i128> = schedule.instalments.iter().map(|part| part.amount.units()).collect();
        prop_assert!(amounts.iter().max().unwrap() - amounts.iter().min().unwrap() <= 1);
        prop_assert!(amounts.is_sorted_by(|a, b| a >= b));
        prop_assert!(schedule.instalments.last().unwrap().balance_after.is_zero());
    }

    #[test]
    fn due_dates_increase_and_keep_their_day(terms in any_loan()) {
        let due: Vec<Date> = loan(&terms).unwrap().instalments.iter().map(|part| part.due_at).collect();
        prop_assert!(due.is_sorted_by(|a, b| a < b));
        prop_assert!(due[0] > terms.start);
        if terms.duration_unit == Unit::Month && terms.wait_unit == Unit::Month {
            let day = |date: &Date| date.to_string().split('-').next_back().unwrap().parse::<u32>().unwrap();
            for date in &due {
                // Either the same day, or the last day of a shorter month.
                let last = date.add_days(1).unwrap();
                prop_assert!(day(date) == day(&terms.start) || (day(date) < day(&terms.start) && day(&last) == 1));
            }
        }
    }

    #[test]
    fn savings_sum_exactly(kobo in 0..10_i64.pow(14), duration in 1..=366_i64, unit in any_unit(), day in 0..40_000_i64) {
        let amount = Amount::from_minor(kobo, Currency::Ngn).unwrap();
        let schedule = savings(&SavingsTerms {
            amount: amount.to_string().as_str().into(),
            currency: Currency::Ngn.into(),
            duration,
            duration_unit: unit,
            start: date("2000-01-01").add_days(day).unwrap(),
        }).unwrap();
        prop_assert_eq!(schedule.instalments.len(), usize::try_from(duration).unwrap());
        prop_assert_eq!(schedule.total.units(), amount.units() * i128::from(duration));
        prop_assert!(schedule.instalments.is_sorted_by(|a, b| a.due_at < b.due_at));
    }
}
