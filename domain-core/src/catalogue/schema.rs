//! JSON Schemas (draft 2020-12) of the rules' types.

use crate::shape::{Field, Type};
use serde_json::{Map, Value, json};

/// Whether a type is read or written: amounts are written as text, but read as text or numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    In,
    Out,
}

pub(super) fn schema(of: Type, direction: Direction) -> Value {
    match of {
        Type::Text => json!({"type": "string"}),
        Type::Amount | Type::Rate => match direction {
            Direction::In => json!({"type": ["string", "number"], "format": "decimal"}),
            Direction::Out => json!({"type": "string", "format": "decimal"}),
        },
        Type::Integer => json!({"type": "integer"}),
        Type::Number => json!({"type": "number"}),
        Type::Flag => json!({"type": "boolean"}),
        Type::Date => json!({"type": "string", "format": "date"}),
        Type::Instant => json!({"type": "string", "format": "date-time"}),
        Type::Choice(_, texts) => json!({"type": "string", "enum": texts}),
        Type::List(item) => json!({"type": "array", "items": schema(*item, direction)}),
        Type::Nullable(inner) => json!({"anyOf": [schema(*inner, direction), {"type": "null"}]}),
        Type::Map(value) => {
            json!({"type": "object", "additionalProperties": schema(*value, direction)})
        }
        Type::Record(record) => described(object(record.fields, direction), record.doc),
        Type::Fields(fields) => object(fields, direction),
        Type::Checked(record) => {
            let verdict = |valid: bool| json!({"type": "object", "properties": {"valid": {"const": valid}, "violations": {"type": "array"}}});
            json!({"anyOf": [{"allOf": [object(record.fields, direction), verdict(true)]}, verdict(false)]})
        }
        Type::Any => json!({}),
    }
}

fn object(fields: &[Field], direction: Direction) -> Value {
    let mut properties = Map::new();
    for field in fields {
        let of = schema(field.of, direction);
        let of = if direction == Direction::In && !field.required {
            nullable(of)
        } else {
            of
        };
        properties.insert(field.key.to_owned(), described(of, field.doc));
    }
    let always = |field: &&Field| field.required || direction == Direction::Out;
    let required: Vec<&str> = fields
        .iter()
        .filter(always)
        .map(|field| field.key)
        .collect();
    json!({"type": "object", "properties": properties, "required": required})
}

fn nullable(of: Value) -> Value {
    if of.get("anyOf").is_some() {
        of
    } else {
        json!({"anyOf": [of, {"type": "null"}]})
    }
}

fn described(mut of: Value, doc: &str) -> Value {
    if let (Value::Object(members), false) = (&mut of, doc.trim().is_empty()) {
        members.insert("description".to_owned(), doc.trim().into());
    }
    of
}
