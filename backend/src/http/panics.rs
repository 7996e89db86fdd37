//! The last resort: a panic in a handler is a 500 with a request id, and the server goes on.

use crate::error::ApiError;
use axum::response::{IntoResponse, Response};
use std::any::Any;

/// What the person is told; the panic hook has logged the place already.
pub fn answer(_panic: Box<dyn Any + Send + 'static>) -> Response {
    ApiError::internal("a handler panicked").into_response()
}
