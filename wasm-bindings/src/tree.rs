//! JSON values in and out of this module's memory, without a text in between. What the words mean: tree.js.

use domain_core::RuleCallError;
use domain_core::json::{Node, Object};
use std::borrow::Cow;
use std::cell::Cell;
use std::ops::Range;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(module = "/src/tree.js")]
extern "C" {
    fn attach(memory: JsValue);
    fn write_tree(
        value: &JsValue,
        words: *mut u32,
        word_count: usize,
        characters: *mut u8,
        byte_count: usize,
    ) -> i32;
    fn read_tree(words: *const u32, characters: *const u8, byte_count: usize) -> JsValue;
}

mod kind {
    pub const NULL: u32 = 0;
    pub const FALSE: u32 = 1;
    pub const TRUE: u32 = 2;
    pub const NUMBER: u32 = 3;
    pub const TEXT: u32 = 4;
    pub const LIST: u32 = 5;
    pub const OBJECT: u32 = 6;
    pub const ALIKE: u32 = 7;
}

const KIND_BITS: u32 = 3;
const WRITTEN_OUT: u32 = 0x8000_0000;
const PLACE_BITS: u32 = 24;
const LONGEST_NAME: usize = 127;

/// Room for nearly every input; more is made when there is too little.
const FIRST_WORDS: usize = 512;
const FIRST_BYTES: usize = 4096;
/// Whoever sends more than this is not asking about money.
const MOST_BYTES: usize = 1 << 26;

/// Words and characters.
#[derive(Default)]
pub struct Tree {
    words: Vec<u32>,
    characters: Vec<u8>,
    /// Where the words of the keys of the object that was begun last stand.
    last_keys: Range<usize>,
}

thread_local! {
    /// Room that is used again and again. Taken while it is in use: an input's `toJSON` may call the engine in between.
    static ROOM: Cell<Option<Box<Tree>>> = const { Cell::new(None) };
}

/// Tells the other half which memory it is.
pub fn begin() {
    attach(wasm_bindgen::memory());
}

/// Calls with the value as a tree, its texts in composed form (NFC), as the native door composes them.
pub fn with_node<T>(
    value: &JsValue,
    call: impl FnOnce(&Node<'_>) -> Result<T, RuleCallError>,
) -> Result<T, RuleCallError> {
    let mut room = ROOM.take().unwrap_or_default();
    let answer = match room.take_in(value) {
        Some(node) => call(&node),
        None => Err(RuleCallError::new("malformed", "The input is not JSON.")),
    };
    ROOM.set(Some(room));
    answer
}

/// The node as a JavaScript value. What it borrows stands in the program, where the other half may read it later.
pub fn value(node: &Node<'static>) -> JsValue {
    let mut room = ROOM.take().unwrap_or_default();
    room.words.clear();
    room.characters.clear();
    room.last_keys = 0..0;
    room.append(node);
    let value = read_tree(
        room.words.as_ptr(),
        room.characters.as_ptr(),
        room.characters.len(),
    );
    ROOM.set(Some(room));
    value
}

impl Tree {
    fn take_in(&mut self, value: &JsValue) -> Option<Node<'_>> {
        self.words.resize(self.words.capacity().max(FIRST_WORDS), 0);
        self.characters
            .resize(self.characters.capacity().max(FIRST_BYTES), 0);
        loop {
            let count = write_tree(
                value,
                self.words.as_mut_ptr(),
                self.words.len(),
                self.characters.as_mut_ptr(),
                self.characters.len(),
            );
            match count {
                ..0 => return None,
                0 if self.characters.len() > MOST_BYTES => return None,
                0 => {
                    self.words.resize(self.words.len().saturating_mul(4), 0);
                    self.characters
                        .resize(self.characters.len().saturating_mul(4), 0);
                }
                _ => break,
            }
        }
        self.node()
    }

    fn node(&self) -> Option<Node<'_>> {
        let (bytes, words) = self.words.split_first()?;
        let written = self.characters.get(..usize::try_from(*bytes).ok()?)?;
        let mut reader = Reader {
            words: words.iter(),
            text: std::str::from_utf8(written).ok()?,
        };
        reader.node()
    }

    fn put(&mut self, kind: u32, length: usize) {
        let length = u32::try_from(length).unwrap_or(0);
        self.words.push((length << KIND_BITS) | kind);
    }

    fn put_text(&mut self, kind: u32, text: &str) {
        self.put(kind, units(text));
        self.characters.extend_from_slice(text.as_bytes());
    }

    fn append(&mut self, node: &Node<'static>) {
        match node {
            Node::Null => self.put(kind::NULL, 0),
            Node::Flag(false) => self.put(kind::FALSE, 0),
            Node::Flag(true) => self.put(kind::TRUE, 0),
            Node::Number(number) => self.put_text(kind::NUMBER, number),
            Node::Text(text) => self.put_text(kind::TEXT, text),
            Node::List(items) => {
                self.put(kind::LIST, items.len());
                items.iter().for_each(|item| self.append(item));
            }
            Node::Object(object) => {
                self.put_keys(object);
                object.iter().for_each(|(_, node)| self.append(node));
            }
        }
    }

    /// The object's head and keys. In a list of records all but the first have the same: they are not told again.
    fn put_keys(&mut self, object: &Object<'static>) {
        let count = object.members().len();
        let head = self.words.len();
        self.put(kind::OBJECT, count);
        let from = self.words.len();
        let characters = self.characters.len();
        object
            .members()
            .iter()
            .for_each(|(key, _)| self.put_key(key));
        let keys = from..self.words.len();
        let all_named = self.characters.len() == characters;
        if all_named
            && count > 0
            && self.words.get(keys.clone()) == self.words.get(self.last_keys.clone())
        {
            self.words.truncate(head);
            self.put(kind::ALIKE, count);
        } else {
            self.last_keys = keys;
        }
    }

    /// A name of the program's own is told by its place; whoever reads it keeps it.
    #[allow(clippy::ptr_arg)] // Whether it is borrowed is what counts.
    fn put_key(&mut self, key: &Cow<'static, str>) {
        let place = match key {
            Cow::Borrowed(name) if name.len() <= LONGEST_NAME => {
                u32::try_from(name.as_ptr().addr()).ok()
            }
            _ => None,
        };
        let named = place.filter(|place| place >> PLACE_BITS == 0).map(|place| {
            let length = u32::try_from(key.len()).unwrap_or(0);
            (length << PLACE_BITS) | place
        });
        self.words.push(named.unwrap_or_else(|| {
            self.characters.extend_from_slice(key.as_bytes());
            WRITTEN_OUT | u32::try_from(units(key)).unwrap_or(0)
        }));
    }
}

/// How long JavaScript says the text is.
fn units(text: &str) -> usize {
    if text.is_ascii() {
        text.len()
    } else {
        text.encode_utf16().count()
    }
}

struct Reader<'a> {
    words: std::slice::Iter<'a, u32>,
    text: &'a str,
}

impl<'a> Reader<'a> {
    fn node(&mut self) -> Option<Node<'a>> {
        let word = *self.words.next()?;
        let length = usize::try_from(word >> KIND_BITS).ok()?;
        Some(match word & ((1 << KIND_BITS) - 1) {
            kind::FALSE => Node::Flag(false),
            kind::TRUE => Node::Flag(true),
            kind::NUMBER => Node::Number(Cow::Borrowed(self.text(length)?)),
            kind::TEXT => Node::Text(Cow::Borrowed(self.text(length)?)),
            kind::LIST => {
                let mut items = Vec::with_capacity(length.min(self.words.len()));
                for _ in 0..length {
                    items.push(self.node()?);
                }
                Node::List(items)
            }
            kind::OBJECT => {
                let mut object = Object::with_room(length.min(self.words.len()));
                for _ in 0..length {
                    let bytes = usize::try_from(*self.words.next()? >> KIND_BITS).ok()?;
                    let key = Cow::Borrowed(self.text(bytes)?);
                    object.push(key, self.node()?);
                }
                Node::Object(object)
            }
            _ => Node::Null,
        })
    }

    fn text(&mut self, bytes: usize) -> Option<&'a str> {
        let (text, rest) = self.text.split_at_checked(bytes)?;
        self.text = rest;
        Some(text)
    }
}
