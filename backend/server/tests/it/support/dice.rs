//! Reproducible random numbers, for runs with random faults.

/// Xorshift: the same numbers for a seed.
pub struct Dice(u64);

impl Dice {
    pub const fn new(seed: u64) -> Self {
        Self(seed | 1)
    }

    /// A number from zero to one less than the sides.
    pub fn below(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % sides
    }

    pub fn pick<'a>(&mut self, options: &[&'a str]) -> &'a str {
        options[self.index(options.len())]
    }

    pub fn index(&mut self, length: usize) -> usize {
        usize::try_from(self.below(u64::try_from(length).unwrap())).unwrap()
    }
}

/// The number of faults in a run: a few, unless `FAULT_RUNS` is set.
pub fn fault_runs(few: usize) -> usize {
    setting("FAULT_RUNS").map_or(few, |runs| usize::try_from(runs).unwrap())
}

/// The number of concurrent requests: a few, unless `RACE_CALLS` is set.
pub fn race_calls(few: usize) -> usize {
    setting("RACE_CALLS").map_or(few, |calls| usize::try_from(calls).unwrap())
}

/// The number of rounds of each race: one, unless `RACE_ROUNDS` is set.
pub fn race_rounds() -> u64 {
    setting("RACE_ROUNDS").unwrap_or(1)
}

/// The seed from `FAULT_SEED`, or a fixed one.
pub fn fault_seed() -> u64 {
    setting("FAULT_SEED").unwrap_or(20_261_122)
}

fn setting(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}
