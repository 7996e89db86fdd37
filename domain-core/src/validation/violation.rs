//! One thing that is wrong with one field.

use super::Code;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// One thing that is wrong with one field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Violation {
    pub field: Cow<'static, str>,
    pub code: Code,
    pub params: Params,
    pub message: Cow<'static, str>,
}

/// Facts a refusal is explained with: `limit`, `value`, `nearest` (the nearest allowed value), `unlock` (what lifts it).
pub type Params = BTreeMap<Cow<'static, str>, Param>;

/// One fact.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Param {
    Number(i64),
    Text(Cow<'static, str>),
}

impl Violation {
    /// With the code's default message and no facts.
    pub fn new(field: impl Into<Cow<'static, str>>, code: Code) -> Self {
        Self { field: field.into(), code, params: Params::new(), message: Cow::Borrowed(code.as_str()) }
    }

    /// The same, in these words.
    #[must_use]
    pub fn saying(mut self, message: impl Into<Cow<'static, str>>) -> Self {
        self.message = message.into();
        self
    }

    /// The same, with one more fact.
    #[must_use]
    pub fn with(mut self, name: &'static str, fact: impl Into<Param>) -> Self {
        self.params.insert(Cow::Borrowed(name), fact.into());
        self
    }
}

impl From<i64> for Param {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

impl From<String> for Param {
    fn from(text: String) -> Self {
        Self::Text(Cow::Owned(text))
    }
}

impl From<&'static str> for Param {
    fn from(text: &'static str) -> Self {
        Self::Text(Cow::Borrowed(text))
    }
}
