//! Conversions from and to `serde_json` values, for the server.

use super::{Node, Object};
use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};
use serde_json::Value;
use std::borrow::Cow;
use std::fmt;

impl<'a> From<&'a Value> for Node<'a> {
    /// Converts text to Unicode's composed form (NFC), as the browser's bindings do.
    fn from(value: &'a Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(flag) => Self::Flag(*flag),
            Value::Number(number) => Self::Number(Cow::Owned(number.to_string())),
            Value::String(text) => Self::Text(composed(text)),
            Value::Array(items) => Self::List(items.iter().map(Self::from).collect()),
            Value::Object(members) => {
                let mut object = Object::new();
                for (key, value) in members {
                    object.push(composed(key), Self::from(value));
                }
                Self::Object(object)
            }
        }
    }
}

/// No code point below U+0300 (in UTF-8: below the byte 0xCC) changes in NFC.
fn composed(text: &str) -> Cow<'_, str> {
    if text.bytes().all(|byte| byte < 0xCC) {
        return Cow::Borrowed(text);
    }
    #[cfg(feature = "compose")]
    {
        use unicode_normalization::UnicodeNormalization;
        Cow::Owned(text.nfc().collect())
    }
    #[cfg(not(feature = "compose"))]
    Cow::Borrowed(text)
}

impl From<Node<'_>> for Value {
    fn from(node: Node<'_>) -> Self {
        match node {
            Node::Null => Self::Null,
            Node::Flag(flag) => Self::Bool(flag),
            Node::Number(text) => text.parse().map_or(Self::Null, Self::Number),
            Node::Text(text) => Self::String(text.into_owned()),
            Node::List(items) => Self::Array(items.into_iter().map(Self::from).collect()),
            Node::Object(object) => Self::Object(
                object
                    .members
                    .into_iter()
                    .map(|(key, node)| (key.into_owned(), node.into()))
                    .collect(),
            ),
        }
    }
}

impl Serialize for Node<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Node::Null => serializer.serialize_unit(),
            Node::Flag(flag) => serializer.serialize_bool(*flag),
            Node::Number(_) => Value::from(self.clone()).serialize(serializer),
            Node::Text(text) => serializer.serialize_str(text),
            Node::List(items) => {
                let mut list = serializer.serialize_seq(Some(items.len()))?;
                items
                    .iter()
                    .try_for_each(|item| list.serialize_element(item))?;
                list.end()
            }
            Node::Object(object) => {
                let mut map = serializer.serialize_map(Some(object.members.len()))?;
                object
                    .iter()
                    .try_for_each(|(key, node)| map.serialize_entry(key, node))?;
                map.end()
            }
        }
    }
}

impl fmt::Display for Node<'_> {
    /// As JSON text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Value::from(self.clone()).fmt(f)
    }
}
