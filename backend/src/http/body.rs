//! Reading a JSON body. What is refused here is refused with a problem document that names the field.

use crate::error::ApiError;
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, StatusCode, header};
use axum::body::Bytes;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Far more than any form needs.
pub const BODY_LIMIT_BYTES: usize = 64 * 1024;

/// A JSON body as a type of ours. Unknown fields are ignored; a wrong type is 422 and names the field.
pub struct Body<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        typed(json(request, state).await?).map(Self)
    }
}

/// The body as JSON, whatever it holds. No body counts as `{}`.
pub async fn json<S: Send + Sync>(request: Request, state: &S) -> Result<Value, ApiError> {
    let is_json = is_json(request.headers());
    let bytes = Bytes::from_request(request, state).await.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => too_large(),
        _ => ApiError::bad_request("unreadable_body", "The body could not be read."),
    })?;
    if bytes.is_empty() {
        return Ok(Value::Object(serde_json::Map::new()));
    }
    // A form or plain text could be sent by a page of any other site without asking first.
    if !is_json {
        let message = "Send application/json.";
        return Err(ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type", message));
    }
    serde_json::from_slice(&bytes).map_err(|_| ApiError::unprocessable("malformed_json", "The body is not JSON."))
}

/// Values as a type of ours.
pub fn typed<T: DeserializeOwned>(values: Value) -> Result<T, ApiError> {
    serde_path_to_error::deserialize(values).map_err(|error| {
        let path = error.path().to_string();
        let field = if path == "." { String::from("body") } else { path };
        let message = format!("{field} is missing or of the wrong type.");
        ApiError::unprocessable("wrong_type", message.clone()).with_data(serde_json::json!({ field: [message] }))
    })
}

pub fn too_large() -> ApiError {
    ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", "The body is too large.")
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    kind == "application/json" || (kind.starts_with("application/") && kind.ends_with("+json"))
}
