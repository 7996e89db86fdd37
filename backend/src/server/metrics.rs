//! Counts and times every call, and serves what was counted on a port of its own.

use crate::app::AppState;
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
    let micros = started.elapsed().as_micros();
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
    (
        [(header::CONTENT_TYPE, "text/plain; version=0.0.4")],
        [
            app.metrics.text(),
            app.senders.tally.text(),
            app.rounds.text(),
            app.ports.breakers.text(),
        ]
        .concat(),
    )
}
