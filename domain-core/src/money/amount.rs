//! An amount of money: never negative, exact at its currency's scale.

use super::Currency;
use crate::validation::{Code, Violation};
use rust_decimal::Decimal;
use serde::{Serialize, Serializer};
use std::fmt;

/// A non-negative amount, exact at its currency's scale.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Amount {
    value: Decimal,
    currency: Currency,
}

/// The text is not an amount in the currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotAnAmount;

impl NotAnAmount {
    /// The violation to show for a field that held the text.
    pub fn violation(self, field: &'static str) -> Violation {
        Violation::new(field, Code::NotAnAmount)
    }
}

const LONGEST_CHARS: usize = 20;

impl Amount {
    /// Reads plain decimal text: ASCII digits, at most one point, no sign, exponent, separator or blank, at most the
    /// currency's decimals and at most 20 characters.
    ///
    /// # Errors
    /// [`NotAnAmount`] for anything else.
    pub fn parse(text: &str, currency: Currency) -> Result<Self, NotAnAmount> {
        let decimals = match text.split_once('.') {
            Some((whole, decimals)) if !whole.is_empty() && !decimals.is_empty() => decimals,
            None => "",
            Some(_) => return Err(NotAnAmount),
        };
        let plain = !text.is_empty() && text.len() <= LONGEST_CHARS;
        let digits = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        if !plain || !digits || decimals.contains('.') || decimals.len() > currency.scale() as usize {
            return Err(NotAnAmount);
        }
        let mut value = Decimal::from_str_exact(text).map_err(|_| NotAnAmount)?;
        value.rescale(currency.scale());
        Ok(Self { value, currency })
    }

    /// Nothing.
    pub fn zero(currency: Currency) -> Self {
        Self { value: Decimal::new(0, currency.scale()), currency }
    }

    /// From minor units (kobo, cents, satoshi); `None` when negative.
    pub fn from_minor(minor: i64, currency: Currency) -> Option<Self> {
        (minor >= 0).then(|| Self { value: Decimal::new(minor, currency.scale()), currency })
    }

    /// In minor units; `None` when it does not fit.
    pub fn minor(&self) -> Option<i64> {
        i64::try_from(self.value.mantissa()).ok()
    }

    pub fn currency(&self) -> Currency {
        self.currency
    }

    pub fn is_zero(&self) -> bool {
        self.value.is_zero()
    }

    /// The sum; `None` when the currencies differ or it would not fit.
    pub fn checked_add(&self, other: &Self) -> Option<Self> {
        (self.currency == other.currency).then_some(())?;
        Some(Self { value: self.value.checked_add(other.value)?, currency: self.currency })
    }

    /// The difference; `None` when the currencies differ or it would be negative.
    pub fn checked_sub(&self, other: &Self) -> Option<Self> {
        (self.currency == other.currency && self.value >= other.value).then_some(())?;
        Some(Self { value: self.value.checked_sub(other.value)?, currency: self.currency })
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}

impl Serialize for Amount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
