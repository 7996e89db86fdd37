//! Errors as they are thrown.

use domain_core::RuleCallError;
use wasm_bindgen::JsValue;

/// What is thrown: `{code, message}`.
#[cfg(feature = "rules")]
pub fn thrown(error: &RuleCallError) -> JsValue {
    use domain_core::json::{Node, Object};
    let mut object = Object::new();
    object.member("code", Node::from(error.code));
    object.member("message", Node::Text(error.message.clone()));
    crate::tree::value(&Node::Object(object))
}

/// The same, where a few hundred bytes do not matter.
#[cfg(not(feature = "rules"))]
pub fn thrown(error: &RuleCallError) -> JsValue {
    serde_wasm_bindgen::to_value(error).unwrap_or(JsValue::NULL)
}
