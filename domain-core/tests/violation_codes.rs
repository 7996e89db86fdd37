//! Clients depend on violation codes, so codes are only ever added.

use domain_core::validation::Code;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

#[test]
fn published_codes_are_stable() {
    let text = fs::read_to_string(Path::new(ROOT).join("docs/violation-codes.json")).unwrap();
    let published: Vec<Value> = serde_json::from_str(&text).unwrap();
    assert_eq!(
        published.len(),
        Code::ALL.len(),
        "a code was removed, or `make rules-doc` has not published a new one"
    );
    for (published, code) in published.iter().zip(Code::ALL) {
        assert_eq!(
            published["code"],
            code.as_str(),
            "codes keep their names and their order"
        );
        assert_eq!(published["message"], code.message(), "{code}");
        let params: Vec<&str> = published["params"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(Value::as_str)
            .collect();
        assert_eq!(params, code.params(), "{code}");
    }
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    entries
        .flat_map(|path| {
            if path.is_dir() {
                files(&path)
            } else if path.extension().is_some_and(|ending| ending == "json") {
                vec![path]
            } else {
                Vec::new()
            }
        })
        .collect()
}

fn violations(answer: &Value, found: &mut Vec<Value>) {
    match answer {
        Value::Object(members)
            if members.contains_key("code") && members.contains_key("params") =>
        {
            found.push(answer.clone())
        }
        Value::Object(members) => members.values().for_each(|value| violations(value, found)),
        Value::Array(items) => items.iter().for_each(|value| violations(value, found)),
        _ => {}
    }
}

/// In all test vectors, each violation has a message, and no facts other than those of its code.
#[test]
fn violations_have_only_the_facts_of_their_code() {
    let mut seen = std::collections::BTreeSet::new();
    for path in files(&Path::new(ROOT).join("fixtures")) {
        let file: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        let rule = file["rule"].as_str().unwrap();
        for case in file["cases"].as_array().unwrap() {
            let Ok(answer) = domain_core::evaluate(rule, case["input"].clone()) else {
                continue;
            };
            let mut found = Vec::new();
            violations(&answer, &mut found);
            for violation in found {
                let code = Code::ALL
                    .iter()
                    .find(|code| violation["code"] == code.as_str())
                    .unwrap();
                assert!(
                    violation["message"]
                        .as_str()
                        .is_some_and(|message| !message.is_empty())
                );
                for name in violation["params"].as_object().unwrap().keys() {
                    assert!(
                        code.params().contains(&name.as_str()),
                        "{rule}: {code} carries {name}"
                    );
                }
                seen.insert(code.as_str());
            }
        }
    }
    let unseen: Vec<_> = Code::ALL
        .iter()
        .filter(|code| !seen.contains(code.as_str()))
        .collect();
    assert!(unseen.is_empty(), "no test vector shows {unseen:?}");
}
