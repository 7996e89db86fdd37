//! Counting characters, through the `validator` crate's length check.

use validator::ValidateLength;

/// A text whose length is its number of Unicode characters.
///
/// Text reaches the rules in composed form (NFC): the native door composes it, the browser's door asks the browser to.
pub(super) struct Characters<'a>(pub &'a str);

impl ValidateLength<u64> for Characters<'_> {
    fn length(&self) -> Option<u64> {
        Some(count_characters(self.0))
    }
}

/// The number of Unicode characters.
pub fn count_characters(text: &str) -> u64 {
    u64::try_from(text.chars().count()).unwrap_or(u64::MAX)
}
