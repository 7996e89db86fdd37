//! A digest of each rule's answers to its fixtures: which rules a change of the source has changed.

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Its estimates differ slightly between platforms.
const ESTIMATE: &str = "password.estimate";

/// A line for each rule, in the order of their names: the name, and the SHA-256 over its inputs and answers.
pub fn written() -> String {
    let mut all = BTreeMap::<String, Sha256>::new();
    for path in files(Path::new(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../fixtures"
    ))) {
        let text = fs::read_to_string(&path).expect("a fixture");
        let file: Value = serde_json::from_str(&text).expect("JSON");
        let rule = file["rule"].as_str().expect("the name of a rule");
        if rule == ESTIMATE {
            continue;
        }
        let digest = all.entry(rule.to_owned()).or_default();
        for case in file["cases"].as_array().expect("cases") {
            let input = case["input"].clone();
            let answer = domain_core::evaluate(rule, input.clone()).unwrap_or_else(
                |error| json!({ "error": { "code": error.code, "message": error.message } }),
            );
            digest.update(format!("{input}\n{answer}\n"));
        }
    }
    let line = |(rule, digest): (String, Sha256)| {
        let digits: Vec<String> = digest
            .finalize()
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        format!("{rule} {}\n", digits.concat())
    };
    all.into_iter().map(line).collect()
}

/// The fixtures of a folder, in the order of their names.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder of fixtures");
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let mut found = Vec::new();
    for path in paths {
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|ending| ending == "json") {
            found.push(path);
        }
    }
    found
}
