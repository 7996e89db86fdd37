//! Between JavaScript values and JSON text.

use domain_core::RuleCallError;
use domain_core::json::Node;
#[cfg(feature = "rules")]
use domain_core::json::Object;
use js_sys::{JSON, JsString};
use wasm_bindgen::JsValue;

/// No code point below U+0300 (in UTF-8: below this byte) changes when text is composed.
const FIRST_COMPOSED_BYTE: u8 = 0xCC;

/// The value as JSON text, its texts in composed form (NFC), as the native door composes them.
pub fn json_text(value: &JsValue) -> Result<String, RuleCallError> {
    let malformed = || RuleCallError::new("malformed", "The input is not JSON.");
    // `undefined` and functions have no JSON: `stringify` answers with `undefined`.
    let text = JSON::stringify(value)
        .ok()
        .and_then(|text| JsValue::from(text).as_string())
        .ok_or_else(malformed)?;
    if text.bytes().all(|byte| byte < FIRST_COMPOSED_BYTE) {
        return Ok(text);
    }
    Ok(JsString::from(text).normalize("NFC").into())
}

/// The node as a JavaScript value.
pub fn value(node: &Node<'_>) -> JsValue {
    JSON::parse(&node.to_text()).unwrap_or(JsValue::NULL)
}

/// What is thrown: `{code, message}`.
#[cfg(feature = "rules")]
pub fn thrown(error: &RuleCallError) -> JsValue {
    let mut object = Object::new();
    object.member("code", Node::from(error.code));
    object.member("message", Node::Text(error.message.clone()));
    value(&Node::Object(object))
}

/// The same, where a few hundred bytes do not matter.
#[cfg(not(feature = "rules"))]
pub fn thrown(error: &RuleCallError) -> JsValue {
    serde_wasm_bindgen::to_value(error).unwrap_or(JsValue::NULL)
}
