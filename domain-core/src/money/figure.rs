//! A figure at an exchange: a price, a quantity or a value.

use super::text::PLAIN_DECIMALS;
use super::{Amount, decimal, grouped_decimal};
use crate::json::{Node, decimal_text};
use crate::shape::{Decimals, Input, Output, ReadErrors, Reads, Shape, Type};
use rust_decimal::{Decimal, RoundingStrategy};

/// The precision of exchanges.
const DECIMALS: u32 = 8;

/// In hundred-millionths, never negative.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Figure(i64);

impl Figure {
    pub const ZERO: Self = Self(0);
    pub const ONE: Self = Self(100_000_000);

    /// `None` if negative.
    pub fn of_units(units: i64) -> Option<Self> {
        (units >= 0).then_some(Self(units))
    }

    pub const fn units(self) -> i64 {
        self.0
    }

    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// Parses plain decimal text; `None` if it is malformed, or would have to be rounded.
    pub fn parse(text: &str) -> Option<Self> {
        let exact = decimal(text)?.normalize();
        (exact.scale() <= DECIMALS).then(|| Self::of_decimal(exact))?
    }

    /// Parses plain decimal text and rounds it down to the precision of exchanges.
    pub fn rounded_down(text: &str) -> Option<Self> {
        Self::of_decimal(decimal(text)?)
    }

    /// An amount, rounded down.
    pub fn of_amount(amount: &Amount) -> Option<Self> {
        Self::of_decimal(amount.decimal())
    }

    fn of_decimal(exact: Decimal) -> Option<Self> {
        let mut down = exact.round_dp_with_strategy(DECIMALS, RoundingStrategy::ToZero);
        down.rescale(DECIMALS);
        // A decimal with too many digits keeps a smaller scale.
        let units = (down.scale() == DECIMALS).then(|| i64::try_from(down.mantissa()).ok())??;
        Self::of_units(units)
    }

    /// The sum; `None` if it does not fit.
    pub fn plus(self, more: Self) -> Option<Self> {
        self.0.checked_add(more.0).map(Self)
    }

    /// The difference; `None` if it is negative.
    pub fn less(self, other: Self) -> Option<Self> {
        Self::of_units(self.0.checked_sub(other.0)?)
    }

    /// The largest multiple of a step that is not above it; a step of zero means no steps.
    #[must_use]
    pub fn down_to(self, step: Self) -> Self {
        let rest = self.0.checked_rem(step.0).unwrap_or_default();
        Self(self.0.checked_sub(rest).unwrap_or_default())
    }

    /// The fraction `part / whole` of it, rounded down; `None` if `whole` is zero.
    pub fn share(self, part: Self, whole: Self) -> Option<Self> {
        let product = i128::from(self.0).checked_mul(i128::from(part.0))?;
        let units = product.checked_div(i128::from(whole.0))?;
        i64::try_from(units).ok().map(Self)
    }

    /// The proceeds of a quantity at a price, rounded down, so that nobody is promised more.
    pub fn brings(self, price: Self) -> Option<Self> {
        self.share(price, Self::ONE)
    }

    /// The cost of a quantity at a price, rounded up, so that the charge never exceeds it.
    pub fn costs(self, price: Self) -> Option<Self> {
        let product = i128::from(self.0).checked_mul(i128::from(price.0))?;
        let one = i128::from(Self::ONE.0);
        let up = product.checked_add(one.checked_sub(1)?)?.checked_div(one)?;
        i64::try_from(up).ok().map(Self)
    }

    /// The quantity that this much buys at a price, rounded down; `None` if the price is zero.
    pub fn buys(self, price: Self) -> Option<Self> {
        self.share(Self::ONE, price)
    }

    /// A share of it in thousandths, rounded down.
    pub fn thousandths(self, count: i64) -> Option<Self> {
        let product = i128::from(self.0).checked_mul(i128::from(count))?;
        i64::try_from(product.checked_div(1_000)?).ok().map(Self)
    }

    /// Text for an exchange, without trailing zeros.
    pub fn text(self) -> String {
        Decimal::new(self.0, DECIMALS).normalize().to_string()
    }

    /// Text for people: `95,000.5`.
    pub fn shown(self) -> String {
        grouped_decimal(&self.text())
    }
}

impl std::fmt::Display for Figure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text())
    }
}

impl Shape for Figure {
    const TYPE: Type = Type::Amount;
    const READS: Reads = Reads::Decimals(Decimals {
        scale: Some(DECIMALS),
        padded: true,
        most_units: Some(i64::MAX),
        ..PLAIN_DECIMALS
    });
}

impl Input for Figure {
    fn read(node: &Node<'_>, errors: &mut ReadErrors) -> Self {
        let text = decimal_text(node);
        text.as_deref().and_then(Self::parse).unwrap_or_else(|| {
            errors.record("wrong_type", "must be a decimal with up to eight decimals");
            Self::blank()
        })
    }

    fn blank() -> Self {
        Self::ZERO
    }
}

impl Output for Figure {
    fn write(&self) -> Node<'static> {
        self.text().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure(text: &str) -> Figure {
        Figure::parse(text).unwrap()
    }

    #[test]
    fn figures_are_parsed_exactly_or_rounded_down() {
        for (text, units) in [
            ("0", 0),
            ("1", 100_000_000),
            ("0.00000001", 1),
            ("1.50", 150_000_000),
        ] {
            assert_eq!(
                Figure::parse(text).map(Figure::units),
                Some(units),
                "{text}"
            );
        }
        for text in [
            "",
            "-1",
            "1e3",
            "0.000000001",
            "99999999999999999999",
            "1,000",
        ] {
            assert_eq!(Figure::parse(text), None, "{text}");
        }
        assert_eq!(Figure::rounded_down("0.000000019"), Figure::of_units(1));
        assert_eq!(figure("2.5000").text(), "2.5");
        assert_eq!(figure("100").text(), "100");
        assert_eq!(figure("95000.50").shown(), "95,000.5");
        assert_eq!(figure("1000000").shown(), "1,000,000");
        assert_eq!(figure("0.00000001").shown(), "0.00000001");
    }

    #[test]
    fn costs_are_rounded_up_and_everything_else_down() {
        assert_eq!(
            figure("0.00000001").costs(figure("0.5")),
            Figure::of_units(1)
        );
        assert_eq!(
            figure("0.00000001").brings(figure("0.5")),
            Some(Figure::ZERO)
        );
        assert_eq!(
            figure("7").share(figure("1"), figure("3")).unwrap().text(),
            "2.33333333"
        );
        assert_eq!(figure("7").share(figure("1"), Figure::ZERO), None);
        assert_eq!(figure("10").buys(figure("3")).unwrap().text(), "3.33333333");
        assert_eq!(figure("10").buys(Figure::ZERO), None);
        assert_eq!(figure("1.239").down_to(figure("0.01")).text(), "1.23");
        assert_eq!(figure("1.239").down_to(Figure::ZERO).text(), "1.239");
        assert_eq!(figure("1").less(figure("2")), None);
    }
}
