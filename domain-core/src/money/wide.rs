//! A non-negative integer of up to 768 bits, for intermediate results.
//!
//! A total over six currencies multiplies up to seven rates of twenty digits: 640 bits. No operation wraps or panics:
//! what does not fit is `None`.

use super::Rounding;
use std::cmp::Ordering;

const LIMBS: usize = 24;
const LIMB_BITS: u32 = 32;

/// Little-endian limbs of 32 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Wide {
    limbs: [u32; LIMBS],
}

/// The low limb of a product or sum.
fn low(number: u64) -> u32 {
    u32::try_from(number & u64::from(u32::MAX)).unwrap_or(0)
}

impl From<u128> for Wide {
    fn from(mut number: u128) -> Self {
        let mut limbs = [0; LIMBS];
        for limb in limbs.iter_mut().take(4) {
            *limb = u32::try_from(number & u128::from(u32::MAX)).unwrap_or(0);
            number >>= LIMB_BITS;
        }
        Self { limbs }
    }
}

impl Wide {
    pub(crate) const ZERO: Self = Self { limbs: [0; LIMBS] };

    #[inline(never)]
    pub(crate) fn power_of_ten(exponent: u32) -> Option<Self> {
        let small = 10_u128.checked_pow(exponent.min(38)).map(Self::from)?;
        match exponent.checked_sub(38) {
            None | Some(0) => Some(small),
            Some(rest) => small.times(&Self::power_of_ten(rest)?),
        }
    }

    /// How many limbs are in use.
    #[inline(never)]
    fn width(&self) -> usize {
        self.limbs
            .iter()
            .rposition(|limb| *limb != 0)
            .map_or(0, |last| last.saturating_add(1))
    }

    #[inline(never)]
    pub(crate) fn plus(&self, other: &Self) -> Option<Self> {
        let mut sum = *self;
        let mut carry = 0_u64;
        for (limb, addend) in sum.limbs.iter_mut().zip(other.limbs) {
            let total = u64::from(*limb)
                .checked_add(u64::from(addend))?
                .checked_add(carry)?;
            *limb = low(total);
            carry = total >> LIMB_BITS;
        }
        (carry == 0).then_some(sum)
    }

    #[inline(never)]
    pub(crate) fn times(&self, other: &Self) -> Option<Self> {
        let width = other.width();
        let mut product = Self::ZERO;
        for (place, factor) in self
            .limbs
            .iter()
            .enumerate()
            .filter(|(_, factor)| **factor != 0)
        {
            let mut carry = 0_u64;
            let mut slots = product.limbs.iter_mut().skip(place);
            for digit in other.limbs.iter().take(width) {
                let slot = slots.next()?;
                let total = u64::from(*factor)
                    .checked_mul(u64::from(*digit))?
                    .checked_add(u64::from(*slot))?
                    .checked_add(carry)?;
                *slot = low(total);
                carry = total >> LIMB_BITS;
            }
            if carry != 0 {
                // Nothing was written there yet: rows are added from the lowest place up.
                *slots.next()? = low(carry);
            }
        }
        Some(product)
    }

    /// The quotient, rounded once; `None` for a zero divisor or a quotient beyond 128 bits.
    #[inline(never)]
    pub(crate) fn divided(&self, divisor: &Self, rounding: Rounding) -> Option<u128> {
        let width = divisor.width().checked_add(1)?;
        (width > 1).then_some(())?;
        let mut quotient = 0_u128;
        let mut remainder = Self::ZERO;
        for limb in self.limbs.iter().take(self.width()).rev() {
            for bit in (0..LIMB_BITS).rev() {
                remainder.shift_in((limb >> bit) & 1, width)?;
                quotient = quotient.checked_mul(2)?;
                if remainder.compare(divisor, width).is_ge() {
                    remainder.subtract(divisor, width);
                    quotient |= 1;
                }
            }
        }
        let exact = remainder.width() == 0;
        remainder.shift_in(0, width)?;
        let up = !exact && rounding.goes_up(remainder.compare(divisor, width));
        quotient.checked_add(u128::from(up))
    }

    /// Doubles, and puts the bit at the end. `None` when a divisor of full width leaves no room.
    fn shift_in(&mut self, bit: u32, width: usize) -> Option<()> {
        let mut carry = bit;
        for limb in self.limbs.iter_mut().take(width) {
            let next = *limb >> 31;
            *limb = (*limb << 1) | carry;
            carry = next;
        }
        (carry == 0).then_some(())
    }

    fn compare(&self, other: &Self, width: usize) -> Ordering {
        let ours = self.limbs.iter().take(width).rev();
        ours.cmp(other.limbs.iter().take(width).rev())
    }

    /// Takes off what is not greater.
    fn subtract(&mut self, other: &Self, width: usize) {
        let mut borrow = false;
        for (limb, digit) in self.limbs.iter_mut().zip(other.limbs).take(width) {
            let (part, first) = limb.overflowing_sub(digit);
            let (whole, second) = part.overflowing_sub(u32::from(borrow));
            *limb = whole;
            borrow = first || second;
        }
    }
}
