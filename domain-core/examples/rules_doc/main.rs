//! Writes docs/rules.md: `cargo run -p domain-core --features estimate --example rules_doc > docs/rules.md`.

mod document;

fn main() {
    print!("{}", document::written());
}
