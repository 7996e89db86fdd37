//! Turns a panic in a handler into a 500 with a request id; the server keeps running.

use axum::response::{IntoResponse, Response};
use ground::error::ApiError;
use std::any::Any;

/// The response to a panic; the panic hook has already logged its location.
pub fn answer(_panic: Box<dyn Any + Send + 'static>) -> Response {
    ApiError::internal("a handler panicked").into_response()
}

#[cfg(test)]
mod tests {
    use super::answer;
    use axum::body::{Body, to_bytes};
    use axum::http::Request;
    use axum::{Router, routing::get};
    use tower::ServiceExt;
    use tower_http::catch_panic::CatchPanicLayer;

    async fn panics() {
        panic!("canary");
    }

    #[tokio::test]
    async fn a_panic_becomes_a_500_without_its_message() {
        let router = Router::new()
            .route("/", get(panics))
            .layer(CatchPanicLayer::custom(answer));
        let response = router.oneshot(Request::new(Body::empty())).await.unwrap();
        assert_eq!(response.status(), 500);
        assert_eq!(
            response.headers()["content-type"],
            "application/problem+json"
        );
        let bytes = to_bytes(response.into_body(), 10_000).await.unwrap();
        let text = String::from_utf8_lossy(&bytes);
        assert!(
            text.contains("\"code\":\"internal\"") && !text.contains("canary"),
            "{text}"
        );
    }
}
