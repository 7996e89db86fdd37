//! Values that fit a schema.

use crate::check;
use crate::dice::Dice;
use crate::pattern;
use domain_core::calendar::Date;
use domain_core::json::plain_number;
use rust_decimal::Decimal;
use serde_json::{Map, Value, json};

/// A schema without the alternatives to its first one: null, or any text instead of a known one.
pub fn plain(schema: &Value) -> &Value {
    match schema["anyOf"].as_array() {
        Some(options) => plain(&options[0]),
        None => schema,
    }
}

/// Whether a value that fits is read, as far as no schema can tell: a number has exact digits, and as plain text the
/// pattern of texts; there is such a day; the figure in a text is not too great.
pub fn is_exact(leaf: &Value, value: &Value) -> bool {
    let is_decimal = leaf["pattern"].is_string() && leaf["format"] == "decimal";
    let is_any = leaf["type"].is_null() || leaf["format"] == "decimal" && !is_decimal;
    match value {
        _ if is_any => true,
        Value::Number(number) => plain_number(&number.to_string())
            .is_some_and(|plain| !is_decimal || check::fault(leaf, &json!(plain), leaf).is_ok()),
        Value::String(text) if is_decimal => {
            let is_figure = leaf["maximum"].to_string().contains('.');
            let figure = text.parse::<Decimal>().unwrap();
            !is_figure || figure <= Decimal::new(i64::MAX, 8)
        }
        Value::String(text) if leaf["format"] == "date" || leaf["format"] == "date-time" => {
            Date::parse(&text[..10]).is_some()
        }
        _ => true,
    }
}

/// A random value, or the usual one: with every key, an item in each list, and no null.
pub fn draw(schema: &Value, dice: &mut Option<Dice>) -> Value {
    if let Some(options) = schema["anyOf"].as_array() {
        let place = dice.as_mut().map_or(0, |dice| dice.below(options.len()));
        return draw(&options[place], dice);
    }
    if let Some(texts) = schema["enum"].as_array() {
        let place = dice.as_mut().map_or(0, |dice| dice.below(texts.len()));
        return texts[place].clone();
    }
    if schema["properties"].is_object() || schema["additionalProperties"].is_object() {
        return object(schema, dice);
    }
    let types = match &schema["type"] {
        Value::Array(types) => types.clone(),
        one => vec![one.clone()],
    };
    let place = dice.as_mut().map_or(0, |dice| dice.below(types.len()));
    match types[place].as_str() {
        Some("string") => text(schema, dice),
        Some("number" | "integer") => number(schema, dice),
        Some("boolean") => json!(dice.as_mut().is_none_or(|dice| dice.is_one_in(2))),
        Some("array") => {
            let count = dice.as_mut().map_or(1, |dice| dice.below(4));
            (0..count).map(|_| draw(&schema["items"], dice)).collect()
        }
        Some("null") => Value::Null,
        Some(other) => panic!("{other}"),
        None => json!({"any": ["value", 1, null, true]}),
    }
}

fn object(schema: &Value, dice: &mut Option<Dice>) -> Value {
    let mut members = Map::new();
    let required = schema["required"].as_array().cloned().unwrap_or_default();
    for (key, of) in schema["properties"].as_object().into_iter().flatten() {
        let is_left_out = dice.as_mut().is_some_and(|dice| dice.is_one_in(3));
        if required.contains(&json!(key)) || !is_left_out {
            members.insert(key.clone(), draw(of, dice));
        }
    }
    if schema["additionalProperties"].is_object() {
        members.insert(
            "key".to_owned(),
            draw(&schema["additionalProperties"], dice),
        );
    }
    Value::Object(members)
}

fn text(schema: &Value, dice: &mut Option<Dice>) -> Value {
    let Some(pattern) = schema["pattern"].as_str() else {
        let texts = [
            "1500.00",
            "",
            "text",
            "é\u{301}",
            "-1",
            "2026-11",
            "+2348031234567",
            "a b\nc",
        ];
        return json!(texts[dice.as_mut().map_or(0, |dice| dice.below(texts.len()))]);
    };
    let usual = ["1500", "2026-01-31", "2026-01-31T09:00:00Z"];
    let mut drawn = usual
        .into_iter()
        .find(|text| pattern::matches(pattern, text))
        .map(|text| json!(text));
    if let Some(dice) = dice {
        let fits =
            |text: &Value| check::fault(schema, text, schema).is_ok() && is_exact(schema, text);
        drawn = (0..1_000)
            .map(|_| json!(pattern::sample(pattern, dice)))
            .find(fits);
    }
    drawn.unwrap()
}

fn number(schema: &Value, dice: &mut Option<Dice>) -> Value {
    let numbers = [
        "3",
        "1",
        "0",
        "-1",
        "2.5",
        "0.00000001",
        "1500",
        "9007199254740991",
        "-7",
        "1e3",
    ];
    let ends = ["minimum", "maximum"].map(|end| schema[end].clone());
    let all = numbers.map(|text| serde_json::from_str::<Value>(text).unwrap());
    let fits = |number: &Value| {
        number.is_number()
            && check::fault(schema, number, schema).is_ok()
            && is_exact(schema, number)
    };
    let all: Vec<Value> = all.into_iter().chain(ends).filter(fits).collect();
    all[dice.as_mut().map_or(0, |dice| dice.below(all.len()))].clone()
}
