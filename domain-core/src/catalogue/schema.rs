//! JSON Schemas (draft 2020-12) of the rules' types.
//!
//! The schema of an input accepts all that the rule reads, and as little else as a schema can tell: its bounds are
//! those of the readers. A value that the rule itself refuses is answered, so it fits the schema.

use crate::calendar::{DATE_CHARACTERS, DATE_PATTERN, TIME_PATTERN};
use crate::json::{EXACT_DIGITS, Node, plain_number};
use crate::shape::{Decimals, Field, Reads, Record, Shape, Type};
use crate::validation::Violation;
use rust_decimal::Decimal;
use serde_json::{Map, Value, json};

/// The size of the greatest input of `POST /api/rules/{rule}`: no text in it is longer.
pub const MOST_INPUT_BYTES: usize = 64 * 1024;
/// The greatest number of items in such an input: each takes a character and a separator.
const MOST_ITEMS: usize = MOST_INPUT_BYTES / 2;

/// Whether a type is read or written: amounts are written as text, but read as text or numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    In,
    Out,
}

/// Whether keys that are not listed may be in an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Others {
    Allowed,
    Refused,
}

/// The schema of a whole input or output. Outputs define the violation once.
pub(super) fn document(of: Type, direction: Direction) -> Value {
    let mut document = schema(of, Reads::Fitting, direction);
    if let Type::Record(violation) = Violation::TYPE
        && document.to_string().contains(&place_of(violation))
        && let Value::Object(members) = &mut document
    {
        let object = object(violation.fields, direction, Others::Allowed);
        let definition = described(object, violation.doc);
        members.insert("$defs".to_owned(), json!({violation.name: definition}));
    }
    document
}

/// The place of a record among the definitions.
fn place_of(record: &Record) -> String {
    ["#/$defs/", record.name].concat()
}

fn schema(of: Type, reads: Reads, direction: Direction) -> Value {
    let is_input = direction == Direction::In;
    match (of, reads) {
        (Type::Text, Reads::OneOf(texts)) => json!({"type": "string", "enum": texts}),
        (Type::Text, _) if is_input => json!({"type": "string", "maxLength": MOST_INPUT_BYTES}),
        (Type::Text, _) => json!({"type": "string"}),
        (Type::Amount | Type::Rate, Reads::Decimals(decimals)) if is_input => decimal(&decimals),
        (Type::Amount | Type::Rate, _) if is_input => json!({
            "type": ["string", "number"],
            "format": "decimal",
            "maxLength": MOST_INPUT_BYTES,
            "$comment": "Any text is read. A rule that needs an amount refuses others in its answer.",
        }),
        (Type::Amount | Type::Rate, _) => json!({"type": "string", "format": "decimal"}),
        (Type::Integer, Reads::Integers(least, greatest)) if is_input => json!({
            "type": "integer",
            "minimum": least,
            "maximum": greatest,
            "$comment": format!("At most {EXACT_DIGITS} significant digits."),
        }),
        (Type::Integer, _) => json!({"type": "integer"}),
        (Type::Number, _) => json!({"type": "number"}),
        (Type::Flag, _) => json!({"type": "boolean"}),
        (Type::Date, _) => json!({
            "type": "string",
            "format": "date",
            "minLength": DATE_CHARACTERS,
            "maxLength": DATE_CHARACTERS,
            "pattern": whole(DATE_PATTERN),
        }),
        (Type::Instant, _) if is_input => json!({
            "type": "string",
            "format": "date-time",
            "maxLength": MOST_INPUT_BYTES,
            "pattern": whole(&[DATE_PATTERN, TIME_PATTERN].concat()),
        }),
        (Type::Instant, _) => json!({"type": "string", "format": "date-time"}),
        (Type::Choice(_, texts), Reads::AnyText) if is_input => json!({
            "anyOf": [
                {"type": "string", "enum": texts},
                schema(Type::Text, Reads::Fitting, direction),
            ],
            "$comment": "Any text is read. The rule refuses one that is not listed in its answer.",
        }),
        (Type::Choice(_, texts), _) => json!({"type": "string", "enum": texts}),
        (Type::List(item), _) => {
            let mut list = json!({"type": "array", "items": schema(*item, reads, direction)});
            if let (Value::Object(members), true) = (&mut list, is_input) {
                members.insert("maxItems".to_owned(), json!(MOST_ITEMS));
            }
            list
        }
        (Type::Nullable(inner), _) => nullable(schema(*inner, reads, direction)),
        (Type::Map(Type::Record(record)), Reads::Keys(keys)) => {
            let value = object(record.fields, direction, Others::Allowed);
            let value = described(value, record.doc);
            let values = keys.iter().map(|key| ((*key).to_owned(), value.clone()));
            let values: Map<String, Value> = values.collect();
            json!({"type": "object", "properties": values})
        }
        (Type::Map(value), _) => {
            json!({"type": "object", "additionalProperties": schema(*value, reads, direction)})
        }
        (Type::Record(record), _) if !is_input && is_violation(record) => {
            json!({"$ref": place_of(record)})
        }
        (Type::Record(record), _) => described(
            object(record.fields, direction, Others::Refused),
            record.doc,
        ),
        (Type::Fields(fields), _) => object(fields, direction, Others::Refused),
        (Type::Checked(record), _) => checked(record, direction),
        (Type::Any, Reads::TextOrNumber) if is_input => {
            json!({"type": ["string", "number"], "maxLength": MOST_INPUT_BYTES})
        }
        (Type::Any, Reads::TextOrNumber) => json!({"type": ["string", "integer"]}),
        (Type::Any, _) => json!({}),
    }
}

fn is_violation(record: &Record) -> bool {
    matches!(Violation::TYPE, Type::Record(violation) if violation.name == record.name)
}

/// A regular expression for whole texts.
fn whole(pattern: &str) -> String {
    ["^", pattern, "$"].concat()
}

/// Decimals that are read. A number in JSON has the exact digits of one in a browser.
fn decimal(of: &Decimals) -> Value {
    let most = of.most_characters;
    let decimals = match (of.scale, of.padded) {
        (None, _) => r"(\.[0-9]+)?".to_owned(),
        (Some(scale), false) => format!(r"(\.[0-9]{{1,{scale}}})?"),
        (Some(scale), true) => format!(r"(\.[0-9]{{1,{scale}}}0*)?"),
    };
    let plain = match of.zero {
        true => ["[0-9]+", &decimals].concat(),
        // A digit above zero before the point, or after it.
        false => format!(r"([0-9]*[1-9][0-9]*{decimals}|[0-9]+\.[0-9]*[1-9][0-9]*)"),
    };
    let digits = match (of.most_units, of.scale) {
        (Some(units), Some(scale)) => Decimal::new(units, scale).to_string(),
        _ => "9".repeat(most),
    };
    let greatest = exact(&digits);
    let of_decimals = match of.scale {
        Some(scale) => format!(", {scale} of them decimals"),
        None => String::new(),
    };
    let comment = format!(
        "A number has at most {EXACT_DIGITS} significant digits{of_decimals}, \
         and at most {most} characters without an exponent."
    );
    let mut schema = json!({
        "type": ["string", "number"],
        "format": "decimal",
        "maxLength": most,
        "pattern": whole(&plain),
        "maximum": number(&greatest),
        "$comment": comment,
    });
    let Value::Object(members) = &mut schema else {
        return schema;
    };
    let mut put = |key: &str, value: Value| members.insert(key.to_owned(), value);
    match (of.signed, of.zero) {
        (true, _) => {
            put("minimum", number(&["-", &greatest].concat()));
            put("maxLength", json!(most.saturating_add(1)));
            put("pattern", json!(whole(&["-?", &plain].concat())));
            // The minus is not counted.
            let counted = format!("^-?[0-9.]{{1,{most}}}$");
            put("allOf", json!([{"pattern": counted}]));
        }
        (false, true) => {
            put("minimum", json!(0));
        }
        (false, false) => {
            put("exclusiveMinimum", json!(0));
        }
    }
    schema
}

/// The greatest number of exact digits up to one that is written plainly.
fn exact(plain: &str) -> String {
    let mut count = 0_usize;
    let kept = plain.chars().map(|character| {
        count = count.saturating_add(usize::from(character.is_ascii_digit()));
        match count > EXACT_DIGITS {
            true if character.is_ascii_digit() => '0',
            _ => character,
        }
    });
    kept.collect()
}

fn number(plain: &str) -> Value {
    plain_number(plain).map_or(Value::Null, |plain| Value::from(Node::Number(plain)))
}

/// The result with an empty list of violations, or violations with nulls in its place.
fn checked(record: &Record, direction: Direction) -> Value {
    let verdict = |is_valid: bool, limit: &str, count: u32, doc: &str| {
        let mut violations = schema(Type::List(&Violation::TYPE), Reads::Fitting, direction);
        if let Value::Object(members) = &mut violations {
            members.insert(limit.to_owned(), json!(count));
        }
        let is_accepted = json!({"const": is_valid});
        let mut properties = Map::new();
        properties.insert(
            "valid".to_owned(),
            described(is_accepted, "Whether the input is accepted."),
        );
        properties.insert("violations".to_owned(), described(violations, doc));
        properties
    };
    let accepted = verdict(true, "maxItems", 0, "None.");
    let mut refused = verdict(false, "minItems", 1, "The reasons, in field order.");
    let required: Vec<String> = refused.keys().cloned().collect();
    for field in record.fields {
        let nothing = described(json!({"type": "null"}), "Null: there is no result.");
        refused.insert(field.key.to_owned(), nothing);
    }
    let all: Vec<String> = refused.keys().cloned().collect();
    json!({"anyOf": [
        {"allOf": [
            object(record.fields, direction, Others::Allowed),
            {"type": "object", "properties": accepted, "required": required},
        ]},
        {"type": "object", "properties": refused, "required": all},
    ]})
}

fn object(fields: &[Field], direction: Direction, others: Others) -> Value {
    let is_input = direction == Direction::In;
    let mut properties = Map::new();
    for field in fields {
        let of = schema(field.of, field.reads, direction);
        let of = match is_input && !field.required {
            true => nullable(of),
            false => of,
        };
        properties.insert(field.key.to_owned(), described(of, field.doc));
    }
    let always = |field: &&Field| field.required || !is_input;
    let required: Vec<&str> = fields
        .iter()
        .filter(always)
        .map(|field| field.key)
        .collect();
    let mut object = json!({"type": "object", "properties": properties, "required": required});
    if let (Value::Object(members), true, Others::Refused) = (&mut object, is_input, others) {
        members.insert("additionalProperties".to_owned(), json!(false));
    }
    object
}

/// The schema or null; any value includes null.
fn nullable(of: Value) -> Value {
    let nothing = json!({"type": "null"});
    let options = of.get("anyOf").and_then(Value::as_array);
    let is_nullable = options.is_some_and(|options| options.contains(&nothing));
    if is_nullable || of == json!({}) {
        of
    } else {
        json!({"anyOf": [of, nothing]})
    }
}

/// The schema with the text of a doc comment, on one line.
fn described(mut of: Value, doc: &str) -> Value {
    let lines: Vec<&str> = doc.trim().lines().map(str::trim).collect();
    if let (Value::Object(members), false) = (&mut of, lines.is_empty()) {
        members.insert("description".to_owned(), lines.join(" ").into());
    }
    of
}
