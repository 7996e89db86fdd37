//! The published schemas are true: a rule reads what fits its input, and nothing else; its answers fit its output.

mod check;
mod dice;
mod draw;
mod pattern;

use dice::Dice;
use domain_core::catalogue::{RuleDoc, catalogue};
use domain_core::evaluate;
use draw::{draw, is_exact, plain};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::fs;
use std::path::Path;

/// Without the one that needs word lists.
fn rules() -> Vec<RuleDoc> {
    let mut rules = catalogue();
    rules.retain(|rule| cfg!(feature = "estimate") || rule.name != "password.estimate");
    rules
}

/// `form.field`, whose values are those of another form.
const FIELD: &str = "form.field";

#[test]
fn test_vectors_fit() {
    let rules: HashMap<String, RuleDoc> = rules()
        .into_iter()
        .map(|rule| (rule.name.clone(), rule))
        .collect();
    let areas = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures")).unwrap();
    let folders = areas.filter_map(|area| fs::read_dir(area.unwrap().path()).ok());
    let mut count = 0;
    let paths = folders.flatten().map(|file| file.unwrap().path());
    // The folder holds a model of the rules too.
    for path in paths.filter(|path| path.extension().is_some_and(|ending| ending == "json")) {
        let text = fs::read_to_string(path).unwrap();
        let file: Value = serde_json::from_str(&text).unwrap();
        let Some(rule) = rules.get(file["rule"].as_str().unwrap()) else {
            continue;
        };
        for case in file["cases"].as_array().unwrap() {
            if let Ok(answer) = evaluate(&rule.name, case["input"].clone()) {
                check_call(rule, &case["input"], &answer);
                count += 1;
            }
        }
    }
    assert!(count > 800, "{count}");
}

/// Checks that an input that was read and its answer fit.
fn check_call(rule: &RuleDoc, input: &Value, answer: &Value) {
    if let Err(fault) = check::fault(&rule.input, input, &rule.input) {
        panic!("{}: {fault}\n{input}", rule.name);
    }
    check_output(rule, input, answer);
}

fn check_output(rule: &RuleDoc, input: &Value, answer: &Value) {
    if let Err(fault) = check::fault(&rule.output, answer, &rule.output) {
        panic!("{}: {fault}\n{input}\n{answer}", rule.name);
    }
}

#[test]
fn random_inputs_are_read() {
    let rules = rules();
    for (place, rule) in rules.iter().enumerate() {
        let mut dice = Some(Dice(u64::try_from(place).unwrap()));
        for _ in 0..100 {
            let input = match rule.name.as_str() {
                FIELD => field_call(&rules, &mut dice),
                _ => draw(&rule.input, &mut dice),
            };
            let answer = evaluate(&rule.name, input.clone());
            let answer = answer.unwrap_or_else(|error| panic!("{}: {error:?}\n{input}", rule.name));
            check_call(rule, &input, &answer);
        }
    }
}

fn field_call(rules: &[RuleDoc], dice: &mut Option<Dice>) -> Value {
    let forms: Vec<&RuleDoc> = rules
        .iter()
        .filter(|rule| rule.name.starts_with("form.") && rule.name != FIELD)
        .collect();
    let random = dice.as_mut().unwrap();
    let form = forms[random.below(forms.len())];
    let fields = form.input["properties"]["values"]["properties"]
        .as_object()
        .unwrap();
    let field = fields.keys().nth(random.below(fields.len())).unwrap();
    let mut input = draw(&form.input, dice);
    input["form"] = form.name.trim_start_matches("form.").into();
    input["field"] = field.as_str().into();
    input
}

/// The places in a usual input, with their schemas.
fn places(schema: &Value, value: &Value, path: &str, found: &mut Vec<(String, Value)>) {
    found.push((path.to_owned(), schema.clone()));
    let schema = plain(schema);
    for (key, value) in value.as_object().into_iter().flatten() {
        let of = &schema["properties"][key];
        if of.is_object() {
            places(of, value, &format!("{path}/{key}"), found);
        }
    }
    if let Some(item) = value.get(0) {
        places(&schema["items"], item, &format!("{path}/0"), found);
    }
}

/// Every rule with its usual input and the places in it.
fn usual_inputs() -> impl Iterator<Item = (RuleDoc, Value, Vec<(String, Value)>)> {
    let known = rules().into_iter().filter(|rule| rule.name != FIELD);
    known.map(|rule| {
        let input = draw(&rule.input, &mut None);
        let mut found = Vec::new();
        places(&rule.input, &input, "", &mut found);
        (rule, input, found)
    })
}

/// Texts and other JSON at the bounds of the readers and beyond, and of the wrong type.
fn candidates() -> Vec<Value> {
    let (nines, zeros) = ("9".repeat(20), "0".repeat(17));
    let texts = [
        "",
        "0",
        "00",
        "0.0",
        "1",
        "007.5",
        "1.",
        ".5",
        ".",
        "1..2",
        "-",
        "-1",
        "-0",
        "-0.5",
        "--1",
        "+1",
        "1e3",
        "1,000",
        " 1",
        "1 ",
        "1.5",
        "1.00",
        "1.005",
        "1.00000000",
        "1.000000001",
        "1.0000000000",
        "92233720368.54775807",
        "92233720368.54775808",
        "99999999999",
        "text",
        "NaN",
        "١٢",
        "true",
        "2026-01-31",
        "2026-02-30",
        "0000-01-01",
        "0001-01-01",
        "9999-12-31",
        "10000-01-01",
        "2026-1-31",
        "2026-13-01",
        "2026-00-10",
        "2026-01-32",
        "2026-01-31T09:00:00Z",
        "2026-01-31t09:00:00z",
        "2026-01-31 09:00:00.123456789+01:00",
        "2026-01-31T24:00:00Z",
        "2026-01-31T09:60:00Z",
        "2026-01-31T23:59:60Z",
        "2026-01-31T09:00:00-23:59",
        "2026-01-31T09:00:00+24:00",
        "2026-01-31T09:00:00",
        "2026-01-31T09:00:00.Z",
        "0000-12-31T23:59:59Z",
        "9999-12-31T23:59:59.999Z",
        "2026-02-30T09:00:00Z",
        "NGN",
        "XAF",
        "ngn",
    ];
    let long = [
        nines.clone(),
        [&nines, "9"].concat(),
        ["-", &nines].concat(),
        ["-", &nines, "9"].concat(),
        ["0.", &zeros, "0"].concat(),
        ["0.", &zeros, "1"].concat(),
        ["0.", &zeros, "00"].concat(),
    ];
    let numbers = [
        "0",
        "-0.0",
        "1",
        "-1",
        "0.5",
        "1.5",
        "1.0",
        "1e3",
        "1e30",
        "1e31",
        "1e400",
        "-1e400",
        "9223372036854770000",
        "9223372036854770001",
        "9223372036854780000",
        "-9223372036854770000",
        "-9223372036854770001",
        "-9223372036854775808",
        "999999999999999",
        "1000000000000000",
        "1234567890123456",
        "9007199254740993",
        "1234567890123456.7",
        "99999999999999900000",
        "100000000000000000000",
        "-99999999999999900000",
        "-100000000000000000000",
        "92233720368.5477",
        "92233720368.5478",
        "0.00000001",
        "0.000000001",
        "1e-18",
        "1e-19",
        "1.005",
    ];
    let others = [
        "true",
        "false",
        "null",
        "[]",
        "{}",
        "[1]",
        "{\"unknown\": 1}",
    ];
    let parsed = numbers.into_iter().chain(others);
    let parsed = parsed.map(|text| serde_json::from_str(text).unwrap());
    let texts = texts.into_iter().map(str::to_owned).chain(long);
    texts.map(Value::from).chain(parsed).collect()
}

/// Whether the rule's own check of a value of any type, which no schema tells, may refuse it.
fn is_converted(rule: &RuleDoc) -> bool {
    rule.name.starts_with("case.")
}

#[test]
fn readers_and_schemas_agree_on_every_value() {
    let candidates = candidates();
    let (mut read, mut refused) = (0, 0);
    for (rule, usual, places) in usual_inputs() {
        for (path, schema) in &places {
            for value in &candidates {
                let mut input = usual.clone();
                *input.pointer_mut(path).unwrap() = value.clone();
                // The rest of the input fits.
                let fits = check::fault(schema, value, &rule.input);
                let is_fitting =
                    fits.is_ok() && (value.is_null() || is_exact(plain(schema), value));
                let answer = evaluate(&rule.name, input.clone());
                match answer {
                    Ok(answer) => {
                        check_output(&rule, &input, &answer);
                        assert!(is_fitting, "{}{path} reads {value}: {fits:?}", rule.name);
                        read += 1;
                    }
                    Err(error) => {
                        let known = ["wrong_type", "missing_key", "unknown_key"];
                        assert!(known.contains(&error.code), "{error:?}");
                        let is_refused = !is_fitting || is_converted(&rule);
                        assert!(is_refused, "{}{path} refuses {value}: {error:?}", rule.name);
                        refused += 1;
                    }
                }
            }
        }
    }
    assert!(read > 20_000 && refused > 20_000, "{read} {refused}");
}

#[test]
fn readers_and_schemas_agree_on_every_key() {
    for (rule, usual, places) in usual_inputs() {
        for (path, _) in &places {
            let Value::Object(members) = usual.pointer(path).unwrap() else {
                continue;
            };
            let mut inputs = Vec::new();
            for key in members.keys() {
                let mut input = usual.clone();
                let object = input.pointer_mut(path).unwrap().as_object_mut().unwrap();
                object.remove(key);
                inputs.push(input);
            }
            let mut input = usual.clone();
            input.pointer_mut(path).unwrap()["unknown"] = json!(1);
            inputs.push(input);
            for input in inputs {
                let fits = check::fault(&rule.input, &input, &rule.input);
                let answer = evaluate(&rule.name, input.clone());
                assert_eq!(
                    fits.is_ok(),
                    answer.is_ok(),
                    "{}{path}: {fits:?} {answer:?}",
                    rule.name
                );
            }
        }
    }
}

#[test]
fn both_ends_of_every_bound_are_read() {
    let mut count = 0;
    for (rule, usual, places) in usual_inputs() {
        for (path, schema) in &places {
            let leaf = plain(schema);
            let mut ends = vec![leaf["minimum"].clone(), leaf["maximum"].clone()];
            let most = leaf["maxLength"]
                .as_u64()
                .and_then(|most| usize::try_from(most).ok());
            if let (Some(most), Value::Null) = (most, &leaf["pattern"]) {
                ends.extend([json!(""), json!("a".repeat(most))]);
            }
            for end in ends.into_iter().filter(|end| !end.is_null()) {
                let mut input = usual.clone();
                *input.pointer_mut(path).unwrap() = end.clone();
                let answer = evaluate(&rule.name, input);
                assert!(answer.is_ok(), "{}{path}: {end:.40} {answer:?}", rule.name);
                count += 1;
            }
        }
    }
    assert!(count > 1_000, "{count}");
}

#[test]
fn every_property_is_described() {
    let mut missing = Vec::new();
    for rule in catalogue() {
        walk(&rule.input, &[&rule.name, " input"].concat(), &mut missing);
        walk(
            &rule.output,
            &[&rule.name, " output"].concat(),
            &mut missing,
        );
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

/// Collects the properties of a schema and of all in it that have no proper description.
fn walk(schema: &Value, path: &str, missing: &mut Vec<String>) {
    for (key, of) in schema["properties"].as_object().into_iter().flatten() {
        let doc = of["description"].as_str().unwrap_or_default().trim();
        let fronts = ["What", "Who ", "The same"];
        if doc.is_empty() || fronts.iter().any(|front| doc.starts_with(front)) {
            missing.push([path, ".", key].concat());
        }
    }
    let members = schema.as_object().into_iter().flatten();
    for (key, inner) in members {
        walk(inner, &[path, "/", key].concat(), missing);
    }
    for inner in schema.as_array().into_iter().flatten() {
        walk(inner, path, missing);
    }
}
