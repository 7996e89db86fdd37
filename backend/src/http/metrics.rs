//! Counts and times of the calls, in Prometheus' text format, on a port of their own.

use crate::app::AppState;
use axum::Router;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

const BUCKETS_MS: [u64; 9] = [5, 10, 25, 50, 100, 250, 500, 1_000, 5_000];

/// Everything counted since the start.
#[derive(Default)]
pub struct Metrics(Mutex<BTreeMap<Labels, Tally>>);

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
    fn add(&self, labels: Labels, micros: u128) {
        let mut tallies = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let tally = tallies.entry(labels).or_default();
        tally.calls += 1;
        tally.micros += micros;
        for (bucket, limit_ms) in tally.buckets.iter_mut().zip(BUCKETS_MS) {
            *bucket += u64::from(micros <= u128::from(limit_ms) * 1_000);
        }
    }

    /// Prometheus' text format.
    pub fn text(&self) -> String {
        let tallies = self.0.lock().unwrap_or_else(PoisonError::into_inner);
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
        text
    }
}

/// Times the call, counts it, and writes one line about it: never its query, headers or body.
pub async fn layer(State(app): State<AppState>, request: Request, next: Next) -> Response {
    let started = Instant::now();
    let method = known(request.method());
    // The template, not the path: an id or a number in a path is nobody's business, and labels must be few.
    let route = request
        .extensions()
        .get::<MatchedPath>()
        .map_or("other", MatchedPath::as_str)
        .to_owned();
    let response = next.run(request).await;
    let status = response.status().as_u16();
    let micros = started.elapsed().as_micros();
    tracing::info!(method, %route, status, micros, "served");
    app.metrics.add(
        Labels {
            method,
            route,
            status,
        },
        micros,
    );
    response
}

/// Anybody can invent a method, and each invention would be one more label and a log line as long as they please.
fn known(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        Method::TRACE => "TRACE",
        Method::CONNECT => "CONNECT",
        _ => "OTHER",
    }
}

/// The router of the metrics port.
pub fn router(app: AppState) -> Router {
    Router::new().route("/metrics", get(text)).with_state(app)
}

async fn text(State(app): State<AppState>) -> impl IntoResponse {
    (
        [(header::CONTENT_TYPE, "text/plain; version=0.0.4")],
        [
            app.metrics.text(),
            app.outbox.text(),
            app.rounds.text(),
            app.ports.breakers.text(),
        ]
        .concat(),
    )
}
