//! Values on their way between JavaScript and the rules.
//!
//! Answers leave through `serde-wasm-bindgen`. Inputs arrive as the text that `JSON.stringify` writes: it defines what
//! dates, `undefined` and numbers mean, and costs one call instead of several for each value (decision 0003).

use domain_core::RuleCallError;
use domain_core::json::{Node, Object};
use hifijson::token::Lex;
use hifijson::value::{Value, parse_bounded};
use js_sys::{Array, JSON, JsString, Number};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use serde_wasm_bindgen::preserve;
use std::borrow::Cow;
use wasm_bindgen::prelude::*;

/// As deep as `serde_json` reads on the server.
const DEPTH_LIMIT: usize = 128;
/// Composition (NFC) changes no code point below U+0300, which begins with this byte in UTF-8.
const FIRST_COMPOSED_BYTE: u8 = 0xCC;

/// Calls with the value as a tree, its texts in composed form (NFC), as on the server.
pub fn with_node<T>(
    value: &JsValue,
    call: impl FnOnce(&Node<'_>) -> Result<T, RuleCallError>,
) -> Result<T, RuleCallError> {
    let text = JSON::stringify(value)
        .ok()
        .and_then(|text| text.as_string());
    let value = text.as_deref().and_then(|text| {
        hifijson::SliceLexer::new(text.as_bytes())
            .exactly_one(Lex::ws_peek, |next, lexer| {
                parse_bounded(DEPTH_LIMIT, next, lexer)
            })
            .ok()
    });
    match value {
        Some(value) => call(&node(value)),
        None => Err(RuleCallError::new("malformed", "The input is not JSON.")),
    }
}

fn node<'a>(value: Value<&'a str, Cow<'a, str>>) -> Node<'a> {
    match value {
        Value::Null => Node::Null,
        Value::Bool(flag) => Node::Flag(flag),
        Value::Number((number, _)) => Node::Number(Cow::Borrowed(number)),
        Value::String(text) => Node::Text(composed(text)),
        Value::Array(items) => Node::List(items.into_iter().map(node).collect()),
        Value::Object(members) => {
            let mut object = Object::with_capacity(members.len());
            for (key, value) in members {
                object.push(composed(key), node(value));
            }
            Node::Object(object)
        }
    }
}

fn composed(text: Cow<'_, str>) -> Cow<'_, str> {
    if text.bytes().all(|byte| byte < FIRST_COMPOSED_BYTE) {
        return text;
    }
    let text = JsString::from(text.as_ref()).normalize("NFC");
    Cow::Owned(text.into())
}

const SERIALIZER: serde_wasm_bindgen::Serializer =
    serde_wasm_bindgen::Serializer::json_compatible();

/// A node as a JavaScript value.
pub fn value(node: &Node<'static>) -> JsValue {
    Answer(node).serialize(&SERIALIZER).unwrap_or(JsValue::NULL)
}

/// What is thrown: `{code, message}`.
pub fn thrown(error: &RuleCallError) -> JsValue {
    error.serialize(&SERIALIZER).unwrap_or(JsValue::NULL)
}
/// A node, written the way JavaScript holds it: every number as a double.
struct Answer<'n>(&'n Node<'static>);

impl Serialize for Answer<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Node::Null => serializer.serialize_unit(),
            Node::Flag(flag) => serializer.serialize_bool(*flag),
            Node::Number(number) => serializer.serialize_f64(Number::parse_float(number)),
            Node::Text(text) => serializer.serialize_str(text),
            Node::List(items) => serializer.collect_seq(items.iter().map(Answer)),
            Node::Object(object) => match static_members(object) {
                Some(members) => {
                    let mut record = serializer.serialize_struct("", members.len())?;
                    for (key, node) in members {
                        record.serialize_field(key, &Answer(node))?;
                    }
                    record.end()
                }
                None => preserve::serialize(&from_entries(object), serializer),
            },
        }
    }
}

/// The members of an object whose keys are all static; the serializer caches the JavaScript strings of these.
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

/// An object whose keys came from a caller. `Object.fromEntries` defines `__proto__` like any other key, where an
/// assignment would replace the prototype.
fn from_entries(object: &Object<'static>) -> js_sys::Object {
    let entries: Array = object
        .iter()
        .map(|(key, node)| Array::of2(&JsValue::from(key), &value(node)))
        .collect();
    js_sys::Object::from_entries(&entries).unwrap_or_default()
}
