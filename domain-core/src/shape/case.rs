//! The names of keys: `camelCase` and `snake_case`.

use super::{Input, Output, Shape, Trouble, Type, input, output};
use crate::json::{Node, Object, plain_number};
use std::borrow::Cow;

/// Any JSON value.
#[derive(Debug, Clone, PartialEq)]
pub struct Anything(Node<'static>);

impl Shape for Anything {
    const TYPE: Type = Type::Any;
}

impl Input for Anything {
    /// Numbers in their plain spelling, as a browser would pass them on; one that it could not hold exactly is trouble.
    fn read(node: &Node<'_>, trouble: &mut Trouble) -> Self {
        Self(taken_over(node, trouble))
    }

    fn blank() -> Self {
        Self(Node::Null)
    }

    fn absent(_: &mut Trouble) -> Self {
        Self::blank()
    }
}

impl Output for Anything {
    fn write(&self) -> Node<'static> {
        self.0.clone()
    }
}

/// A browser writes very great and very small numbers with an exponent.
fn is_spelled_out(plain: &str) -> bool {
    let unsigned = plain.trim_start_matches('-');
    let whole = unsigned.split('.').next().unwrap_or_default();
    whole.len() <= 21 && !unsigned.starts_with("0.000000")
}

fn taken_over(node: &Node<'_>, trouble: &mut Trouble) -> Node<'static> {
    match node {
        Node::Null => Node::Null,
        Node::Flag(flag) => Node::Flag(*flag),
        Node::Number(number) => match plain_number(number).filter(|plain| is_spelled_out(plain)) {
            Some(plain) => Node::Number(Cow::Owned(plain.into_owned())),
            None => {
                trouble.note("wrong_type", "must hold numbers of at most 15 digits");
                Node::Null
            }
        },
        Node::Text(text) => Node::Text(Cow::Owned(text.as_ref().to_owned())),
        Node::List(items) => {
            Node::List(items.iter().map(|item| taken_over(item, trouble)).collect())
        }
        Node::Object(object) => {
            let members = object
                .iter()
                .map(|(key, node)| (Cow::Owned(key.to_owned()), taken_over(node, trouble)));
            Node::Object(Object::sorted(members.collect()))
        }
    }
}

input! {
    /// A value whose keys are to be renamed.
    pub struct CaseInput {
        value: Anything,
    }
}

output! {
    /// The value with its keys renamed.
    pub struct Cased {
        value: Anything,
    }
}

/// Keys in `snake_case` at every depth; members that are null, an empty text or zero are dropped, `false` is kept. What
/// stands in a list stays, so that the others keep their places. Of two keys that become one, the later counts. Source:
/// document 1, section 9.
pub fn snake(input: &CaseInput) -> Cased {
    Cased {
        value: Anything(renamed(&input.value.0, snake_key)),
    }
}

/// The same in `camelCase`.
pub fn camel(input: &CaseInput) -> Cased {
    Cased {
        value: Anything(renamed(&input.value.0, camel_key)),
    }
}

fn renamed(node: &Node<'static>, rename: fn(&str) -> String) -> Node<'static> {
    match node {
        Node::Object(object) => {
            let kept = object.iter().filter(|(_, value)| !is_nothing(value));
            let members =
                kept.map(|(key, value)| (Cow::Owned(rename(key)), renamed(value, rename)));
            Node::Object(Object::sorted(members.collect()))
        }
        Node::List(items) => Node::List(items.iter().map(|item| renamed(item, rename)).collect()),
        other => other.clone(),
    }
}

fn is_nothing(node: &Node<'_>) -> bool {
    match node {
        Node::Null => true,
        Node::Text(text) => text.is_empty(),
        // The digits before an exponent decide.
        Node::Number(number) => {
            let digits = number.split(['e', 'E']).next().unwrap_or_default();
            digits
                .bytes()
                .all(|byte| matches!(byte, b'0' | b'.' | b'-'))
        }
        _ => false,
    }
}

/// A new word begins at a capital after a small letter or digit, and at the last capital of a run before a small letter:
/// `userID` is `user_id`, `HTMLPage` is `html_page`.
fn snake_key(key: &str) -> String {
    let mut out = String::with_capacity(key.len());
    let mut previous: Option<char> = None;
    let mut rest = key.chars().peekable();
    while let Some(character) = rest.next() {
        let next_is_small = rest.peek().is_some_and(char::is_ascii_lowercase);
        let begins = character.is_ascii_uppercase()
            && previous.is_some_and(|before| {
                before.is_ascii_lowercase()
                    || before.is_ascii_digit()
                    || (before.is_ascii_uppercase() && next_is_small)
            });
        if begins {
            out.push('_');
        }
        out.push(match character {
            '-' | ' ' => '_',
            _ => character.to_ascii_lowercase(),
        });
        previous = Some(character);
    }
    out
}

fn camel_key(key: &str) -> String {
    let mut out = String::with_capacity(key.len());
    let mut begins = false;
    for character in key.chars() {
        if matches!(character, '_' | '-' | ' ') && !out.is_empty() {
            begins = true;
        } else if begins {
            begins = false;
            out.push(character.to_ascii_uppercase());
        } else {
            out.push(character);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_begin_where_people_see_them() {
        for (camel, snake) in [
            ("firstName", "first_name"),
            ("userID", "user_id"),
            ("HTMLPage", "html_page"),
            ("address2Line", "address2_line"),
            ("already_snake", "already_snake"),
            ("two words", "two_words"),
            ("", ""),
        ] {
            assert_eq!(snake_key(camel), snake);
        }
        for (snake, camel) in [
            ("first_name", "firstName"),
            ("a__b", "aB"),
            ("_private", "_private"),
            ("trailing_", "trailing"),
            ("alreadyCamel", "alreadyCamel"),
        ] {
            assert_eq!(camel_key(snake), camel);
        }
    }

    #[test]
    fn a_wide_object_takes_no_longer_than_a_glance() {
        let members: Vec<_> = (0..8_000)
            .rev()
            .map(|number| format!("\"k{number}\":1"))
            .collect();
        let text = format!("{{\"value\":{{{}}}}}", members.join(","));
        let answer = crate::evaluate_text("case.snake", &text).unwrap();
        assert!(answer.starts_with(r#"{"value":{"k0":1,"k1":1,"k10":1"#));
    }
}
