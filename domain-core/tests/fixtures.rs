//! All test vectors, natively: those that `make parity` runs through every interface, at the speed of a unit test.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

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

/// Whether every expected key is present and equal; lists match in length and order.
fn holds(answer: &Value, expected: &Value) -> bool {
    match (answer, expected) {
        (Value::Object(answer), Value::Object(expected)) => expected
            .iter()
            .all(|(key, value)| answer.get(key).is_some_and(|found| holds(found, value))),
        (Value::Array(answer), Value::Array(expected)) => {
            answer.len() == expected.len()
                && answer
                    .iter()
                    .zip(expected)
                    .all(|(one, other)| holds(one, other))
        }
        _ => answer == expected,
    }
}

#[test]
fn all_test_vectors_pass() {
    let mut count = 0_u32;
    for path in files(Path::new(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../fixtures"
    ))) {
        let file: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        let rule = file["rule"].as_str().unwrap();
        if rule == "password.estimate" && !cfg!(feature = "estimate") {
            continue;
        }
        for case in file["cases"].as_array().unwrap() {
            let answer = match domain_core::evaluate(rule, case["input"].clone()) {
                Ok(answer) => answer,
                Err(error) => {
                    serde_json::json!({"error": {"code": error.code, "message": error.message}})
                }
            };
            assert!(
                holds(&answer, &case["expect"]),
                "{rule}: {}: {answer}",
                case["name"]
            );
            count += 1;
        }
    }
    assert!(count > 800, "{count}");
}
