//! A form: typed values, judged in a context.

use super::{TextField, Violation, Violations};
use crate::RuleCallError;
use crate::json::Node;
use crate::shape::{Input, ReadErrors, Values, input};
use serde_json::Value;
use validator::Validate;

/// A form: its values as entered, and the rule that checks them.
pub trait Form: Input + Values + Validate {
    /// As in `form.register`.
    const NAME: &'static str;
    /// What the values are judged by: balances, rates, today's date. The server reads it itself.
    type Context: Input;

    /// What can be wrong beside the fields: gates that another step opens.
    const GATES: &'static [&'static str] = &[];

    /// The fields that [`Form::check`] judges by their own text alone.
    const TEXT_FIELDS: &'static [TextField] = &[];

    /// Judges every field, in the order of the fields.
    fn check(&self, context: &Self::Context, found: &mut Violations);

    /// Reads the values; a missing or null one is blank.
    ///
    /// # Errors
    /// A value of the wrong type.
    fn read(values: &Value) -> Result<Self, RuleCallError> {
        let mut errors = ReadErrors::none();
        let form = Input::read(&Node::from(values), &mut errors);
        errors.into_result(form)
    }

    /// What is wrong, in field order, at most one violation a field.
    fn violations(&self, context: &Self::Context) -> Vec<Violation> {
        let mut found = Violations::none();
        self.check(context, &mut found);
        found.into_vec()
    }
}

input! {
    /// A form that is judged by its values alone.
    pub struct NoContext {}
}
