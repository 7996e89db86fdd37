//! Counts and times every call, and serves the metrics on a separate port.

use crate::desk;
use axum::Router;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use domain_core::money::Currency;
use ground::db::DbError;
use ground::metrics::{gauge, with_help};
use ground::queue::{self, Kind};
use money::{orders, rates};
use service::app::AppState;
use std::time::Instant;

/// Times and counts the call, and logs one line without query, headers or body.
pub async fn layer(State(app): State<AppState>, request: Request, next: Next) -> Response {
    let started = Instant::now();
    let method = known(request.method());
    // The template, not the path: ids and numbers in a path are private, and labels must be few.
    let route = request
        .extensions()
        .get::<MatchedPath>()
        .map_or("other", MatchedPath::as_str)
        .to_owned();
    let response = next.run(request).await;
    let status = response.status().as_u16();
    let micros = u64::try_from(started.elapsed().as_micros()).unwrap_or(u64::MAX);
    tracing::info!(method, %route, status, micros, "served");
    app.metrics.add(method, route, status, micros);
    response
}

/// A fixed name for a method: clients can invent methods, and each would add a label and an arbitrarily long log line.
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
    let text = [
        app.metrics.text(),
        app.senders.tally.text(),
        app.rounds.text(),
        app.last_done.text(),
        app.settled.text(),
        app.ports.breakers.text(),
        resources(&app),
        process(),
        waiting(&app).await,
    ];
    (
        [(header::CONTENT_TYPE, "text/plain; version=0.0.4")],
        with_help(&text.concat()),
    )
}

/// Gauges of resources that this process has open.
fn resources(app: &AppState) -> String {
    let connections = app.db.connections();
    let sockets = i64::try_from(app.realtime.open_sockets()).unwrap_or(i64::MAX);
    let version = format!("version=\"{}\"", env!("CARGO_PKG_VERSION"));
    let states: [(String, i64); 2] = [
        (String::from("state=\"in_use\""), connections.in_use.into()),
        (String::from("state=\"idle\""), connections.idle.into()),
    ];
    [
        gauge("ajo_build_info", &[(version, 1)]),
        gauge("ajo_realtime_sockets", &[(String::new(), sockets)]),
        gauge("ajo_database_connections", &states),
        gauge(
            "ajo_database_connections_limit",
            &[(String::new(), connections.limit.into())],
        ),
    ]
    .concat()
}

/// Process metrics, named as by Prometheus' own clients. Linux only.
fn process() -> String {
    let read = |name: &str| std::fs::read_to_string(["/proc/self/", name].concat()).ok();
    let mut text = String::new();
    if let Some(bytes) = read("status").as_deref().and_then(resident_bytes) {
        let name = "process_resident_memory_bytes";
        text += &gauge(name, &[(String::new(), bytes)]);
    }
    if let Ok(files) = std::fs::read_dir("/proc/self/fd") {
        let open = i64::try_from(files.count()).unwrap_or(i64::MAX);
        text += &gauge("process_open_fds", &[(String::new(), open)]);
    }
    if let Some(ticks) = read("stat").as_deref().and_then(processor_ticks) {
        let (seconds, hundredths) = (ticks / TICKS_A_SECOND, ticks % TICKS_A_SECOND);
        let name = "process_cpu_seconds_total";
        text += &format!("# TYPE {name} counter\n{name} {seconds}.{hundredths:02}\n");
    }
    text
}

/// Linux reports processor time to programs in hundredths of a second, whatever the kernel's own unit.
const TICKS_A_SECOND: u64 = 100;

/// The resident memory from `/proc/self/status`: `VmRSS:     1234 kB`.
fn resident_bytes(status: &str) -> Option<i64> {
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: i64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    kilobytes.checked_mul(1_024)
}

/// User and system time from `/proc/self/stat`, fields 14 and 15. The second field is a name in parentheses.
fn processor_ticks(stat: &str) -> Option<u64> {
    let (_, rest) = stat.rsplit_once(')')?;
    let mut fields = rest.split_whitespace().skip(11);
    let (user, system): (u64, u64) = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
    user.checked_add(system)
}

/// Pending work in the database, of all servers. Empty while the database is unavailable.
async fn waiting(app: &AppState) -> String {
    let now_ms = app.clock.now_ms();
    let read = async {
        let mut connection = app.db.read().await?;
        let tasks = queue::depths(&mut connection).await?;
        let rates = rates::listed(&mut connection).await?;
        let desk = desk::waiting(&mut connection, "", now_ms).await?;
        let orders = orders::waiting(&mut connection).await?;
        Ok::<_, DbError>((tasks, orders, rates, desk))
    };
    let Ok((tasks, orders, rates, desk)) = read.await else {
        return String::new();
    };
    let age =
        |oldest_at_ms: Option<i64>| oldest_at_ms.map_or(0, |at_ms| (now_ms - at_ms).max(0) / 1_000);
    let label = |kind: &str| format!("kind=\"{kind}\"");
    let orders = orders
        .iter()
        .map(|of| (label(of.kind.as_str()), of.orders, age(of.oldest_at_ms)));
    // The task of an order only queries its outcome.
    let tasks = tasks
        .iter()
        .filter(|of| of.kind != Kind::Order)
        .map(|of| (label(of.kind.as_str()), of.tasks, age(of.oldest_at_ms)));
    let desk = desk.iter().map(|one| {
        let label = format!("what=\"{}\"", one.kind.as_str());
        (label, one.count, age(one.oldest_at_ms))
    });
    // The dollar is the unit: its rate has no age. Samples are reported by `backend check`.
    let rates: Vec<(String, i64)> = rates
        .iter()
        .filter(|one| one.currency != Currency::Usd)
        .filter_map(|one| {
            let seconds = age(Some(one.set_at?.0));
            Some((format!("currency=\"{}\"", one.currency), seconds))
        })
        .collect();
    [
        gauge("ajo_rate_age_seconds", &rates),
        depth("ajo_desk_waiting", "ajo_desk_oldest_seconds", desk),
        depth("ajo_orders_open", "ajo_orders_oldest_seconds", orders),
        depth("ajo_queue_tasks", "ajo_queue_oldest_seconds", tasks),
    ]
    .concat()
}

/// The number of waiting rows of each kind, and the age of the oldest one.
fn depth(count: &str, oldest: &str, kinds: impl Iterator<Item = (String, i64, i64)>) -> String {
    let (counts, ages): (Vec<_>, Vec<_>) = kinds
        .map(|(label, count, age)| ((label.clone(), count), (label, age)))
        .unzip();
    [gauge(count, &counts), gauge(oldest, &ages)].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn process_files_are_parsed_and_malformed_ones_rejected() {
        let status = "Name:\tajo\nVmHWM:\t   2048 kB\nVmRSS:\t   1024 kB\n";
        assert_eq!(resident_bytes(status), Some(1_048_576));
        let stat = "7 (a) b) S 1 7 7 0 -1 4 10 0 0 0 120 30 0 0 20 0 9 0 5 6 7";
        assert_eq!(processor_ticks(stat), Some(150));
        for other in ["", "VmRSS: many kB", "VmRSS: 1 MB", "7 (ajo) S 1"] {
            assert_eq!(
                (resident_bytes(other), processor_ticks(other)),
                (None, None),
                "{other}"
            );
        }
    }
}
