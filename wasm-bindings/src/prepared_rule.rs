//! Rules that are asked over and over, with inputs that differ in a text or two: an amount that is typed, a balance that
//! has moved.
//!
//! The engine keeps the input; JavaScript compares the next one with it, and writes the characters of the texts that have
//! changed.

use crate::convert::thrown;
use crate::tree::{value, with_node};
use crate::written::Written;
use domain_core::catalogue::PreparedRule as Prepared;
use wasm_bindgen::prelude::*;

/// A rule that keeps its input.
#[wasm_bindgen(skip_typescript)]
pub struct PreparedRule {
    rule: Prepared,
    written: Written,
}

#[wasm_bindgen]
impl PreparedRule {
    #[wasm_bindgen(constructor, skip_typescript)]
    pub fn new(rule: &str) -> Result<Self, JsValue> {
        Ok(Self {
            rule: Prepared::new(rule).map_err(|error| thrown(&error))?,
            written: Written::new(),
        })
    }

    /// Where the characters of a text are to be written.
    #[wasm_bindgen(skip_typescript)]
    pub fn characters(&self) -> *const u8 {
        self.written.place()
    }

    /// The whole input is another; whether it is JSON.
    #[wasm_bindgen(skip_typescript)]
    pub fn set(&mut self, input: &JsValue) -> bool {
        let taken = with_node(input, |node| {
            self.rule.set(node);
            Ok(())
        });
        taken.is_ok()
    }

    /// One of the input's texts is that of so many characters that was written.
    #[wasm_bindgen(skip_typescript)]
    pub fn set_text(&mut self, place: usize, length: usize) {
        self.rule.set_text(place, self.written.text(length));
    }

    /// What the rule answers; undefined when it was called wrongly: `evaluate` says why.
    #[wasm_bindgen(skip_typescript)]
    pub fn answer(&mut self) -> JsValue {
        let answer = self.rule.answer();
        answer.map_or(JsValue::UNDEFINED, |answer| value(&answer))
    }
}
