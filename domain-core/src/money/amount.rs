//! An amount of money: never negative, exact at its currency's scale.

use super::Currency;
use super::exact::at_scale;
use super::origin::{Origin, Way};
use super::text::decimal;
use crate::json::Node;
use crate::shape::{Output, Shape, Type};
use crate::validation::{Code, Violation};
use rust_decimal::Decimal;
use serde::{Serialize, Serializer};
use std::cmp::Ordering;
use std::fmt;

/// A non-negative amount, exact at its currency's scale.
///
/// ```
/// use domain_core::money::{Amount, Currency};
/// let amount = Amount::parse("1500.5", Currency::Ngn)?;
/// assert_eq!(amount.text(), "1500.50");
/// assert_eq!(amount.minor(), Some(150_050));
/// assert!(Amount::parse("1500.505", Currency::Ngn).is_err());
/// # Ok::<(), domain_core::money::NotAnAmount>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Amount {
    /// Always at the currency's scale, so equal amounts are equal in every bit.
    pub(super) value: Decimal,
    pub(super) currency: Currency,
    /// How it came about, while a call is explained.
    pub(super) origin: Origin,
}

/// The text is not an amount in the currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotAnAmount {
    /// The currency's number of decimals, which the text may have exceeded.
    scale: u32,
}

impl NotAnAmount {
    /// The violation for a field with this text. `limit` is the allowed number of decimals.
    pub fn violation(self, field: &'static str) -> Violation {
        Violation::new(field, Code::NotAnAmount).with("limit", u64::from(self.scale))
    }
}

impl Amount {
    /// Parses plain decimal text: ASCII digits, at most one point, no sign, exponent, separator or blank, at most the
    /// currency's decimals and at most 20 characters.
    ///
    /// # Errors
    /// [`NotAnAmount`] for anything else.
    pub fn parse(text: &str, currency: Currency) -> Result<Self, NotAnAmount> {
        let refused = NotAnAmount {
            scale: currency.scale(),
        };
        decimal(text)
            .and_then(|value| at_scale(value, currency.scale()))
            .and_then(|value| Self::of(value, currency))
            .ok_or(refused)
    }

    /// Zero.
    pub fn zero(currency: Currency) -> Self {
        Self {
            value: Decimal::from_parts(0, 0, 0, false, currency.scale()),
            currency,
            origin: Origin::default(),
        }
    }

    /// Creates an amount from a decimal at the currency's scale; `None` if it has another scale or is negative.
    pub(crate) fn of(value: Decimal, currency: Currency) -> Option<Self> {
        let fits = value.scale() == currency.scale() && !value.is_sign_negative();
        fits.then(|| Self {
            value,
            currency,
            origin: Origin::default(),
        })
    }

    /// Creates an amount from minor units (kobo, cents, satoshi); `None` if negative.
    pub fn from_minor(minor: i64, currency: Currency) -> Option<Self> {
        Self::of(Decimal::new(minor, currency.scale()), currency)
    }

    /// The minor units; `None` if they do not fit a ledger's 64 bits.
    pub fn minor(&self) -> Option<i64> {
        i64::try_from(self.value.mantissa()).ok()
    }

    /// Creates an amount from minor units of any size that fits a decimal (28 digits).
    pub(crate) fn from_units(units: i128, currency: Currency) -> Option<Self> {
        let value = Decimal::try_from_i128_with_scale(units, currency.scale()).ok()?;
        Self::of(value, currency)
    }

    /// The minor units.
    pub(crate) fn units(&self) -> i128 {
        self.value.mantissa()
    }

    pub fn currency(&self) -> Currency {
        self.currency
    }

    /// The amount as a decimal number.
    pub fn decimal(&self) -> Decimal {
        self.value
    }

    /// Decimal text at the currency's scale.
    #[inline(never)]
    pub fn text(&self) -> String {
        self.value.to_string()
    }

    /// One minor unit (kobo, cent, satoshi).
    pub(crate) fn smallest(currency: Currency) -> Self {
        Self {
            value: Decimal::from_parts(1, 0, 0, false, currency.scale()),
            currency,
            origin: Origin::default(),
        }
    }

    /// One unit of the currency: the smallest amount that most forms accept. (Document 2, section 5.)
    pub fn one(currency: Currency) -> Self {
        Self::of_units(1, currency)
    }

    /// A number of whole units of the currency, for limits in the rules.
    pub(crate) fn of_units(count: u32, currency: Currency) -> Self {
        at_scale(count.into(), currency.scale())
            .and_then(|value| Self::of(value, currency))
            .unwrap_or_else(|| Self::zero(currency))
    }

    /// The larger of two amounts of one currency. Not inlined, to keep the module small.
    #[must_use]
    #[inline(never)]
    pub fn at_least(self, min: Self) -> Self {
        let larger = if self < min { min } else { self };
        larger.made(Way::AtLeast, &[&self, &min])
    }

    /// The smaller of two amounts of one currency. Not inlined, to keep the module small.
    #[must_use]
    #[inline(never)]
    pub fn at_most(self, max: Self) -> Self {
        let smaller = if self > max { max } else { self };
        smaller.made(Way::AtMost, &[&self, &max])
    }

    pub fn is_zero(&self) -> bool {
        self.units() == 0
    }

    /// The sum; `None` if the currencies differ or it does not fit.
    #[inline(never)]
    pub fn checked_add(&self, other: &Self) -> Option<Self> {
        let sum = self.value.checked_add(other.value)?;
        let sum = (self.currency == other.currency).then(|| Self::of(sum, self.currency))?;
        sum.map(|sum| sum.made(Way::Plus, &[self, other]))
    }

    /// The difference; `None` if the currencies differ or it is negative.
    #[inline(never)]
    pub fn checked_sub(&self, other: &Self) -> Option<Self> {
        let difference = self.value.checked_sub(other.value)?;
        let rest =
            (self.currency == other.currency).then(|| Self::of(difference, self.currency))?;
        rest.map(|rest| rest.made(Way::Minus, &[self, other]))
    }
}

impl PartialOrd for Amount {
    /// Amounts of different currencies have no order.
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        (self.currency == other.currency).then(|| self.units().cmp(&other.units()))
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

impl fmt::Display for NotAnAmount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not an amount")
    }
}

impl std::error::Error for NotAnAmount {}

impl Serialize for Amount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Shape for Amount {
    const TYPE: Type = Type::Amount;
}

impl Output for Amount {
    fn write(&self) -> Node<'static> {
        #[cfg(feature = "explain")]
        if super::origin::trace::is_on() {
            return super::origin::trace::marked(self).into();
        }
        self.text().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_plain_decimals_only() {
        for (text, currency, plain) in [
            ("0", Currency::Ngn, "0.00"),
            ("007.5", Currency::Ngn, "7.50"),
            ("1500.00", Currency::Usd, "1500.00"),
            ("0.00000001", Currency::Btc, "0.00000001"),
            (
                "99999999999999999999",
                Currency::Eth,
                "99999999999999999999.00000000",
            ),
        ] {
            assert_eq!(Amount::parse(text, currency).unwrap().to_string(), plain);
        }
        for text in [
            "",
            " ",
            "1 ",
            "+1",
            "-1",
            "1e3",
            "1E3",
            "1,000",
            "1.",
            ".5",
            "1..2",
            "1.2.3",
            "1.005",
            "NaN",
            "Infinity",
            "0x10",
            "١٢",
            "１",
            "1_000",
            "100000000000000000000",
            "₦1",
            "1\u{a0}000",
        ] {
            assert!(Amount::parse(text, Currency::Ngn).is_err(), "{text}");
        }
    }

    #[test]
    fn currencies_do_not_mix() {
        let naira = Amount::from_minor(100, Currency::Ngn).unwrap();
        let dollars = Amount::from_minor(100, Currency::Usd).unwrap();
        assert_eq!(naira.checked_add(&dollars), None);
        assert_eq!(naira.checked_sub(&dollars), None);
        assert_eq!(naira.partial_cmp(&dollars), None);
        assert_eq!(naira.checked_sub(&naira), Some(Amount::zero(Currency::Ngn)));
        assert_eq!(Amount::zero(Currency::Ngn).checked_sub(&naira), None);
        assert_eq!(Amount::from_minor(-1, Currency::Ngn), None);
    }

    #[test]
    fn amounts_beyond_the_ledger_have_no_minor_units() {
        let most = Amount::from_minor(i64::MAX, Currency::Ngn).unwrap();
        assert_eq!(most.minor(), Some(i64::MAX));
        assert_eq!(
            most.checked_add(&Amount::from_minor(1, Currency::Ngn).unwrap())
                .unwrap()
                .minor(),
            None
        );
    }
}
