//! A buffer in this module's memory for texts from JavaScript. Its counterpart is webapp/src/engine/text-buffer.ts.

/// Longer texts are passed as JavaScript values.
const MAX_LENGTH: usize = 1024;

/// Holds one ASCII text. JavaScript writes four characters at a time, so up to three bytes beyond the text are written.
pub struct TextBuffer(Box<Bytes>);

#[repr(align(4))]
struct Bytes([u8; MAX_LENGTH + 4]);

impl TextBuffer {
    pub fn new() -> Self {
        Self(Box::new(Bytes([0; MAX_LENGTH + 4])))
    }

    /// The buffer's address.
    pub fn address(&self) -> *const u8 {
        self.0.0.as_ptr()
    }

    /// The text of `length` characters in the buffer.
    pub fn text(&self, length: usize) -> &str {
        let bytes = self.0.0.get(..length).unwrap_or_default();
        std::str::from_utf8(bytes).unwrap_or_default()
    }
}
