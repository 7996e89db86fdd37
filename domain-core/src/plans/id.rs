//! User ids.

use crate::json::{Node, plain_number};
use crate::shape::{Input, Output, ReadErrors, Reads, Shape, Type};
use std::borrow::Cow;

/// A user's id: text, or a number in older records.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Id(String);

impl Id {
    /// The ids of two users for a record, which keeps only whether they are the same.
    #[must_use]
    pub fn anonymous(one: &str, other: &str) -> (Self, Self) {
        let is_same = !one.is_empty() && one == other;
        ("a".into(), if is_same { "a" } else { "b" }.into())
    }

    /// Whether both are the same user. A blank id never matches.
    pub fn is(&self, other: &Self) -> bool {
        !self.0.is_empty() && self == other
    }
}

impl From<&str> for Id {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl Shape for Id {
    const TYPE: Type = Type::Any;
    const READS: Reads = Reads::TextOrNumber;
}

impl Input for Id {
    fn read(node: &Node<'_>, errors: &mut ReadErrors) -> Self {
        let text = match node {
            Node::Text(text) => Some(text.as_ref().to_owned()),
            Node::Number(number) => plain_number(number).map(Cow::into_owned),
            _ => None,
        };
        text.map(Self).unwrap_or_else(|| {
            errors.record("wrong_type", "must be an id: text or a number");
            Self::default()
        })
    }

    fn blank() -> Self {
        Self::default()
    }
}

impl Output for Id {
    fn write(&self) -> Node<'static> {
        self.0.clone().into()
    }
}
