//! Reading a JSON body. Errors are problem documents that name the field.

use axum::body::Body as Stream;
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, header};
use domain_core::catalogue::MOST_INPUT_BYTES;
use ground::error::{ApiError, ErrorCode};
use http_body_util::BodyExt;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::time::timeout;

/// Far more than any form needs.
pub const BODY_LIMIT_BYTES: usize = MOST_INPUT_BYTES;

/// The size of nearly every body.
const SMALL_BYTES: usize = 4 * 1024;
/// Slots for larger bodies: 16 MiB together.
static LARGE: Semaphore = Semaphore::const_new(256);
/// The wait for a slot.
const WAIT: Duration = Duration::from_secs(5);

/// A JSON body, deserialised. Unknown fields are ignored; a wrong type is a 422 that names the field.
pub struct Body<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self, ApiError> {
        typed(json(request).await?).map(Self)
    }
}

/// The whole body, within the limits. Its parts are copied as they arrive: each keeps the connection's read buffer alive, and a client may send
/// them byte by byte.
///
/// # Errors
/// It is too large or cannot be read; too many large ones are being received.
pub async fn received(mut body: Stream) -> Result<Vec<u8>, ApiError> {
    let mut bytes = Vec::new();
    let mut turn = None;
    while let Some(frame) = body.frame().await {
        let frame = frame
            .map_err(|_| ApiError::new(ErrorCode::UnreadableBody, "The body could not be read."))?;
        let Ok(part) = frame.into_data() else {
            continue;
        };
        let length = bytes.len() + part.len();
        if length > BODY_LIMIT_BYTES {
            return Err(too_large());
        }
        if length > SMALL_BYTES && turn.is_none() {
            let next = timeout(WAIT, LARGE.acquire()).await;
            turn = Some(next.map_err(|_| ApiError::unavailable())?);
        }
        bytes.extend_from_slice(&part);
    }
    Ok(bytes)
}

/// The body as JSON of any shape. A missing body counts as `{}`.
pub async fn json(request: Request) -> Result<Value, ApiError> {
    let is_json = is_json(request.headers());
    let bytes = received(request.into_body()).await?;
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
        Some(field) => Err(wrong(field, "contains an invalid character.")),
        None => Ok(values),
    }
}

/// The field with U+0000, which databases treat differently and users never type.
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

#[cfg(test)]
mod tests {
    use super::*;
    use http_body_util::channel::Channel;
    use hyper::body::Bytes;
    use std::convert::Infallible;

    #[tokio::test]
    async fn a_chunked_body_is_reassembled_and_limited_in_total() {
        for (parts, length, whole) in [(1, 9, true), (16, 4 * 1024, true), (65, 1_024, false)] {
            let (mut sender, body) = Channel::<Bytes, Infallible>::new(1);
            let sending = tokio::spawn(async move {
                for _ in 0..parts {
                    if sender
                        .send_data(Bytes::from(vec![b'x'; length]))
                        .await
                        .is_err()
                    {
                        return;
                    }
                }
            });
            let received = received(Stream::new(body)).await;
            let expected = whole.then_some(parts * length);
            assert_eq!(received.ok().map(|bytes| bytes.len()), expected, "{parts}");
            sending.await.unwrap();
        }
        assert_eq!(LARGE.available_permits(), 256);
    }
}
