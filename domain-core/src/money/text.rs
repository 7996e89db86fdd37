//! An amount as it came in, before its currency is known.

use super::{Amount, Currency};
use crate::json::{Node, plain_number};
use crate::shape::{Input, Output, Shape, ReadErrors, Type};
use crate::validation::Violation;

/// Longer text is no amount.
const LONGEST_BYTES: usize = 20;
const DIGITS_IN_64_BITS: usize = 19;

/// Reads plain decimal text into its digits and the number of its decimals.
pub(crate) fn digits(text: &str) -> Option<(u128, u32)> {
    if text.len() > LONGEST_BYTES {
        return None;
    }
    // All digits but a twentieth, in 64 bits: a browser has no wider multiplication.
    let (mut first, mut twentieth) = (0_u64, None);
    let mut point = None;
    for (place, byte) in text.bytes().enumerate() {
        match byte {
            b'0'..=b'9' => {
                let digit = u64::from(byte.wrapping_sub(b'0'));
                if place < DIGITS_IN_64_BITS || point.is_some() {
                    first = first.wrapping_mul(10).wrapping_add(digit);
                } else {
                    twentieth = Some(digit);
                }
            }
            b'.' if place > 0 && point.is_none() => point = Some(place),
            _ => return None,
        }
    }
    let decimals = match point {
        Some(point) => text
            .len()
            .checked_sub(point)?
            .checked_sub(1)
            .filter(|decimals| *decimals > 0)?,
        None if text.is_empty() => return None,
        None => 0,
    };
    let mantissa = match twentieth {
        Some(digit) => u128::from(first)
            .checked_mul(10)?
            .checked_add(digit.into())?,
        None => first.into(),
    };
    Some((mantissa, u32::try_from(decimals).ok()?))
}

/// An amount as it came in: decimal text, or a JSON number read exactly.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AmountText(String);

impl AmountText {
    /// The amount in its currency.
    ///
    /// # Errors
    /// `not_an_amount` for the field.
    pub fn amount(&self, field: &'static str, currency: Currency) -> Result<Amount, Violation> {
        Amount::parse(&self.0, currency).map_err(|refused| refused.violation(field))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub fn is_blank(&self) -> bool {
        self.0.trim().is_empty()
    }
}

impl From<&str> for AmountText {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

/// The text as it came in; whether it is an amount shows when its currency is known.
impl From<String> for AmountText {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl From<Amount> for AmountText {
    fn from(amount: Amount) -> Self {
        Self(amount.text())
    }
}

impl Shape for AmountText {
    const TYPE: Type = Type::Amount;
}

impl Input for AmountText {
    fn read(node: &Node<'_>, errors: &mut ReadErrors) -> Self {
        Self(match node {
            Node::Text(text) => text.as_ref().to_owned(),
            // A number that no browser can hold exactly stays as a text that is no amount.
            Node::Number(number) => {
                plain_number(number).map_or_else(|| String::from("inexact"), Into::into)
            }
            _ => {
                errors.record("wrong_type", "must be decimal text or a number");
                String::new()
            }
        })
    }

    fn blank() -> Self {
        Self::default()
    }
}

impl Output for AmountText {
    fn write(&self) -> Node<'static> {
        self.0.write()
    }
}

impl<'de> serde::Deserialize<'de> for AmountText {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = serde_json::Value::deserialize(deserializer)?;
        let mut errors = ReadErrors::none();
        let read = Self::read(&(&value).into(), &mut errors);
        errors.into_result(read).map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The same by cutting the text into its parts.
    fn digits_by_parts(text: &str) -> Option<(u128, u32)> {
        let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
        let ends_in_point = text.ends_with('.');
        let all = [whole, decimals].concat();
        let plain =
            !whole.is_empty() && !ends_in_point && all.bytes().all(|byte| byte.is_ascii_digit());
        let parsed = || Some((all.parse().ok()?, decimals.len().try_into().ok()?));
        (plain && text.len() <= 20).then(parsed)?
    }

    proptest! {
        #[test]
        fn digits_are_what_their_parts_say(
            any in "[0-9.]{0,22}",
            usual in "[0-9]{1,20}(\\.[0-9]{0,12})?",
            odd in "[0-9 .,eE+-]{0,8}|\\PC{0,6}",
        ) {
            for text in [&any, &usual, &odd] {
                prop_assert_eq!(digits(text), digits_by_parts(text), "{}", text);
            }
        }
    }

    #[test]
    fn a_text_is_kept_as_it_came() {
        assert_eq!(AmountText::from(String::from("1,500")).as_str(), "1,500");
        assert_eq!(AmountText::from("1500.5").as_str(), "1500.5");
    }

    #[test]
    fn twenty_digits_are_read_exactly() {
        assert_eq!(
            digits("99999999999999999999"),
            Some((99_999_999_999_999_999_999, 0))
        );
        assert_eq!(
            digits("1234567890.123456789"),
            Some((1_234_567_890_123_456_789, 9))
        );
        assert_eq!(digits("12345678901"), Some((12_345_678_901, 0)));
        assert_eq!(digits("100000000000000000000"), None);
    }
}
