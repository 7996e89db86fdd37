//! Arbitrary bytes as JSON into every rule: an answer or an error, never a panic; answers are valid JSON.
#![no_main]

use domain_core::catalogue::{evaluate_text, inputs};
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

static RULES: LazyLock<Vec<String>> = LazyLock::new(|| inputs().map(|(name, _)| name).collect());

fuzz_target!(|data: &[u8]| {
    let Some((which, rest)) = data.split_first() else {
        return;
    };
    let Ok(text) = std::str::from_utf8(rest) else {
        return;
    };
    let rule = &RULES[usize::from(*which) % RULES.len()];
    if let Ok(answer) = evaluate_text(rule, text) {
        let _: serde_json::Value = serde_json::from_str(&answer).unwrap();
    }
});
