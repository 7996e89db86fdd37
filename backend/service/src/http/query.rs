//! `Query<T>`: the query string.

use super::body::wrong;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use ground::error::ApiError;
use serde::de::DeserializeOwned;

/// The query string, deserialised. Unknown parameters are ignored; an invalid one is a 422 that names it.
pub struct Query<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let query = parts.uri.query().unwrap_or_default();
        let pairs = form_urlencoded::parse(query.as_bytes());
        let read = serde_path_to_error::deserialize(serde_urlencoded::Deserializer::new(pairs));
        read.map(Self).map_err(|error| {
            let path = error.path().to_string();
            // Only the error message names a missing parameter.
            let field = if path == "." { "query" } else { path.as_str() };
            wrong(field, "is missing or of the wrong type.")
        })
    }
}
