//! Counters: how often things ended, and how.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::{Arc, Mutex, PoisonError};

type Counts = BTreeMap<(&'static str, &'static str), u64>;

/// A counter with two labels: one of its own, and `end`. Its clones count together.
#[derive(Clone)]
pub struct Tally {
    name: &'static str,
    label: &'static str,
    counts: Arc<Mutex<Counts>>,
}

impl Tally {
    pub fn new(name: &'static str, label: &'static str) -> Self {
        Self {
            name,
            label,
            counts: Arc::default(),
        }
    }

    pub fn add(&self, what: &'static str, end: &'static str) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        *counts.entry((what, end)).or_default() += 1;
    }

    /// What was counted since the start, in Prometheus' text format.
    pub fn text(&self) -> String {
        let Self { name, label, .. } = self;
        let counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let mut text = format!("# TYPE {name} counter\n");
        for ((what, end), count) in counts.iter() {
            let _ = writeln!(text, "{name}{{{label}=\"{what}\",end=\"{end}\"}} {count}");
        }
        text
    }
}
