//! Pseudo-random numbers (SplitMix64): the same on every run.

pub struct Dice(pub u64);

impl Dice {
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        let number = (word ^ (word >> 31)) % u64::try_from(limit).unwrap();
        usize::try_from(number).unwrap()
    }

    pub fn is_one_in(&mut self, limit: usize) -> bool {
        self.below(limit) == 0
    }
}
