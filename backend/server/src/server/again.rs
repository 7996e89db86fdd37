//! Makes a call again whose transaction the database gave up for another one: a deadlock, a lock that did not become free,
//! a serialisation failure. It is done once, for calls that may be repeated: those that only read, and those under an
//! idempotency key, whose effect takes place once however often they are made.

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use ground::error::ErrorCode;
use service::http::body::{BODY_LIMIT_BYTES, received};

const KEY: &str = "idempotency-key";

pub async fn layer(request: Request, next: Next) -> Response {
    let may_repeat = request.method().is_safe() || request.headers().contains_key(KEY);
    let length = request.body().size_hint().upper();
    let is_small = length.is_some_and(|length| length <= BODY_LIMIT_BYTES as u64);
    if !may_repeat || !is_small {
        return next.run(request).await;
    }
    let (parts, body) = request.into_parts();
    let bytes = match received(body).await {
        Ok(bytes) => Bytes::from(bytes),
        Err(error) => return error.into_response(),
    };
    let first = Request::from_parts(parts.clone(), Body::from(bytes.clone()));
    let response = next.clone().run(first).await;
    if response.extensions().get::<ErrorCode>() != Some(&ErrorCode::Contended) {
        return response;
    }
    next.run(Request::from_parts(parts, Body::from(bytes)))
        .await
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::Router;
    use axum::body::to_bytes;
    use axum::http::{Method, StatusCode};
    use axum::middleware::from_fn;
    use axum::routing::any;
    use ground::db::DbError;
    use ground::error::ApiError;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};
    use tower::ServiceExt;

    /// The status of a call that fails so often, and the number of times that it was made.
    async fn made(
        method: Method,
        key: Option<&str>,
        failures: u32,
        error: fn() -> DbError,
    ) -> (StatusCode, u32) {
        let times = Arc::new(AtomicU32::new(0));
        let counted = times.clone();
        let handler = move |body: String| async move {
            match counted.fetch_add(1, Ordering::SeqCst) < failures {
                true => ApiError::from(error()).into_response(),
                false => body.into_response(),
            }
        };
        let router = Router::new().route("/", any(handler)).layer(from_fn(layer));
        let mut request = Request::builder().method(method).uri("/");
        if let Some(key) = key {
            request = request.header(KEY, key);
        }
        let request = request.body(Body::from("the body")).unwrap();
        let response = router.oneshot(request).await.unwrap();
        let status = response.status();
        if status == StatusCode::OK {
            assert_eq!(
                to_bytes(response.into_body(), 100).await.unwrap(),
                "the body"
            );
        }
        (status, times.load(Ordering::SeqCst))
    }

    #[tokio::test]
    async fn what_may_be_repeated_is_made_again_once() {
        let (ok, unavailable) = (StatusCode::OK, StatusCode::SERVICE_UNAVAILABLE);
        let contended = || DbError::Contended;
        assert_eq!(made(Method::POST, Some("k"), 0, contended).await, (ok, 1));
        assert_eq!(made(Method::POST, Some("k"), 1, contended).await, (ok, 2));
        assert_eq!(made(Method::GET, None, 1, contended).await, (ok, 2));
        assert_eq!(
            made(Method::POST, Some("k"), 2, contended).await,
            (unavailable, 2)
        );
        assert_eq!(
            made(Method::POST, None, 1, contended).await,
            (unavailable, 1)
        );
        let gone = || DbError::Unavailable;
        assert_eq!(
            made(Method::POST, Some("k"), 1, gone).await,
            (unavailable, 1)
        );
    }
}
