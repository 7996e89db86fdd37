//! What became of a call that moves money, for somebody whose answer was lost on the way.

use crate::app::AppState;
use crate::error::ApiError;
use crate::http::idempotency::look_up;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

/// What became of an `Idempotency-Key`.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct OperationState {
    /// `unknown`, `running` or `done`.
    pub state: &'static str,
    /// The answer's status, when done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// The answer's body, when done.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    pub answer: Option<Value>,
}

/// What became of one of a person's own keys.
///
/// # Errors
/// The database's.
pub async fn state(app: &AppState, user_id: &str, key: &str) -> Result<OperationState, ApiError> {
    Ok(match look_up(app, user_id, key).await? {
        None => OperationState {
            state: "unknown",
            status: None,
            answer: None,
        },
        Some(known) => match known.answer {
            None => OperationState {
                state: "running",
                status: None,
                answer: None,
            },
            Some(answer) => OperationState {
                state: "done",
                status: Some(answer.status.as_u16()),
                answer: Some(answer.body),
            },
        },
    })
}
