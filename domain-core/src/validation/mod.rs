//! Violations, field checks, forms.

mod code;
mod violation;

pub use code::Code;
pub use violation::{Param, Params, Violation};

use crate::RuleCallError;
use serde_json::Value;

/// A form: typed values, judged in a context.
pub trait Form: Sized {
    const NAME: &'static str;
    type Context;

    /// Reads the values; a missing or null text is blank.
    ///
    /// # Errors
    /// A value of the wrong type.
    fn read(values: &Value) -> Result<Self, RuleCallError>;

    /// What is wrong, in field order, at most one violation a field.
    fn violations(&self, context: &Self::Context) -> Vec<Violation>;
}
