//! Counts and times every call, and serves what was counted on a separate port.

use crate::app::AppState;
use crate::metrics::{gauge, with_help};
use crate::queue::{self, Depth, Kind};
use axum::Router;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use std::time::Instant;

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
    let micros = u64::try_from(started.elapsed().as_micros()).unwrap_or(u64::MAX);
    tracing::info!(method, %route, status, micros, "served");
    app.metrics.add(method, route, status, micros);
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
    let text = [
        app.metrics.text(),
        app.senders.tally.text(),
        app.rounds.text(),
        app.last_done.text(),
        app.settled.text(),
        app.ports.breakers.text(),
        process(&app),
        waiting(&app).await,
    ];
    (
        [(header::CONTENT_TYPE, "text/plain; version=0.0.4")],
        with_help(&text.concat()),
    )
}

/// Gauges of this process.
fn process(app: &AppState) -> String {
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

/// Pending work in the database, of all servers. Empty while the database is unavailable.
async fn waiting(app: &AppState) -> String {
    let depths = match app.db.read().await {
        Ok(mut connection) => queue::depths(&mut connection).await,
        Err(error) => Err(error),
    };
    let Ok(depths) = depths else {
        return String::new();
    };
    let now_ms = app.clock.now_ms();
    let age = |depth: &Depth| {
        depth
            .oldest_at_ms
            .map_or(0, |at_ms| (now_ms - at_ms).max(0) / 1_000)
    };
    let of = |number: &dyn Fn(&Depth) -> i64, is_order: bool| -> Vec<(String, i64)> {
        let kinds = depths
            .iter()
            .filter(|depth| (depth.kind == Kind::Order) == is_order);
        let label = |depth: &Depth| match is_order {
            true => String::new(),
            false => format!("kind=\"{}\"", depth.kind.as_str()),
        };
        kinds.map(|depth| (label(depth), number(depth))).collect()
    };
    [
        gauge("ajo_orders_open", &of(&|depth| depth.tasks, true)),
        gauge("ajo_orders_oldest_seconds", &of(&age, true)),
        gauge("ajo_queue_tasks", &of(&|depth| depth.tasks, false)),
        gauge("ajo_queue_oldest_seconds", &of(&age, false)),
    ]
    .concat()
}
