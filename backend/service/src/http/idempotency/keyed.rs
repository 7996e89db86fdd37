//! `Keyed<P>`: a body together with the operation it requests.

use super::Operation;
use crate::app::AppState;
use crate::http::body;
use crate::http::valid::Readable;
use axum::extract::{FromRequest, MatchedPath, Request};
use axum::http::{HeaderMap, HeaderName};
use ground::error::{ApiError, ErrorCode};
use ground::secret::{Secret, sha256_hex};
use serde_json::Value;

const HEADER: HeaderName = HeaderName::from_static("idempotency-key");
const KEY_CHARACTERS: std::ops::RangeInclusive<usize> = 8..=128;

/// A body, read but not validated, and the operation under its `Idempotency-Key`.
pub struct Keyed<P> {
    pub operation: Operation,
    pub body: P,
}

impl<P: Readable> FromRequest<AppState> for Keyed<P> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &AppState) -> Result<Self, ApiError> {
        let key = key(request.headers())?;
        let path = request
            .extensions()
            .get::<MatchedPath>()
            .map_or_else(|| request.uri().path(), MatchedPath::as_str);
        let route = [request.method().as_str(), path].join(" ");
        let named = named(path, request.uri().path());
        let mut values = body::json(request).await?;
        let pin = match P::WITH_PIN {
            true => take_pin(&mut values)?,
            false => None,
        };
        let body = P::read(&values)?;
        Ok(Self {
            operation: Operation {
                route,
                key,
                body_hash: body_hash(&values, &named),
                body: values,
                pin,
            },
            body,
        })
    }
}

/// Takes the transaction PIN out of a body.
fn take_pin(values: &mut Value) -> Result<Option<Secret<String>>, ApiError> {
    let given = values.as_object_mut().and_then(|body| body.remove("pin"));
    match given {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(pin)) => Ok(Some(Secret::new(pin))),
        Some(_) => Err(ApiError::new(
            ErrorCode::WrongType,
            "pin is not of the right type.",
        )),
    }
}

/// The digest of a body and of the path parameters of its call.
pub fn body_hash(body: &Value, named: &str) -> String {
    // serde_json sorts the keys of an object, so equal values give equal text.
    sha256_hex([&body.to_string(), named].concat().as_bytes())
}

/// The path parameters, such as the plan to end: the same body with other parameters is another request.
fn named(template: &str, path: &str) -> String {
    // Compared from the end: a nested router does not see the beginning of the path.
    let parts = template.rsplit('/').zip(path.rsplit('/'));
    let named = parts.filter(|(part, _)| part.starts_with('{'));
    named.fold(String::new(), |found, (_, value)| found + "/" + value)
}

fn key(headers: &HeaderMap) -> Result<String, ApiError> {
    let missing = || {
        ApiError::new(
            ErrorCode::IdempotencyKeyRequired,
            "Send an Idempotency-Key of 8 to 128 plain characters.",
        )
    };
    let key = headers
        .get(&HEADER)
        .and_then(|value| value.to_str().ok())
        .ok_or_else(missing)?;
    if is_key(key) {
        Ok(String::from(key))
    } else {
        Err(missing())
    }
}

/// Whether a key has a valid form.
pub fn is_key(key: &str) -> bool {
    let plain = key
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_');
    plain && KEY_CHARACTERS.contains(&key.len())
}

#[cfg(test)]
mod tests {
    use super::named;

    #[test]
    fn a_request_includes_its_path_parameters() {
        let template = "/api/subscriptions/{id}/abort";
        assert_eq!(named(template, "/api/subscriptions/one/abort"), "/one");
        assert_eq!(named(template, "/subscriptions/two/abort"), "/two");
        assert_eq!(named("/api/withdraw", "/withdraw"), "");
    }
}
