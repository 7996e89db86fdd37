//! Phone numbers as typed into a form.

use super::identifier_text;
use crate::shape::typed_text;
use std::borrow::Cow;

/// Prefixes of Nigerian numbers in international format. (Document 1, section 9.)
const FROM_ABROAD: [&str; 3] = ["+234", "00234", "234"];
/// Digits after the leading zero of the national format, or after the country code.
const NATIONAL_DIGITS: usize = 10;

typed_text! {
    /// A phone number in a form: `08031234567`, and also `0803 123 4567`, `+234 803 123 4567` and `2348031234567`.
    /// Other country codes are kept.
    pub struct TypedPhone = plain
}

/// The scheme of phone links. (RFC 3966.)
const LINK: &str = "tel:";

/// Removes blanks, dashes, points and brackets, and converts Nigerian numbers to national format.
pub(crate) fn plain(typed: &str) -> Cow<'_, str> {
    if typed.len() == NATIONAL_DIGITS.saturating_add(1) && typed.starts_with('0') {
        return Cow::Borrowed(typed);
    }
    let seen = identifier_text::plain(typed);
    let number = match seen.split_at_checked(LINK.len()) {
        Some((link, number)) if link.eq_ignore_ascii_case(LINK) => number,
        _ => &seen,
    };
    let bare = number.replace(['.', '(', ')'], "");
    let digits = bare.strip_prefix('+').unwrap_or(&bare);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Cow::Borrowed(typed);
    }
    let national = FROM_ABROAD.iter().find_map(|code| {
        let number = bare.strip_prefix(code)?;
        let number = number.strip_prefix('0').unwrap_or(number);
        (number.len() == NATIONAL_DIGITS).then(|| ["0", number].concat())
    });
    Cow::Owned(national.unwrap_or(bare))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_spellings_of_phone_numbers_are_accepted() {
        for typed in [
            "08031234567",
            "0803 123 4567",
            "0803-123-4567",
            "(0803) 123.4567",
            "+2348031234567",
            "+234 803 123 4567",
            "2348031234567",
            "002348031234567",
            "+234 (0) 803 123 4567",
            " 0803\u{a0}1234567 ",
            "\u{202a}+234 803 123 4567\u{202c}",
            "\u{2068}08031234567\u{2069}",
            "0803\u{200b}1234567",
            "08031234567\u{fe0f}",
            "tel:08031234567",
            "TEL:+234-803-123-4567",
            "٠٨٠٣١٢٣٤٥٦٧",
            "0803\u{2013}123\u{2013}4567",
        ] {
            assert_eq!(&*TypedPhone::from(typed), "08031234567", "{typed}");
        }
    }

    #[test]
    fn other_texts_are_unchanged() {
        for typed in [
            "",
            " ",
            "+",
            "0803 123 456x",
            "08031234567;ext=1",
            "mail:08031234567",
        ] {
            assert_eq!(&*TypedPhone::from(typed), typed);
        }
        for (typed, kept) in [
            ("+233 24 123 4567", "+233241234567"),
            ("0803 123 456", "0803123456"),
            ("+23480312345678", "+23480312345678"),
        ] {
            assert_eq!(&*TypedPhone::from(typed), kept);
        }
    }
}
