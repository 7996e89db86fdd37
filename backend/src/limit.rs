//! Rate limits: so many in a window of time for each subject. How they are counted stands in `http::limits`.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// So many in a window of so many seconds, for each subject.
#[derive(Debug, Clone, Copy)]
pub struct Limit {
    pub name: &'static str,
    pub most: i64,
    pub window_seconds: i64,
}

/// How much more a network of 48 bits may do than one of 64 bits.
const NEIGHBOURS: i64 = 16;

/// The network of 48 bits around a subject that is one of 64 bits (`http::Client::limit_subject`), with its limit.
pub fn around(limit: Limit, subject: &str) -> Option<(Limit, String)> {
    let (wide, _) = subject.strip_suffix("::/64")?.rsplit_once(':')?;
    let most = limit.most.saturating_mul(NEIGHBOURS);
    Some((Limit { most, ..limit }, format!("{wide}::/48")))
}

pub const MINUTE_SECONDS: i64 = 60;
pub const HOUR_SECONDS: i64 = 3_600;
pub const DAY_SECONDS: i64 = 86_400;

/// The counters of one process.
#[derive(Default)]
pub struct LocalCounters(Mutex<LocalWindow>);

#[derive(Default)]
struct LocalWindow {
    start_ms: i64,
    hits: HashMap<String, i64>,
}

/// Subjects that are told apart within one window; beyond it a flood of addresses cannot fill the memory.
const MOST_SUBJECTS: usize = 100_000;

impl LocalCounters {
    /// Counts one more; answers how many there are in the window.
    pub fn hit(&self, now_ms: i64, limit: Limit, subject: String) -> i64 {
        let mut window = self
            .0
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        let window_ms = limit.window_seconds * 1_000;
        let start_ms = now_ms / window_ms * window_ms;
        if window.start_ms != start_ms {
            *window = LocalWindow {
                start_ms,
                hits: HashMap::new(),
            };
        }
        if window.hits.len() >= MOST_SUBJECTS && !window.hits.contains_key(&subject) {
            return limit.most;
        }
        let hits = window.hits.entry(subject).or_insert(0);
        *hits += 1;
        *hits
    }
}

/// Limits warnings that a client can trigger at will to one a minute.
#[derive(Default)]
pub struct OncePerMinute(Mutex<Option<Instant>>);

const MINUTE: Duration = Duration::from_secs(60);

impl OncePerMinute {
    pub const fn new() -> Self {
        Self(Mutex::new(None))
    }

    /// Whether a minute has passed since this last returned true.
    pub fn is_due(&self) -> bool {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let due = last.is_none_or(|last| last.elapsed() >= MINUTE);
        if due {
            *last = Some(Instant::now());
        }
        due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_warning_is_due_once_a_minute() {
        let warned = OncePerMinute::default();
        assert!(warned.is_due() && !warned.is_due());
        *warned.0.lock().unwrap() = Instant::now().checked_sub(MINUTE);
        assert!(warned.is_due() && !warned.is_due());
    }
}
