//! A debt as an exact fraction of arbitrarily large integers.

/// Digits to the base 2^64, lowest first, without trailing zeros.
#[derive(Clone)]
struct Whole(Vec<u64>);

impl Whole {
    fn of(number: u128) -> Self {
        let mut whole = Self(vec![low(number), high(number)]);
        whole.trim();
        whole
    }

    fn trim(&mut self) {
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
    }

    fn multiply(&mut self, by: u64) {
        let mut carry = 0_u64;
        for digit in &mut self.0 {
            let product = u128::from(*digit).wrapping_mul(by.into());
            let sum = product.wrapping_add(carry.into());
            (*digit, carry) = (low(sum), high(sum));
        }
        self.0.push(carry);
        self.trim();
    }

    /// Subtracts `by` times `other`; false if that is more, which leaves the digits unspecified.
    fn subtract(&mut self, other: &Self, by: u128) -> bool {
        let parts = [low(by), high(by)];
        for (place, part) in parts.into_iter().enumerate().filter(|(_, part)| *part > 0) {
            let mut carry = 0_u128;
            let mut digits = self.0.iter_mut().skip(place);
            let more = other
                .0
                .iter()
                .copied()
                .map(Some)
                .chain(std::iter::repeat(None));
            for digit in more {
                if digit.is_none() && carry == 0 {
                    break;
                }
                let product = u128::from(digit.unwrap_or_default()).wrapping_mul(part.into());
                let sum = product.wrapping_add(carry);
                let Some(own) = digits.next() else {
                    if sum == 0 {
                        continue;
                    }
                    return false;
                };
                let (difference, borrowed) = own.overflowing_sub(low(sum));
                *own = difference;
                carry = u128::from(high(sum)).wrapping_add(borrowed.into());
            }
        }
        self.trim();
        true
    }
}

/// The lower 64 bits.
fn low(number: u128) -> u64 {
    u64::try_from(number & u128::from(u64::MAX)).unwrap_or_default()
}

fn high(number: u128) -> u64 {
    u64::try_from(number >> 64).unwrap_or_default()
}

/// A debt.
pub(super) struct Balance {
    above: Whole,
    below: Whole,
}

impl Balance {
    pub(super) fn of(units: u128) -> Self {
        Self {
            above: Whole::of(units),
            below: Whole::of(1),
        }
    }

    /// Multiplies the debt by a fraction.
    pub(super) fn grow(&mut self, above: u64, below: u64) {
        self.above.multiply(above);
        self.below.multiply(below);
    }

    /// Subtracts a payment from the debt; false if it exceeds the debt.
    pub(super) fn pay(&mut self, units: u128) -> bool {
        self.above.subtract(&self.below, units)
    }

    /// Whether a payment does not exceed the debt.
    pub(super) fn covers(&self, units: u128) -> bool {
        self.above.clone().subtract(&self.below, units)
    }

    pub(super) fn is_zero(&self) -> bool {
        self.above.0.is_empty()
    }
}
