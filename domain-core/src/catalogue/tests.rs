use super::*;
use crate::RuleCallError;
use serde_json::{Value, json};

fn call(rule: &str, input: Value) -> Value {
    evaluate(rule, input).unwrap()
}

fn errors(rule: &str, input: Value) -> RuleCallError {
    evaluate(rule, input).unwrap_err()
}

#[test]
fn malformed_calls_name_the_place() {
    for (rule, input, code, message) in [
        (
            "no.such",
            json!({}),
            "unknown_rule",
            "There is no such rule.",
        ),
        (
            "form.nothing",
            json!({"values": {}}),
            "unknown_rule",
            "There is no such rule.",
        ),
        (
            "form.field",
            json!({"form": "nothing", "field": "x", "values": {}}),
            "unknown_form",
            "There is no such form.",
        ),
        (
            "form.field",
            json!({"form": "login", "field": "x", "values": {}}),
            "unknown_field",
            "The form has no such field.",
        ),
        (
            "form.login",
            json!({}),
            "missing_key",
            "values is required.",
        ),
        (
            "form.login",
            json!({"values": {"email": 5}}),
            "wrong_type",
            "values.email must be text.",
        ),
        (
            "form.withdraw",
            json!({"values": {}}),
            "missing_key",
            "context.currency is required.",
        ),
        (
            "password.strength",
            json!({}),
            "missing_key",
            "password is required.",
        ),
        (
            "password.strength",
            json!([]),
            "wrong_type",
            "The input must be an object.",
        ),
        (
            "password.strength",
            json!({"password": null}),
            "missing_key",
            "password is required.",
        ),
        (
            "transfer.fee",
            json!({"destination": "bank", "currency": "NGN", "rates": {"NGN": {"sell_rate": "x"}}}),
            "wrong_type",
            "rates must hold rates as decimal text or numbers.",
        ),
    ] {
        let found = errors(rule, input);
        assert_eq!(
            (found.code, found.message.as_ref()),
            (code, message),
            "{rule}"
        );
    }
}

#[test]
fn refusals_are_answers() {
    let refused = call(
        "money.convert",
        json!({"amount": "1", "from": "GBP", "to": "NGN", "rates": {}}),
    );
    assert_eq!(refused["valid"], false);
    assert_eq!(refused["amount"], Value::Null);
    assert_eq!(
        refused["violations"][0]["message"],
        "GBP not supported yet!"
    );
    let refused = call(
        "money.convert",
        json!({"amount": "1", "from": "XAF", "to": "NGN", "rates": {}}),
    );
    assert_eq!(
        refused["violations"][0]["message"],
        "XAF not supported yet!"
    );
}

#[test]
fn single_fields_are_checked_as_in_their_form() {
    let values = json!({"email": "ada", "password": "12345"});
    let form = call("form.login", json!({"values": values}));
    for (index, field) in ["email", "password"].into_iter().enumerate() {
        let verdict = call(
            "form.field",
            json!({"form": "login", "field": field, "values": values, "context": {}}),
        );
        assert_eq!(verdict["violation"], form["violations"][index]);
    }
}

#[test]
fn text_is_counted_in_composed_form() {
    let code_of = |name: &str| {
        let values = json!({"name": name});
        call(
            "form.field",
            json!({"form": "register", "field": "name", "values": values}),
        )["violation"]["code"]
            .clone()
    };
    assert_eq!(code_of("Jo\u{301}"), "too_short");
    assert_eq!(code_of("Ọ\u{300}ṣ"), Value::Null);
    assert_eq!(code_of("o\u{323}\u{300}s"), Value::Null);
}

#[test]
fn amounts_are_read_from_text_or_numbers() {
    for amount in ["\"1500\"", "1500", "1500.0", "1.5e3", "15E+2"] {
        let input = format!(r#"{{"text":{amount},"currency":"NGN"}}"#);
        let native = call("money.parse", serde_json::from_str(&input).unwrap());
        assert_eq!(native["amount"], "1500.00", "{amount}");
        assert_eq!(
            evaluate_text("money.parse", &input).unwrap(),
            native.to_string()
        );
    }
    for amount in [
        "\"1e3\"",
        "1.005",
        "-1",
        "\"-0\"",
        "1234567890123456.7",
        "\"\"",
        "\" 1\"",
    ] {
        let input = format!(r#"{{"text":{amount},"currency":"NGN"}}"#);
        let native = call("money.parse", serde_json::from_str(&input).unwrap());
        assert_eq!(native["violations"][0]["code"], "not_an_amount", "{amount}");
        assert_eq!(
            evaluate_text("money.parse", &input).unwrap(),
            native.to_string()
        );
    }
}

#[test]
fn text_that_is_not_json_is_malformed() {
    let deep = "[".repeat(100_000);
    for text in [
        "",
        "nul",
        "[1,]",
        "{\"a\"}",
        "{a:1}",
        "01",
        "1.",
        ".5",
        "-",
        "1e",
        "+1",
        "1 2",
        "\"\\x\"",
        "\"\\ud800\"",
        "\"\t\"",
        "\"\\u+123\"",
        &deep,
    ] {
        let error = evaluate_text("case.camel", text).unwrap_err();
        assert_eq!(error.code, "malformed", "{text:.20}");
    }
}

#[test]
fn every_rule_is_documented_once() {
    let listed = catalogue();
    let mut names: Vec<&str> = listed.iter().map(|rule| rule.name.as_str()).collect();
    assert!(listed.iter().all(|rule| !rule.doc.is_empty()));
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), listed.len());
    for rule in &listed {
        let known = evaluate(&rule.name, json!({}))
            .err()
            .is_none_or(|error| error.code != "unknown_rule");
        assert!(known || rule.name == "password.estimate", "{}", rule.name);
    }
}

#[test]
fn the_version_is_thirty_two_digits() {
    assert_eq!(rules_version().len(), 32);
    assert!(rules_version().bytes().all(|byte| byte.is_ascii_hexdigit()));
}

#[test]
fn type_names_are_unique() {
    let declarations = typescript();
    let mut names: Vec<&str> = declarations
        .lines()
        .filter_map(|line| {
            line.strip_prefix("export interface ")
                .or(line.strip_prefix("export type "))
        })
        .filter_map(|rest| rest.split([' ', '<']).next())
        .collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
    assert!(
        declarations.contains("\"transfer.quote\": { input: QuoteInput; output: Checked<Quote> };")
    );
}

/// The rule and the input of every fixture.
pub(super) fn fixtures() -> Vec<(String, Value)> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures");
    let areas = std::fs::read_dir(root).unwrap();
    let folders = areas.filter_map(|area| std::fs::read_dir(area.unwrap().path()).ok());
    let paths = folders.flatten().map(|file| file.unwrap().path());
    // The folder holds a model of the rules too.
    paths
        .filter(|path| path.extension().is_some_and(|ending| ending == "json"))
        .flat_map(|path| {
            let text = std::fs::read_to_string(path).unwrap();
            let file: Value = serde_json::from_str(&text).unwrap();
            let rule = file["rule"].as_str().unwrap().to_owned();
            let cases = file["cases"].as_array().unwrap().clone();
            cases
                .into_iter()
                .map(move |case| (rule.clone(), case["input"].clone()))
        })
        .collect()
}
