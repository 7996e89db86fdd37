//! Products and quotients without loss.

use super::wide::Wide;

/// Which way an inexact result goes.
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
    /// Whether a quotient whose remainder is not zero goes up; `doubled` compares twice the remainder to the divisor.
    pub(super) fn goes_up(self, doubled: std::cmp::Ordering) -> bool {
        match self {
            Self::Up => true,
            Self::Down => false,
            Self::HalfUp => doubled.is_ge(),
        }
    }
}

/// The powers of ten that fit 64 bits.
static POWERS: [u64; 20] = [
    1,
    10,
    100,
    1_000,
    10_000,
    100_000,
    1_000_000,
    10_000_000,
    100_000_000,
    1_000_000_000,
    10_000_000_000,
    100_000_000_000,
    1_000_000_000_000,
    10_000_000_000_000,
    100_000_000_000_000,
    1_000_000_000_000_000,
    10_000_000_000_000_000,
    100_000_000_000_000_000,
    1_000_000_000_000_000_000,
    10_000_000_000_000_000_000,
];

/// Ten to a power.
pub(crate) fn power_of_ten(exponent: u32) -> Option<u128> {
    let small = usize::try_from(exponent).ok();
    match small.and_then(|exponent| POWERS.get(exponent)) {
        Some(power) => Some(u128::from(*power)),
        None => 10_u128.checked_pow(exponent),
    }
}

/// The product. In 64 bits where it fits them: a browser has nothing wider, and nothing that would tell of an overflow.
#[inline(never)]
pub(crate) fn product(a: u128, b: u128) -> Option<u128> {
    match (u64::try_from(a), u64::try_from(b)) {
        (Ok(a), Ok(b)) if a.leading_zeros().saturating_add(b.leading_zeros()) >= u64::BITS => {
            Some(a.wrapping_mul(b).into())
        }
        _ => a.checked_mul(b),
    }
}

/// Quotient and remainder, in 64 bits where they fit; `None` when it is divided by zero.
#[inline(never)]
pub(crate) fn quotient(numerator: u128, denominator: u128) -> Option<(u128, u128)> {
    if let (Ok(numerator), Ok(denominator)) = (u64::try_from(numerator), u64::try_from(denominator))
    {
        let quotient = numerator.checked_div(denominator)?;
        let remainder = numerator.wrapping_sub(quotient.wrapping_mul(denominator));
        return Some((quotient.into(), remainder.into()));
    }
    let quotient = numerator.checked_div(denominator)?;
    let remainder = numerator.wrapping_sub(quotient.wrapping_mul(denominator));
    Some((quotient, remainder))
}

/// `a × b × 10^power ÷ c`, multiplied out before it is divided, so that it is rounded once.
///
/// `None` when `c` is zero or the result does not fit.
pub(crate) fn scaled(a: u128, b: u128, power: i32, c: u128, rounding: Rounding) -> Option<u128> {
    narrow(a, b, power, c, rounding).or_else(|| {
        let tens = Wide::power_of_ten(power.unsigned_abs())?;
        let product = Wide::from(a).times(&Wide::from(b))?;
        match power {
            ..0 => product.divided(&Wide::from(c).times(&tens)?, rounding),
            _ => product.times(&tens)?.divided(&Wide::from(c), rounding),
        }
    })
}

/// The same where everything fits 128 bits, which is nearly always.
fn narrow(a: u128, b: u128, power: i32, c: u128, rounding: Rounding) -> Option<u128> {
    let tens = power_of_ten(power.unsigned_abs())?;
    let multiplied = product(a, b)?;
    let (numerator, denominator) = if power < 0 {
        (multiplied, product(c, tens)?)
    } else {
        (product(multiplied, tens)?, c)
    };
    let (quotient, remainder) = quotient(numerator, denominator)?;
    let doubled = remainder.checked_add(remainder)?.cmp(&denominator);
    if remainder != 0 && rounding.goes_up(doubled) {
        quotient.checked_add(1)
    } else {
        Some(quotient)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn narrow_products_and_quotients_are_those_of_128_bits(a: u128, b: u128, (of_a, of_b) in (0..128_u32, 0..128_u32)) {
            let (a, b) = (a >> of_a, b >> of_b);
            prop_assert_eq!(product(a, b), a.checked_mul(b));
            prop_assert_eq!(quotient(a, b), a.checked_div(b).zip(a.checked_rem(b)));
        }
    }

    #[test]
    fn powers_of_ten() {
        for exponent in 0..40 {
            assert_eq!(power_of_ten(exponent), 10_u128.checked_pow(exponent));
        }
    }

    #[test]
    fn rounds_as_named() {
        for (a, c, up, down, half_up) in [
            (10, 4, 3, 2, 3),
            (9, 4, 3, 2, 2),
            (11, 4, 3, 2, 3),
            (8, 4, 2, 2, 2),
            (0, 4, 0, 0, 0),
        ] {
            assert_eq!(scaled(a, 1, 0, c, Rounding::Up), Some(up));
            assert_eq!(scaled(a, 1, 0, c, Rounding::Down), Some(down));
            assert_eq!(scaled(a, 1, 0, c, Rounding::HalfUp), Some(half_up));
        }
        assert_eq!(scaled(1, 1, 0, 0, Rounding::Up), None);
        assert_eq!(scaled(15, 1, -1, 1, Rounding::HalfUp), Some(2));
    }

    #[test]
    fn wide_and_narrow_agree() {
        let wide = |a: u128, b, power: i32, c, rounding| {
            let tens = Wide::power_of_ten(power.unsigned_abs()).unwrap();
            let product = Wide::from(a).times(&Wide::from(b)).unwrap();
            if power < 0 {
                product.divided(&Wide::from(c).times(&tens).unwrap(), rounding)
            } else {
                product
                    .times(&tens)
                    .unwrap()
                    .divided(&Wide::from(c), rounding)
            }
        };
        let numbers = [
            0,
            1,
            2,
            3,
            7,
            10,
            99,
            150_000,
            4_294_967_295,
            4_294_967_296,
            99_999_999_999_999_999_999,
        ];
        for a in numbers {
            for b in numbers {
                for c in numbers.into_iter().skip(1) {
                    for power in [-3, 0, 2] {
                        for rounding in [Rounding::Up, Rounding::Down, Rounding::HalfUp] {
                            if let Some(expected) = narrow(a, b, power, c, rounding) {
                                assert_eq!(
                                    wide(a, b, power, c, rounding),
                                    Some(expected),
                                    "{a} {b} {power} {c} {rounding:?}"
                                );
                            }
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn what_does_not_fit_128_bits_is_divided_by_its_power_of_ten_too() {
        let most = 99_999_999_999_999_999_999;
        // 99999999999999999999² = 9999999999999999999800000000000000000001
        for (rounding, expected) in [
            (
                Rounding::Down,
                9_999_999_999_999_999_999_800_000_000_000_000_000,
            ),
            (
                Rounding::Up,
                9_999_999_999_999_999_999_800_000_000_000_000_001,
            ),
            (
                Rounding::HalfUp,
                9_999_999_999_999_999_999_800_000_000_000_000_000,
            ),
        ] {
            assert_eq!(scaled(most, most, -3, 1, rounding), Some(expected));
        }
    }

    #[test]
    fn nothing_overflows_on_the_way() {
        let most = 99_999_999_999_999_999_999;
        assert_eq!(scaled(most, most, 28, most, Rounding::Down), None);
        assert_eq!(
            scaled(most, most, 8, most, Rounding::Down),
            Some(most * 100_000_000)
        );
    }
}
