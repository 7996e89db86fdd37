//! Forms that are judged over and over: what stands between the engine and a keystroke.
//!
//! The values do not travel as JavaScript objects. JavaScript writes their characters into this module's memory, and
//! reads numbers from it: which violations there are. A violation's object is made once, however often it is found.

use crate::convert::thrown;
use crate::tree::{value, with_node};
use domain_core::catalogue::PreparedForm as Prepared;
use domain_core::json::Node;
use domain_core::shape::Output;
use domain_core::validation::Violation;
use std::borrow::Cow;
use wasm_bindgen::prelude::*;

/// More characters in one call take the longer way.
const MOST_BYTES: usize = 1024;
/// More different violations than this are not kept: amounts that are typed make a new one with each digit.
const MOST_KNOWN: usize = 64;

/// What stands in the list of changes in place of a length.
mod mark {
    pub const ABSENT: u32 = u32::MAX;
    pub const YES: u32 = u32::MAX - 1;
    pub const NO: u32 = u32::MAX - 2;
}

/// Added to the number of violations when those kept before have been forgotten.
const FORGOTTEN: usize = 256;
/// Stands in place of a number of violations.
const MISREAD: usize = 512;

/// A form in a context, which keeps its values: what changes is written, and nothing else.
#[wasm_bindgen(skip_typescript)]
pub struct PreparedForm {
    form: Prepared,
    /// The characters of the texts that have changed, one after the other, ASCII.
    characters: Vec<u8>,
    /// The changed fields' places, each with its length or mark; afterwards the places of the violations found.
    words: Vec<u32>,
    known: Vec<Violation>,
}

#[wasm_bindgen]
impl PreparedForm {
    #[wasm_bindgen(constructor, skip_typescript)]
    pub fn new(form: &str, context: &JsValue) -> Result<Self, JsValue> {
        let prepared = with_node(context, |context| Prepared::new(form, context));
        let form = prepared.map_err(|error| thrown(&error))?;
        Ok(Self {
            words: vec![0; form.most_violations().saturating_mul(2)],
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

    /// How many words there is room for.
    #[wasm_bindgen(skip_typescript)]
    pub fn room(&self) -> usize {
        self.words.len()
    }

    /// Where the characters are to be written.
    #[wasm_bindgen(skip_typescript)]
    pub fn characters(&self) -> *const u8 {
        self.characters.as_ptr()
    }

    /// Where the changes are to be written, and the violations' places read.
    #[wasm_bindgen(skip_typescript)]
    pub fn words(&self) -> *const u32 {
        self.words.as_ptr()
    }

    /// Takes so many changes and judges; the number of violations, and `FORGOTTEN` more when their places begin anew.
    /// `MISREAD` when it cannot be judged: `check_form` says why.
    #[wasm_bindgen(skip_typescript)]
    pub fn judge(&mut self, changes: usize) -> usize {
        self.take(changes);
        let judged = self.form.check();
        self.tell(judged)
    }

    /// The same for the field at a place.
    #[wasm_bindgen(skip_typescript)]
    pub fn judge_field(&mut self, changes: usize, place: usize) -> usize {
        self.take(changes);
        let judged = self.form.check_field(place);
        self.tell(judged)
    }

    fn tell(&mut self, judged: Option<Vec<Violation>>) -> usize {
        let Some(violations) = judged else {
            return MISREAD;
        };
        let forgotten = self.known.len() > MOST_KNOWN;
        if forgotten {
            self.known.clear();
        }
        let count = violations.len();
        for (slot, violation) in self.words.iter_mut().zip(violations) {
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

    /// Takes over what was written.
    fn take(&mut self, changes: usize) {
        let mut rest = self.characters.as_slice();
        for change in self.words.chunks_exact(2).take(changes) {
            let &[place, length] = change else {
                continue;
            };
            let node = match length {
                mark::ABSENT => Node::Null,
                mark::YES => Node::Flag(true),
                mark::NO => Node::Flag(false),
                length => {
                    let length = usize::try_from(length).unwrap_or(0);
                    let (text, others) = rest.split_at_checked(length).unwrap_or_default();
                    rest = others;
                    Node::Text(Cow::Borrowed(std::str::from_utf8(text).unwrap_or_default()))
                }
            };
            self.form.set(usize::try_from(place).unwrap_or(0), &node);
        }
    }
}

/// This module's memory.
#[wasm_bindgen(skip_typescript)]
pub fn rules_memory() -> JsValue {
    wasm_bindgen::memory()
}
