//! The module `estimate`.

use crate::convert::{thrown, value, with_node};
use domain_core::catalogue::call;
use domain_core::identity::password;
use domain_core::shape::ReadErrors;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
import type { RuleInput, RuleOutput } from "../rules/rule-map";

/** The rule `password.estimate`. Throws a `RuleCallError` if the call is malformed. */
export function estimate(input: RuleInput<"password.estimate">): RuleOutput<"password.estimate">;
"#;

/// The rule `password.estimate`.
#[wasm_bindgen(skip_typescript)]
pub fn estimate(input: &JsValue) -> Result<JsValue, JsValue> {
    with_node(input, |input| {
        let mut errors = ReadErrors::of_call();
        let output = call(password::estimate, input, &mut errors);
        errors.into_result(output)
    })
    .map(|output| value(&output))
    .map_err(|error| thrown(&error))
}
