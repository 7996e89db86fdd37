//! Call counts and durations in Prometheus' text format, and the help texts of all metrics.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::{Mutex, PoisonError};

const BUCKETS_MS: [u64; 9] = [5, 10, 25, 50, 100, 250, 500, 1_000, 5_000];

/// The help text of every metric.
const HELP: &[(&str, &str)] = &[
    (
        "ajo_desk_waiting",
        "What waits for staff: loans, conversations, addresses, reports, orders, rates.",
    ),
    (
        "ajo_desk_oldest_seconds",
        "The age of the oldest of what waits for staff.",
    ),
    (
        "ajo_http_request_duration_seconds",
        "Duration of calls, by method, route and status.",
    ),
    (
        "ajo_bank_notices_refused_total",
        "Refused bank notices, by reason.",
    ),
    (
        "ajo_money_after_closing_total",
        "Money that arrived for closed accounts, by source.",
    ),
    (
        "ajo_arrivals_not_passed_on_total",
        "Money that arrived for a plan and stays in the wallet because of an error, by its code.",
    ),
    (
        "ajo_direct_debit_differences_total",
        "Direct debits that differ from what was ordered, by reason.",
    ),
    (
        "ajo_custody_notices_refused_total",
        "Refused notices of the custodian of coins, by reason.",
    ),
    (
        "ajo_transfers_locked_total",
        "Transfers that locked before they read, by reason: changed, composed, failed, refused.",
    ),
    (
        "ajo_orders_changed_total",
        "Refusals to send an order that is not what was authorised.",
    ),
    (
        "ajo_bank_contradictions_total",
        "Payouts that the bank reported as paid and as refused.",
    ),
    (
        "ajo_card_notices_refused_total",
        "Refused notices of the card company, by reason.",
    ),
    (
        "ajo_reversals_total",
        "Money that providers took back, by whether all was recovered or some is owed.",
    ),
    (
        "ajo_payments_returned_total",
        "Payments that came back after their providers had made them.",
    ),
    (
        "ajo_card_differences_total",
        "Card payments that differ from the request, by difference.",
    ),
    (
        "ajo_rate_jumps_total",
        "Market prices that are far from the rate in use, by coin.",
    ),
    (
        "ajo_mandate_notices_refused_total",
        "Refused notices about direct debits, by reason.",
    ),
    (
        "ajo_signal_notices_refused_total",
        "Refused notices of predictions, by reason.",
    ),
    (
        "ajo_telegram_updates_refused_total",
        "Refused updates of the Telegram bot, by reason.",
    ),
    (
        "ajo_daily_check_findings_total",
        "Discrepancies found by the daily check of the records.",
    ),
    (
        "ajo_referral_bonuses_put_off_total",
        "Referral bonuses put off because the day's budget was spent.",
    ),
    (
        "ajo_messages_total",
        "Emails, text and chat messages, by channel and result.",
    ),
    ("ajo_job_rounds_total", "Rounds of the jobs, by result."),
    (
        "ajo_job_lag_seconds",
        "Seconds since the last successful round of a job, or since its start.",
    ),
    (
        "ajo_orders_open",
        "Payments whose outcome at the provider is not known yet (PROCESSING), by kind.",
    ),
    (
        "ajo_orders_oldest_seconds",
        "Age of the oldest of these, by kind; 0 without one.",
    ),
    (
        "ajo_rate_age_seconds",
        "Age of the exchange rate of each currency that was ever set.",
    ),
    (
        "ajo_orders_settled_total",
        "Orders settled by this process, by kind of payment and result.",
    ),
    (
        "ajo_queue_tasks",
        "Deferred tasks that are not processed yet, by kind.",
    ),
    (
        "ajo_queue_oldest_seconds",
        "Age of the oldest task of a kind; 0 without one.",
    ),
    (
        "ajo_provider_left_alone",
        "1 while the circuit breaker of a provider is open and calls fail at once.",
    ),
    (
        "ajo_provider_pauses_total",
        "How often the circuit breaker of a provider opened.",
    ),
    (
        "ajo_csp_reports_total",
        "Reported violations of the content security policy, by directive.",
    ),
    (
        "ajo_connections_refused_total",
        "Connections closed because an address or network has too many.",
    ),
    (
        "process_resident_memory_bytes",
        "Memory of this process that is in RAM.",
    ),
    (
        "process_open_fds",
        "Files and connections that this process has open.",
    ),
    (
        "process_cpu_seconds_total",
        "Processor time of this process, user and system.",
    ),
    ("ajo_build_info", "1, labelled with the running version."),
    (
        "ajo_realtime_sockets",
        "Open realtime sockets of this process.",
    ),
    (
        "ajo_database_connections",
        "Connections of the database pool, by state; SQLite's writer is one of them.",
    ),
    (
        "ajo_database_connections_limit",
        "The most connections that the pool opens.",
    ),
];

/// Adds the help text of each metric before its type.
pub fn with_help(text: &str) -> String {
    let mut helped = String::with_capacity(text.len() * 2);
    for line in text.lines() {
        let name = line
            .strip_prefix("# TYPE ")
            .and_then(|rest| rest.split(' ').next());
        let help = HELP.iter().find(|(known, _)| name == Some(*known));
        if let Some((name, help)) = help {
            let _ = writeln!(helped, "# HELP {name} {help}");
        }
        let _ = writeln!(helped, "{line}");
    }
    helped
}

/// A gauge with its values by label.
pub fn gauge(name: &str, values: &[(String, i64)]) -> String {
    let mut text = format!("# TYPE {name} gauge\n");
    for (labels, value) in values {
        let _ = match labels.as_str() {
            "" => writeln!(text, "{name} {value}"),
            labels => writeln!(text, "{name}{{{labels}}} {value}"),
        };
    }
    text
}

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
    micros: u64,
    buckets: [u64; BUCKETS_MS.len()],
}

impl Metrics {
    /// Counts a refusal in its own metric, such as `ajo_bank_notices_refused_total`, by reason.
    pub fn refused(&self, name: &'static str, reason: &'static str) {
        let mut refusals = self.refusals.lock().unwrap_or_else(PoisonError::into_inner);
        *refusals.entry((name, reason)).or_default() += 1;
    }

    /// Counts a call by route (its template, not its path).
    pub fn add(&self, method: &'static str, route: String, status: u16, micros: u64) {
        let labels = Labels {
            method,
            route,
            status,
        };
        let mut tallies = self.calls.lock().unwrap_or_else(PoisonError::into_inner);
        let tally = tallies.entry(labels).or_default();
        tally.calls += 1;
        tally.micros = tally.micros.saturating_add(micros);
        for (bucket, limit_ms) in tally.buckets.iter_mut().zip(BUCKETS_MS) {
            *bucket += u64::from(micros <= limit_ms * 1_000);
        }
    }

    /// The metrics in Prometheus' text format.
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

#[cfg(test)]
mod tests {
    use super::HELP;

    /// The alert rules and the dashboard for operators.
    const WATCHERS: [&str; 2] = [
        include_str!("../../../docs/deploy/alerts.yml"),
        include_str!("../../../docs/deploy/grafana-dashboard.json"),
    ];

    #[test]
    fn every_incident_counter_has_an_alert() {
        let [alerts, _] = WATCHERS;
        let mut seen = 0;
        for (name, _) in HELP {
            let is_incident = [
                "_notices_refused_total",
                "_updates_refused_total",
                "_differences_total",
                "_contradictions_total",
                "_findings_total",
                "_put_off_total",
                "_jumps_total",
                "_after_closing_total",
                "_not_passed_on_total",
            ]
            .iter()
            .any(|end| name.ends_with(end));
            if is_incident {
                assert!(alerts.contains(&format!("increase({name}[")), "{name}");
                seen += 1;
            }
        }
        assert!(seen >= 13, "{seen} counters");
    }

    #[test]
    fn alerts_and_dashboard_use_only_existing_metrics() {
        let mut seen = 0;
        for text in WATCHERS {
            for rest in text.split("ajo_").skip(1) {
                let end = rest.find(|c: char| c != '_' && !c.is_ascii_lowercase());
                let name = format!("ajo_{}", &rest[..end.unwrap_or(rest.len())]);
                let family = ["_bucket", "_sum", "_count"]
                    .iter()
                    .find_map(|end| name.strip_suffix(end))
                    .unwrap_or(&name);
                assert!(
                    HELP.iter().any(|(known, _)| *known == family),
                    "{name} is no metric"
                );
                seen += 1;
            }
        }
        assert!(seen > 20, "{seen} names read");
    }
}
