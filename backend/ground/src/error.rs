//! The error response: an RFC 9457 problem document, with the fields that the web app reads.

mod codes;
mod description;

pub use codes::{Code, ErrorCode, code};
pub use description::{CODES, Fails};

use crate::db::DbError;
use crate::telemetry;
use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use domain_core::RuleCallError;
use domain_core::validation::{self, Violation};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::borrow::Cow;
use utoipa::ToSchema;

const RETRY_WHEN_UNAVAILABLE_SECONDS: i64 = 2;

/// A refusal or a failure. It never contains text from a provider or the database.
#[derive(Debug, Clone)]
pub struct ApiError {
    code: ErrorCode,
    /// The code's status, except for framework errors.
    status: StatusCode,
    message: Cow<'static, str>,
    violations: Vec<Violation>,
    data: Option<Value>,
    retry_after_seconds: Option<i64>,
}

/// The problem document (RFC 9457) of a refusal or a failure.
#[derive(Debug, Serialize, ToSchema)]
pub struct Problem {
    /// The type of the problem; `about:blank` if the status says it all.
    r#type: String,
    title: String,
    status: u16,
    /// Identical to `message`.
    detail: String,
    /// The stable error code. Treat an unknown code by its status.
    #[schema(value_type = description::AnyCode)]
    code: &'static str,
    /// For people.
    message: String,
    /// `{field: [messages]}`, or the data given in the code's description.
    data: Value,
    /// One entry per invalid field: `{field, code, params, message}`.
    #[schema(value_type = Vec<description::BrokenField>)]
    violations: Vec<Violation>,
    request_id: String,
}

impl ApiError {
    pub fn new(code: ErrorCode, message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            code,
            status: code.status(),
            message: message.into(),
            violations: Vec::new(),
            data: None,
            retry_after_seconds: None,
        }
    }

    /// A framework error, with its own status.
    pub fn malformed_request(status: StatusCode) -> Self {
        let message = "The request cannot be understood.";
        Self {
            status,
            ..Self::new(ErrorCode::MalformedRequest, message)
        }
    }

    /// 401. The message is a contract: clients sign the user out on it.
    pub fn unauthenticated() -> Self {
        Self::new(ErrorCode::Unauthenticated, "Unauthenticated.")
    }

    /// 404, for both missing resources and those of other users.
    pub fn not_found() -> Self {
        Self::new(ErrorCode::NotFound, "Not found.")
    }

    /// 400: the URL is malformed.
    pub fn malformed_address() -> Self {
        Self::new(ErrorCode::MalformedAddress, "The address cannot be read.")
    }

    /// 422: the rules refuse the values.
    pub fn refused(violations: Vec<Violation>) -> Self {
        let message = violations
            .first()
            .map_or(Cow::Borrowed("Refused."), |first| first.message.clone());
        Self {
            violations,
            ..Self::new(ErrorCode::Refused, message)
        }
    }

    /// 422: one field is refused.
    pub fn refused_field(
        field: &'static str,
        code: validation::Code,
        message: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self::refused(vec![Violation::new(field, code).saying(message)])
    }

    /// 429.
    pub fn too_many(retry_after_seconds: i64) -> Self {
        Self::new(
            ErrorCode::TooManyRequests,
            "Too many attempts. Please wait and try again.",
        )
        .retry_after(retry_after_seconds)
    }

    pub fn is_too_many(&self) -> bool {
        self.code == ErrorCode::TooManyRequests
    }

    /// 503: nothing was done; a retry may help.
    pub fn unavailable() -> Self {
        Self::new(
            ErrorCode::Unavailable,
            "The service is busy. Please try again in a moment.",
        )
        .retry_after(RETRY_WHEN_UNAVAILABLE_SECONDS)
    }

    /// 503 with a specific message.
    pub fn unavailable_saying(message: &'static str) -> Self {
        Self {
            message: Cow::Borrowed(message),
            ..Self::unavailable()
        }
    }

    /// 500. The cause is logged under the request id.
    pub fn internal(cause: impl std::fmt::Display) -> Self {
        tracing::error!(%cause, "internal error");
        Self::new(ErrorCode::Internal, "Something went wrong on our side.")
    }

    /// Adds facts for the client in `data`.
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

    /// The code on the wire.
    pub const fn code(&self) -> &'static str {
        self.code.as_str()
    }

    pub fn is(&self, code: ErrorCode) -> bool {
        self.code == code
    }

    /// The refused fields.
    pub fn violations(&self) -> &[Violation] {
        &self.violations
    }

    /// The message for users.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The problem document. An idempotent call stores it, so that a replay returns the same.
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
            code: self.code.as_str(),
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
        response.extensions_mut().insert(self.code);
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
            DbError::Unavailable | DbError::Unreachable(_) | DbError::Pooler => Self::unavailable(),
            DbError::Contended => Self {
                code: ErrorCode::Contended,
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
        let Some(code) = ErrorCode::named(error.code) else {
            return Self::internal(error.code);
        };
        if code == ErrorCode::UnknownRule {
            return Self::new(code, error.message);
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
            ..Self::new(code, error.message)
        }
    }
}
