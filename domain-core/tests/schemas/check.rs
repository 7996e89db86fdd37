//! A validator of the part of JSON Schema that the rules use. `format` does not count.

use crate::pattern;
use rust_decimal::Decimal;
use serde_json::Value;

/// Why a value does not fit a schema, with its place.
pub fn fault(schema: &Value, value: &Value, document: &Value) -> Result<(), String> {
    let inner = |schema: &Value, value: &Value, at: &str| {
        fault(schema, value, document).map_err(|fault| format!("{at}.{fault}"))
    };
    for (keyword, of) in schema.as_object().unwrap() {
        let fits = match keyword.as_str() {
            "$ref" => {
                let place = of.as_str().unwrap().strip_prefix('#').unwrap();
                inner(document.pointer(place).unwrap(), value, "$ref")?;
                true
            }
            "type" => match of {
                Value::Array(types) => types.iter().any(|of| is_of(value, of)),
                of => is_of(value, of),
            },
            "enum" => of.as_array().unwrap().contains(value),
            "const" => of == value,
            "anyOf" => {
                let options = of.as_array().unwrap().iter();
                let faults: Vec<_> = options
                    .map(|option| inner(option, value, "anyOf"))
                    .collect();
                if faults.iter().all(Result::is_err) {
                    let faults: Vec<_> = faults.into_iter().filter_map(Result::err).collect();
                    return Err(faults.join("; "));
                }
                true
            }
            "allOf" => {
                for option in of.as_array().unwrap() {
                    inner(option, value, "allOf")?;
                }
                true
            }
            "items" => {
                for (place, item) in value.as_array().into_iter().flatten().enumerate() {
                    inner(of, item, &place.to_string())?;
                }
                true
            }
            "properties" => {
                for (key, of) in of.as_object().unwrap() {
                    if let Some(value) = value.get(key) {
                        inner(of, value, key)?;
                    }
                }
                true
            }
            "additionalProperties" => {
                let known = &schema["properties"];
                let members = value.as_object().into_iter().flatten();
                for (key, value) in members.filter(|(key, _)| known.get(key.as_str()).is_none()) {
                    match of {
                        Value::Bool(false) => return Err(format!("{key} is unknown")),
                        of => inner(of, value, key)?,
                    }
                }
                true
            }
            "required" => of.as_array().unwrap().iter().all(|key| {
                let members = value.as_object();
                members.is_none_or(|members| members.contains_key(key.as_str().unwrap()))
            }),
            "minItems" | "maxItems" => value
                .as_array()
                .is_none_or(|items| is_within(keyword, items.len(), of)),
            "minLength" | "maxLength" => value
                .as_str()
                .is_none_or(|text| is_within(keyword, text.chars().count(), of)),
            "minimum" => number(value).is_none_or(|value| value >= number(of).unwrap()),
            "exclusiveMinimum" => number(value).is_none_or(|value| value > number(of).unwrap()),
            "maximum" => number(value).is_none_or(|value| value <= number(of).unwrap()),
            "pattern" => value
                .as_str()
                .is_none_or(|text| pattern::matches(of.as_str().unwrap(), text)),
            "description" | "format" | "$comment" | "$defs" => true,
            other => return Err(format!("{other} is not a known keyword")),
        };
        if !fits {
            return Err(format!("{value} does not fit {keyword} {of}"));
        }
    }
    Ok(())
}

fn is_within(keyword: &str, count: usize, limit: &Value) -> bool {
    let count = u64::try_from(count).unwrap();
    let limit = limit.as_u64().unwrap();
    if keyword.starts_with("min") {
        count >= limit
    } else {
        count <= limit
    }
}

fn is_of(value: &Value, of: &Value) -> bool {
    match of.as_str().unwrap() {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "number" => value.is_number(),
        "integer" => number(value).is_some_and(|number| number.fract().is_zero()),
        other => panic!("{other}"),
    }
}

/// The number, exactly; a greater one than any bound as a large one.
fn number(value: &Value) -> Option<Decimal> {
    let Value::Number(number) = value else {
        return None;
    };
    let text = number.to_string();
    let exact = Decimal::from_str_exact(&text).or_else(|_| Decimal::from_scientific(&text));
    Some(exact.unwrap_or(if text.starts_with('-') {
        Decimal::MIN
    } else {
        Decimal::MAX
    }))
}
