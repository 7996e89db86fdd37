//! Percentages.

use super::exact::at_scale;
use super::origin::Way;
use super::text::{PLAIN_DECIMALS, decimal};
use super::{Amount, Rounding, scaled};
use crate::json::{Node, decimal_text};
use crate::shape::{Input, Output, ReadErrors, Reads, Shape, Type};
use rust_decimal::Decimal;

/// A non-negative percentage: decimal text or a number, read exactly.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Percent(Decimal);

impl Percent {
    pub const ZERO: Self = Self(Decimal::ZERO);

    /// One hundred percent, in [`Self::units`].
    pub(crate) const HUNDRED_UNITS: i128 = 100_000_000;

    /// In millionths of a percent; `None` if it has more decimals.
    pub(crate) fn units(self) -> Option<i128> {
        at_scale(self.0, 6).map(|value| value.mantissa())
    }

    /// A whole number of percent.
    pub const fn whole(percent: u32) -> Self {
        Self(Decimal::from_parts(percent, 0, 0, false, 0))
    }

    /// A number of tenths of a percent.
    pub const fn tenths(tenths: u32) -> Self {
        Self(Decimal::from_parts(tenths, 0, 0, false, 1))
    }

    /// Parses plain decimal text of at most twenty characters.
    pub fn parse(text: &str) -> Option<Self> {
        decimal(text).map(Self)
    }

    /// Whether it is below 100 percent.
    pub fn is_part(self) -> bool {
        self.0 < Decimal::ONE_HUNDRED
    }

    pub(crate) fn decimal(self) -> Decimal {
        self.0
    }

    /// The share of an amount, at the amount's scale.
    ///
    /// # Errors
    /// `None` if it does not fit an amount.
    pub fn of(self, amount: &Amount, rounding: Rounding) -> Option<Amount> {
        let mut hundredths = self.0;
        hundredths.set_scale(self.0.scale().checked_add(2)?).ok()?;
        let currency = amount.currency();
        let share = scaled(
            amount.decimal(),
            hundredths,
            Decimal::ONE,
            currency.scale(),
            rounding,
        )?;
        let way = Way::Scaled {
            times: self.0,
            over: Decimal::ONE_HUNDRED,
            rounding,
        };
        Amount::of(share, currency).map(|share| share.made(way, &[amount]))
    }

    /// The smallest amount with at least this share, at the share's scale.
    ///
    /// # Errors
    /// `None` if the percentage is zero, or the amount does not fit.
    pub fn whole_of(self, share: &Amount) -> Option<Amount> {
        let currency = share.currency();
        let whole = scaled(
            share.decimal(),
            Decimal::ONE_HUNDRED,
            self.0,
            currency.scale(),
            Rounding::Up,
        )?;
        let way = Way::Scaled {
            times: Decimal::ONE_HUNDRED,
            over: self.0,
            rounding: Rounding::Up,
        };
        Amount::of(whole, currency).map(|whole| whole.made(way, &[share]))
    }
}

impl std::fmt::Display for Percent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(&self.0, f)
    }
}

impl Shape for Percent {
    const TYPE: Type = Type::Rate;
    const READS: Reads = Reads::Decimals(PLAIN_DECIMALS);
}

impl Input for Percent {
    fn read(node: &Node<'_>, errors: &mut ReadErrors) -> Self {
        let text = decimal_text(node);
        text.as_deref().and_then(Self::parse).unwrap_or_else(|| {
            errors.record("wrong_type", "must be a decimal, zero or above");
            Self::ZERO
        })
    }

    fn blank() -> Self {
        Self::ZERO
    }
}

impl Output for Percent {
    fn write(&self) -> Node<'static> {
        self.0.to_string().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::money::Currency;

    #[test]
    fn shares_are_rounded_as_requested() {
        let amount = Amount::parse("10.50", Currency::Usd).unwrap();
        for (percent, down, half_up, up) in [
            ("0", "0.00", "0.00", "0.00"),
            ("1", "0.10", "0.11", "0.11"),
            ("1.4", "0.14", "0.15", "0.15"),
            ("0.01", "0.00", "0.00", "0.01"),
            ("100", "10.50", "10.50", "10.50"),
            ("250", "26.25", "26.25", "26.25"),
        ] {
            let percent = Percent::parse(percent).unwrap();
            let share = |rounding| percent.of(&amount, rounding).unwrap().to_string();
            assert_eq!(
                [
                    share(Rounding::Down),
                    share(Rounding::HalfUp),
                    share(Rounding::Up)
                ],
                [down, half_up, up]
            );
        }
        assert_eq!(Percent::tenths(14), Percent::parse("1.4").unwrap());
    }

    #[test]
    fn invalid_percentages_are_refused() {
        for text in ["", "-1", "1e2", "1,5", "1%", ".5", "5."] {
            assert_eq!(Percent::parse(text), None, "{text}");
        }
    }
}
