//! Amounts as received, before their currency is known.

use super::origin::Origin;
use super::{Amount, Currency};
use crate::json::{Node, plain_number};
use crate::shape::{Decimals, Input, Output, ReadErrors, Reads, Shape, Type};
use crate::validation::Violation;
use rust_decimal::Decimal;

/// The maximum length of numeric text.
const MAX_LENGTH: usize = 20;

/// Texts that [`decimal`] parses.
pub(crate) const PLAIN_DECIMALS: Decimals = Decimals {
    most_characters: MAX_LENGTH,
    signed: false,
    zero: true,
    scale: None,
    padded: false,
    most_units: None,
};

/// Texts that [`signed_decimal`] parses.
pub(crate) const SIGNED_DECIMALS: Decimals = Decimals {
    signed: true,
    ..PLAIN_DECIMALS
};

/// Parses plain decimal text: ASCII digits with at most one point between them.
#[inline(never)]
pub(crate) fn decimal(text: &str) -> Option<Decimal> {
    if text.len() > MAX_LENGTH {
        return None;
    }
    let (whole, decimals) = match text.split_once('.') {
        Some((_, "")) => return None,
        Some(parts) => parts,
        None => (text, ""),
    };
    if whole.is_empty() {
        return None;
    }
    let mut mantissa = 0_i128;
    for byte in whole.bytes().chain(decimals.bytes()) {
        let digit = byte.checked_sub(b'0').filter(|digit| *digit < 10)?;
        mantissa = mantissa.checked_mul(10)?.checked_add(digit.into())?;
    }
    let scale = u32::try_from(decimals.len()).ok()?;
    Decimal::try_from_i128_with_scale(mantissa, scale).ok()
}

/// Parses plain decimal text with an optional minus.
pub(crate) fn signed_decimal(text: &str) -> Option<Decimal> {
    let mut value = decimal(text.strip_prefix('-').unwrap_or(text))?;
    value.set_sign_negative(text.starts_with('-'));
    Some(value)
}

/// An amount as received: decimal text, or a JSON number read exactly.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AmountText {
    text: String,
    /// Its place in the input, while a call is explained.
    pub(super) origin: Origin,
}

impl AmountText {
    /// The amount in its currency.
    ///
    /// # Errors
    /// `not_an_amount` for the field.
    pub fn amount(&self, field: &'static str, currency: Currency) -> Result<Amount, Violation> {
        let parsed = Amount::parse(&self.text, currency);
        let amount = parsed.map_err(|refused| refused.violation(field))?;
        Ok(Amount {
            origin: self.origin,
            ..amount
        })
    }

    pub fn as_str(&self) -> &str {
        &self.text
    }

    pub fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }
}

impl From<&str> for AmountText {
    fn from(text: &str) -> Self {
        Self::from(text.to_owned())
    }
}

/// Keeps the received text; it is checked once the currency is known.
impl From<String> for AmountText {
    fn from(text: String) -> Self {
        Self {
            text,
            origin: Origin::default(),
        }
    }
}

impl From<Amount> for AmountText {
    fn from(amount: Amount) -> Self {
        Self {
            text: amount.text(),
            origin: amount.origin,
        }
    }
}

impl Shape for AmountText {
    const TYPE: Type = Type::Amount;
    const READS: Reads = Reads::AnyText;
}

impl Input for AmountText {
    fn read(node: &Node<'_>, errors: &mut ReadErrors) -> Self {
        let text = match node {
            Node::Text(text) => text.as_ref().to_owned(),
            // A number that browsers cannot represent exactly becomes text that is not an amount.
            Node::Number(number) => {
                plain_number(number).map_or_else(|| String::from("inexact"), Into::into)
            }
            _ => {
                errors.record("wrong_type", "must be decimal text or a number");
                String::new()
            }
        };
        #[cfg(feature = "explain")]
        let origin = super::origin::trace::input(&text);
        #[cfg(not(feature = "explain"))]
        let origin = Origin::default();
        Self { text, origin }
    }

    fn blank() -> Self {
        Self::default()
    }
}

impl Output for AmountText {
    fn write(&self) -> Node<'static> {
        self.text.write()
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

    proptest! {
        #[test]
        fn decimals_keep_the_digits_of_their_text(
            any in "[0-9.]{0,22}",
            usual in "[0-9]{1,20}(\\.[0-9]{0,12})?",
            odd in "[0-9 .,eE_+-]{0,8}|\\PC{0,6}",
        ) {
            for text in [&any, &usual, &odd] {
                let parts: Vec<&str> = text.split('.').collect();
                let is_digits = |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
                let plain = text.len() <= 20 && parts.len() <= 2 && parts.iter().all(is_digits);
                let digits = plain.then(|| (parts.concat().parse::<i128>().unwrap(), parts.get(1).map_or(0, |part| part.len())));
                let read = decimal(text).map(|read| (read.mantissa(), usize::try_from(read.scale()).unwrap()));
                prop_assert_eq!(read, digits, "{}", text);
            }
        }
    }

    #[test]
    fn received_text_is_unchanged() {
        assert_eq!(AmountText::from(String::from("1,500")).as_str(), "1,500");
        assert_eq!(AmountText::from("1500.5").as_str(), "1500.5");
    }
}
