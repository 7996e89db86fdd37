//! A rule that keeps its input answers what it answers to an input that comes whole, whatever changes in it.

use domain_core::catalogue::{PreparedRule, catalogue, evaluate_node};
use domain_core::json::Node;
use proptest::prelude::*;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Amounts, currencies, days, and what none of them is.
const TEXTS: [&str; 20] = [
    "",
    " ",
    "0",
    "0.00",
    "1500.00",
    "1500.005",
    "200",
    "99999999999999999999",
    "99999999.99999999",
    "1e3",
    "-1",
    "abc",
    "NGN",
    "USD",
    "BTC",
    "XYZ",
    "bank",
    "wallet",
    "2026-01-31",
    "\u{e9}",
];

/// The rules that can be prepared, and the inputs of their test vectors.
fn inputs() -> Vec<(String, Value)> {
    let names = catalogue().into_iter().map(|rule| rule.name.to_string());
    let prepared = names.filter(|name| PreparedRule::new(name).is_ok());
    let mut inputs = Vec::new();
    for name in prepared {
        let file = file_of(&name);
        let file: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
        let cases = file["cases"].as_array().unwrap();
        inputs.extend(
            cases
                .iter()
                .map(|case| (name.clone(), case["input"].clone())),
        );
    }
    inputs
}

fn file_of(rule: &str) -> PathBuf {
    let fixtures = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures"));
    let areas = std::fs::read_dir(fixtures).unwrap();
    let mut files = areas.map(|area| area.unwrap().path().join(format!("{rule}.json")));
    files.find(|file| file.exists()).unwrap()
}

/// The texts in a value, in the order of lists and of sorted keys.
fn texts(value: &mut Value) -> Vec<&mut String> {
    match value {
        Value::String(text) => vec![text],
        Value::Array(items) => items.iter_mut().flat_map(texts).collect(),
        Value::Object(members) => members.values_mut().flat_map(texts).collect(),
        _ => Vec::new(),
    }
}

/// What the rule answers; `None` when it is called wrongly.
fn whole(rule: &str, input: &Value) -> Option<Value> {
    evaluate_node(rule, &Node::from(input))
        .ok()
        .map(Value::from)
}

#[test]
fn every_prepared_rule_has_inputs_to_try() {
    let inputs = inputs();
    for rule in ["balance.total", "transfer.quote"] {
        let count = inputs.iter().filter(|(name, _)| name == rule).count();
        assert!(count > 5, "{rule}: {count}");
    }
    assert!(PreparedRule::new("form.withdraw").is_err());
    assert!(PreparedRule::new("nothing").is_err());
}

#[test]
fn a_place_without_a_text_is_passed_over() {
    for (rule, input) in inputs() {
        let mut prepared = PreparedRule::new(&rule).unwrap();
        prepared.set_text(0, "1");
        assert_eq!(prepared.answer(), None);
        prepared.set(&Node::from(&input));
        prepared.set_text(usize::MAX, "1");
        assert_eq!(prepared.answer().map(Value::from), whole(&rule, &input));
    }
}

proptest! {
    /// Several texts change before it is asked again, in the member that moves and in the others.
    #[test]
    fn whatever_changes_the_answer_is_that_to_the_whole(
        changes in prop::collection::vec((0..64_usize, prop::sample::select(&TEXTS[..]), prop::bool::weighted(0.7)), 1..12),
    ) {
        for (rule, mut input) in inputs() {
            let mut prepared = PreparedRule::new(&rule).unwrap();
            prepared.set(&Node::from(&input));
            for (place, text, is_asked) in &changes {
                let mut known = texts(&mut input);
                if known.is_empty() {
                    break;
                }
                let place = place % known.len();
                (*text).clone_into(known[place]);
                prepared.set_text(place, text);
                if *is_asked {
                    prop_assert_eq!(prepared.answer().map(Value::from), whole(&rule, &input), "{} {}", rule, input);
                }
            }
            prop_assert_eq!(prepared.answer().map(Value::from), whole(&rule, &input), "{} {}", rule, input);
            // Asked again, nothing having changed.
            prop_assert_eq!(prepared.answer().map(Value::from), whole(&rule, &input));
        }
    }
}
