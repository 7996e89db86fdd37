//! The transaction PIN: format, states, lock.

use crate::calendar::Instant;
use crate::shape::{choice, form_values, input, output};
use crate::validation::{
    Code, Form, NoContext, TextField, TextRule, TypedIdentifier, Violation, Violations,
};

/// (Document 1, section 9.)
pub const PIN_DIGITS: u64 = 4;
const PIN: TextField =
    TextField::required("pin", &[TextRule::Numeric, TextRule::Exactly(PIN_DIGITS)])
        .of_number("a PIN");
/// The PIN of the state `pin_default`; it never authorises anything. (Document 1, section 9.)
pub const DEFAULT_PIN: &str = "0000";
/// Consecutive failures that lock the PIN.
pub const FAILURES_TO_LOCK: i64 = 5;
/// The duration of the first lock; each further one is twice as long.
pub const FIRST_LOCK_MS: i64 = 15 * 60 * 1000;
/// The longest lock.
pub const LONGEST_LOCK_MS: i64 = 24 * MINUTES_AN_HOUR * MS_A_MINUTE;
const MS_A_MINUTE: i64 = 60 * 1000;
const MINUTES_AN_HOUR: i64 = 60;
const NOT_CORRECT: &str = "The PIN is not correct.";
/// After this many doublings the lock is at its longest.
const MAX_DOUBLINGS: i64 = 7;

choice! {
    /// The state of a PIN.
    pub enum PinStatus {
        /// No PIN was set.
        Absent = "absent",
        /// Reset: it authorises nothing until its owner sets a new one.
        PinDefault = "pin_default",
        /// Set by its owner.
        PinSet = "pin_set",
    }
}

form_values! {
    /// Setting or changing the PIN. (Document 1, section 5.)
    pub struct PinChange {
        /// Required only if a PIN is set.
        old_pin: TypedIdentifier,
        /// The new PIN: four digits, not `0000`, not four equal ones, not `1234` or `4321`.
        pin: TypedIdentifier,
        /// The new PIN again.
        confirm_pin: TypedIdentifier,
    }
}

input! {
    /// Whether the old PIN is required.
    pub struct PinContext {
        /// The state of the PIN; the old PIN is required while one is set.
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
        let obvious = equal_digits || ["1234", "4321"].contains(&&*self.pin);
        found
            .required("pin", &self.pin)
            .digits(PIN_DIGITS)
            .refuse_if(*self.pin == *DEFAULT_PIN, || {
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
        /// The transaction PIN: four digits.
        pin: TypedIdentifier,
    }
}

impl Form for TransactionPin {
    const NAME: &'static str = "transaction_pin";
    type Context = NoContext;
    const TEXT_FIELDS: &'static [TextField] = &[PIN];

    fn check(&self, _: &NoContext, found: &mut Violations) {
        found.text(&PIN, &self.pin);
    }
}

choice! {
    /// An event of the PIN.
    pub enum PinEvent {
        /// The owner sets the first PIN.
        Create = "create",
        /// The owner replaces it.
        Set = "set",
        /// It is reset; the owner must set another.
        Reset = "reset",
        /// The correct PIN was entered.
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
        /// There is already a PIN.
        PinSet = "pin_set",
        /// Too many wrong entries.
        Locked = "locked",
    }
}

input! {
    /// A PIN's state, and an event.
    pub struct PinInput {
        /// The state of the PIN before the event.
        status: PinStatus,
        /// The event to apply.
        event: PinEvent,
        /// Failed attempts since the last correct one.
        failures: i64,
        /// The end of the lock.
        locked_until: Option<Instant>,
        /// The time of the event.
        now: Instant,
    }
}

output! {
    /// The PIN's new state.
    pub struct PinState {
        /// The state of the PIN after the event.
        status: PinStatus,
        /// The number of wrong entries since the last correct one, after the event.
        failures: i64,
        /// The end of the lock after the event; null: not locked.
        locked_until: Option<Instant>,
        /// Whether the event was accepted; if not, nothing changed.
        allowed: bool,
        /// The reason if it was not.
        reason: Option<PinReason>,
    }
}

/// Accepts an event, or refuses it without changing the state.
///
/// | state | create | set | reset | verify_ok, verify_fail |
/// |---|---|---|---|---|
/// | absent | pin_set | refused | refused | refused |
/// | pin_default | pin_set | pin_set | pin_default | refused |
/// | pin_set | refused | pin_set | pin_default | counted |
/// | pin_set, locked | refused | refused | pin_default, unlocked | refused |
///
/// The fifth consecutive wrong entry locks for 15 minutes, the tenth for 30, the fifteenth for 60, and so on up to 24
/// hours; a correct entry, a new PIN or a reset clears the count. Source: documents 1 and 2, section 4; the lock is
/// ours.
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

/// The message for a failed attempt, after counting it. The last two attempts before a lock include a warning, so that
/// unsure users stop in time.
pub fn wrong_entry(field: &'static str, failures: i64) -> Violation {
    let counted = failures.rem_euclid(FAILURES_TO_LOCK);
    let left = FAILURES_TO_LOCK.saturating_sub(counted);
    let violation = Violation::new(field, Code::Mismatch)
        .with("limit", FAILURES_TO_LOCK)
        .with("value", counted);
    let warning = match left {
        1 => "One more wrong entry locks it for ",
        2 => "Two more wrong entries lock it for ",
        _ => return violation.saying(NOT_CORRECT),
    };
    let lock_ms = lock_ms(failures.saturating_add(left)).unwrap_or(FIRST_LOCK_MS);
    let minutes = lock_ms / MS_A_MINUTE;
    let (time, unit) = match minutes / MINUTES_AN_HOUR {
        0 => (minutes, " minutes."),
        1 => (1, " hour."),
        hours => (hours, " hours."),
    };
    violation.saying_all(&[NOT_CORRECT, " ", warning, &time.to_string(), unit])
}

/// The duration of the lock after this many failures, if any.
fn lock_ms(failures: i64) -> Option<i64> {
    if failures % FAILURES_TO_LOCK != 0 {
        return None;
    }
    let doublings = (failures / FAILURES_TO_LOCK)
        .saturating_sub(1)
        .clamp(0, MAX_DOUBLINGS);
    let lock = FIRST_LOCK_MS.checked_shl(u32::try_from(doublings).ok()?)?;
    Some(lock.min(LONGEST_LOCK_MS))
}

#[cfg(test)]
mod tests;
