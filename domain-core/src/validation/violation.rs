//! A violation: the error of one field.

use super::Code;
use super::missing::missing;
use crate::json::{Node, Object};
use crate::money::Amount;
use crate::shape::{Field, Output, Reads, Record, Shape, Type};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut};

/// The error of one field. Boxed: every rule may return one, and a small value keeps the code of all of them small.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Violation(Box<Wrong>);

/// The content of a [`Violation`].
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Wrong {
    pub field: Cow<'static, str>,
    pub code: Code,
    pub params: Params,
    /// The specification's wording, if any.
    pub message: Cow<'static, str>,
}

/// Facts about a refusal: `limit`, `value`, `nearest` (the nearest allowed value), `unlock` (how to lift it).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Params(Vec<(Cow<'static, str>, Param)>);

/// One fact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Param {
    Number(i64),
    Text(Cow<'static, str>),
}

impl Violation {
    /// A violation with the code's default message and no facts.
    #[inline(never)]
    pub fn new(field: &'static str, code: Code) -> Self {
        Self(Box::new(Wrong {
            field: Cow::Borrowed(field),
            code,
            params: Params::default(),
            message: Cow::Borrowed(match code {
                Code::Required => missing(field),
                _ => code.message(),
            }),
        }))
    }

    /// A violation of a minimum, which is also the nearest allowed value.
    #[inline(never)]
    pub fn below(field: &'static str, value: &Amount, limit: &Amount) -> Self {
        Self::new(field, Code::BelowMinimum)
            .with("limit", limit)
            .with("value", value)
            .with("nearest", limit)
    }

    /// Replaces the message.
    #[must_use]
    pub fn saying(self, message: impl Into<Cow<'static, str>>) -> Self {
        self.in_words(message.into())
    }

    #[inline(never)]
    fn in_words(mut self, message: Cow<'static, str>) -> Self {
        self.0.message = message;
        self
    }

    /// Replaces the message by joined parts.
    #[must_use]
    #[inline(never)]
    pub fn saying_all(self, parts: &[&str]) -> Self {
        self.in_words(Cow::Owned(parts.concat()))
    }

    /// Adds a fact.
    #[must_use]
    pub fn with(self, name: &'static str, fact: impl Into<Param>) -> Self {
        self.with_fact(name, fact.into())
    }

    #[inline(never)]
    fn with_fact(mut self, name: &'static str, fact: Param) -> Self {
        self.0.params.0.push((Cow::Borrowed(name), fact));
        self
    }

    /// Moves the violation to another field.
    #[must_use]
    #[inline(never)]
    pub fn of(mut self, field: &'static str) -> Self {
        self.0.field = Cow::Borrowed(field);
        self
    }
}

impl Deref for Violation {
    type Target = Wrong;

    fn deref(&self) -> &Wrong {
        &self.0
    }
}

impl DerefMut for Violation {
    fn deref_mut(&mut self) -> &mut Wrong {
        &mut self.0
    }
}

impl Params {
    pub fn insert(&mut self, name: impl Into<Cow<'static, str>>, fact: impl Into<Param>) {
        let name = name.into();
        self.0.retain(|(known, _)| *known != name);
        self.0.push((name, fact.into()));
    }

    pub fn iter(&self) -> impl Iterator<Item = &(Cow<'static, str>, Param)> {
        self.0.iter()
    }

    pub fn get(&self, name: &str) -> Option<&Param> {
        self.0
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, fact)| fact)
    }
}

impl Shape for Violation {
    const TYPE: Type = Type::Record(&Record {
        name: "Violation",
        doc: "The error of one field.",
        fields: &[
            Field {
                key: "field",
                doc: "The field's name.",
                of: Type::Text,
                reads: Reads::Fitting,
                required: true,
            },
            Field {
                key: "code",
                doc: "The stable name of the error.",
                of: Type::Choice("Code", Code::NAMES),
                reads: Reads::Fitting,
                required: true,
            },
            Field {
                key: "params",
                doc: "Facts by name, texts or whole numbers: `limit`, `value`, `nearest` (an allowed value), `unlock`.",
                of: Type::Map(&Type::Any),
                reads: Reads::TextOrNumber,
                required: true,
            },
            Field {
                key: "message",
                doc: "The error in words, for people.",
                of: Type::Text,
                reads: Reads::Fitting,
                required: true,
            },
        ],
    });
}

impl Output for Violation {
    fn write(&self) -> Node<'static> {
        let mut params = Object::new();
        for (name, fact) in &self.params.0 {
            params.put(name.clone(), fact.write());
        }
        let mut object = Object::new();
        object.put("code", self.code.as_str().into());
        object.put("field", Node::Text(self.field.clone()));
        object.put("message", Node::Text(self.message.clone()));
        object.put("params", Node::Object(params));
        Node::Object(object)
    }
}

impl Param {
    fn write(&self) -> Node<'static> {
        match self {
            Self::Number(number) => Node::integer(*number),
            Self::Text(text) => Node::Text(text.clone()),
        }
    }
}

impl Serialize for Violation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.write().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Params {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let members = BTreeMap::<String, serde_json::Value>::deserialize(deserializer)?;
        let fact = |value: serde_json::Value| match value {
            serde_json::Value::String(text) => Param::Text(Cow::Owned(text)),
            other => other
                .as_i64()
                .map_or_else(|| Param::Text(Cow::Owned(other.to_string())), Param::Number),
        };
        Ok(Self(
            members
                .into_iter()
                .map(|(name, value)| (Cow::Owned(name), fact(value)))
                .collect(),
        ))
    }
}

/// JavaScript's `Number.MAX_SAFE_INTEGER`.
const MAX_SAFE_INTEGER: u64 = (1 << 53) - 1;

/// Numbers that JavaScript cannot represent exactly become text.
impl From<i64> for Param {
    fn from(number: i64) -> Self {
        if number.unsigned_abs() > MAX_SAFE_INTEGER {
            return Self::Text(Cow::Owned(number.to_string()));
        }
        Self::Number(number)
    }
}

impl From<u64> for Param {
    fn from(number: u64) -> Self {
        i64::try_from(number).unwrap_or(i64::MAX).into()
    }
}

impl From<&Amount> for Param {
    fn from(amount: &Amount) -> Self {
        Self::Text(Cow::Owned(amount.text()))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn violations_round_trip() {
        let violation = Violation::new("name", Code::TooShort)
            .with("limit", 3_i64)
            .with("nearest", "abc");
        let json = serde_json::to_string(&violation).unwrap();
        assert_eq!(
            json,
            r#"{"code":"too_short","field":"name","message":"This is too short.","params":{"limit":3,"nearest":"abc"}}"#
        );
        assert_eq!(serde_json::from_str::<Violation>(&json).unwrap(), violation);
    }
}
