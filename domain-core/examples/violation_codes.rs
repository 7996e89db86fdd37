//! Writes docs/violation-codes.json: every code with its default message and its possible facts.

use domain_core::validation::Code;
use serde_json::{Value, json};

fn main() {
    let codes: Vec<Value> = Code::ALL
        .iter()
        .map(|code| json!({"code": code.as_str(), "message": code.message(), "params": code.params()}))
        .collect();
    println!("{:#}", Value::from(codes));
}
