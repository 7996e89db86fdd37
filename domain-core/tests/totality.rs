//! Every rule answers any input with a result, a refusal, or an error that names the unreadable part.

use domain_core::catalogue::{catalogue, evaluate};
use domain_core::shape::{Field, Type};
use serde_json::{Map, Value, json};

/// Values that have broken programs before, and large ones of every kind, up to a call of 64 kB.
fn hostile() -> Vec<Value> {
    let large = 60_000;
    vec![
        Value::Null,
        json!(true),
        json!(-1),
        json!(9_007_199_254_740_993_i64),
        serde_json::from_str("1e400").unwrap(),
        serde_json::from_str("-0.0").unwrap(),
        json!(""),
        json!("\u{0}"),
        json!("NaN"),
        json!("٣٤٥"),
        json!("a\u{301}\u{301}\u{301}"),
        json!("9".repeat(large)),
        json!("a".repeat(large)),
        json!("é".repeat(large / 2)),
        json!(".".repeat(large)),
        json!("@.".repeat(large / 2)),
        json!("-".repeat(large)),
        json!([]),
        json!({}),
        json!(vec![0; large / 2]),
        json!(vec![""; large / 3]),
        json!(vec![json!({}); large / 3]),
        Value::Object(
            (0..5_000)
                .map(|number| (format!("k{number}"), json!(1)))
                .collect(),
        ),
        (0..100).fold(json!(1), |inner, _| json!([inner])),
        (0..100).fold(json!(1), |inner, _| json!({"a": inner})),
    ]
}

/// A valid value of the type, so that the other keys are reached.
fn usual(of: Type) -> Value {
    match of {
        Type::Text => json!("text"),
        Type::Amount | Type::Rate => json!("1500.00"),
        Type::Integer | Type::Number => json!(3),
        Type::Flag => json!(true),
        Type::Date => json!("2026-01-31"),
        Type::Instant => json!("2026-01-31T09:00:00Z"),
        Type::Choice(_, texts) => json!(texts[0]),
        Type::List(item) => json!([usual(*item)]),
        Type::Nullable(inner) => usual(*inner),
        Type::Map(value) => json!({"NGN": usual(*value), "USD": usual(*value)}),
        Type::Record(record) | Type::Checked(record) => object(record.fields),
        Type::Fields(fields) => object(fields),
        Type::Any => json!("text"),
    }
}

fn object(fields: &[Field]) -> Value {
    Value::Object(
        fields
            .iter()
            .map(|field| (field.key.to_owned(), usual(field.of)))
            .collect(),
    )
}

/// The input with one position after another replaced by a hostile value, two levels deep.
fn broken(input: &Value, with: &Value, depth: u32, out: &mut Vec<Value>) {
    let Value::Object(members) = input else {
        return;
    };
    for (key, value) in members {
        let put = |inner: Value| {
            let mut members: Map<String, Value> = members.clone();
            members.insert(key.clone(), inner);
            Value::Object(members)
        };
        out.push(put(with.clone()));
        if depth > 0 {
            let mut inner = Vec::new();
            broken(value, with, depth - 1, &mut inner);
            out.extend(inner.into_iter().map(put));
        }
    }
}

#[test]
fn every_rule_answers_any_input() {
    let hostile = hostile();
    let mut calls = 0_u32;
    for (rule, of) in domain_core::catalogue::inputs() {
        let input = usual(of);
        let mut inputs: Vec<Value> = hostile.clone();
        for with in &hostile {
            broken(&input, with, 2, &mut inputs);
        }
        inputs.push(input);
        for input in inputs {
            // A panic would fail the test; an error has a code.
            if let Err(error) = evaluate(&rule, input) {
                assert!(
                    !error.code.is_empty() && !error.message.is_empty(),
                    "{rule}"
                );
            }
            calls += 1;
        }
    }
    assert!(calls > 10_000, "{calls}");
}

#[test]
fn single_fields_match_their_form_in_every_form() {
    let forms = domain_core::catalogue::inputs()
        .filter(|(name, _)| name.starts_with("form.") && name != "form.field");
    let mut checked = 0_u32;
    for (name, of) in forms {
        let form = name.trim_start_matches("form.");
        let input = usual(of);
        let mut inputs = vec![input.clone()];
        for with in [
            json!(""),
            json!("1"),
            json!("12345678901"),
            json!("x".repeat(300)),
            json!(false),
            json!("0"),
        ] {
            broken(&input, &with, 2, &mut inputs);
        }
        for input in inputs {
            let Ok(whole) = domain_core::evaluate(&name, input.clone()) else {
                continue;
            };
            let violations = whole["violations"].as_array().unwrap();
            for field in input["values"].as_object().unwrap().keys() {
                let mut single = input.clone();
                single["form"] = form.into();
                single["field"] = field.clone().into();
                let alone = domain_core::evaluate("form.field", single).unwrap();
                let of_form = violations
                    .iter()
                    .find(|violation| violation["field"] == field.as_str());
                assert_eq!(
                    &alone["violation"],
                    of_form.unwrap_or(&Value::Null),
                    "{form}.{field}"
                );
                checked += 1;
            }
            let order: Vec<&str> = violations
                .iter()
                .filter_map(|violation| violation["field"].as_str())
                .collect();
            let unique: std::collections::BTreeSet<_> = order.iter().collect();
            assert_eq!(order.len(), unique.len(), "{form}: one violation a field");
            assert_eq!(whole["valid"], violations.is_empty(), "{form}");
        }
    }
    assert!(checked > 1_000, "{checked}");
}

/// Violations have the order in which the form's fields are listed.
#[test]
fn violations_have_the_order_of_the_fields() {
    for rule in catalogue()
        .into_iter()
        .filter(|rule| rule.name.starts_with("form.") && rule.name != "form.field")
    {
        let (_, of) = domain_core::catalogue::inputs()
            .find(|(name, _)| *name == rule.name)
            .unwrap();
        let Type::Fields([values, context]) = of else {
            panic!("{}: values and context", rule.name);
        };
        let Type::Record(record) = values.of else {
            panic!("{}: a record", rule.name);
        };
        let input = json!({"values": {}, "context": usual(context.of)});
        let Ok(answer) = domain_core::evaluate(&rule.name, input) else {
            continue;
        };
        let place = |field: &str| {
            record
                .fields
                .iter()
                .position(|known| known.key == field)
                .unwrap_or(usize::MAX)
        };
        let places: Vec<usize> = answer["violations"]
            .as_array()
            .unwrap()
            .iter()
            .map(|violation| place(violation["field"].as_str().unwrap()))
            .collect();
        assert!(places.is_sorted(), "{}: {answer}", rule.name);
    }
}
