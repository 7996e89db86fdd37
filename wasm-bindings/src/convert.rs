//! Conversion between JavaScript values and the rules' values.
//!
//! Inputs arrive as the output of `JSON.stringify`: it defines the meaning of dates, `undefined` and numbers, and costs
//! one call instead of several per value. Large answers leave as one text for the same reason; small ones, violations
//! and errors, which have few texts, through `serde-wasm-bindgen` (decision 0003).

use domain_core::RuleCallError;
use domain_core::json::{Node, Object};
use hifijson::num::LexWrite;
use hifijson::str::LexAlloc;
use hifijson::token::{Expect, Lex};
use hifijson::{Error, SliceLexer};
use js_sys::{JSON, JsString, Number};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use serde_wasm_bindgen::preserve;
use std::borrow::Cow;
use wasm_bindgen::prelude::*;

/// The limit of `serde_json`, which the server uses.
const DEPTH_LIMIT: usize = 128;
/// Most objects and lists have no more members than this.
const ROOM: usize = 8;
/// Up to this many values, converting value by value is faster.
#[cfg(any(feature = "rules", feature = "entry"))]
const SMALL: usize = 6;
/// Composition (NFC) changes no code point below U+0300, whose UTF-8 starts with this byte.
const FIRST_COMPOSED_BYTE: u8 = 0xCC;

/// Calls a function with the value as a tree, with texts in composed form (NFC) as on the server.
pub fn with_node<T>(
    value: &JsValue,
    call: impl FnOnce(&Node<'_>) -> Result<T, RuleCallError>,
) -> Result<T, RuleCallError> {
    let text = JSON::stringify(value)
        .ok()
        .and_then(|text| text.as_string());
    let node = text.as_deref().and_then(|text| {
        SliceLexer::new(text.as_bytes())
            .exactly_one(Lex::ws_peek, |next, lexer| node(DEPTH_LIMIT, next, lexer))
            .ok()
    });
    match node {
        Some(node) => call(&node),
        None => Err(RuleCallError::new("malformed", "The input is not JSON.")),
    }
}

/// Reads the value starting with the byte `next`, up to the given depth.
fn node<'a>(depth: usize, next: u8, lexer: &mut SliceLexer<'a>) -> Result<Node<'a>, Error> {
    let depth = depth.checked_sub(1).ok_or(Error::Depth)?;
    Ok(match next {
        b'"' => Node::Text(composed(lexer.discarded().str_string()?)),
        b'-' | b'0'..=b'9' => Node::Number(Cow::Borrowed(lexer.num_string().validated()?.0)),
        b'[' => {
            let mut items = Vec::with_capacity(ROOM);
            lexer
                .discarded()
                .seq(b']', Lex::ws_peek, |next, lexer| -> Result<(), Error> {
                    items.push(node(depth, next, lexer)?);
                    Ok(())
                })?;
            Node::List(items)
        }
        b'{' => {
            let mut object = Object::with_capacity(ROOM);
            lexer
                .discarded()
                .seq(b'}', Lex::ws_peek, |next, lexer| -> Result<(), Error> {
                    lexer.expect(|_| Some(next), b'"').ok_or(Expect::String)?;
                    let key = composed(lexer.str_string()?);
                    lexer.expect(Lex::ws_peek, b':').ok_or(Expect::Colon)?;
                    let next = lexer.ws_peek().ok_or(Expect::Value)?;
                    object.push(key, node(depth, next, lexer)?);
                    Ok(())
                })?;
            Node::Object(object)
        }
        _ => match lexer.null_or_bool().ok_or(Expect::Value)? {
            Some(flag) => Node::Flag(flag),
            None => Node::Null,
        },
    })
}

fn composed(text: Cow<'_, str>) -> Cow<'_, str> {
    if text.bytes().all(|byte| byte < FIRST_COMPOSED_BYTE) {
        return text;
    }
    let text = JsString::from(text.as_ref()).normalize("NFC");
    Cow::Owned(text.into())
}

/// A rule's answer as a JavaScript value, equal to that of `JSON.parse`: converted value by value if small, otherwise
/// through text.
#[cfg(any(feature = "rules", feature = "entry"))]
pub fn answer(node: &Node<'static>) -> JsValue {
    let mut left = SMALL;
    if is_small(node, &mut left) {
        value(node)
    } else {
        parsed(node)
    }
}

/// Whether the node has at most the remaining number of values.
#[cfg(any(feature = "rules", feature = "entry"))]
fn is_small(node: &Node<'_>, left: &mut usize) -> bool {
    let Some(rest) = left.checked_sub(1) else {
        return false;
    };
    *left = rest;
    match node {
        Node::List(items) => items.iter().all(|item| is_small(item, left)),
        Node::Object(object) => object.iter().all(|(_, item)| is_small(item, left)),
        _ => true,
    }
}

fn parsed(node: &Node<'static>) -> JsValue {
    let mut text = String::new();
    write(node, &mut text);
    JSON::parse(&text).unwrap_or(JsValue::NULL)
}

fn write(node: &Node<'_>, into: &mut String) {
    match node {
        Node::Null => into.push_str("null"),
        Node::Flag(flag) => into.push_str(if *flag { "true" } else { "false" }),
        Node::Number(number) => into.push_str(number),
        Node::Text(text) => write_text(text, into),
        Node::List(items) => {
            into.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    into.push(',');
                }
                write(item, into);
            }
            into.push(']');
        }
        Node::Object(object) => {
            into.push('{');
            for (index, (key, item)) in object.iter().enumerate() {
                if index > 0 {
                    into.push(',');
                }
                write_text(key, into);
                into.push(':');
                write(item, into);
            }
            into.push('}');
        }
    }
}

fn write_text(text: &str, into: &mut String) {
    let is_plain = |byte: u8| byte >= b' ' && byte != b'"' && byte != b'\\';
    into.push('"');
    if text.bytes().all(is_plain) {
        into.push_str(text);
    } else {
        for character in text.chars() {
            match character {
                '"' | '\\' => into.extend(['\\', character]),
                '\0'..='\x1f' => {
                    let digit = |value: u32| char::from_digit(value, 16).unwrap_or_default();
                    let code = u32::from(character);
                    into.push_str("\\u00");
                    into.extend([digit(code >> 4), digit(code & 15)]);
                }
                _ => into.push(character),
            }
        }
    }
    into.push('"');
}

const SERIALIZER: serde_wasm_bindgen::Serializer =
    serde_wasm_bindgen::Serializer::json_compatible();

/// Violations as a JavaScript value.
pub fn value(node: &Node<'static>) -> JsValue {
    Held(node).serialize(&SERIALIZER).unwrap_or(JsValue::NULL)
}

/// The object to throw: `{code, message}`.
pub fn thrown(error: &RuleCallError) -> JsValue {
    error.serialize(&SERIALIZER).unwrap_or(JsValue::NULL)
}

/// A node as JavaScript represents it: every number as a double.
struct Held<'n>(&'n Node<'static>);

impl Serialize for Held<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Node::Null => serializer.serialize_unit(),
            Node::Flag(flag) => serializer.serialize_bool(*flag),
            Node::Number(number) => serializer.serialize_f64(Number::parse_float(number)),
            Node::Text(text) => serializer.serialize_str(text),
            Node::List(items) => serializer.collect_seq(items.iter().map(Held)),
            Node::Object(object) => match static_members(object) {
                Some(members) => {
                    let mut record = serializer.serialize_struct("", members.len())?;
                    for (key, node) in members {
                        record.serialize_field(key, &Held(node))?;
                    }
                    record.end()
                }
                None => preserve::serialize(&parsed(self.0), serializer),
            },
        }
    }
}

/// The members of an object whose keys are all static; the serializer caches their JavaScript strings.
fn static_members<'n>(
    object: &'n Object<'static>,
) -> Option<Vec<(&'static str, &'n Node<'static>)>> {
    let members = object.members().iter();
    members
        .map(|(key, node)| match key {
            Cow::Borrowed(key) => Some((*key, node)),
            Cow::Owned(_) => None,
        })
        .collect()
}
