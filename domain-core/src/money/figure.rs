//! A figure of an exchange: a price, a quantity, a worth.

use super::{Amount, decimal, grouped_decimal};
use crate::json::{Node, decimal_text};
use crate::shape::{Input, Output, ReadErrors, Shape, Type};
use rust_decimal::{Decimal, RoundingStrategy};

/// The finest that an exchange tells.
const DECIMALS: u32 = 8;

/// In hundred-millionths, never negative.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Figure(i64);

impl Figure {
    pub const ZERO: Self = Self(0);
    pub const ONE: Self = Self(100_000_000);

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

    /// Plain decimal text; none for anything else, and where it would have to be rounded.
    pub fn parse(text: &str) -> Option<Self> {
        let exact = decimal(text)?.normalize();
        (exact.scale() <= DECIMALS).then(|| Self::of_decimal(exact))?
    }

    /// The same, rounded down to what an exchange tells.
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

    /// None where it does not fit.
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
        Self(self.0.checked_sub(rest).unwrap_or_default())
    }

    /// The part of it that `part` is of `whole`, rounded down; none of nothing.
    pub fn share(self, part: Self, whole: Self) -> Option<Self> {
        let product = i128::from(self.0).checked_mul(i128::from(part.0))?;
        let units = product.checked_div(i128::from(whole.0))?;
        i64::try_from(units).ok().map(Self)
    }

    /// What a quantity brings at a price, rounded down: nobody is promised more.
    pub fn brings(self, price: Self) -> Option<Self> {
        self.share(price, Self::ONE)
    }

    /// What a quantity costs at a price, rounded up: nobody is charged more.
    pub fn costs(self, price: Self) -> Option<Self> {
        let product = i128::from(self.0).checked_mul(i128::from(price.0))?;
        let one = i128::from(Self::ONE.0);
        let up = product.checked_add(one.checked_sub(1)?)?.checked_div(one)?;
        i64::try_from(up).ok().map(Self)
    }

    /// How much of something costs this much at a price, rounded down; none without a price.
    pub fn buys(self, price: Self) -> Option<Self> {
        self.share(Self::ONE, price)
    }

    /// A share of it in thousandths, rounded down.
    pub fn thousandths(self, count: i64) -> Option<Self> {
        let product = i128::from(self.0).checked_mul(i128::from(count))?;
        i64::try_from(product.checked_div(1_000)?).ok().map(Self)
    }

    /// As an exchange reads it: without zeros at the end.
    pub fn text(self) -> String {
        Decimal::new(self.0, DECIMALS).normalize().to_string()
    }

    /// As people read it: `95,000.5`.
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
    fn it_is_read_exactly_or_rounded_down_where_that_is_asked_for() {
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
    fn a_cost_is_rounded_up_and_everything_else_down() {
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
