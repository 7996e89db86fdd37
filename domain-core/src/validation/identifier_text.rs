//! Numbers and codes in the spellings of people, phones and other programs.

use crate::shape::{input, output, typed_text};
use std::borrow::Cow;

typed_text! {
    /// A number or code in a form, such as an account or meter number, a BVN, a PIN, or a group's code. Separators do
    /// not count: `012 345 6789`, `900-V55RC`.
    pub struct TypedIdentifier = plain
}

/// The zeros of other scripts' decimal digits; the nine others follow each. (Unicode 17, general category Nd.)
const ZEROS: &[u32] = &[
    0x0660, 0x06F0, 0x07C0, 0x0966, 0x09E6, 0x0A66, 0x0AE6, 0x0B66, 0x0BE6, 0x0C66, 0x0CE6, 0x0D66,
    0x0DE6, 0x0E50, 0x0ED0, 0x0F20, 0x1040, 0x1090, 0x17E0, 0x1810, 0x1946, 0x19D0, 0x1A80, 0x1A90,
    0x1B50, 0x1BB0, 0x1C40, 0x1C50, 0xA620, 0xA8D0, 0xA900, 0xA9D0, 0xA9F0, 0xAA50, 0xABF0,
    0x1D7CE, 0x1D7D8, 0x1D7E2, 0x1D7EC, 0x1D7F6, 0x1E950,
];
/// The offset from an ASCII character to its full-width form.
const FULL_WIDTH: u32 = 0xFEE0;

/// Converts digits of other scripts and full-width characters to ASCII; other characters are unchanged.
pub(crate) fn narrow(typed: char) -> char {
    let code = u32::from(typed);
    if typed.is_ascii() {
        return typed;
    }
    if (0xFF01..=0xFF5E).contains(&code) {
        return code
            .checked_sub(FULL_WIDTH)
            .and_then(char::from_u32)
            .unwrap_or(typed);
    }
    let value = |zero: &u32| code.checked_sub(*zero).filter(|value| *value < 10);
    let digit = ZEROS.iter().find_map(value);
    digit
        .and_then(|value| char::from_digit(value, 10))
        .unwrap_or(typed)
}

/// Whether a character only affects the display of others: format characters, variation selectors, the frame of a
/// keycap. Direction overrides are excluded: they change the order in which digits are read.
pub(crate) const fn is_mark(typed: char) -> bool {
    matches!(typed,
        '\u{ad}' | '\u{600}'..='\u{605}' | '\u{61c}' | '\u{6dd}' | '\u{70f}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202c}' | '\u{2060}'..='\u{206f}' | '\u{20e3}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e01ef}')
}

/// Whether a character is a dash of any kind.
pub(crate) const fn is_dash(typed: char) -> bool {
    matches!(
        typed,
        '-' | '\u{58a}' | '\u{2010}'
            ..='\u{2015}'
                | '\u{2043}'
                | '\u{207b}'
                | '\u{2212}'
                | '\u{30fb}'
                | '\u{30fc}'
                | '\u{fe58}'
                | '\u{fe63}'
                | '\u{ff0d}'
                | '\u{ff70}'
    )
}

/// Whether a character is a blank of any kind.
pub(crate) fn is_blank(typed: char) -> bool {
    typed.is_whitespace() || matches!(typed, '\u{2800}' | '\u{3164}')
}

/// Removes marks, blanks and dashes, and converts digits to ASCII.
pub(crate) fn plain(typed: &str) -> Cow<'_, str> {
    if typed.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return Cow::Borrowed(typed);
    }
    let counts = |typed: &char| !(is_mark(*typed) || is_blank(*typed) || is_dash(*typed));
    Cow::Owned(typed.chars().filter(counts).map(narrow).collect())
}

input! {
    /// A number or code as typed or pasted.
    pub struct NumberText {
        /// The number or code as typed or pasted.
        text: TypedIdentifier,
        /// Its length; null: any.
        length: Option<i64>,
    }
}

output! {
    /// A normalised number or code.
    pub struct PlainNumber {
        /// The number or code without blanks, dashes and invisible characters.
        text: String,
        /// Whether it is not too long.
        fits: bool,
    }
}

/// Drops blanks, dashes and invisible characters, and converts the digits of any script to 0 to 9. Significant
/// characters are kept. Forms normalise their numbers and codes in the same way.
pub fn clean(input: &NumberText) -> PlainNumber {
    let length = i64::try_from(input.text.chars().count()).unwrap_or(i64::MAX);
    PlainNumber {
        text: (*input.text).to_owned(),
        fits: input.length.is_none_or(|most| length <= most),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn separators_are_dropped() {
        for typed in [
            "0123456789",
            "012 345 6789",
            " 0123456789",
            "012-345-6789",
            "012\u{2011}345\u{2013}6789",
            "\u{202a}0123456789\u{202c}",
            "\u{2068}0123456789\u{2069}",
            "01234\u{200b}56789",
            "0123456789\u{fe0f}",
            "\u{feff}0123\u{a0}456\u{202f}789",
            "٠١٢٣٤٥٦٧٨٩",
            "۰۱۲۳۴۵۶۷۸۹",
            "０１２３４５６７８９",
            "०१२३४५६७८९",
            "0\u{fe0f}\u{20e3}123456789",
            "𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗",
        ] {
            assert_eq!(&*TypedIdentifier::from(typed), "0123456789", "{typed:?}");
        }
        assert_eq!(&*TypedIdentifier::from("900-V55RC"), "900V55RC");
        assert_eq!(&*TypedIdentifier::from(" \u{200b}-\t"), "");
        // Displayed as 9876543210.
        let turned = "\u{202e}0123456789";
        assert_eq!(&*TypedIdentifier::from(turned), turned);
    }

    #[test]
    fn significant_characters_are_kept() {
        for typed in ["01234567x", "0123.456789", "+2340123", "é", "🙂", "1/2"] {
            assert_eq!(&*TypedIdentifier::from(typed), typed);
        }
    }
}
