//! Reproducible random numbers.

/// Xorshift: the same numbers for a seed.
pub(super) struct Dice(u64);

impl Dice {
    /// Scrambles the seed, so that similar seeds do not begin alike. A state of zero would stay zero.
    pub(super) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).max(1))
    }

    pub(super) fn below(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % sides.max(1)
    }

    pub(super) fn chance(&mut self, of_thousand: u64) -> bool {
        self.below(1_000) < of_thousand
    }
}
