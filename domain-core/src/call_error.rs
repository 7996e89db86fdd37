//! The error of a malformed call.

use std::borrow::Cow;
use std::fmt;

/// A malformed call of a rule: unknown name, missing key, wrong type. *Refused values* are results, not errors.
///
/// Codes: `unknown_rule`, `unknown_form`, `unknown_field`, `missing_key`, `unknown_key`, `wrong_type`, `malformed`.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct RuleCallError {
    pub code: &'static str,
    pub message: Cow<'static, str>,
}

impl RuleCallError {
    pub fn new(code: &'static str, message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            code,
            message: message.into(),
        }
    }
}

impl fmt::Display for RuleCallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for RuleCallError {}
