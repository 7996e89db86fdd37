//! A small JSON tree: what the doors read from and write to.
//!
//! It borrows the text it was read from, keeps numbers as the text they were written with, and writes objects with
//! their keys sorted, so that every door answers with the same bytes. It exists because the browser downloads this
//! code: a general JSON library would cost more than all rules together.

mod native;
mod number;
mod parse;
mod write;

pub use number::plain_number;
pub use parse::parse;

use std::borrow::Cow;
use std::cmp::Ordering;

/// So few members are sorted by putting one after the other where it belongs.
const FEW: usize = 16;

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

/// Whether two names are the same. Not inlined in the browser, for the size of the rules.
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

    /// Empty, with room for so many members.
    pub fn with_room(count: usize) -> Self {
        Self {
            members: Vec::with_capacity(count),
        }
    }

    /// The same, quickly where they are in order already, as they nearly always are.
    pub fn in_order(members: Vec<(Cow<'a, str>, Node<'a>)>) -> Self {
        if Object::are_in_order(&members) {
            return Self { members };
        }
        Self::sorted(members)
    }

    /// Whether every key comes before the next.
    pub fn are_in_order(members: &[(Cow<'a, str>, Node<'a>)]) -> bool {
        members.is_sorted_by(|one, next| one.0 < next.0)
    }

    pub fn into_members(self) -> Vec<(Cow<'a, str>, Node<'a>)> {
        self.members
    }

    /// The members, as they stand.
    pub fn members(&self) -> &[(Cow<'a, str>, Node<'a>)] {
        &self.members
    }

    /// The member's value; of two with the same key the last counts.
    pub fn get(&self, key: &str) -> Option<&Node<'a>> {
        self.members
            .iter()
            .rev()
            .find(|member| is_same(&member.0, key))
            .map(|member| &member.1)
    }

    /// Puts a member where its key belongs in sorted order, in place of one with the same key.
    pub fn put(&mut self, key: impl Into<Cow<'a, str>>, node: Node<'a>) {
        self.insert(key.into(), node);
    }

    /// The same for a key that is known when the program is written.
    #[inline(never)]
    pub fn member(&mut self, key: &'static str, node: Node<'a>) {
        self.insert(Cow::Borrowed(key), node);
    }

    #[inline(never)]
    fn insert(&mut self, key: Cow<'a, str>, node: Node<'a>) {
        // Nearly always the last, or near it.
        let earlier = self.members.iter().rposition(|member| member.0 < key);
        let place = earlier.map_or(0, |last| last.saturating_add(1));
        match self.members.get_mut(place) {
            Some(member) if member.0 == key => member.1 = node,
            _ => self.members.insert(place, (key, node)),
        }
    }

    /// Adds a member as it was read: cheap, unsorted.
    pub fn push(&mut self, key: Cow<'a, str>, node: Node<'a>) {
        self.members.push((key, node));
    }

    /// Members in sorted order; of two with the same key the later counts. Half by half: the standard library's sort is
    /// made for more, and weighs as much as twenty rules.
    pub fn sorted(members: Vec<(Cow<'a, str>, Node<'a>)>) -> Self {
        let count = members.len();
        if Object::are_in_order(&members) {
            return Self { members };
        }
        let mut merged = Self::with_room(count);
        let mut later = members.into_iter();
        if count <= FEW {
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
        Self::Number(Cow::Owned(crate::digits::spelled_signed(number)))
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
        fn members_are_sorted_and_of_two_alike_the_later_counts(keys in proptest::collection::vec("[a-d]{0,3}", 0..200)) {
            let member = |(place, key): (usize, &String)| (key.clone(), i64::try_from(place).unwrap());
            let expected: BTreeMap<String, i64> = keys.iter().enumerate().map(member).collect();
            let members = keys.iter().enumerate().map(member);
            let members = members.map(|(key, place)| (Cow::Owned(key), Node::integer(place)));
            let sorted = Object::sorted(members.collect());
            let expected = expected.into_iter().map(|(key, place)| (Cow::Owned(key), Node::integer(place)));
            prop_assert_eq!(sorted.into_members(), expected.collect::<Vec<_>>());
        }
    }
}
