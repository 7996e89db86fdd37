//! Products and quotients that are rounded once.
//!
//! `rust_decimal` has 28 digits. A product of an amount and a rate may have 48, and a total over six currencies
//! multiplies seven rates: those use integers of 768 bits. The result is `None` if it does not fit.

use ruint::Uint;
use rust_decimal::{Decimal, RoundingStrategy};
use std::cmp::Ordering;

/// Seven rates and amounts of twenty digits each need 640 bits, including powers of ten.
pub(crate) type Wide = Uint<768, 12>;

/// The rounding of an inexact result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rounding {
    /// Away from zero.
    Up,
    /// Toward zero.
    Down,
    /// To the nearest; ties away from zero.
    HalfUp,
}

impl Rounding {
    const fn strategy(self) -> RoundingStrategy {
        match self {
            Self::Up => RoundingStrategy::AwayFromZero,
            Self::Down => RoundingStrategy::ToZero,
            Self::HalfUp => RoundingStrategy::MidpointAwayFromZero,
        }
    }
}

/// The digits of a non-negative decimal, without its point.
pub(crate) fn mantissa(value: Decimal) -> Wide {
    Wide::from(value.mantissa().unsigned_abs())
}

/// A power of ten up to 10^38.
pub(crate) fn power_of_ten(exponent: u32) -> Option<Wide> {
    10_u128.checked_pow(exponent).map(Wide::from)
}

/// The value at a larger scale; `None` if it does not fit or would have to be rounded.
#[inline(never)]
pub(crate) fn at_scale(mut value: Decimal, scale: u32) -> Option<Decimal> {
    if value.scale() < scale {
        value.rescale(scale);
    }
    (value.scale() == scale).then_some(value)
}

/// `a × b`, if it fits 28 digits.
pub(crate) fn exact_product(a: Decimal, b: Decimal) -> Option<Decimal> {
    let scale = a.scale().checked_add(b.scale())?;
    // Excess digits are rounded off, which reduces the scale.
    let product = a.checked_mul(b)?;
    (product.scale() == scale || product.is_zero()).then_some(product)
}

/// `a × b ÷ c`, rounded once to a scale; `None` if `c` is zero or the result does not fit.
#[inline(never)]
pub(crate) fn scaled(
    a: Decimal,
    b: Decimal,
    c: Decimal,
    scale: u32,
    rounding: Rounding,
) -> Option<Decimal> {
    if c == Decimal::ONE
        && let Some(product) = exact_product(a, b)
    {
        return at_scale(
            product.round_dp_with_strategy(scale, rounding.strategy()),
            scale,
        );
    }
    let mut numerator = mantissa(a).checked_mul(mantissa(b))?;
    let mut denominator = mantissa(c);
    // a × b ÷ c = numerator ÷ denominator × 10^(c's scale − a's scale − b's scale)
    let (up, down) = (
        scale.checked_add(c.scale())?,
        a.scale().checked_add(b.scale())?,
    );
    let tens = power_of_ten(up.abs_diff(down))?;
    if up >= down {
        numerator = numerator.checked_mul(tens)?;
    } else {
        denominator = denominator.checked_mul(tens)?;
    }
    divided(numerator, denominator, scale, rounding)
}

/// The quotient as a decimal's digits at a scale.
#[inline(never)]
pub(crate) fn divided(
    numerator: Wide,
    denominator: Wide,
    scale: u32,
    rounding: Rounding,
) -> Option<Decimal> {
    if denominator.is_zero() {
        return None;
    }
    let (quotient, rest) = numerator.div_rem(denominator);
    let up = !rest.is_zero()
        && match rounding {
            Rounding::Up => true,
            Rounding::Down => false,
            Rounding::HalfUp => rest.checked_add(rest)?.cmp(&denominator) != Ordering::Less,
        };
    let units = i128::try_from(quotient).ok()?.checked_add(up.into())?;
    Decimal::try_from_i128_with_scale(units, scale).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decimal(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    #[test]
    fn rounding_modes_differ_as_documented() {
        for (a, c, up, down, half_up) in [
            ("10", "4", "3", "2", "3"),
            ("9", "4", "3", "2", "2"),
            ("11", "4", "3", "2", "3"),
            ("8", "4", "2", "2", "2"),
            ("0", "4", "0", "0", "0"),
            ("2.5", "1", "3", "2", "3"),
            ("2.4", "1", "3", "2", "2"),
        ] {
            for (rounding, expected) in [
                (Rounding::Up, up),
                (Rounding::Down, down),
                (Rounding::HalfUp, half_up),
            ] {
                let result = scaled(decimal(a), Decimal::ONE, decimal(c), 0, rounding);
                assert_eq!(result, Some(decimal(expected)), "{a} {c} {rounding:?}");
            }
        }
        let by_zero = scaled(Decimal::ONE, Decimal::ONE, Decimal::ZERO, 2, Rounding::Up);
        assert_eq!(by_zero, None);
    }

    #[test]
    fn products_beyond_28_digits_are_rounded_once() {
        let (a, b) = (
            decimal("99999999999999999999"),
            decimal("0.99999999999999999999"),
        );
        // 99999999999999999998.00000000000000000001
        for (rounding, expected) in [
            (Rounding::Down, "99999999999999999998.00"),
            (Rounding::Up, "99999999999999999998.01"),
            (Rounding::HalfUp, "99999999999999999998.00"),
        ] {
            let result = scaled(a, b, Decimal::ONE, 2, rounding).unwrap();
            assert_eq!(result.to_string(), expected);
        }
    }

    #[test]
    fn results_that_do_not_fit_are_none() {
        let most = decimal("99999999999999999999");
        assert_eq!(scaled(most, most, Decimal::ONE, 0, Rounding::Down), None);
        assert_eq!(
            scaled(most, most, most, 8, Rounding::Down),
            at_scale(most, 8)
        );
        assert_eq!(at_scale(most, 9), None);
        assert_eq!(at_scale(decimal("1.005"), 2), None);
    }
}
