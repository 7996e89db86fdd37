//! Writes fixtures/ANSWERS: `cargo run -p domain-core --example answers > fixtures/ANSWERS`.

mod digests;

fn main() {
    print!("{}", digests::written());
}
