//! docs/rules.md matches the rules.

#![cfg(feature = "estimate")]

#[path = "../examples/rules_doc/document.rs"]
mod document;

#[test]
fn the_document_is_up_to_date_and_its_examples_hold() {
    let kept =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/rules.md")).unwrap();
    // An estimate varies slightly between runs, so its example's answer is not compared.
    let plain = |text: &str| -> Vec<String> {
        text.lines()
            .filter(|line| !line.contains("guesses_log10\":"))
            .map(str::to_owned)
            .collect()
    };
    let written = plain(&document::written());
    for (line, (kept, now)) in plain(&kept).iter().zip(&written).enumerate() {
        assert_eq!(
            kept,
            now,
            "line {}: renew it with `make rules-doc`",
            line + 1
        );
    }
    assert_eq!(plain(&kept).len(), written.len());
}
