//! Counting characters, through the `validator` crate's length check.

use validator::ValidateLength;

/// A text whose length is its number of Unicode characters.
///
/// Text reaches the rules in composed form (NFC), composed by the native binding or, in the browser's binding, by the
/// browser.
pub(super) struct Characters<'a>(pub &'a str);

impl ValidateLength<u64> for Characters<'_> {
    fn length(&self) -> Option<u64> {
        Some(count_characters(self.0))
    }
}

/// The number of Unicode characters.
#[inline(never)]
pub fn count_characters(text: &str) -> u64 {
    // Counts bytes that are not continuation bytes. The standard library's count is optimised for long texts, and
    // larger.
    let begins = |byte: &u8| byte & 0xc0 != 0x80;
    u64::try_from(text.as_bytes().iter().filter(|byte| begins(byte)).count()).unwrap_or(u64::MAX)
}

/// Whether a text contains disguising characters: control characters, and those that change the writing direction or
/// have no width.
pub fn deceives(text: &str) -> bool {
    // Plain ASCII, the usual case, is decided by its bytes.
    let suspicious = |byte: u8| !(0x20..=0x7e).contains(&byte);
    text.bytes().any(suspicious) && text.chars().any(is_unseen)
}

/// Whether a text of several lines contains disguising characters. Line breaks are allowed, and so are the joiners that
/// emoji and some scripts need.
pub fn deceives_in_lines(text: &str) -> bool {
    let is_part = |c: char| matches!(c, '\n' | '\u{200c}' | '\u{200d}');
    text.chars().any(|c| is_unseen(c) && !is_part(c))
}

/// The text without disguising characters: for text from elsewhere, which cannot be refused.
#[must_use]
pub fn without_disguise(text: &str) -> String {
    text.chars().filter(|c| !is_unseen(*c)).collect()
}

/// The text without anything that phones turn into a link: for user text in messages sent in the brand's name.
#[must_use]
pub fn without_links(text: &str) -> String {
    let mut characters = text.chars().peekable();
    let mut plain = String::with_capacity(text.len());
    while let Some(character) = characters.next() {
        let joins = match character {
            '/' | ':' | '@' => true,
            '.' => characters.peek().is_some_and(|next| next.is_alphanumeric()),
            _ => false,
        };
        plain.push(if joins { ' ' } else { character });
    }
    plain
}

fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::{deceives, deceives_in_lines, without_links};

    #[test]
    fn links_are_removed() {
        for (text, plain) in [
            ("ADA OBI/TRF", "ADA OBI TRF"),
            ("www.evil.ng prize", "www evil ng prize"),
            ("https://evil.example/x", "https   evil example x"),
            ("Ada J. Obi", "Ada J. Obi"),
        ] {
            assert_eq!(without_links(text), plain);
        }
    }

    #[test]
    fn plain_text_is_accepted() {
        for text in [
            "",
            "Ada Obi",
            "Ọláyínká Ṣóyẹmí",
            "محمد",
            "李小龍",
            "😀",
            "12, Allen Avenue",
        ] {
            assert!(!deceives(text), "{text}");
        }
    }

    #[test]
    fn invisible_characters_are_found() {
        for text in [
            "a\nb",
            "a\tb",
            "\u{7f}",
            "\u{85}",
            "\u{202e}abc",
            "a\u{200b}b",
            "a\u{200f}",
            "\u{2066}x",
            "\u{2028}",
            "\u{feff}a",
            "\u{61c}",
            "\x1b[31m",
        ] {
            assert!(deceives(text), "{text:?}");
        }
    }

    #[test]
    fn lines_may_contain_breaks_and_joiners_only() {
        for text in ["one\ntwo", "👩\u{200d}👧", "می\u{200c}خواهم"] {
            assert!(!deceives_in_lines(text), "{text:?}");
            assert!(deceives(text), "{text:?}");
        }
        for text in [
            "a\rb",
            "a\tb",
            "\u{202e}abc",
            "a\u{200b}b",
            "\u{2067}x",
            "\x1b[31m",
            "\0",
        ] {
            assert!(deceives_in_lines(text), "{text:?}");
        }
    }
}
