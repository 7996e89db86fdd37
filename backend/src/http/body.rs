//! Reading a JSON body. Errors are problem documents that name the field.

use crate::error::{ApiError, ErrorCode};
use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, StatusCode, header};
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Far more than any form needs.
pub const BODY_LIMIT_BYTES: usize = 64 * 1024;

/// A JSON body, deserialised. Unknown fields are ignored; a wrong type is a 422 that names the field.
pub struct Body<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        typed(json(request, state).await?).map(Self)
    }
}

/// The body as JSON of any shape. A missing body counts as `{}`.
pub async fn json<S: Send + Sync>(request: Request, state: &S) -> Result<Value, ApiError> {
    let is_json = is_json(request.headers());
    let bytes = Bytes::from_request(request, state)
        .await
        .map_err(|rejection| match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => too_large(),
            _ => ApiError::new(ErrorCode::UnreadableBody, "The body could not be read."),
        })?;
    if bytes.is_empty() {
        return Ok(Value::Object(serde_json::Map::new()));
    }
    // Other sites can send forms or plain text without a CORS preflight.
    if !is_json {
        let message = "Send application/json.";
        return Err(ApiError::new(ErrorCode::UnsupportedMediaType, message));
    }
    let values = serde_json::from_slice(&bytes)
        .map_err(|_| ApiError::new(ErrorCode::MalformedJson, "The body is not JSON."))?;
    match field_with_nul(&values, "body") {
        Some(field) => Err(wrong(field, "holds a character that no text has.")),
        None => Ok(values),
    }
}

/// Databases treat U+0000 differently, and it is never typed.
fn field_with_nul<'v>(values: &'v Value, field: &'v str) -> Option<&'v str> {
    match values {
        Value::String(text) => text.contains('\0').then_some(field),
        Value::Array(items) => items.iter().find_map(|item| field_with_nul(item, field)),
        Value::Object(members) => members.iter().find_map(|(key, value)| {
            if key.contains('\0') {
                Some(field)
            } else {
                field_with_nul(value, key)
            }
        }),
        Value::Null | Value::Bool(_) | Value::Number(_) => None,
    }
}

/// 422 for a field of a body or a query.
pub fn wrong(field: &str, what: &str) -> ApiError {
    let message = [field, what].join(" ");
    ApiError::new(ErrorCode::WrongType, message.clone())
        .with_data(serde_json::json!({ field: [message] }))
}

/// Deserialises values.
pub fn typed<T: DeserializeOwned>(values: Value) -> Result<T, ApiError> {
    serde_path_to_error::deserialize(values).map_err(|error| {
        let path = error.path().to_string();
        let field = if path == "." { "body" } else { path.as_str() };
        wrong(field, "is missing or of the wrong type.")
    })
}

pub fn too_large() -> ApiError {
    ApiError::new(ErrorCode::TooLarge, "The body is too large.")
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    let kind = kind
        .split(';')
        .next()
        .unwrap_or_default()
        .trim()
        .to_ascii_lowercase();
    kind == "application/json" || (kind.starts_with("application/") && kind.ends_with("+json"))
}
