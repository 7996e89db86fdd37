//! How much of a coin, or of what it is quoted in.

use std::fmt;

const DECIMALS: usize = 8;
const ONE: i64 = 100_000_000;

/// A quantity in hundred-millionths, never negative: the finest that an exchange tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Quantity(i64);

impl Quantity {
    pub const ZERO: Self = Self(0);

    /// None below zero.
    pub fn of_units(units: i64) -> Option<Self> {
        (units >= 0).then_some(Self(units))
    }

    pub const fn units(self) -> i64 {
        self.0
    }

    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// A decimal as an exchange writes it; none for anything else, and for decimals beyond the eighth that are not zero.
    pub fn parse(text: &str) -> Option<Self> {
        let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
        let is_plain = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || whole.len() > 12 || !is_plain(whole) || !is_plain(decimals) {
            return None;
        }
        let (kept, beyond) = decimals
            .split_at_checked(DECIMALS)
            .unwrap_or((decimals, ""));
        if beyond.bytes().any(|digit| digit != b'0') {
            return None;
        }
        let whole: i64 = whole.parse().ok()?;
        let decimals: i64 = format!("{kept:0<DECIMALS$}").parse().ok()?;
        Some(Self(whole.checked_mul(ONE)?.checked_add(decimals)?))
    }

    pub fn plus(self, more: Self) -> Option<Self> {
        self.0.checked_add(more.0).map(Self)
    }

    /// None where more is taken than there is.
    pub fn less(self, other: Self) -> Option<Self> {
        Self::of_units(self.0.checked_sub(other.0)?)
    }

    /// The nearest multiple of a step that is not above it; a step of zero is none.
    #[must_use]
    pub fn down_to(self, step: Self) -> Self {
        let rest = self.0.checked_rem(step.0).unwrap_or_default();
        Self(self.0 - rest)
    }

    /// The part of it that `part` is of `whole`, rounded down.
    pub fn share(self, part: Self, whole: Self) -> Option<Self> {
        let product = i128::from(self.0).checked_mul(i128::from(part.0))?;
        let units = product.checked_div(i128::from(whole.0))?;
        i64::try_from(units).ok().map(Self)
    }

    /// Its worth at a price, rounded down.
    pub fn at(self, price: Self) -> Option<Self> {
        self.share(price, Self(ONE))
    }
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.0 / ONE, self.0 % ONE);
        let decimals = format!("{rest:0DECIMALS$}");
        match decimals.trim_end_matches('0') {
            "" => write!(f, "{whole}"),
            decimals => write!(f, "{whole}.{decimals}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decimal_is_read_exactly_or_not_at_all() {
        for (text, units) in [
            ("0", 0),
            ("1", ONE),
            ("0.00000001", 1),
            ("12.50", 1_250_000_000),
            ("1.1000000000", 110_000_000),
        ] {
            assert_eq!(
                Quantity::parse(text).map(Quantity::units),
                Some(units),
                "{text}"
            );
        }
        for text in [
            "",
            ".",
            ".5",
            "-1",
            "+1",
            "1e3",
            "NaN",
            "0.000000001",
            "1 ",
            "9999999999999",
            "1.2.3",
        ] {
            assert_eq!(Quantity::parse(text), None, "{text}");
        }
        assert_eq!(Quantity::parse("0.10").unwrap().to_string(), "0.1");
        assert_eq!(Quantity::parse("3.00").unwrap().to_string(), "3");
    }

    #[test]
    fn it_is_rounded_down_to_a_step_and_a_step_of_zero_is_none() {
        let quantity = Quantity::parse("1.23456").unwrap();
        assert_eq!(
            quantity
                .down_to(Quantity::parse("0.001").unwrap())
                .to_string(),
            "1.234"
        );
        assert_eq!(quantity.down_to(Quantity::ZERO), quantity);
        assert_eq!(quantity.less(Quantity::parse("2").unwrap()), None);
    }
}
