//! Errors from reading an input.

use crate::RuleCallError;
use crate::json::Object;
use std::borrow::Cow;

/// The first error from reading an input, with its path. Later ones are dropped.
#[derive(Debug, Default)]
pub struct ReadErrors {
    first: Option<(&'static str, &'static str)>,
    path: String,
    refuses_unknown: bool,
}

/// The length to which an unknown key is truncated in an error.
const LONGEST_KEY_CHARS: usize = 40;

impl ReadErrors {
    pub const fn none() -> Self {
        Self {
            first: None,
            path: String::new(),
            refuses_unknown: false,
        }
    }

    /// Creates an empty list for a rule's call, in which unknown keys are errors: a misspelt optional key would
    /// silently change the answer.
    pub const fn of_call() -> Self {
        Self {
            refuses_unknown: true,
            first: None,
            path: String::new(),
        }
    }

    /// Records an error if the object has an unknown key: the first in sorted order, because browsers have their own
    /// order.
    #[inline(never)]
    pub fn check_keys(&mut self, object: &Object<'_>, known: &[&str]) {
        if !self.refuses_unknown || self.first.is_some() {
            return;
        }
        let keys = object.members().iter().map(|(key, _)| key.as_ref());
        if let Some(key) = keys.filter(|key| !known.contains(key)).min() {
            self.record("unknown_key", "is not a known key");
            self.path = key.chars().take(LONGEST_KEY_CHARS).collect();
        }
    }

    pub fn is_empty(&self) -> bool {
        self.first.is_none()
    }

    /// Records an error, unless there is one already.
    #[inline(never)]
    pub fn record(&mut self, code: &'static str, what: &'static str) {
        self.first.get_or_insert((code, what));
    }

    /// Prefixes the error's path, if there is an error, with a key.
    #[inline(never)]
    pub fn within(&mut self, key: &str) {
        if self.first.is_some() {
            let parts: &[&str] = if self.path.is_empty() {
                &[key]
            } else {
                &[key, ".", &self.path]
            };
            self.path = parts.concat();
        }
    }

    /// The error to answer the call with, if any.
    pub fn error(&self) -> Option<RuleCallError> {
        let (code, what) = self.first?;
        let at = if self.path.is_empty() {
            "The input"
        } else {
            &self.path
        };
        Some(RuleCallError {
            code,
            message: Cow::Owned([at, " ", what, "."].concat()),
        })
    }

    /// The value, unless there is an error.
    ///
    /// # Errors
    /// The recorded error.
    pub fn into_result<T>(self, value: T) -> Result<T, RuleCallError> {
        self.error().map_or(Ok(value), Err)
    }
}
