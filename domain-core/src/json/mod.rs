//! A small JSON tree: the input and output of every rule.
//!
//! Numbers keep their text, and object keys are sorted, so that every binding returns the same bytes. On the server the
//! tree is converted from and to `serde_json`, in the browser from and to JavaScript values.

mod native;
mod number;

pub use number::{EXACT_DIGITS, decimal_text, plain_number};
pub(crate) use number::{GREATEST_INTEGER, LEAST_INTEGER};

use std::borrow::Cow;
use std::cmp::Ordering;

/// Up to this many members, insertion sort is used.
const INSERTION_SORT_LIMIT: usize = 16;

/// A JSON value.
#[derive(Debug, Clone, PartialEq)]
pub enum Node<'a> {
    Null,
    Flag(bool),
    /// The number's text.
    Number(Cow<'a, str>),
    Text(Cow<'a, str>),
    List(Vec<Node<'a>>),
    Object(Object<'a>),
}

/// The members of a JSON object.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Object<'a> {
    members: Vec<(Cow<'a, str>, Node<'a>)>,
}

/// Whether two names are equal. Not inlined in the browser, to keep the module small.
#[cfg_attr(target_arch = "wasm32", inline(never))]
pub(crate) fn is_same(one: &str, other: &str) -> bool {
    one == other
}

impl<'a> Object<'a> {
    pub const fn new() -> Self {
        Self {
            members: Vec::new(),
        }
    }

    /// An empty object with room for `count` members.
    pub fn with_capacity(count: usize) -> Self {
        Self {
            members: Vec::with_capacity(count),
        }
    }

    /// Members in sorted order; cheap if they are sorted already, as is usual.
    pub fn in_order(members: Vec<(Cow<'a, str>, Node<'a>)>) -> Self {
        if Object::are_in_order(&members) {
            return Self { members };
        }
        Self::sorted(members)
    }

    /// Whether the keys are in strictly ascending order.
    pub fn are_in_order(members: &[(Cow<'a, str>, Node<'a>)]) -> bool {
        members.is_sorted_by(|one, next| one.0 < next.0)
    }

    pub fn into_members(self) -> Vec<(Cow<'a, str>, Node<'a>)> {
        self.members
    }

    /// The members in their current order.
    pub fn members(&self) -> &[(Cow<'a, str>, Node<'a>)] {
        &self.members
    }

    /// The member's value; of duplicates, the last.
    pub fn get(&self, key: &str) -> Option<&Node<'a>> {
        self.members
            .iter()
            .rev()
            .find(|member| is_same(&member.0, key))
            .map(|member| &member.1)
    }

    /// Inserts a member at its sorted position, replacing one with the same key.
    pub fn put(&mut self, key: impl Into<Cow<'a, str>>, node: Node<'a>) {
        self.insert(key.into(), node);
    }

    /// Inserts a member with a static key.
    #[inline(never)]
    pub fn member(&mut self, key: &'static str, node: Node<'a>) {
        self.insert(Cow::Borrowed(key), node);
    }

    #[inline(never)]
    fn insert(&mut self, key: Cow<'a, str>, node: Node<'a>) {
        // Members mostly arrive in order, so the search starts at the end.
        let earlier = self.members.iter().rposition(|member| member.0 < key);
        let index = earlier.map_or(0, |last| last.saturating_add(1));
        match self.members.get_mut(index) {
            Some(member) if member.0 == key => member.1 = node,
            _ => self.members.insert(index, (key, node)),
        }
    }

    /// Appends a member without sorting.
    pub fn push(&mut self, key: Cow<'a, str>, node: Node<'a>) {
        self.members.push((key, node));
    }

    /// Sorts members by key; of duplicates the last is kept. A plain merge sort: the standard library's sort adds as
    /// much code to the module as twenty rules.
    pub fn sorted(members: Vec<(Cow<'a, str>, Node<'a>)>) -> Self {
        let count = members.len();
        if Object::are_in_order(&members) {
            return Self { members };
        }
        let mut merged = Self::with_capacity(count);
        let mut later = members.into_iter();
        if count <= INSERTION_SORT_LIMIT {
            later.for_each(|(key, node)| merged.insert(key, node));
            return merged;
        }
        let earlier: Vec<_> = later.by_ref().take(count / 2).collect();
        let mut earlier = Self::sorted(earlier).members.into_iter().peekable();
        let mut later = Self::sorted(later.collect()).members.into_iter().peekable();
        while let (Some(one), Some(other)) = (earlier.peek(), later.peek()) {
            match one.0.cmp(&other.0) {
                Ordering::Less => merged.members.extend(earlier.next()),
                Ordering::Equal => drop(earlier.next()),
                Ordering::Greater => merged.members.extend(later.next()),
            }
        }
        merged.members.extend(earlier);
        merged.members.extend(later);
        merged
    }

    pub fn iter(&self) -> impl Iterator<Item = (&str, &Node<'a>)> {
        self.members
            .iter()
            .map(|member| (member.0.as_ref(), &member.1))
    }
}

impl Node<'static> {
    /// A whole number.
    pub fn integer(number: i64) -> Self {
        Self::Number(Cow::Owned(number.to_string()))
    }
}

impl From<String> for Node<'static> {
    fn from(text: String) -> Self {
        Self::Text(Cow::Owned(text))
    }
}

impl From<&'static str> for Node<'static> {
    fn from(text: &'static str) -> Self {
        Self::Text(Cow::Borrowed(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        #[test]
        fn members_are_sorted_and_the_last_duplicate_wins(keys in proptest::collection::vec("[a-d]{0,3}", 0..200)) {
            let member = |(place, key): (usize, &String)| (key.clone(), i64::try_from(place).unwrap());
            let expected: BTreeMap<String, i64> = keys.iter().enumerate().map(member).collect();
            let members = keys.iter().enumerate().map(member);
            let members = members.map(|(key, index)| (Cow::Owned(key), Node::integer(index)));
            let sorted = Object::sorted(members.collect());
            let expected = expected.into_iter().map(|(key, index)| (Cow::Owned(key), Node::integer(index)));
            prop_assert_eq!(sorted.into_members(), expected.collect::<Vec<_>>());
        }
    }
}
