//! How Rust types and JSON fit together: one field list gives the struct, its reader, its writer and its description.
//!
//! The description ([`Type`]) becomes JSON Schemas, TypeScript types and the version of the rules. The readers note the
//! first trouble and go on with a blank value instead of returning early: that keeps the code of a hundred inputs small.

pub mod case;
mod describe;
mod order;
mod read_errors;
mod record;
mod scalars;

pub use describe::{Field, Record, Type};
pub(crate) use order::sorted_places;
pub use read_errors::ReadErrors;
pub(crate) use record::{choice, form_values, input, key, output, record, record_shape};
pub use scalars::Given;

use crate::json::{Node, Object};
use std::borrow::Cow;

/// A type that JSON can describe.
pub trait Shape {
    const TYPE: Type;
    /// Whether the key must be present.
    const REQUIRED: bool = true;
    /// The keys, where it is an object.
    const KEYS: &'static [&'static str] = &[];
}

/// A type that can be read from JSON.
pub trait Input: Shape + Sized {
    /// Reads the node; notes the trouble and answers with a blank value when it does not fit.
    fn read(node: &Node<'_>, errors: &mut ReadErrors) -> Self;

    /// What stands in for a value that could not be read, and for a form's missing value.
    fn blank() -> Self;

    /// Reads the node into a value that is there: a text's room is used again.
    fn refill(&mut self, node: &Node<'_>, errors: &mut ReadErrors) {
        *self = Self::read(node, errors);
    }

    /// What a missing or null key means.
    fn absent(errors: &mut ReadErrors) -> Self {
        errors.record("missing_key", "is required");
        Self::blank()
    }
}

/// A type that can be written as JSON.
pub trait Output: Shape {
    fn write(&self) -> Node<'static>;
}

/// An object of a record's members, its keys sorted, with room for the two that a verdict adds.
#[inline(never)]
pub fn in_order(
    keys: &[&'static str],
    order: &[usize],
    nodes: &mut [Node<'static>],
) -> Node<'static> {
    let mut object = Object::with_capacity(order.len().saturating_add(2));
    for place in order {
        if let (Some(key), Some(node)) = (keys.get(*place), nodes.get_mut(*place)) {
            object.push(Cow::Borrowed(key), std::mem::replace(node, Node::Null));
        }
    }
    Node::Object(object)
}

/// Reads one member of an object.
#[inline(never)]
pub fn read_member<T: Input>(object: &Object<'_>, key: &'static str, errors: &mut ReadErrors) -> T {
    let was_empty = errors.is_empty();
    let value = match object.get(key) {
        None | Some(Node::Null) => T::absent(errors),
        Some(node) => T::read(node, errors),
    };
    if was_empty {
        errors.within(key);
    }
    value
}

/// One of a form's values, whatever its type.
pub trait Value {
    /// Takes the node's value; what was not filled in is blank, not trouble.
    fn fill(&mut self, node: &Node<'_>, errors: &mut ReadErrors);
}

impl<T: Input> Value for T {
    fn fill(&mut self, node: &Node<'_>, errors: &mut ReadErrors) {
        match node {
            Node::Null => *self = T::blank(),
            node => self.refill(node, errors),
        }
    }
}

/// A form's values, one by one.
pub trait Values {
    /// The value at a place among the keys.
    fn value(&mut self, place: usize) -> Option<&mut dyn Value>;
}

/// Takes an object's members as the values of a form; the others stay as they are.
#[inline(never)]
pub fn fill(
    form: &mut dyn Values,
    keys: &[&'static str],
    node: &Node<'_>,
    errors: &mut ReadErrors,
) {
    let object = members(node, errors);
    for (place, key) in keys.iter().enumerate() {
        if let (Some(node), Some(value)) = (object.get(key), form.value(place)) {
            let was_empty = errors.is_empty();
            value.fill(node, errors);
            if was_empty {
                errors.within(key);
            }
        }
    }
}

/// Which of the texts the node is; notes trouble when it is none of them.
#[inline(never)]
pub fn choose(node: &Node<'_>, texts: &[&str], errors: &mut ReadErrors) -> usize {
    let place = match node {
        Node::Text(text) => texts.iter().position(|known| known == text),
        _ => None,
    };
    place.unwrap_or_else(|| {
        errors.record("wrong_type", "must be one of its options");
        0
    })
}

/// The members of an object; notes trouble when the node is none.
#[inline(never)]
pub fn members<'n, 'a>(node: &'n Node<'a>, errors: &mut ReadErrors) -> &'n Object<'a> {
    match node {
        Node::Object(object) => object,
        _ => {
            errors.record("wrong_type", "must be an object");
            const { &Object::new() }
        }
    }
}
