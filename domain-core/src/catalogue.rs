//! The one table of rules.

use crate::RuleCallError;
use serde_json::Value;

/// Evaluates a rule by its name.
///
/// # Errors
/// Unknown rule, missing key, wrong type.
pub fn evaluate(rule: &str, _input: Value) -> Result<Value, RuleCallError> {
    Err(RuleCallError::new("unknown_rule", format!("There is no rule named {rule}.")))
}

/// Sixteen hexadecimal digits that change when a rule's name, input or output changes.
pub fn rules_version() -> String {
    String::from("0000000000000000")
}
