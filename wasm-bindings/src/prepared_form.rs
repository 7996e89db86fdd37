//! The keystroke path: a form that is checked at every keystroke.
//!
//! Values do not cross as JavaScript objects. JavaScript writes a changed text into this module's memory and gets back
//! the indices of the violations; the object of a violation is created once and cached on the JavaScript side.

use crate::convert::{thrown, value, with_node};
use crate::text_buffer::TextBuffer;
use domain_core::catalogue::PreparedForm as Prepared;
use domain_core::json::Node;
use domain_core::shape::Output;
use domain_core::validation::Violation;
use std::borrow::Cow;
use wasm_bindgen::prelude::*;

/// The number of cached violations. Typing an amount creates a new one with every digit.
const CACHE_LIMIT: usize = 64;

/// Added to an answer when the cache has been cleared. `answer_codes` passes it to JavaScript.
const CLEARED: usize = 256;
/// Returned if a value could not be read; `check_form` gives the reason.
const UNREADABLE: usize = 512;

/// A form that keeps its context and values.
#[wasm_bindgen(skip_typescript)]
pub struct PreparedForm {
    form: Prepared,
    buffer: TextBuffer,
    /// Cache indices of the violations.
    found: Vec<u32>,
    cache: Vec<Violation>,
}

#[wasm_bindgen]
impl PreparedForm {
    #[wasm_bindgen(constructor, skip_typescript)]
    pub fn new(form: &str, context: &JsValue) -> Result<Self, JsValue> {
        let prepared = with_node(context, |context| Prepared::new(form, context));
        let form = prepared.map_err(|error| thrown(&error))?;
        Ok(Self {
            buffer: TextBuffer::new(),
            found: vec![0; form.max_violations()],
            cache: Vec::new(),
            form,
        })
    }

    /// The fields in order, separated by spaces.
    #[wasm_bindgen(skip_typescript)]
    pub fn fields(&self) -> String {
        self.form.fields().join(" ")
    }

    /// The address for writing texts.
    #[wasm_bindgen(skip_typescript)]
    pub fn text_buffer(&self) -> *const u8 {
        self.buffer.address()
    }

    /// The address of the cache indices from [`Self::check`].
    #[wasm_bindgen(skip_typescript)]
    pub fn found(&self) -> *const u32 {
        self.found.as_ptr()
    }

    /// Sets a field to the text of `length` characters in the buffer.
    #[wasm_bindgen(skip_typescript)]
    pub fn set_text(&mut self, field: usize, length: usize) {
        let text = self.buffer.text(length);
        self.form.set(field, &Node::Text(Cow::Borrowed(text)));
    }

    /// Sets a field to any JSON value.
    #[wasm_bindgen(skip_typescript)]
    pub fn set(&mut self, field: usize, value: &JsValue) {
        let read = with_node(value, |node| {
            self.form.set(field, node);
            Ok(())
        });
        if read.is_err() {
            self.form.set_unreadable(field);
        }
    }

    /// Checks the form; returns the number of violations, or `UNREADABLE`.
    #[wasm_bindgen(skip_typescript)]
    pub fn check(&mut self) -> usize {
        let Some(violations) = self.form.check() else {
            return UNREADABLE;
        };
        let cleared = self.limit_cache();
        let count = violations.len();
        for (slot, violation) in violations.into_iter().enumerate() {
            let index = self.cache_index(violation);
            if let Some(slot) = self.found.get_mut(slot) {
                *slot = u32::try_from(index).unwrap_or(0);
            }
        }
        count.saturating_add(cleared)
    }

    /// Checks one field; returns 0, the cache index of its violation plus one, or `UNREADABLE`.
    #[wasm_bindgen(skip_typescript)]
    pub fn check_field(&mut self, field: usize) -> usize {
        let Some(violation) = self.form.check_field(field) else {
            return UNREADABLE;
        };
        self.field_answer(violation)
    }

    /// Whether the field's verdict depends on its text alone.
    #[wasm_bindgen(skip_typescript)]
    pub fn is_text_field(&self, field: usize) -> bool {
        self.form.text_field(field).is_some()
    }

    /// As [`Self::check_field`], for a text field with the text in the buffer as its value.
    #[wasm_bindgen(skip_typescript)]
    pub fn check_text(&mut self, field: usize, length: usize) -> usize {
        let text = self.buffer.text(length);
        let field = self.form.text_field(field);
        self.field_answer(field.and_then(|field| field.violation(text)))
    }

    /// A cached violation.
    #[wasm_bindgen(skip_typescript)]
    pub fn violation(&self, index: usize) -> JsValue {
        self.cache
            .get(index)
            .map_or(JsValue::NULL, |violation| value(&violation.write()))
    }
}

impl PreparedForm {
    fn field_answer(&mut self, violation: Option<Violation>) -> usize {
        let Some(violation) = violation else {
            return 0;
        };
        let cleared = self.limit_cache();
        self.cache_index(violation)
            .saturating_add(1)
            .saturating_add(cleared)
    }

    /// Clears a full cache; returns the number to add to the answer.
    fn limit_cache(&mut self) -> usize {
        if self.cache.len() <= CACHE_LIMIT {
            return 0;
        }
        self.cache.clear();
        CLEARED
    }

    fn cache_index(&mut self, violation: Violation) -> usize {
        let index = self.cache.iter().position(|cached| *cached == violation);
        index.unwrap_or_else(|| {
            self.cache.push(violation);
            self.cache.len().saturating_sub(1)
        })
    }
}

/// The numbers `CLEARED` and `UNREADABLE`, in this order.
#[wasm_bindgen(skip_typescript)]
pub fn answer_codes() -> Vec<usize> {
    vec![CLEARED, UNREADABLE]
}

/// This module's memory.
#[wasm_bindgen(skip_typescript)]
pub fn rules_memory() -> JsValue {
    wasm_bindgen::memory()
}
