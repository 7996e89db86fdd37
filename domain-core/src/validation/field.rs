//! Checks of one field's text, chained in the order in which violations are reported.

use super::text_field::{Counted, is_blank};
use super::{Code, TextRule, Violation};
use crate::money::{Amount, Currency, TypedAmount};
use std::borrow::Cow;
use validator::validate_must_match;

/// The violations found so far: in field order, at most one per field.
#[derive(Debug, Default)]
pub struct Violations {
    found: Vec<Violation>,
    /// The field to check, if only one is requested.
    only: Option<&'static str>,
}

/// A field being checked. After its first violation the remaining checks are skipped.
pub struct TextCheck<'a> {
    violations: &'a mut Violations,
    field: &'static str,
    text: &'a str,
    decided: bool,
    counted: Counted,
}

impl std::fmt::Debug for TextCheck<'_> {
    /// Omits the text: it may be a password.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.field)
    }
}

impl Violations {
    pub const fn none() -> Self {
        Self {
            found: Vec::new(),
            only: None,
        }
    }

    /// Checks one field only: the others' texts are not checked.
    pub const fn of(field: &'static str) -> Self {
        Self {
            found: Vec::new(),
            only: Some(field),
        }
    }

    pub(super) fn is_of_interest(&self, field: &str) -> bool {
        self.only.is_none_or(|only| only == field)
    }

    pub fn into_vec(self) -> Vec<Violation> {
        self.found
    }

    /// Adds a violation, unless its field has one.
    #[inline(never)]
    pub fn add(&mut self, violation: Violation) {
        let is_known = |known: &Violation| known.field == violation.field;
        if self.is_of_interest(&violation.field) && !self.found.iter().any(is_known) {
            self.found.push(violation);
        }
    }

    /// Adds all violations, each unless its field has one.
    pub fn add_all(&mut self, violations: impl IntoIterator<Item = Violation>) {
        violations
            .into_iter()
            .for_each(|violation| self.add(violation));
    }

    /// Starts the checks of a required text.
    #[inline(never)]
    pub fn required<'a>(&'a mut self, field: &'static str, text: &'a str) -> TextCheck<'a> {
        let mut check = TextCheck {
            decided: !self.is_of_interest(field),
            violations: self,
            field,
            text,
            counted: Counted::Characters,
        };
        if !check.decided && is_blank(text) {
            check.refuse(Violation::new(field, Code::Required));
        }
        check
    }

    /// Starts the checks of an optional text.
    #[inline(never)]
    pub fn optional<'a>(&'a mut self, field: &'static str, text: &'a str) -> TextCheck<'a> {
        TextCheck {
            decided: !self.is_of_interest(field) || is_blank(text),
            violations: self,
            field,
            text,
            counted: Counted::Characters,
        }
    }

    /// Checks a box that must be ticked.
    #[inline(never)]
    pub fn accepted(&mut self, field: &'static str, ticked: bool) {
        if !ticked && self.is_of_interest(field) {
            self.add(Violation::new(field, Code::NotAccepted));
        }
    }

    /// Reads a required amount; `None` if it is missing or invalid.
    #[inline(never)]
    pub fn amount(
        &mut self,
        field: &'static str,
        text: &TypedAmount,
        currency: Currency,
    ) -> Option<Amount> {
        if text.is_blank() {
            self.add(Violation::new(field, Code::Required));
            return None;
        }
        text.amount(field, currency)
            .map_err(|violation| self.add(violation))
            .ok()
    }
}

impl TextCheck<'_> {
    /// Refuses the text, unless it has already been refused.
    #[inline(never)]
    pub fn refuse(&mut self, violation: Violation) {
        if !self.decided {
            self.decided = true;
            self.violations.add(violation);
        }
    }

    /// Refuses the text with the violation if the condition holds.
    pub fn refuse_if(
        &mut self,
        condition: bool,
        violation: impl FnOnce() -> Violation,
    ) -> &mut Self {
        self.refuse_for(|| condition.then(violation))
    }

    /// Refuses the text with the returned violation, if any. Not called if the text has already been refused.
    pub fn refuse_for(&mut self, find: impl FnOnce() -> Option<Violation>) -> &mut Self {
        if !self.decided
            && let Some(violation) = find()
        {
            self.refuse(violation);
        }
        self
    }

    /// Refuses the text unless the rule holds.
    #[inline(never)]
    pub fn must_be(&mut self, rule: &TextRule<'_>) -> &mut Self {
        if !self.decided && !rule.holds(self.text) {
            self.refuse(rule.violation(self.field, self.text, self.counted));
        }
        self
    }

    /// At least this many characters.
    pub fn at_least(&mut self, limit: u64) -> &mut Self {
        self.must_be(&TextRule::AtLeast(limit))
    }

    /// At most this many characters.
    pub fn at_most(&mut self, limit: u64) -> &mut Self {
        self.must_be(&TextRule::AtMost(limit))
    }

    /// One line without disguising characters, of at most this many characters.
    pub fn line(&mut self, limit: u64) -> &mut Self {
        self.must_be(&TextRule::Line).at_most(limit)
    }

    /// Lines without disguising characters, of at most this many characters in total.
    pub fn lines(&mut self, limit: u64) -> &mut Self {
        self.must_be(&TextRule::Lines).at_most(limit)
    }

    /// Exactly this many characters.
    pub fn exactly(&mut self, limit: u64) -> &mut Self {
        self.must_be(&TextRule::Exactly(limit))
    }

    /// Exactly this many digits 0 to 9.
    pub fn digits(&mut self, count: u64) -> &mut Self {
        self.numeric().exactly(count)
    }

    /// Digits 0 to 9 only; from here on, lengths are counted in digits.
    pub fn numeric(&mut self) -> &mut Self {
        self.counted = Counted::Digits;
        self.must_be(&TextRule::Numeric)
    }

    /// ASCII letters and digits only.
    pub fn alphanumeric(&mut self) -> &mut Self {
        self.must_be(&TextRule::Alphanumeric)
    }

    /// One of these texts.
    pub fn one_of(&mut self, options: &[&str]) -> &mut Self {
        self.must_be(&TextRule::OneOf(options))
    }

    /// Equal to the other field's text.
    #[inline(never)]
    pub fn matches(&mut self, other: &str) -> &mut Self {
        if !self.decided && !validate_must_match(self.text, other) {
            self.refuse(Violation::new(self.field, Code::Mismatch));
        }
        self
    }

    /// Replaces the message of this field's violation, if any.
    pub fn saying(&mut self, message: &'static str) {
        if let Some(violation) = self
            .violations
            .found
            .last_mut()
            .filter(|violation| violation.field == self.field)
        {
            violation.message = Cow::Borrowed(message);
        }
    }

    /// Ends the checks.
    pub fn done(&mut self) {}
}
