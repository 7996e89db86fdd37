//! The transaction PIN: its form, its states, its lock.

use crate::calendar::Instant;
use crate::shape::{choice, form_values, input, output};
use crate::validation::{Code, Form, NoContext, Violation, Violations};

/// (Document 1, section 9.)
pub const PIN_DIGITS: u64 = 4;
/// The state `pin_default` is called after it; it never authorises anything. (Document 1, section 9.)
pub const DEFAULT_PIN: &str = "0000";
/// So many wrong entries lock the PIN.
pub const FAILURES_TO_LOCK: i64 = 5;
/// The first lock; each further one is twice as long.
pub const FIRST_LOCK_MS: i64 = 15 * 60 * 1000;
/// Locks stop growing after so many doublings (about 29 years).
const MOST_DOUBLINGS: i64 = 20;

choice! {
    /// What is known of a PIN.
    pub enum PinStatus {
        /// There is none.
        Absent = "absent",
        /// It was reset: it authorises nothing until its owner sets one.
        PinDefault = "pin_default",
        /// Its owner has set it.
        PinSet = "pin_set",
    }
}

form_values! {
    /// Setting or changing the PIN. (Document 1, section 5.)
    pub struct PinChange {
        /// Asked only when a PIN is set.
        old_pin: String,
        pin: String,
        confirm_pin: String,
    }
}

input! {
    /// Whether there is an old PIN to be asked for.
    pub struct PinContext {
        status: PinStatus,
    }
}

impl Form for PinChange {
    const NAME: &'static str = "pin_change";
    type Context = PinContext;

    fn check(&self, context: &PinContext, found: &mut Violations) {
        if context.status == PinStatus::PinSet {
            found
                .required("old_pin", &self.old_pin)
                .digits(PIN_DIGITS)
                .done();
        }
        let first = self.pin.as_bytes().first();
        let equal_digits = self.pin.bytes().all(|digit| Some(&digit) == first);
        let obvious = equal_digits || ["1234", "4321"].contains(&self.pin.as_str());
        found
            .required("pin", &self.pin)
            .digits(PIN_DIGITS)
            .refuse_if(self.pin == DEFAULT_PIN, || {
                Violation::new("pin", Code::NotAllowed)
            })
            .refuse_if(obvious, || Violation::new("pin", Code::TooCommon))
            .done();
        found
            .required("confirm_pin", &self.confirm_pin)
            .matches(&self.pin)
            .done();
    }
}

form_values! {
    /// Entering the PIN to authorise a payment. (Document 2, section 5.)
    pub struct TransactionPin {
        pin: String,
    }
}

impl Form for TransactionPin {
    const NAME: &'static str = "transaction_pin";
    type Context = NoContext;

    fn check(&self, _: &NoContext, found: &mut Violations) {
        found.required("pin", &self.pin).digits(PIN_DIGITS).done();
    }
}

choice! {
    /// What happens to a PIN.
    pub enum PinEvent {
        /// The owner sets the first PIN.
        Create = "create",
        /// The owner replaces it.
        Set = "set",
        /// It is taken away; the owner must set another.
        Reset = "reset",
        /// The right PIN was entered.
        VerifyOk = "verify_ok",
        /// A wrong PIN was entered.
        VerifyFail = "verify_fail",
    }
}

choice! {
    /// Why an event is refused.
    pub enum PinReason {
        /// There is no PIN.
        Absent = "absent",
        /// The PIN was reset and not set again.
        PinDefault = "pin_default",
        /// There is a PIN already.
        PinSet = "pin_set",
        /// Too many wrong entries.
        Locked = "locked",
    }
}

input! {
    /// A PIN's state, and what happens to it.
    pub struct PinInput {
        status: PinStatus,
        event: PinEvent,
        /// Wrong entries since the last right one.
        failures: i64,
        /// Until when entries are refused.
        locked_until: Option<Instant>,
        now: Instant,
    }
}

output! {
    /// The PIN's state afterwards.
    pub struct PinState {
        status: PinStatus,
        failures: i64,
        locked_until: Option<Instant>,
        /// Whether the event was taken; if not, nothing changed.
        allowed: bool,
        /// Why it was not.
        reason: Option<PinReason>,
    }
}

/// Takes an event, or refuses it and leaves everything as it was.
///
/// | state | create | set | reset | verify_ok, verify_fail |
/// |---|---|---|---|---|
/// | absent | pin_set | refused | refused | refused |
/// | pin_default | pin_set | pin_set | pin_default | refused |
/// | pin_set | refused | pin_set | pin_default | counted |
/// | pin_set, locked | refused | refused | pin_default, unlocked | refused |
///
/// The fifth wrong entry in a row locks for 15 minutes, the tenth for 30, the fifteenth for 60, and so on; entries stay
/// counted until a right one, a new PIN or a reset clears them. Source: documents 1 and 2, section 4; the lock is ours.
pub fn transition(input: &PinInput) -> PinState {
    let refuse = |reason| PinState {
        status: input.status,
        failures: input.failures,
        locked_until: input.locked_until,
        allowed: false,
        reason: Some(reason),
    };
    let clear = |status| PinState {
        status,
        failures: 0,
        locked_until: None,
        allowed: true,
        reason: None,
    };
    let locked = input.locked_until.is_some_and(|until| input.now < until);
    match (input.status, input.event) {
        (PinStatus::Absent, PinEvent::Create) => clear(PinStatus::PinSet),
        (
            PinStatus::Absent,
            PinEvent::Set | PinEvent::Reset | PinEvent::VerifyOk | PinEvent::VerifyFail,
        ) => refuse(PinReason::Absent),
        (PinStatus::PinDefault, PinEvent::Create | PinEvent::Set) => clear(PinStatus::PinSet),
        (PinStatus::PinDefault | PinStatus::PinSet, PinEvent::Reset) => {
            clear(PinStatus::PinDefault)
        }
        (PinStatus::PinDefault, PinEvent::VerifyOk | PinEvent::VerifyFail) => {
            refuse(PinReason::PinDefault)
        }
        (PinStatus::PinSet, PinEvent::Create) => refuse(PinReason::PinSet),
        (PinStatus::PinSet, PinEvent::Set | PinEvent::VerifyOk | PinEvent::VerifyFail)
            if locked =>
        {
            refuse(PinReason::Locked)
        }
        (PinStatus::PinSet, PinEvent::Set | PinEvent::VerifyOk) => clear(PinStatus::PinSet),
        (PinStatus::PinSet, PinEvent::VerifyFail) => {
            let failures = input.failures.max(0).saturating_add(1);
            let locked_until = lock_ms(failures).map(|ms| input.now.add_ms(ms));
            PinState {
                failures,
                locked_until,
                ..clear(PinStatus::PinSet)
            }
        }
    }
}

/// For how long this many failures lock, if they do.
fn lock_ms(failures: i64) -> Option<i64> {
    if failures % FAILURES_TO_LOCK != 0 {
        return None;
    }
    let doublings = (failures / FAILURES_TO_LOCK)
        .saturating_sub(1)
        .clamp(0, MOST_DOUBLINGS);
    FIRST_LOCK_MS.checked_shl(u32::try_from(doublings).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn every_state_and_event() {
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
    fn each_fifth_failure_locks_twice_as_long() {
        let mut state = PinState {
            status: PinStatus::PinSet,
            failures: 0,
            locked_until: None,
            allowed: true,
            reason: None,
        };
        let mut now = Instant(0);
        for attempt in 1..=20_i64 {
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
        assert_eq!(lock_ms(i64::MAX / 5 * 5), Some(FIRST_LOCK_MS << 20));
    }

    #[test]
    fn an_obvious_pin_is_refused() {
        let codes = |pin: &str, status| {
            let form = PinChange {
                old_pin: String::new(),
                pin: pin.into(),
                confirm_pin: pin.into(),
            };
            let found = form.violations(&PinContext { status });
            found
                .into_iter()
                .map(|violation| (violation.field.into_owned(), violation.code))
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
            ("１２３４", Code::NotNumeric),
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
}
