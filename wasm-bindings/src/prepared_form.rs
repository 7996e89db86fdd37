//! Forms that are judged over and over: what stands between the engine and a keystroke.
//!
//! The values do not travel as JavaScript objects. JavaScript writes the characters of a text that has changed into this
//! module's memory, and gets numbers back: which violations there are. A violation's object is made once, however often it
//! is found.

use crate::convert::thrown;
use crate::tree::{value, with_node};
use crate::written::Written;
use domain_core::catalogue::PreparedForm as Prepared;
use domain_core::json::Node;
use domain_core::shape::Output;
use domain_core::validation::Violation;
use std::borrow::Cow;
use wasm_bindgen::prelude::*;

/// More different violations than this are not kept: amounts that are typed make a new one with each digit.
const MOST_KNOWN: usize = 64;

/// Added to an answer when the violations kept before have been forgotten.
const FORGOTTEN: usize = 256;
/// Stands in place of an answer.
const MISREAD: usize = 512;

/// A form in a context, which keeps its values: what changes is set, and nothing else.
#[wasm_bindgen(skip_typescript)]
pub struct PreparedForm {
    form: Prepared,
    written: Written,
    /// The places of the violations found.
    found: Vec<u32>,
    known: Vec<Violation>,
}

#[wasm_bindgen]
impl PreparedForm {
    #[wasm_bindgen(constructor, skip_typescript)]
    pub fn new(form: &str, context: &JsValue) -> Result<Self, JsValue> {
        let prepared = with_node(context, |context| Prepared::new(form, context));
        let form = prepared.map_err(|error| thrown(&error))?;
        Ok(Self {
            written: Written::new(),
            found: vec![0; form.most_violations()],
            known: Vec::new(),
            form,
        })
    }

    /// The fields in order, separated by blanks.
    #[wasm_bindgen(skip_typescript)]
    pub fn fields(&self) -> String {
        self.form.fields().join(" ")
    }

    /// Where the characters of a text are to be written.
    #[wasm_bindgen(skip_typescript)]
    pub fn characters(&self) -> *const u8 {
        self.written.place()
    }

    /// Where the places of the violations stand, after [`Self::judge`].
    #[wasm_bindgen(skip_typescript)]
    pub fn found(&self) -> *const u32 {
        self.found.as_ptr()
    }

    /// The value of the field at a place is the text of so many characters that was written.
    #[wasm_bindgen(skip_typescript)]
    pub fn set_text(&mut self, place: usize, length: usize) {
        let text = self.written.text(length);
        self.form.set(place, &Node::Text(Cow::Borrowed(text)));
    }

    /// The value of the field at a place is any JSON.
    #[wasm_bindgen(skip_typescript)]
    pub fn set(&mut self, place: usize, value: &JsValue) {
        let is_json = with_node(value, |node| {
            self.form.set(place, node);
            Ok(())
        });
        if is_json.is_err() {
            self.form.misread(place);
        }
    }

    /// The number of violations, or how it is not to be had. `MISREAD`: `check_form` says why.
    #[wasm_bindgen(skip_typescript)]
    pub fn judge(&mut self) -> usize {
        let Some(violations) = self.form.check() else {
            return MISREAD;
        };
        let forgotten = self.forget();
        let count = violations.len();
        for (slot, violation) in violations.into_iter().enumerate() {
            let place = self.place_of(violation);
            if let Some(slot) = self.found.get_mut(slot) {
                *slot = u32::try_from(place).unwrap_or(0);
            }
        }
        count.saturating_add(forgotten)
    }

    /// Of the field at a place alone: 0, or the place of its violation and one more.
    #[wasm_bindgen(skip_typescript)]
    pub fn judge_field(&mut self, place: usize) -> usize {
        let Some(violation) = self.form.check_field(place) else {
            return MISREAD;
        };
        self.tell(violation)
    }

    /// Whether the field at a place is judged by its text alone.
    #[wasm_bindgen(skip_typescript)]
    pub fn is_text_field(&self, place: usize) -> bool {
        self.form.text_field(place).is_some()
    }

    /// The same as [`Self::judge_field`] of such a field, if the text of so many characters that was written were its
    /// value.
    #[wasm_bindgen(skip_typescript)]
    pub fn judge_text(&mut self, place: usize, length: usize) -> usize {
        let text = self.written.text(length);
        let field = self.form.text_field(place);
        self.tell(field.and_then(|field| field.violation(text)))
    }

    /// The violation at a place.
    #[wasm_bindgen(skip_typescript)]
    pub fn violation(&self, place: usize) -> JsValue {
        self.known
            .get(place)
            .map_or(JsValue::NULL, |violation| value(&violation.write()))
    }
}

impl PreparedForm {
    fn tell(&mut self, violation: Option<Violation>) -> usize {
        let Some(violation) = violation else {
            return 0;
        };
        let forgotten = self.forget();
        self.place_of(violation)
            .saturating_add(1)
            .saturating_add(forgotten)
    }

    /// Makes room for new violations; what to add to the answer.
    fn forget(&mut self) -> usize {
        if self.known.len() <= MOST_KNOWN {
            return 0;
        }
        self.known.clear();
        FORGOTTEN
    }

    fn place_of(&mut self, violation: Violation) -> usize {
        let place = self.known.iter().position(|known| *known == violation);
        place.unwrap_or_else(|| {
            self.known.push(violation);
            self.known.len().saturating_sub(1)
        })
    }
}

/// This module's memory.
#[wasm_bindgen(skip_typescript)]
pub fn rules_memory() -> JsValue {
    wasm_bindgen::memory()
}
