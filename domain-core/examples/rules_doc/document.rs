//! Generates docs/rules.md from the catalogue, the doc comments of the functions, and the first test vector of each
//! rule.

use domain_core::catalogue::{MOST_INPUT_BYTES, RuleDoc, catalogue};
use domain_core::json::EXACT_DIGITS;
use domain_core::money::{Currency, Percent};
use domain_core::shape::{Reads, Shape};
use serde_json::Value;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

const HEAD: &str = "# The rules

Every decision of Ajo, as the app and the server make it. Written by `make rules-doc` from the catalogue, the documentation of the functions and the test vectors; a test evaluates every example again.

A rule is called natively (`domain_core::evaluate`), in the browser (`evaluate`), or over HTTP (`POST /api/rules/{rule}` with the input as body). Amounts are decimal text at the currency's scale; a JSON number is read exactly. A refused value is an answer, `valid: false` with its violations; a call that cannot be understood is an error with a `code` and a `message`. In the tables, a question mark follows what may be left out or be null, and a star stands for the code of a currency.

`GET /api/rules` lists every rule with JSON Schemas of its input and its output. The schema of an input accepts all that the rule reads; anything else, such as an unknown key, is an error of the call. A value that the rule refuses in its answer was read, so it fits the schema: too long a text, a currency that is not served, too many instalments. Such limits are in the descriptions and in the violations. Outputs may get more members.

";

/// The bounds of all inputs.
fn bounds() -> String {
    let Reads::Decimals(decimals) = <Percent as Shape>::READS else {
        return String::new();
    };
    let scales = Currency::ALL
        .iter()
        .map(|one| format!("{one} {}", one.scale()));
    let scales = scales.collect::<Vec<_>>().join(", ");
    format!(
        "- The scale of a currency is the number of its decimals: {scales}.
- A number in JSON has at most {EXACT_DIGITS} significant digits; more are sent as text.
- A decimal is digits with at most one point between them, without an exponent, and at most {} characters. An amount has at most the decimals of its currency.
- In the tables of inputs, an amount is any text or number: the rule refuses what is no amount in its answer. A decimal, such as a percentage, a price, a rate or a figure of a tariff, is read strictly: what is none is an error of the call. Figures of tariffs have at most the decimals of naira.
- What fits 28 digits is, without its point, below 2^96, and has at most 28 decimals.
- An unknown currency is refused with `not_one_of`, and text that is no amount with `not_an_amount`, whose `limit` is the scale.
- Null for a required key is an error of the call, like a missing key.
- An id is a text or a number: `7` and `\"7\"` are equal, and a blank one is equal to none.
- A calculation answers with the first refusal: of a currency that it does not know, then of an amount that is none, single ones before those of lists, then of a limit, a rate or a result; unless the rule says otherwise.
- A date is `YYYY-MM-DD`, an instant RFC 3339, both in the years 1 to 9999.
- Over HTTP an input has at most {} bytes, which limits its texts and lists.
",
        decimals.most_characters, MOST_INPUT_BYTES
    )
}

/// The whole document.
pub fn written() -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let sources = files(&root.join("src"), "rs");
    let fixtures = files(&root.join("../fixtures"), "json");
    let rules = catalogue();
    let (forms, others): (Vec<_>, Vec<_>) = rules
        .iter()
        .partition(|rule| rule.name.starts_with("form."));
    let mut out = [HEAD, &bounds()].concat();
    for (title, rules) in [("Calculations and machines", others), ("Forms", forms)] {
        let _ = write!(out, "\n## {title}\n");
        for rule in rules {
            describe(rule, &sources, &fixtures, &mut out);
        }
    }
    out
}

fn files(folder: &Path, ending: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut entries: Vec<PathBuf> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            found.extend(files(&path, ending));
        } else if path.extension().is_some_and(|known| known == ending) {
            let text = fs::read_to_string(&path).unwrap_or_default();
            found.push((path, text));
        }
    }
    found
}

fn describe(
    rule: &RuleDoc,
    sources: &[(PathBuf, String)],
    fixtures: &[(PathBuf, String)],
    out: &mut String,
) {
    let _ = write!(out, "\n### `{}`\n\n{}\n", rule.name, rule.doc);
    if let Some(comment) = comment_of(rule.written, sources) {
        let _ = write!(out, "\n{comment}\n");
    }
    table("Input", &rule.input, out);
    if !rule.name.starts_with("form.") {
        table("Output", &rule.output, out);
    }
    if let Some((name, input, answer)) = example(&rule.name, fixtures) {
        let _ = write!(
            out,
            "\nExample, {name}:\n\n```json\n{input}\n```\n```json\n{answer}\n```\n"
        );
    }
}

/// The doc comment of a function given as in `schedule::loan`: by name, preferably in a file of that name.
fn comment_of(written: &str, sources: &[(PathBuf, String)]) -> Option<String> {
    let written: String = written.split_whitespace().collect();
    let (module, name) = written.rsplit_once("::").unwrap_or(("", &written));
    let module = module.rsplit("::").next().unwrap_or_default();
    let opening = format!("pub fn {name}(");
    let holds = |path: &Path| {
        let stem = path
            .file_stem()
            .and_then(|stem| stem.to_str())
            .unwrap_or_default();
        let folder = path
            .parent()
            .and_then(Path::file_name)
            .and_then(|name| name.to_str());
        (stem == module, folder == Some(module))
    };
    let mut candidates: Vec<_> = sources
        .iter()
        .filter(|(_, text)| text.contains(&opening))
        .collect();
    candidates.sort_by_key(|(path, _)| std::cmp::Reverse(holds(path)));
    let (_, text) = candidates.first()?;
    let lines: Vec<&str> = text.lines().collect();
    let at = lines.iter().position(|line| line.contains(&opening))?;
    let first = lines
        .get(..at)?
        .iter()
        .rposition(|line| !line.starts_with("///") && !line.starts_with("#["))?;
    let mut comment = String::new();
    let mut is_code = false;
    for line in lines.get(first + 1..at)? {
        let Some(text) = line.strip_prefix("///") else {
            continue;
        };
        let text = text.trim();
        if text.starts_with("```") {
            is_code = !is_code;
        } else if is_code {
        } else if text == "# Errors" {
            comment.push_str("\nRefused:");
        } else {
            comment.push_str(if text.is_empty() {
                "\n"
            } else if comment.is_empty() || comment.ends_with('\n') {
                ""
            } else {
                " "
            });
            comment.push_str(text);
        }
    }
    Some(comment.trim().to_owned())
}

fn table(title: &str, document: &Value, out: &mut String) {
    let schema = document.pointer("/anyOf/0/allOf/0").unwrap_or(document);
    let mut rows = Vec::new();
    collect("", schema, document, &mut rows);
    if rows.is_empty() {
        return;
    }
    let _ = write!(out, "\n| {} | | |\n|---|---|---|\n", title);
    for (key, kind, doc) in rows {
        let _ = writeln!(out, "| `{key}` | {kind} | {doc} |");
    }
}

/// The schema, or the definition that it refers to.
fn resolved<'a>(of: &'a Value, document: &'a Value) -> &'a Value {
    let place = of["$ref"]
        .as_str()
        .and_then(|place| place.strip_prefix('#'));
    place
        .and_then(|place| document.pointer(place))
        .unwrap_or(of)
}

/// Whether the members of an object are objects of one type, as rates by currency.
fn alike(schema: &Value) -> bool {
    let members = schema["properties"].as_object().into_iter().flatten();
    let members: Vec<&Value> = members.map(|(_, of)| of).collect();
    let is_alike = |pair: &[&Value]| pair.first() == pair.last();
    members.len() > 1
        && members.iter().all(|of| of["properties"].is_object())
        && members.windows(2).all(is_alike)
}

/// Collects keys, types and descriptions, with nested objects under their parents.
fn collect(
    front: &str,
    schema: &Value,
    document: &Value,
    rows: &mut Vec<(String, String, String)>,
) {
    let required: Vec<&str> = schema["required"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    let properties = schema["properties"].as_object();
    let is_alike = alike(schema);
    for (key, of) in properties.into_iter().flatten() {
        let key = if is_alike { "*" } else { key };
        let doc = of["description"]
            .as_str()
            .unwrap_or_default()
            .replace('|', "\\|");
        let optional = if required.contains(&key) { "" } else { "?" };
        rows.push((format!("{front}{key}{optional}"), kind(of), doc));
        let inner = [of, &of["anyOf"][0], &of["items"], &of["anyOf"][0]["items"]]
            .into_iter()
            .map(|inner| resolved(inner, document))
            .find(|inner| inner["properties"].is_object());
        if let Some(inner) = inner {
            collect(&format!("{front}{key}."), inner, document, rows);
        }
        if is_alike {
            return;
        }
    }
}

/// A type in words. Bounds that are alike everywhere are in the head of the document.
fn kind(of: &Value) -> String {
    if let Some(texts) = of["enum"].as_array() {
        let texts: Vec<_> = texts
            .iter()
            .filter_map(Value::as_str)
            .map(|text| format!("`{text}`"))
            .collect();
        return texts.join(", ");
    }
    if let Some([inner, other, ..]) = of["anyOf"].as_array().map(Vec::as_slice) {
        // Any other text than those listed is refused by the rule, and of no use to callers.
        let or_null = if other["type"] == "null" {
            " or null"
        } else {
            ""
        };
        return kind(inner) + or_null;
    }
    if of["$ref"].is_string() {
        return "object".into();
    }
    let is_amount = |note: &str| note.starts_with("Any text is read.");
    match (of["format"].as_str(), of["type"].as_str()) {
        (Some("decimal"), _) if of["$comment"].as_str().is_some_and(is_amount) => "amount".into(),
        (Some("decimal"), _) if of["exclusiveMinimum"] == 0 => "decimal above zero".into(),
        (Some("decimal"), _) => "decimal".into(),
        (Some("date"), _) => "date".into(),
        (Some("date-time"), _) => "instant".into(),
        (_, None) if of["type"] == serde_json::json!(["string", "number"]) => {
            "text or number".into()
        }
        (_, Some("array")) => format!("list of {}", kind(&of["items"])),
        (_, Some("string")) => "text".into(),
        (_, Some("integer")) => "whole number".into(),
        (_, Some("boolean")) => "true or false".into(),
        (_, Some(other)) => other.into(),
        _ => "anything".into(),
    }
}

/// The first test vector of a rule, and the rule's current answer.
fn example(rule: &str, fixtures: &[(PathBuf, String)]) -> Option<(String, String, String)> {
    let (_, text) = fixtures
        .iter()
        .find(|(path, _)| path.file_stem().is_some_and(|stem| stem == rule))?;
    let cases: Value = serde_json::from_str(text).ok()?;
    let case = cases["cases"].as_array()?.first()?;
    let answer = domain_core::evaluate(rule, case["input"].clone()).ok()?;
    Some((
        case["name"].as_str()?.to_owned(),
        case["input"].to_string(),
        answer.to_string(),
    ))
}
