//! A non-negative integer of up to 768 bits, for intermediate results.
//!
//! A total over six currencies multiplies up to seven rates of twenty digits: 640 bits. No operation wraps or panics:
//! what does not fit is `None`.

use super::Rounding;
use super::exact::power_of_ten;
use std::cmp::Ordering;

const LIMBS: usize = 24;
const LIMB_BITS: u32 = 32;

/// Little-endian limbs of 32 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Wide {
    limbs: [u32; LIMBS],
    /// How many limbs are in use: those above are zero, the last of these is not.
    width: usize,
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
        Self::of(limbs, 4)
    }
}

impl Wide {
    pub(crate) const ZERO: Self = Self {
        limbs: [0; LIMBS],
        width: 0,
    };

    /// Of limbs that are zero from a place on.
    fn of(limbs: [u32; LIMBS], most: usize) -> Self {
        let in_question = limbs.get(..most).unwrap_or(&limbs);
        let last = in_question.iter().rposition(|limb| *limb != 0);
        let width = last.map_or(0, |last| last.saturating_add(1));
        Self { limbs, width }
    }

    #[inline(never)]
    pub(crate) fn power_of_ten(exponent: u32) -> Option<Self> {
        let small = power_of_ten(exponent.min(38)).map(Self::from)?;
        match exponent.checked_sub(38) {
            None | Some(0) => Some(small),
            Some(rest) => small.times(&Self::power_of_ten(rest)?),
        }
    }

    #[inline(never)]
    pub(crate) fn plus(&self, other: &Self) -> Option<Self> {
        let most = self.width.max(other.width).saturating_add(1);
        let mut limbs = self.limbs;
        let mut carry = 0_u64;
        for (limb, addend) in limbs.iter_mut().zip(other.limbs).take(most) {
            let total = u64::from(*limb)
                .checked_add(u64::from(addend))?
                .checked_add(carry)?;
            *limb = low(total);
            carry = total >> LIMB_BITS;
        }
        (carry == 0).then_some(Self::of(limbs, most))
    }

    #[inline(never)]
    pub(crate) fn times(&self, other: &Self) -> Option<Self> {
        let mut product = [0; LIMBS];
        for (place, factor) in self.limbs.iter().take(self.width).enumerate() {
            let mut carry = 0_u64;
            let mut slots = product.iter_mut().skip(place);
            for digit in other.limbs.iter().take(other.width) {
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
        Some(Self::of(product, self.width.saturating_add(other.width)))
    }

    /// The quotient, rounded once; `None` for a zero divisor or a quotient beyond 128 bits.
    #[inline(never)]
    pub(crate) fn divided(&self, divisor: &Self, rounding: Rounding) -> Option<u128> {
        let (quotient, remainder) = self.quotient(divisor)?;
        if remainder.width == 0 {
            return Some(quotient);
        }
        let doubled = remainder.plus(&remainder)?;
        let up = rounding.goes_up(doubled.compare(divisor));
        quotient.checked_add(u128::from(up))
    }

    /// Quotient and remainder, digit by digit of 32 bits (Knuth, The Art of Computer Programming, volume 2, 4.3.1, D).
    fn quotient(&self, divisor: &Self) -> Option<(u128, Self)> {
        let (width, count) = (divisor.width, self.width);
        let last = width.checked_sub(1)?;
        let Some(steps) = count.checked_sub(width) else {
            return Some((0, *self));
        };
        // With the divisor's highest bit set, a guess from the first digits is at most two too great.
        let shift = divisor.limbs.get(last)?.leading_zeros();
        let divisor = divisor.shifted(shift);
        let mut rest = self.shifted(shift);
        let first = digit(&divisor, Some(last));
        let second = digit(&divisor, last.checked_sub(1));
        let mut quotient = 0_u128;
        for place in (0..=steps).rev() {
            let top = place.saturating_add(width);
            let two = (digit(&rest, Some(top)) << LIMB_BITS) | digit(&rest, top.checked_sub(1));
            let next = digit(&rest, top.checked_sub(2));
            let mut guess = two.checked_div(first)?;
            let mut left = two.checked_rem(first)?;
            while left <= MOST_DIGIT
                && (guess > MOST_DIGIT || guess.wrapping_mul(second) > (left << LIMB_BITS) | next)
            {
                guess = guess.wrapping_sub(1);
                left = left.wrapping_add(first);
            }
            if take_off(&mut rest, &divisor, place, width, guess) {
                guess = guess.wrapping_sub(1);
                put_back(&mut rest, &divisor, place, width);
            }
            (quotient >> 96 == 0).then_some(())?;
            quotient = (quotient << LIMB_BITS) | u128::from(guess);
        }
        Some((quotient, Self::unshifted(&rest, shift)))
    }

    /// Times a power of two below 2³², with room for the bits that leave at the top.
    fn shifted(&self, shift: u32) -> Digits {
        let mut digits = [0; LIMBS + 1];
        let mut carry = 0_u64;
        for (place, limb) in digits.iter_mut().zip(self.limbs.iter().chain(&[0])) {
            let moved = (u64::from(*limb) << (shift & 31)) | carry;
            *place = low(moved);
            carry = moved >> LIMB_BITS;
        }
        digits
    }

    fn unshifted(digits: &Digits, shift: u32) -> Self {
        let mut limbs = [0; LIMBS];
        let above = digits.iter().skip(1);
        for ((limb, digit), above) in limbs.iter_mut().zip(digits).zip(above) {
            let both = (u64::from(*above) << LIMB_BITS) | u64::from(*digit);
            *limb = low(both >> (shift & 31));
        }
        Self::of(limbs, LIMBS)
    }

    fn compare(&self, other: &Self) -> Ordering {
        let wider = self.width.cmp(&other.width);
        wider.then_with(|| self.limbs.iter().rev().cmp(other.limbs.iter().rev()))
    }
}

/// A number with one digit more, for the bits that normalising moves up.
type Digits = [u32; LIMBS + 1];

const MOST_DIGIT: u64 = 0xFFFF_FFFF;

fn digit(digits: &Digits, place: Option<usize>) -> u64 {
    place
        .and_then(|place| digits.get(place))
        .copied()
        .map_or(0, u64::from)
}

/// Takes `guess` times the divisor off at a place; whether that was more than there was.
fn take_off(rest: &mut Digits, divisor: &Digits, place: usize, width: usize, guess: u64) -> bool {
    let (mut carry, mut borrow) = (0_u64, false);
    // One digit more than the divisor's: its product may be as long.
    let factors = divisor.iter().take(width).chain(&[0]);
    for (limb, factor) in rest.iter_mut().skip(place).zip(factors) {
        let product = guess.wrapping_mul(u64::from(*factor)).wrapping_add(carry);
        carry = product >> LIMB_BITS;
        let (part, first) = limb.overflowing_sub(low(product));
        let (whole, second) = part.overflowing_sub(u32::from(borrow));
        *limb = whole;
        borrow = first || second;
    }
    borrow
}

/// Adds the divisor once at a place: the guess was one too great.
fn put_back(rest: &mut Digits, divisor: &Digits, place: usize, width: usize) {
    let mut carry = 0_u64;
    let addends = divisor.iter().take(width).chain(&[0]);
    for (limb, addend) in rest.iter_mut().skip(place).zip(addends) {
        let total = u64::from(*limb)
            .wrapping_add(u64::from(*addend))
            .wrapping_add(carry);
        *limb = low(total);
        carry = total >> LIMB_BITS;
    }
}
