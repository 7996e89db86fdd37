//! Dates typed into a form.

use crate::shape::{input, output, typed_text};
use std::borrow::Cow;

/// Positions of the separators in `dd-MM-yyyy`.
const SEPARATED_AT: [usize; 2] = [2, 5];
const DIGITS: usize = 8;

typed_text! {
    /// A date in a form, day first: `14-03-1994`, and also `14/03/1994`, `14.03.1994`, `14 03 1994` and `14031994`.
    pub struct TypedDate = plain
}

/// Converts a date with other or no separators to `dd-MM-yyyy`.
fn plain(typed: &str) -> Cow<'_, str> {
    let date = typed.trim();
    let is_separated = date.len() > DIGITS;
    let fits = |(at, byte): (usize, u8)| match is_separated && SEPARATED_AT.contains(&at) {
        true => is_separator(byte.into()),
        false => byte.is_ascii_digit(),
    };
    let is_date = [DIGITS, DIGITS.saturating_add(SEPARATED_AT.len())].contains(&date.len())
        && date.bytes().enumerate().all(fits);
    match is_date {
        true => Cow::Owned(separated(&digits(date))),
        false => Cow::Borrowed(typed),
    }
}

const fn is_separator(typed: char) -> bool {
    matches!(typed, '-' | '/' | '.' | ' ')
}

fn digits(typed: &str) -> String {
    typed.chars().filter(char::is_ascii_digit).collect()
}

/// Up to eight digits with hyphens before the third and the fifth.
fn separated(digits: &str) -> String {
    let mut text = String::new();
    for (at, digit) in digits.chars().take(DIGITS).enumerate() {
        if at == 2 || at == 4 {
            text.push('-');
        }
        text.push(digit);
    }
    text
}

input! {
    /// A date being typed.
    pub struct TypingDate {
        /// The content of the field.
        text: String,
        /// The number of characters before the caret; null: all.
        caret: Option<i64>,
        /// Whether the text was inserted at once: pasted or autofilled.
        whole: Option<bool>,
    }
}

output! {
    /// The content of the field, with separators.
    pub struct SeparatedDate {
        /// The text with hyphens, such as `14-03-1994`; unchanged if it cannot become a date.
        text: String,
        /// The number of characters before the caret.
        caret: i64,
    }
}

/// Inserts hyphens between day, month and year during typing. Text that cannot become a date is unchanged. Source:
/// document 1, section 3, `dd-MM-yyyy`.
pub fn group(input: &TypingDate) -> SeparatedDate {
    let count = |text: &str| i64::try_from(text.chars().count()).unwrap_or(i64::MAX);
    let length = count(&input.text);
    let caret = input.caret.unwrap_or(length).clamp(0, length);
    if input.whole == Some(true) {
        let text = plain(&input.text).into_owned();
        return SeparatedDate {
            caret: count(&text),
            text,
        };
    }
    let is_date = |typed: char| typed.is_ascii_digit() || is_separator(typed);
    if !input.text.chars().all(is_date) {
        let text = input.text.clone();
        return SeparatedDate { text, caret };
    }
    let mut typed = digits(&input.text);
    // A separator completes a day or a month: 4/ is the 4th.
    let ends = input.text.ends_with(is_separator) && typed.len() < DIGITS;
    if ends && matches!(typed.len(), 1 | 3) {
        typed.insert(typed.len().saturating_sub(1), '0');
    }
    let mut text = separated(&typed);
    if ends && matches!(typed.len(), 2 | 4) {
        text.push('-');
    }
    let before = usize::try_from(caret).unwrap_or(0);
    let before = digits(&input.text.chars().take(before).collect::<String>());
    let caret = match caret < length {
        true => count(&separated(&before)),
        false => count(&text),
    };
    SeparatedDate { text, caret }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_with_any_separators_and_without() {
        for typed in [
            "14-03-1994",
            "14/03/1994",
            "14.03.1994",
            "14 03 1994",
            "14031994",
            " 14/03/1994 ",
        ] {
            assert_eq!(&*TypedDate::from(typed), "14-03-1994", "{typed}");
        }
        for typed in [
            "",
            "4/3/1994",
            "1994-03-14",
            "14/03/94",
            "14:03:1994",
            "140319945",
            "1403199x",
            "14/0371994",
            "١٤٠٣١٩٩٤",
        ] {
            assert_eq!(&*TypedDate::from(typed), typed);
        }
    }

    fn typed(text: &str, caret: Option<i64>) -> (String, i64) {
        let text = text.to_owned();
        let shown = group(&TypingDate {
            text,
            caret,
            whole: None,
        });
        (shown.text, shown.caret)
    }

    #[test]
    fn separators_appear_between_digits_and_can_be_deleted() {
        for (text, shown) in [
            ("", ""),
            ("1", "1"),
            ("14", "14"),
            ("140", "14-0"),
            ("14-", "14-"),
            ("14/", "14-"),
            ("4/", "04-"),
            ("04-3/", "04-03-"),
            ("14-03", "14-03"),
            ("14-031", "14-03-1"),
            ("14-03-1994", "14-03-1994"),
            ("14-03-19945", "14-03-1994"),
            ("14-03-1994/", "14-03-1994"),
            ("next week", "next week"),
        ] {
            let end = i64::try_from(shown.chars().count()).unwrap();
            assert_eq!(typed(text, None), (shown.to_owned(), end), "{text}");
        }
    }

    #[test]
    fn the_caret_stays_behind_the_digit_that_was_typed() {
        // 14-|1994: the month is being corrected.
        assert_eq!(typed("14-01994", Some(4)), ("14-01-994".to_owned(), 4));
        // The first digit was deleted.
        assert_eq!(typed("4-03-1994", Some(0)), ("40-31-994".to_owned(), 0));
        assert_eq!(typed("240-31-994", Some(1)), ("24-03-1994".to_owned(), 1));
    }

    #[test]
    fn pasted_dates_are_converted_or_unchanged() {
        let pasted = |text: &str| {
            group(&TypingDate {
                text: text.to_owned(),
                caret: None,
                whole: Some(true),
            })
            .text
        };
        assert_eq!(pasted("14/03/1994"), "14-03-1994");
        assert_eq!(pasted("1994-03-14"), "1994-03-14");
    }
}
