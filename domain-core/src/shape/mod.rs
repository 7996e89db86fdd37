//! The mapping of Rust types to JSON: one field list defines the struct, its reader, its writer and its description.
//!
//! The description ([`Type`]) becomes JSON Schemas, TypeScript types and the version of the rules. The readers record
//! the first error and continue with a blank value instead of returning early: that keeps the code of a hundred inputs
//! small.

pub mod case;
mod describe;
mod order;
mod read_errors;
mod record;
mod scalars;
mod typed;

pub use describe::{Decimals, Field, Reads, Record, Type};
pub(crate) use order::sorted_indexes;
pub use read_errors::ReadErrors;
pub(crate) use record::{choice, form_values, input, key, output, record, record_shape};
pub use scalars::Given;
pub(crate) use typed::typed_text;

use crate::json::{Node, Object};
use std::borrow::Cow;

/// A type with a JSON description.
pub trait Shape {
    const TYPE: Type;
    /// The values that its reader accepts.
    const READS: Reads = Reads::Fitting;
    /// Whether the key must be present.
    const REQUIRED: bool = true;
    /// The keys, if it is an object.
    const KEYS: &'static [&'static str] = &[];
}

/// A type that can be read from JSON.
pub trait Input: Shape + Sized {
    /// Reads the node; if it does not fit, records an error and returns a blank value.
    fn read(node: &Node<'_>, errors: &mut ReadErrors) -> Self;

    /// The fallback for an unreadable value, and for a form's missing value.
    fn blank() -> Self;

    /// Reads the node into an existing value, so that a text's allocation is reused.
    fn refill(&mut self, node: &Node<'_>, errors: &mut ReadErrors) {
        *self = Self::read(node, errors);
    }

    /// The value of a missing or null key.
    fn absent(errors: &mut ReadErrors) -> Self {
        errors.record("missing_key", "is required");
        Self::blank()
    }
}

/// A type that can be written as JSON.
pub trait Output: Shape {
    fn write(&self) -> Node<'static>;
}

/// An object with a record's members in sorted order, and room for the two that a verdict adds.
#[inline(never)]
pub fn in_order(
    keys: &[&'static str],
    order: &[usize],
    nodes: &mut [Node<'static>],
) -> Node<'static> {
    let mut object = Object::with_capacity(order.len().saturating_add(2));
    for index in order {
        if let (Some(key), Some(node)) = (keys.get(*index), nodes.get_mut(*index)) {
            object.push(Cow::Borrowed(key), std::mem::replace(node, Node::Null));
        }
    }
    Node::Object(object)
}

/// Reads one member of an object.
#[inline(never)]
pub fn read_member<T: Input>(object: &Object<'_>, key: &'static str, errors: &mut ReadErrors) -> T {
    let was_empty = errors.is_empty();
    enter(|| key.to_owned());
    let value = match object.get(key) {
        None | Some(Node::Null) => T::absent(errors),
        Some(node) => T::read(node, errors),
    };
    leave();
    if was_empty {
        errors.within(key);
    }
    value
}

/// One of a form's values, of any type.
pub trait Value {
    /// Sets the node's value; null is blank, not an error.
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
    /// The value at an index of the keys.
    fn value(&mut self, index: usize) -> Option<&mut dyn Value>;
}

/// Sets a form's values to an object's members; the others are unchanged.
#[inline(never)]
pub fn fill(
    form: &mut dyn Values,
    keys: &[&'static str],
    node: &Node<'_>,
    errors: &mut ReadErrors,
) {
    let object = members(node, errors);
    errors.check_keys(object, keys);
    for (index, key) in keys.iter().enumerate() {
        if let (Some(node), Some(value)) = (object.get(key), form.value(index)) {
            let was_empty = errors.is_empty();
            enter(|| (*key).to_owned());
            value.fill(node, errors);
            leave();
            if was_empty {
                errors.within(key);
            }
        }
    }
}

/// Goes into a member of the input, while a call is explained.
#[inline]
pub(crate) fn enter(key: impl FnOnce() -> String) {
    #[cfg(feature = "explain")]
    crate::money::origin::trace::enter(key);
    #[cfg(not(feature = "explain"))]
    let _ = key;
}

/// Leaves a member of the input.
#[inline]
pub(crate) fn leave() {
    #[cfg(feature = "explain")]
    crate::money::origin::trace::leave();
}

/// The index of the node's text; records an error if it is not among them.
#[inline(never)]
pub fn choose(node: &Node<'_>, texts: &[&str], errors: &mut ReadErrors) -> usize {
    let index = match node {
        Node::Text(text) => texts.iter().position(|known| known == text),
        _ => None,
    };
    index.unwrap_or_else(|| {
        errors.record("wrong_type", "must be one of its options");
        0
    })
}

/// The members of an object; records an error if the node is not an object.
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
