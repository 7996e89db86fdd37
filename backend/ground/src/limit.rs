//! Rate limits: a maximum number of calls per time window and subject. `http::limits` does the counting.

use std::collections::HashMap;
use std::net::Ipv4Addr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// At most `most` calls per subject in a window of `window_seconds`.
#[derive(Debug, Clone, Copy)]
pub struct Limit {
    pub name: &'static str,
    pub most: i64,
    pub window_seconds: i64,
}

/// The factor from the limit of a /64 network to its /48, and from that of an IPv4 address to its /24.
const NEIGHBOURS: i64 = 16;

/// The /48 network around a subject that is a /64 (`http::Client::limit_subject`), with its limit.
pub fn around(limit: Limit, subject: &str) -> Option<(Limit, String)> {
    let (wide, _) = subject.strip_suffix("::/64")?.rsplit_once(':')?;
    let most = limit.most.saturating_mul(NEIGHBOURS);
    Some((Limit { most, ..limit }, format!("{wide}::/48")))
}

/// The /24 network around a subject that is an IPv4 address, with its limit. Mobile networks put thousands of users
/// behind one, so this suits concurrent resources, of which each user holds few, not frequent calls.
pub fn around_ipv4(limit: Limit, subject: &str) -> Option<(Limit, String)> {
    let [a, b, c, _] = subject.parse::<Ipv4Addr>().ok()?.octets();
    let most = limit.most.saturating_mul(NEIGHBOURS);
    Some((Limit { most, ..limit }, format!("{a}.{b}.{c}.0/24")))
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

/// The maximum number of subjects counted in a window, so that a flood of addresses cannot exhaust the memory.
const MOST_SUBJECTS: usize = 100_000;

impl LocalCounters {
    /// Counts one more, and returns the number in the window.
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

/// Limits warnings that clients can trigger at will to one a minute.
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
    fn warnings_are_due_once_a_minute() {
        let warned = OncePerMinute::default();
        assert!(warned.is_due() && !warned.is_due());
        *warned.0.lock().unwrap() = Instant::now().checked_sub(MINUTE);
        assert!(warned.is_due() && !warned.is_due());
    }
}
