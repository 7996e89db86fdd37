//! Counters of results.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::time::Instant;

type Counts = BTreeMap<(&'static str, &'static str), u64>;

/// The last successful round of each job. Clones share the values.
#[derive(Clone, Default)]
pub struct LastDone(Arc<Mutex<BTreeMap<&'static str, Instant>>>);

impl LastDone {
    /// Records the start of a job, or a successful round.
    pub fn note(&self, job: &'static str) {
        let mut done = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        done.insert(job, Instant::now());
    }

    /// The metrics in Prometheus' text format.
    pub fn text(&self) -> String {
        let done = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut text = String::from("# TYPE ajo_job_lag_seconds gauge\n");
        for (job, at) in done.iter() {
            let lag = at.elapsed().as_millis();
            let (whole, rest) = (lag / 1_000, lag % 1_000);
            let _ = writeln!(
                text,
                "ajo_job_lag_seconds{{job=\"{job}\"}} {whole}.{rest:03}"
            );
        }
        text
    }
}

/// A counter with two labels: its own, and `end`. Clones share the counts.
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

    /// The counts since the start, in Prometheus' text format.
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
