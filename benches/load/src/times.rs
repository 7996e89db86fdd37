//! Durations, and the processor time of this process.

use serde::Serialize;
use std::time::Duration;

/// The distribution of durations, in microseconds.
#[derive(Debug, Default, Serialize)]
pub struct Times {
    pub p50: u64,
    pub p90: u64,
    pub p99: u64,
    pub max: u64,
}

pub fn micros(duration: Duration) -> u64 {
    u64::try_from(duration.as_micros()).unwrap_or(u64::MAX)
}

impl Times {
    pub fn of(mut samples: Vec<u64>) -> Self {
        samples.sort_unstable();
        let at = |hundredth: usize| {
            let place = samples.len() * hundredth / 100;
            samples
                .get(place.min(samples.len().saturating_sub(1)))
                .copied()
                .unwrap_or_default()
        };
        Self {
            p50: at(50),
            p90: at(90),
            p99: at(99),
            max: at(100),
        }
    }
}

/// The processor time of all threads so far, in seconds. Linux counts in hundredths.
pub fn cpu_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The name in parentheses may contain anything; user and system time are the 12th and 13th word after it.
    let after = stat.rsplit(')').next().unwrap_or_default();
    let words = after.split_whitespace().skip(11).take(2);
    words
        .filter_map(|word| word.parse::<f64>().ok())
        .sum::<f64>()
        / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_samples() {
        let times = Times::of((1..=200).rev().collect());
        assert_eq!(
            (times.p50, times.p90, times.p99, times.max),
            (101, 181, 199, 200)
        );
        assert_eq!(Times::of(Vec::new()).max, 0);
    }
}
