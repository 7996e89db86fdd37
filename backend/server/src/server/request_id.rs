//! Request ids: in the log lines of a request, in the response's `X-Request-Id`, in problem documents. The lines also
//! have the trace id of the caller's `traceparent`.

use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
use ground::telemetry::{REQUEST_ID, trace};
use service::app::AppState;
use service::http::client::peer;
use tracing::Instrument;
use tracing::field::Empty;

const HEADER: HeaderName = HeaderName::from_static("x-request-id");
const TRACEPARENT: HeaderName = HeaderName::from_static("traceparent");
const MOST_CHARACTERS: usize = 64;

/// Assigns the request id. One from a trusted proxy is kept if it is plain enough for a log line; other clients could
/// use someone else's id.
pub async fn layer(State(app): State<AppState>, request: Request, next: Next) -> Response {
    let given = request
        .headers()
        .get(&HEADER)
        .filter(|_| {
            app.config
                .trusted_proxies
                .trusts(peer(request.extensions()))
        })
        .and_then(|value| value.to_str().ok())
        .filter(|id| plain(id))
        .map(String::from);
    let id = given.unwrap_or_else(|| app.random.id(app.clock.now_ms()));
    let span = tracing::info_span!("request", request_id = %id, trace_id = Empty);
    let traceparent = request.headers().get(&TRACEPARENT);
    if let Some(trace) = traceparent.and_then(|value| trace::id(value.to_str().ok()?)) {
        span.record("trace_id", trace);
    }
    let mut response = REQUEST_ID
        .scope(id.clone(), next.run(request).instrument(span))
        .await;
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(HEADER, value);
    }
    response
}

fn plain(id: &str) -> bool {
    !id.is_empty()
        && id.len() <= MOST_CHARACTERS
        && id
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}
