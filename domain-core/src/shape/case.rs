//! Key names: `camelCase` and `snake_case`.

use super::{Input, Output, ReadErrors, Shape, Type, input, output};
use crate::json::{Node, Object, plain_number};
use std::borrow::Cow;
use std::rc::Rc;

/// Any JSON value whose keys are renamed during reading. It may be large, so the rule's input and output share it.
#[derive(Clone, PartialEq)]
pub struct Renamed<const CAMEL: bool>(Rc<Node<'static>>);

impl<const CAMEL: bool> std::fmt::Debug for Renamed<CAMEL> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Renamed")
    }
}

impl<const CAMEL: bool> Shape for Renamed<CAMEL> {
    const TYPE: Type = Type::Any;
    const REQUIRED: bool = false;
}

impl<const CAMEL: bool> Input for Renamed<CAMEL> {
    /// Numbers get their plain spelling, as in a browser; inexact ones are errors.
    fn read(node: &Node<'_>, errors: &mut ReadErrors) -> Self {
        let key_of = if CAMEL { camel_key } else { snake_key };
        Self(Rc::new(renamed(node, key_of, errors)))
    }

    fn blank() -> Self {
        Self(Rc::new(Node::Null))
    }

    fn absent(_: &mut ReadErrors) -> Self {
        Self::blank()
    }
}

impl<const CAMEL: bool> Output for Renamed<CAMEL> {
    fn write(&self) -> Node<'static> {
        self.0.as_ref().clone()
    }
}

/// Browsers write very large and very small numbers with an exponent.
fn is_spelled_out(plain: &str) -> bool {
    let unsigned = plain.trim_start_matches('-');
    let whole = unsigned.split('.').next().unwrap_or_default();
    whole.len() <= 21 && !unsigned.starts_with("0.000000")
}

input! {
    /// A value to convert to snake_case keys.
    pub struct SnakeInput {
        /// Any JSON value; absent: null. Its numbers have at most 15 significant digits.
        value: Renamed<false>,
    }

    /// A value to convert to camelCase keys.
    pub struct CamelInput {
        /// Any JSON value; absent: null. Its numbers have at most 15 significant digits.
        value: Renamed<true>,
    }
}

output! {
    /// The value with snake_case keys.
    pub struct SnakeCased {
        /// The value with `snake_case` keys, without members that are null, an empty text or zero.
        value: Renamed<false>,
    }

    /// The value with camelCase keys.
    pub struct CamelCased {
        /// The value with `camelCase` keys, without members that are null, an empty text or zero.
        value: Renamed<true>,
    }
}

/// Keys in `snake_case` at every depth, where a run of digits starts a word. Members that are null, an empty text or
/// zero are dropped; `false` is kept. List items are never dropped, so that indices stay the same. Of two keys with the
/// same new name, the last in alphabetical order counts. Source: document 1, section 9.
pub fn snake(input: &SnakeInput) -> SnakeCased {
    SnakeCased {
        value: input.value.clone(),
    }
}

/// Keys in `camelCase` at every depth, with the same members dropped as by [`snake`].
pub fn camel(input: &CamelInput) -> CamelCased {
    CamelCased {
        value: input.value.clone(),
    }
}

/// The key's new name; `None` if it is unchanged.
type KeyOf = fn(&str) -> Option<String>;

fn renamed(node: &Node<'_>, key_of: KeyOf, errors: &mut ReadErrors) -> Node<'static> {
    match node {
        Node::Null => Node::Null,
        Node::Flag(flag) => Node::Flag(*flag),
        Node::Number(number) => match plain_number(number).filter(|plain| is_spelled_out(plain)) {
            Some(plain) => Node::Number(owned_number(plain)),
            None => {
                errors.record("wrong_type", "must hold numbers of at most 15 digits");
                Node::Null
            }
        },
        Node::Text(text) => Node::Text(Cow::Owned(text.as_ref().to_owned())),
        Node::List(items) => {
            let mut list = Vec::with_capacity(items.len());
            list.extend(items.iter().map(|item| renamed(item, key_of, errors)));
            Node::List(list)
        }
        Node::Object(object) => renamed_object(object, key_of, errors),
    }
}

/// The number as an owned text. One-digit numbers, the most frequent, are static.
fn owned_number(plain: Cow<'_, str>) -> Cow<'static, str> {
    const DIGITS: [&str; 10] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];
    match DIGITS.iter().find(|digit| **digit == plain) {
        Some(digit) => Cow::Borrowed(digit),
        None => Cow::Owned(plain.into_owned()),
    }
}

fn renamed_object(object: &Object<'_>, key_of: KeyOf, errors: &mut ReadErrors) -> Node<'static> {
    let is_in_order = Object::are_in_order(object.members());
    let mut members = Vec::with_capacity(object.members().len());
    for (key, value) in object.members() {
        let value = renamed(value, key_of, errors);
        let name = if is_in_order { key_of(key) } else { None };
        let name = name.unwrap_or_else(|| key.as_ref().to_owned());
        members.push((Cow::Owned(name), value));
    }
    if !is_in_order {
        // Sorted by their old names first, so that the choice among duplicates does not depend on the input's order.
        members = Object::sorted(members).into_members();
        for (key, _) in &mut members {
            if let Some(renamed) = key_of(key) {
                *key = Cow::Owned(renamed);
            }
        }
    }
    members.retain(|(_, value)| !is_nothing(value));
    Node::Object(Object::in_order(members))
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

/// A word starts at a capital after a lower-case letter or digit, at the last capital of a run before a lower-case
/// letter, and at the first digit after a letter: `userID` becomes `user_id`, `HTMLPage` becomes `html_page`,
/// `change24h` becomes `change_24h`.
fn snake_key(key: &str) -> Option<String> {
    let stays = |byte: u8| byte.is_ascii_lowercase() || byte == b'_' || !byte.is_ascii();
    if key.bytes().all(stays) {
        return None;
    }
    let mut out = String::with_capacity(key.len());
    let mut before = '_';
    let mut rest = key.chars().peekable();
    while let Some(character) = rest.next() {
        let next_is_small = rest.peek().is_some_and(char::is_ascii_lowercase);
        let begins = if character.is_ascii_digit() {
            before.is_ascii_alphabetic()
        } else {
            character.is_ascii_uppercase()
                && (before.is_ascii_lowercase()
                    || before.is_ascii_digit()
                    || (before.is_ascii_uppercase() && next_is_small))
        };
        if begins {
            out.push('_');
        }
        out.push(match character {
            '-' | ' ' => '_',
            _ => character.to_ascii_lowercase(),
        });
        before = character;
    }
    Some(out)
}

fn camel_key(key: &str) -> Option<String> {
    if !key.bytes().any(|byte| matches!(byte, b'_' | b'-' | b' ')) {
        return None;
    }
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
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn words_are_split_at_capitals_and_digits() {
        for (camel, snake) in [
            ("firstName", "first_name"),
            ("userID", "user_id"),
            ("HTMLPage", "html_page"),
            ("address2Line", "address_2_line"),
            ("percentChange24h", "percent_change_24h"),
            ("percent_change_24h", "percent_change_24h"),
            ("percentChange24H", "percent_change_24_h"),
            ("USD2", "usd_2"),
            ("line-2", "line_2"),
            ("24h", "24h"),
            ("_24h", "_24h"),
            ("already_snake", "already_snake"),
            ("two words", "two_words"),
            ("", ""),
        ] {
            assert_eq!(snake_key(camel).as_deref().unwrap_or(camel), snake);
        }
        for (snake, camel) in [
            ("first_name", "firstName"),
            ("percent_change_24h", "percentChange24h"),
            ("address_2_line", "address2Line"),
            ("a__b", "aB"),
            ("_private", "_private"),
            ("trailing_", "trailing"),
            ("alreadyCamel", "alreadyCamel"),
        ] {
            assert_eq!(camel_key(snake).as_deref().unwrap_or(snake), camel);
        }
    }

    proptest! {
        #[test]
        fn names_round_trip(camel in "[a-z]{1,4}([A-Z][a-z]{1,4}|[0-9]{1,3}[a-z]{0,3}){0,4}") {
            let snake = snake_key(&camel).unwrap_or_else(|| camel.clone());
            prop_assert_eq!(camel_key(&snake).unwrap_or_else(|| snake.clone()), camel);
            prop_assert_eq!(snake_key(&snake).unwrap_or_else(|| snake.clone()), snake);
        }
    }

    #[test]
    fn values_can_be_written_twice() {
        let value = Renamed::<true>::read(&Node::Text("text".into()), &mut ReadErrors::none());
        assert_eq!(value.write(), value.write());
        assert_eq!(value.write(), Node::Text("text".into()));
    }

    #[test]
    fn wide_objects_are_converted_quickly() {
        let members: Vec<_> = (0..8_000)
            .rev()
            .map(|number| format!("\"k{number}\":1"))
            .collect();
        let text = format!("{{\"value\":{{{}}}}}", members.join(","));
        let answer = crate::evaluate_text("case.snake", &text).unwrap();
        assert!(answer.starts_with(r#"{"value":{"k_0":1,"k_1":1,"k_10":1"#));
    }
}
