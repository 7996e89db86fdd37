use super::*;
use proptest::prelude::*;

fn taken(status: PinStatus, event: PinEvent, locked: bool) -> Result<PinStatus, PinReason> {
    let locked_until = locked.then_some(Instant(1));
    let state = transition(&PinInput {
        status,
        event,
        failures: 5,
        locked_until,
        now: Instant(0),
    });
    if state.allowed {
        return Ok(state.status);
    }
    assert_eq!(
        (state.status, state.failures, state.locked_until),
        (status, 5, locked_until)
    );
    Err(state.reason.unwrap())
}

#[test]
fn all_transitions_match_the_table() {
    use PinEvent::*;
    use PinReason as No;
    use PinStatus::*;
    for (status, locked, event, expected) in [
        (Absent, false, Create, Ok(PinSet)),
        (Absent, false, Set, Err(No::Absent)),
        (Absent, false, Reset, Err(No::Absent)),
        (Absent, false, VerifyOk, Err(No::Absent)),
        (Absent, false, VerifyFail, Err(No::Absent)),
        (PinDefault, false, Create, Ok(PinSet)),
        (PinDefault, false, Set, Ok(PinSet)),
        (PinDefault, false, Reset, Ok(PinDefault)),
        (PinDefault, false, VerifyOk, Err(No::PinDefault)),
        (PinDefault, false, VerifyFail, Err(No::PinDefault)),
        (PinSet, false, Create, Err(No::PinSet)),
        (PinSet, false, Set, Ok(PinSet)),
        (PinSet, false, Reset, Ok(PinDefault)),
        (PinSet, false, VerifyOk, Ok(PinSet)),
        (PinSet, false, VerifyFail, Ok(PinSet)),
        (PinSet, true, Create, Err(No::PinSet)),
        (PinSet, true, Set, Err(No::Locked)),
        (PinSet, true, Reset, Ok(PinDefault)),
        (PinSet, true, VerifyOk, Err(No::Locked)),
        (PinSet, true, VerifyFail, Err(No::Locked)),
    ] {
        assert_eq!(
            taken(status, event, locked),
            expected,
            "{status} {event} locked: {locked}"
        );
    }
}

#[test]
fn every_fifth_failure_doubles_the_lock() {
    let mut state = PinState {
        status: PinStatus::PinSet,
        failures: 0,
        locked_until: None,
        allowed: true,
        reason: None,
    };
    let mut now = Instant(0);
    for attempt in 1..=45_i64 {
        let PinState {
            failures,
            locked_until,
            ..
        } = state;
        let event = PinEvent::VerifyFail;
        state = transition(&PinInput {
            status: PinStatus::PinSet,
            event,
            failures,
            locked_until,
            now,
        });
        assert_eq!((state.failures, state.allowed), (attempt, true));
        let minutes = state.locked_until.map(|until| until.ms_since(now) / 60_000);
        let expected = match attempt {
            5 => Some(15),
            10 => Some(30),
            15 => Some(60),
            20 => Some(120),
            25 => Some(240),
            30 => Some(480),
            35 => Some(960),
            40 | 45 => Some(24 * 60),
            _ => None,
        };
        assert_eq!(minutes, expected, "{attempt}");
        now = state.locked_until.unwrap_or(now);
    }
    let (failures, locked_until) = (state.failures, state.locked_until);
    let right = PinInput {
        status: PinStatus::PinSet,
        event: PinEvent::VerifyOk,
        failures,
        locked_until,
        now,
    };
    assert_eq!(transition(&right).failures, 0);
}

proptest! {
    /// For any number of failures, and at the end of the calendar.
    #[test]
    fn a_lock_neither_wraps_nor_exceeds_24_hours(
        failures in prop_oneof![0..500_i64, any::<i64>(), i64::MAX - 10..=i64::MAX],
        now in prop_oneof![Just(Instant::FIRST.0), Just(Instant::LAST.0), Instant::FIRST.0..=Instant::LAST.0],
    ) {
        let state = transition(&PinInput {
            status: PinStatus::PinSet,
            event: PinEvent::VerifyFail,
            failures,
            locked_until: None,
            now: Instant(now),
        });
        let counted = failures.max(0).saturating_add(1);
        prop_assert_eq!(state.failures, counted);
        prop_assert_eq!(state.locked_until.is_some(), counted % FAILURES_TO_LOCK == 0);
        if let Some(until) = state.locked_until {
            let lock = until.ms_since(Instant(now));
            prop_assert!(lock <= LONGEST_LOCK_MS);
            prop_assert!(lock >= FIRST_LOCK_MS || until == Instant::LAST);
            prop_assert_eq!(Instant::parse(&until.text()), Some(until));
        }
    }
}

#[test]
fn obvious_pins_are_refused() {
    let codes = |pin: &str, status| {
        let form = PinChange {
            old_pin: "".into(),
            pin: pin.into(),
            confirm_pin: pin.into(),
        };
        let found = form.violations(&PinContext { status });
        found
            .into_iter()
            .map(|violation| (violation.field.to_string(), violation.code))
            .collect::<Vec<_>>()
    };
    for (pin, code) in [
        ("0000", Code::NotAllowed),
        ("1234", Code::TooCommon),
        ("4321", Code::TooCommon),
        ("7777", Code::TooCommon),
        ("777", Code::WrongLength),
        ("77777", Code::WrongLength),
        ("12a4", Code::NotNumeric),
        ("１２３４", Code::TooCommon),
        ("1２a4", Code::NotNumeric),
    ] {
        assert_eq!(
            codes(pin, PinStatus::PinDefault),
            [("pin".to_owned(), code)],
            "{pin}"
        );
    }
    assert_eq!(codes("2580", PinStatus::Absent), []);
    assert_eq!(
        codes("2580", PinStatus::PinSet),
        [("old_pin".to_owned(), Code::Required)]
    );
}

#[test]
fn a_warning_precedes_the_lock() {
    let cases: [(i64, &str, i64); 10] = [
        (1, "The PIN is not correct.", 1),
        (2, "The PIN is not correct.", 2),
        (
            3,
            "The PIN is not correct. Two more wrong entries lock it for 15 minutes.",
            3,
        ),
        (
            4,
            "The PIN is not correct. One more wrong entry locks it for 15 minutes.",
            4,
        ),
        (6, "The PIN is not correct.", 1),
        (
            8,
            "The PIN is not correct. Two more wrong entries lock it for 30 minutes.",
            3,
        ),
        (
            9,
            "The PIN is not correct. One more wrong entry locks it for 30 minutes.",
            4,
        ),
        (
            14,
            "The PIN is not correct. One more wrong entry locks it for 1 hour.",
            4,
        ),
        (
            18,
            "The PIN is not correct. Two more wrong entries lock it for 2 hours.",
            3,
        ),
        (
            99,
            "The PIN is not correct. One more wrong entry locks it for 24 hours.",
            4,
        ),
    ];
    for (failures, message, counted) in cases {
        let expected = Violation::new("pin", Code::Mismatch)
            .with("limit", 5_i64)
            .with("value", counted)
            .saying(message);
        assert_eq!(wrong_entry("pin", failures), expected);
    }
}
