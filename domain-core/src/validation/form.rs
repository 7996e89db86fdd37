//! A form: typed values, checked in a context.

use super::{TextField, Violation, Violations};
use crate::RuleCallError;
use crate::json::Node;
use crate::shape::{Input, ReadErrors, Values, input};
use serde_json::Value;
use validator::Validate;

/// A form: its values as entered, and the rule that checks them.
pub trait Form: Input + Values + Validate {
    /// Such as `form.register`.
    const NAME: &'static str;
    /// The context of the checks: balances, rates, today's date. The server reads its own.
    type Context: Input;

    /// Violations without a field: gates that another step opens.
    const GATES: &'static [&'static str] = &[];

    /// The fields that [`Form::check`] checks by their own text alone.
    const TEXT_FIELDS: &'static [TextField] = &[];

    /// Checks every field, in the order of the fields.
    fn check(&self, context: &Self::Context, found: &mut Violations);

    /// Reads the values; missing and null ones are blank.
    ///
    /// # Errors
    /// A value has the wrong type.
    fn read(values: &Value) -> Result<Self, RuleCallError> {
        let mut errors = ReadErrors::none();
        let form = Input::read(&Node::from(values), &mut errors);
        errors.into_result(form)
    }

    /// The violations in field order, at most one per field.
    fn violations(&self, context: &Self::Context) -> Vec<Violation> {
        let mut found = Violations::none();
        self.check(context, &mut found);
        found.into_vec()
    }
}

input! {
    /// A form without a context.
    pub struct NoContext {}
}
