//! The first thing that could not be read.

use crate::RuleCallError;
use std::borrow::Cow;

/// The first thing that could not be read, and where.
#[derive(Debug, Default)]
pub struct Trouble {
    first: Option<(&'static str, &'static str)>,
    path: String,
}

impl Trouble {
    pub const fn none() -> Self {
        Self {
            first: None,
            path: String::new(),
        }
    }

    pub fn is_clear(&self) -> bool {
        self.first.is_none()
    }

    /// Notes trouble, unless there was some before.
    #[inline(never)]
    pub fn note(&mut self, code: &'static str, what: &'static str) {
        self.first.get_or_insert((code, what));
    }

    /// The trouble noted last, if any, happened inside this key.
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

    /// The trouble as the error it is answered with; `None` when everything could be read.
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

    /// The value, unless something could not be read.
    ///
    /// # Errors
    /// The first trouble.
    pub fn or<T>(self, value: T) -> Result<T, RuleCallError> {
        self.error().map_or(Ok(value), Err)
    }
}
