//! Results that may be refusals: a refused value is a result, not an error.

use super::Violation;
use crate::json::{Node, Object};
use crate::shape::{Output, Shape, Type, output};
use serde::{Serialize, Serializer};

/// A rule's result, or the refusal of its input.
///
/// In JSON: the result's keys beside `"valid": true, "violations": []`, or `"valid": false`, the violations, and null
/// for each of the result's keys.
pub type Checked<T> = Result<T, Refusal>;

/// The violations of a rule's input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    pub violations: Vec<Violation>,
}

impl From<Violation> for Refusal {
    fn from(violation: Violation) -> Self {
        Self {
            violations: vec![violation],
        }
    }
}

impl Serialize for Refusal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Verdict::from(self.violations.clone()).serialize(serializer)
    }
}

impl<T: Shape> Shape for Checked<T> {
    const TYPE: Type = match T::TYPE {
        Type::Record(record) => Type::Checked(record),
        other => other,
    };
}

impl<T: Output> Output for Checked<T> {
    fn write(&self) -> Node<'static> {
        match self {
            Ok(result) => accepted(result.write()),
            Err(refusal) => refused(refusal, T::KEYS),
        }
    }
}

// Not generic, so that the code exists once for all rules.

fn accepted(result: Node<'static>) -> Node<'static> {
    match result {
        Node::Object(object) => with_verdict(object, true, Node::List(Vec::new())),
        other => other,
    }
}

fn refused(refusal: &Refusal, keys: &[&'static str]) -> Node<'static> {
    let mut object = Object::new();
    keys.iter().for_each(|key| object.member(key, Node::Null));
    with_verdict(object, false, refusal.violations.write())
}

fn with_verdict(
    mut object: Object<'static>,
    valid: bool,
    violations: Node<'static>,
) -> Node<'static> {
    object.member("valid", Node::Flag(valid));
    object.member("violations", violations);
    Node::Object(object)
}

output! {
    /// Whether values are accepted, and the violations if not.
    pub struct Verdict {
        /// Whether there are no violations.
        valid: bool,
        /// In field order, at most one per field.
        violations: Vec<Violation>,
    }
}

impl From<Vec<Violation>> for Verdict {
    fn from(violations: Vec<Violation>) -> Self {
        Self {
            valid: violations.is_empty(),
            violations,
        }
    }
}
