//! Forms that are judged over and over: what stands between the engine and a keystroke.
//!
//! The values do not travel as JavaScript objects. JavaScript writes their characters into this module's memory, and
//! reads numbers from it: which violations there are. A violation's object is made once, however often it is found.

use crate::convert::thrown;
use crate::tree::{value, with_node};
use domain_core::RuleCallError;
use domain_core::catalogue::PreparedForm as Prepared;
use domain_core::json::{Node, Object};
use domain_core::shape::Output;
use domain_core::validation::Violation;
use std::borrow::Cow;
use wasm_bindgen::prelude::*;

/// More characters in one form take the longer way.
const MOST_BYTES: usize = 1024;
/// More different violations than this are not kept: amounts that are typed make a new one with each digit.
const MOST_KNOWN: usize = 64;

/// What stands in the list of lengths in place of a length.
mod mark {
    pub const ABSENT: u32 = u32::MAX;
    pub const YES: u32 = u32::MAX - 1;
    pub const NO: u32 = u32::MAX - 2;
}

/// Added to the number of violations when those kept before have been forgotten.
const FORGOTTEN: usize = 256;
/// Stands in place of a number of violations.
const MISREAD: usize = 512;

/// A form in a context, ready for values.
#[wasm_bindgen(skip_typescript)]
pub struct PreparedForm {
    form: Prepared,
    /// The characters of all texts, one after the other, ASCII.
    characters: Vec<u8>,
    /// Each field's length or mark; afterwards the places of the violations found.
    lengths: Vec<u32>,
    known: Vec<Violation>,
}

#[wasm_bindgen]
impl PreparedForm {
    #[wasm_bindgen(constructor, skip_typescript)]
    pub fn new(form: &str, context: &JsValue) -> Result<Self, JsValue> {
        let prepared = with_node(context, |context| Prepared::new(form, context));
        let form = prepared.map_err(|error| thrown(&error))?;
        Ok(Self {
            lengths: vec![mark::ABSENT; form.most_violations()],
            characters: vec![0; MOST_BYTES],
            known: Vec::new(),
            form,
        })
    }

    /// The fields in order, separated by blanks.
    #[wasm_bindgen(skip_typescript)]
    pub fn fields(&self) -> String {
        self.form.fields().join(" ")
    }

    /// How many lengths and places there is room for.
    #[wasm_bindgen(skip_typescript)]
    pub fn room(&self) -> usize {
        self.lengths.len()
    }

    /// Where the characters are to be written.
    #[wasm_bindgen(skip_typescript)]
    pub fn characters(&self) -> *const u8 {
        self.characters.as_ptr()
    }

    /// Where the lengths are to be written, and the violations' places read.
    #[wasm_bindgen(skip_typescript)]
    pub fn lengths(&self) -> *const u32 {
        self.lengths.as_ptr()
    }

    /// Judges what was written; the number of violations, and `FORGOTTEN` more when their places begin anew. `MISREAD`
    /// when it cannot be judged: `check_form` says why.
    #[wasm_bindgen(skip_typescript)]
    pub fn judge(&mut self) -> usize {
        let judged = self.form.check(&self.values());
        self.tell(judged)
    }

    /// The same for one field.
    #[wasm_bindgen(skip_typescript)]
    pub fn judge_field(&mut self, place: usize) -> usize {
        let field = self.form.fields().get(place).copied();
        let judged = self
            .form
            .check_field(field.unwrap_or_default(), &self.values());
        self.tell(judged)
    }

    fn tell(&mut self, judged: Result<Vec<Violation>, RuleCallError>) -> usize {
        let Ok(violations) = judged else {
            return MISREAD;
        };
        let forgotten = self.known.len() > MOST_KNOWN;
        if forgotten {
            self.known.clear();
        }
        let count = violations.len();
        for (slot, violation) in self.lengths.iter_mut().zip(violations) {
            let place = self.known.iter().position(|known| *known == violation);
            let place = place.unwrap_or_else(|| {
                self.known.push(violation);
                self.known.len().saturating_sub(1)
            });
            *slot = u32::try_from(place).unwrap_or(0);
        }
        if forgotten {
            count.saturating_add(FORGOTTEN)
        } else {
            count
        }
    }

    /// The violation at a place.
    #[wasm_bindgen(skip_typescript)]
    pub fn violation(&self, place: usize) -> JsValue {
        self.known
            .get(place)
            .map_or(JsValue::NULL, |violation| value(&violation.write()))
    }

    /// What was written.
    fn values(&self) -> Node<'_> {
        let fields = self.form.fields();
        let in_use = |length: &&u32| **length < mark::NO;
        let lengths = self.lengths.iter().take(fields.len());
        let bytes = lengths.clone().filter(in_use).sum::<u32>();
        let written = usize::try_from(bytes)
            .ok()
            .and_then(|end| self.characters.get(..end));
        let text = std::str::from_utf8(written.unwrap_or_default()).unwrap_or_default();
        let mut values = Object::with_room(fields.len());
        let mut from = 0_usize;
        for (key, length) in fields.iter().zip(lengths) {
            let node = match *length {
                mark::ABSENT => continue,
                mark::YES => Node::Flag(true),
                mark::NO => Node::Flag(false),
                length => {
                    let to = from.saturating_add(usize::try_from(length).unwrap_or(0));
                    let part = text.get(from..to).unwrap_or_default();
                    from = to;
                    Node::Text(Cow::Borrowed(part))
                }
            };
            values.push(Cow::Borrowed(key), node);
        }
        Node::Object(values)
    }
}

/// This module's memory.
#[wasm_bindgen(skip_typescript)]
pub fn rules_memory() -> JsValue {
    wasm_bindgen::memory()
}
