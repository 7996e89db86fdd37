//! Pseudo-random values from a seed and a number.

pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64, number: u64) -> Self {
        let mut dice = Self(seed);
        let start = dice.next() ^ number;
        Self(start)
    }

    /// SplitMix64.
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub fn below(&mut self, sides: u64) -> u64 {
        self.next() % sides.max(1)
    }

    pub fn between(&mut self, least: u64, most: u64) -> u64 {
        least + self.below(most - least + 1)
    }

    /// True once in this many times on average.
    pub fn once_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }

    pub fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len() as u64) as usize]
    }

    /// Minor units: mostly of an ordinary size, sometimes tiny or enormous.
    pub fn minor(&mut self) -> i128 {
        let most = self.of(&[
            200,
            100_000,
            10_000_000,
            1_000_000_000,
            1_000_000_000_000_000,
        ]);
        self.below(most + 1).into()
    }

    /// A part of a sum, all of it, zero, or more.
    pub fn part_of(&mut self, sum: i128) -> i128 {
        match self.below(8) {
            0 => sum,
            1 => 0,
            2 => sum + i128::from(self.below(1_000)),
            3 => (sum - i128::from(self.below(3))).max(0),
            _ => sum * i128::from(self.below(1_001)) / 1_000,
        }
    }
}
