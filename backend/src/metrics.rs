//! Counts and times of the calls, in Prometheus' text format.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::{Mutex, PoisonError};

const BUCKETS_MS: [u64; 9] = [5, 10, 25, 50, 100, 250, 500, 1_000, 5_000];

/// Everything counted since the start.
#[derive(Default)]
pub struct Metrics {
    calls: Mutex<BTreeMap<Labels, Tally>>,
    refusals: Mutex<BTreeMap<(&'static str, &'static str), u64>>,
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Labels {
    method: &'static str,
    route: String,
    status: u16,
}

#[derive(Default)]
struct Tally {
    calls: u64,
    micros: u128,
    buckets: [u64; BUCKETS_MS.len()],
}

impl Metrics {
    /// Counts a refusal of its own name, such as `ajo_bank_notices_refused_total`, by its reason.
    pub fn refused(&self, name: &'static str, reason: &'static str) {
        let mut refusals = self.refusals.lock().unwrap_or_else(PoisonError::into_inner);
        *refusals.entry((name, reason)).or_default() += 1;
    }

    /// Counts a call of a route (its template, not its path).
    pub fn add(&self, method: &'static str, route: String, status: u16, micros: u128) {
        let labels = Labels {
            method,
            route,
            status,
        };
        let mut tallies = self.calls.lock().unwrap_or_else(PoisonError::into_inner);
        let tally = tallies.entry(labels).or_default();
        tally.calls += 1;
        tally.micros += micros;
        for (bucket, limit_ms) in tally.buckets.iter_mut().zip(BUCKETS_MS) {
            *bucket += u64::from(micros <= u128::from(limit_ms) * 1_000);
        }
    }

    /// Prometheus' text format.
    pub fn text(&self) -> String {
        let tallies = self.calls.lock().unwrap_or_else(PoisonError::into_inner);
        let mut text = String::from("# TYPE ajo_http_request_duration_seconds histogram\n");
        for (
            Labels {
                method,
                route,
                status,
            },
            tally,
        ) in tallies.iter()
        {
            let labels = format!("method=\"{method}\",route=\"{route}\",status=\"{status}\"");
            let name = "ajo_http_request_duration_seconds";
            for (bucket, limit_ms) in tally.buckets.iter().zip(BUCKETS_MS) {
                let _ = writeln!(
                    text,
                    "{name}_bucket{{{labels},le=\"{}.{:03}\"}} {bucket}",
                    limit_ms / 1_000,
                    limit_ms % 1_000
                );
            }
            let _ = writeln!(
                text,
                "{name}_bucket{{{labels},le=\"+Inf\"}} {}",
                tally.calls
            );
            let _ = writeln!(
                text,
                "{name}_sum{{{labels}}} {}.{:06}",
                tally.micros / 1_000_000,
                tally.micros % 1_000_000
            );
            let _ = writeln!(text, "{name}_count{{{labels}}} {}", tally.calls);
        }
        drop(tallies);
        let refusals = self.refusals.lock().unwrap_or_else(PoisonError::into_inner);
        let mut described = "";
        for ((name, reason), count) in refusals.iter() {
            if described != *name {
                let _ = writeln!(text, "# TYPE {name} counter");
                described = name;
            }
            let _ = writeln!(text, "{name}{{reason=\"{reason}\"}} {count}");
        }
        text
    }
}
