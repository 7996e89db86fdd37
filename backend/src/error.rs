//! What a call answers when it does not succeed: an RFC 9457 problem document, with the fields the web app reads.

use crate::db::DbError;
use crate::telemetry;
use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use domain_core::RuleCallError;
use domain_core::validation::{Code, Violation};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::borrow::Cow;
use utoipa::ToSchema;

const RETRY_WHEN_UNAVAILABLE_SECONDS: i64 = 2;

/// A refusal or a failure. It never holds a provider's or the database's own words.
#[derive(Debug, Clone)]
pub struct ApiError {
    status: StatusCode,
    code: &'static str,
    message: Cow<'static, str>,
    violations: Vec<Violation>,
    data: Option<Value>,
    retry_after_seconds: Option<i64>,
}

/// The problem document (RFC 9457) of a refusal or a failure.
#[derive(Debug, Serialize, ToSchema)]
pub struct Problem {
    /// A name for this kind of problem; `about:blank` when the status says it all.
    r#type: String,
    title: String,
    status: u16,
    /// The same as `message`.
    detail: String,
    /// Stable, for programs.
    code: &'static str,
    /// For people.
    message: String,
    /// `{field: [messages]}`, or what the code's description says.
    data: Value,
    /// Each broken field once: `{field, code, params, message}`.
    #[schema(value_type = Vec<Object>)]
    violations: Vec<Violation>,
    request_id: String,
}

impl ApiError {
    /// The code of a 503 after which trying again at once helps.
    pub const CONTENDED: &'static str = "contended";

    pub fn new(
        status: StatusCode,
        code: &'static str,
        message: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self {
            status,
            code,
            message: message.into(),
            violations: Vec::new(),
            data: None,
            retry_after_seconds: None,
        }
    }

    /// 401. The sentence is a contract: clients sign the person out when they read it.
    pub fn unauthenticated() -> Self {
        Self::new(
            StatusCode::UNAUTHORIZED,
            "unauthenticated",
            "Unauthenticated.",
        )
    }

    /// 404, for what is absent and for what is somebody else's alike.
    pub fn not_found() -> Self {
        Self::new(StatusCode::NOT_FOUND, "not_found", "Not found.")
    }

    /// 400.
    pub fn bad_request(code: &'static str, message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, code, message)
    }

    /// 400, when the address itself makes no sense.
    pub fn malformed_address() -> Self {
        Self::bad_request("malformed_address", "The address cannot be read.")
    }

    /// 403.
    pub fn forbidden(code: &'static str, message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::FORBIDDEN, code, message)
    }

    /// 409.
    pub fn conflict(code: &'static str, message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::CONFLICT, code, message)
    }

    /// 422: the rules refuse these values.
    pub fn refused(violations: Vec<Violation>) -> Self {
        let message = violations
            .first()
            .map_or(Cow::Borrowed("Refused."), |first| first.message.clone());
        Self {
            violations,
            ..Self::new(StatusCode::UNPROCESSABLE_ENTITY, "refused", message)
        }
    }

    /// 422: one field is refused.
    pub fn refused_field(
        field: &'static str,
        code: Code,
        message: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self::refused(vec![Violation::new(field, code).saying(message)])
    }

    /// 422 for another reason than a rule's.
    pub fn unprocessable(code: &'static str, message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, code, message)
    }

    /// 423.
    pub fn locked(
        code: &'static str,
        message: impl Into<Cow<'static, str>>,
        retry_after_seconds: i64,
    ) -> Self {
        Self::new(StatusCode::LOCKED, code, message).retry_after(retry_after_seconds)
    }

    /// 429.
    pub fn too_many(retry_after_seconds: i64) -> Self {
        Self::new(
            StatusCode::TOO_MANY_REQUESTS,
            "too_many_requests",
            "Too many attempts. Please wait and try again.",
        )
        .retry_after(retry_after_seconds)
    }

    /// 503: nothing was done, and trying again may help.
    pub fn unavailable() -> Self {
        Self::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "unavailable",
            "The service is busy. Please try again in a moment.",
        )
        .retry_after(RETRY_WHEN_UNAVAILABLE_SECONDS)
    }

    /// The same, in these words.
    pub fn unavailable_saying(message: &'static str) -> Self {
        Self {
            message: Cow::Borrowed(message),
            ..Self::unavailable()
        }
    }

    /// 500. The cause goes to the log, the request id leads there.
    pub fn internal(cause: impl std::fmt::Display) -> Self {
        tracing::error!(%cause, "internal error");
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "internal",
            "Something went wrong on our side.",
        )
    }

    /// The same, with facts for the client in `data`.
    #[must_use]
    pub fn with_data(mut self, data: Value) -> Self {
        self.data = Some(data);
        self
    }

    #[must_use]
    pub fn retry_after(mut self, seconds: i64) -> Self {
        self.retry_after_seconds = Some(seconds.max(1));
        self
    }

    pub const fn status(&self) -> StatusCode {
        self.status
    }

    pub const fn code(&self) -> &'static str {
        self.code
    }

    /// For people.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The document. An idempotent call stores it, so that a replay answers the same.
    pub fn problem(&self, request_id: String) -> Problem {
        let mut by_field = Map::new();
        for violation in &self.violations {
            by_field.insert(violation.field.to_string(), json!([violation.message]));
        }
        Problem {
            r#type: String::from("about:blank"),
            title: String::from(self.status.canonical_reason().unwrap_or("Error")),
            status: self.status.as_u16(),
            detail: self.message.to_string(),
            code: self.code,
            message: self.message.to_string(),
            data: self.data.clone().unwrap_or(Value::Object(by_field)),
            violations: self.violations.clone(),
            request_id,
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let problem = self.problem(telemetry::request_id());
        let mut response = (self.status, Json(problem)).into_response();
        let headers = response.headers_mut();
        headers.insert(
            header::CONTENT_TYPE,
            HeaderValue::from_static("application/problem+json"),
        );
        if let Some(seconds) = self.retry_after_seconds {
            headers.insert(
                header::RETRY_AFTER,
                HeaderValue::from(seconds.unsigned_abs()),
            );
        }
        if self.status == StatusCode::UNAUTHORIZED {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}

impl From<DbError> for ApiError {
    fn from(error: DbError) -> Self {
        match error {
            DbError::Unavailable | DbError::Unreachable(_) => Self::unavailable(),
            DbError::Contended => Self {
                code: Self::CONTENDED,
                ..Self::unavailable()
            },
            other => Self::internal(other),
        }
    }
}

impl From<sqlx::Error> for ApiError {
    fn from(error: sqlx::Error) -> Self {
        DbError::from(error).into()
    }
}

impl From<RuleCallError> for ApiError {
    fn from(error: RuleCallError) -> Self {
        if error.code == "unknown_rule" {
            return Self::new(StatusCode::NOT_FOUND, error.code, error.message);
        }
        let field = error
            .message
            .split([' ', '.'])
            .next()
            .filter(|_| !error.message.starts_with("The input"))
            .map(String::from);
        let data = field.map(|field| json!({ field: [error.message.clone()] }));
        Self {
            data,
            ..Self::unprocessable(error.code, error.message)
        }
    }
}
