//! How Rust types and JSON fit together: one field list gives the struct, its reader, its writer and its description.
//!
//! The description ([`Type`]) becomes JSON Schemas, TypeScript types and the version of the rules. The readers note the
//! first trouble and go on with a blank value instead of returning early: that keeps the code of a hundred inputs small.

pub mod case;
mod describe;
mod order;
mod record;
mod scalars;
mod trouble;

pub use describe::{Field, Record, Type};
pub(crate) use order::sorted_places;
pub(crate) use record::{choice, form_values, input, key, output, record, record_shape};
pub use scalars::Given;
pub use trouble::Trouble;

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
    fn read(node: &Node<'_>, trouble: &mut Trouble) -> Self;

    /// What stands in for a value that could not be read, and for a form's missing value.
    fn blank() -> Self;

    /// Reads the node into a value that is there: a text's room is used again.
    fn refill(&mut self, node: &Node<'_>, trouble: &mut Trouble) {
        *self = Self::read(node, trouble);
    }

    /// What a missing or null key means.
    fn absent(trouble: &mut Trouble) -> Self {
        trouble.note("missing_key", "is required");
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
    let mut object = Object::with_room(order.len().saturating_add(2));
    for place in order {
        if let (Some(key), Some(node)) = (keys.get(*place), nodes.get_mut(*place)) {
            object.push(Cow::Borrowed(key), std::mem::replace(node, Node::Null));
        }
    }
    Node::Object(object)
}

/// Reads one member of an object.
#[inline(never)]
pub fn read_member<T: Input>(object: &Object<'_>, key: &'static str, trouble: &mut Trouble) -> T {
    let was_clear = trouble.is_clear();
    let value = match object.get(key) {
        None | Some(Node::Null) => T::absent(trouble),
        Some(node) => T::read(node, trouble),
    };
    if was_clear {
        trouble.within(key);
    }
    value
}

/// One of a form's values, whatever its type.
pub trait Value {
    /// Takes the node's value; what was not filled in is blank, not trouble.
    fn fill(&mut self, node: &Node<'_>, trouble: &mut Trouble);
}

impl<T: Input> Value for T {
    fn fill(&mut self, node: &Node<'_>, trouble: &mut Trouble) {
        match node {
            Node::Null => *self = T::blank(),
            node => self.refill(node, trouble),
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
pub fn fill(form: &mut dyn Values, keys: &[&'static str], node: &Node<'_>, trouble: &mut Trouble) {
    let object = members(node, trouble);
    for (place, key) in keys.iter().enumerate() {
        if let (Some(node), Some(value)) = (object.get(key), form.value(place)) {
            let was_clear = trouble.is_clear();
            value.fill(node, trouble);
            if was_clear {
                trouble.within(key);
            }
        }
    }
}

/// Which of the texts the node is; notes trouble when it is none of them.
#[inline(never)]
pub fn choose(node: &Node<'_>, texts: &[&str], trouble: &mut Trouble) -> usize {
    let place = match node {
        Node::Text(text) => texts.iter().position(|known| known == text),
        _ => None,
    };
    place.unwrap_or_else(|| {
        trouble.note("wrong_type", "must be one of its options");
        0
    })
}

/// The members of an object; notes trouble when the node is none.
#[inline(never)]
pub fn members<'n, 'a>(node: &'n Node<'a>, trouble: &mut Trouble) -> &'n Object<'a> {
    match node {
        Node::Object(object) => object,
        _ => {
            trouble.note("wrong_type", "must be an object");
            const { &Object::new() }
        }
    }
}
