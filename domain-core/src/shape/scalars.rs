//! Texts, flags, numbers, lists and optional values.

use super::{Input, Output, ReadErrors, Reads, Shape, Type, enter, leave};
use crate::json::{GREATEST_INTEGER, LEAST_INTEGER, Node, plain_number};

impl Shape for String {
    const TYPE: Type = Type::Text;
}

impl Input for String {
    fn read(node: &Node<'_>, errors: &mut ReadErrors) -> Self {
        match node {
            Node::Text(text) => text.as_ref().to_owned(),
            _ => {
                errors.record("wrong_type", "must be text");
                Self::new()
            }
        }
    }

    fn refill(&mut self, node: &Node<'_>, errors: &mut ReadErrors) {
        match node {
            Node::Text(text) => text.as_ref().clone_into(self),
            _ => *self = Self::read(node, errors),
        }
    }

    fn blank() -> Self {
        Self::new()
    }
}

impl Output for String {
    fn write(&self) -> Node<'static> {
        self.clone().into()
    }
}

impl Shape for &'static str {
    const TYPE: Type = Type::Text;
}

impl Output for &'static str {
    fn write(&self) -> Node<'static> {
        (*self).into()
    }
}

impl Shape for bool {
    const TYPE: Type = Type::Flag;
}

impl Input for bool {
    fn read(node: &Node<'_>, errors: &mut ReadErrors) -> Self {
        match node {
            Node::Flag(flag) => *flag,
            _ => {
                errors.record("wrong_type", "must be true or false");
                false
            }
        }
    }

    fn blank() -> Self {
        false
    }
}

impl Output for bool {
    fn write(&self) -> Node<'static> {
        Node::Flag(*self)
    }
}

impl Shape for i64 {
    const TYPE: Type = Type::Integer;
    const READS: Reads = Reads::Integers(LEAST_INTEGER, GREATEST_INTEGER);
}

impl Input for i64 {
    fn read(node: &Node<'_>, errors: &mut ReadErrors) -> Self {
        let number = match node {
            Node::Number(text) => plain_number(text).and_then(|plain| plain.parse().ok()),
            _ => None,
        };
        number.unwrap_or_else(|| {
            errors.record("wrong_type", "must be a whole number");
            0
        })
    }

    fn blank() -> Self {
        0
    }
}

impl Output for i64 {
    fn write(&self) -> Node<'static> {
        Node::integer(*self)
    }
}

impl<T: Shape> Shape for Option<T> {
    const TYPE: Type = Type::Nullable(&T::TYPE);
    const READS: Reads = T::READS;
    const REQUIRED: bool = false;
}

impl<T: Input> Input for Option<T> {
    fn read(node: &Node<'_>, errors: &mut ReadErrors) -> Self {
        Some(T::read(node, errors))
    }

    fn blank() -> Self {
        None
    }

    fn absent(_: &mut ReadErrors) -> Self {
        None
    }
}

impl<T: Output> Output for Option<T> {
    fn write(&self) -> Node<'static> {
        self.as_ref().map_or(Node::Null, T::write)
    }
}

impl<T: Shape> Shape for Vec<T> {
    const TYPE: Type = Type::List(&T::TYPE);
    const READS: Reads = T::READS;
}

impl<T: Input> Input for Vec<T> {
    fn read(node: &Node<'_>, errors: &mut ReadErrors) -> Self {
        match node {
            Node::List(items) => {
                let items = items.iter().enumerate();
                let read = items.map(|(place, item)| {
                    enter(|| place.to_string());
                    let item = T::read(item, errors);
                    leave();
                    item
                });
                read.collect()
            }
            _ => {
                errors.record("wrong_type", "must be a list");
                Self::new()
            }
        }
    }

    fn blank() -> Self {
        Self::new()
    }
}

impl<T: Output> Output for Vec<T> {
    fn write(&self) -> Node<'static> {
        Node::List(self.iter().map(T::write).collect())
    }
}

/// Whether there is a value: anything but null, `false`, zero, a blank text, and an empty list or object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Given(pub bool);

impl Shape for Given {
    const TYPE: Type = Type::Any;
}

impl Input for Given {
    fn read(node: &Node<'_>, _: &mut ReadErrors) -> Self {
        Self(match node {
            Node::Null => false,
            Node::Flag(flag) => *flag,
            Node::Number(number) => plain_number(number).as_deref() != Some("0"),
            Node::Text(text) => !text.trim().is_empty(),
            Node::List(items) => !items.is_empty(),
            Node::Object(members) => members.iter().next().is_some(),
        })
    }

    fn blank() -> Self {
        Self(false)
    }
}

/// Whether it was given is all that a rule knows of it.
impl Output for Given {
    fn write(&self) -> Node<'static> {
        Node::Flag(self.0)
    }
}
