//! `Path<T>`: the parameters of a path.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use ground::error::ApiError;
use serde::de::DeserializeOwned;

/// Path parameters, deserialised; 400 if they cannot be.
pub struct Path<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Path<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let read = axum::extract::Path::from_request_parts(parts, state).await;
        read.map(|axum::extract::Path(read)| Self(read))
            .map_err(|_| ApiError::malformed_address())
    }
}
