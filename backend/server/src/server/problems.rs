//! Rewrites the framework's own refusals, such as of a malformed upload, as problem documents.

use axum::extract::Request;
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use ground::error::ApiError;

/// Converts plain-text refusals to problem documents.
pub async fn layer(request: Request, next: Next) -> Response {
    let response = next.run(request).await;
    let status = response.status();
    let refused = status.is_client_error() || status.is_server_error();
    if !refused || !is_plain_text(response.headers()) {
        return response;
    }
    let mut rewritten = problem(status).into_response();
    for (name, value) in response.headers() {
        if *name != header::CONTENT_TYPE && *name != header::CONTENT_LENGTH {
            rewritten.headers_mut().append(name, value.clone());
        }
    }
    rewritten
}

fn is_plain_text(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE);
    kind.is_some_and(|kind| kind.as_bytes().starts_with(b"text/plain"))
}

fn problem(status: StatusCode) -> ApiError {
    match status {
        StatusCode::PAYLOAD_TOO_LARGE => service::http::body::too_large(),
        status if status.is_server_error() => ApiError::internal("the framework failed"),
        status => ApiError::malformed_request(status),
    }
}
