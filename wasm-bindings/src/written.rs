//! The characters of a text that has changed, on their way into this module. The other half: webapp/src/engine/written.ts.

/// Longer texts take the way of any JSON.
const MOST_CHARACTERS: usize = 1024;

/// Room for one text, ASCII. JavaScript writes four characters at a time, and after a text's last one as many as make
/// four.
pub struct Written(Box<Room>);

#[repr(align(4))]
struct Room([u8; MOST_CHARACTERS + 4]);

impl Written {
    pub fn new() -> Self {
        Self(Box::new(Room([0; MOST_CHARACTERS + 4])))
    }

    /// Where the characters are to be written.
    pub fn place(&self) -> *const u8 {
        self.0.0.as_ptr()
    }

    /// The text of so many characters that was written.
    pub fn text(&self, length: usize) -> &str {
        let written = self.0.0.get(..length).unwrap_or_default();
        std::str::from_utf8(written).unwrap_or_default()
    }
}
