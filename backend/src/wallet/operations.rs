//! What became of a call that moves money, for somebody whose answer was lost on the way.

use crate::app::AppState;
use crate::error::ApiError;
use crate::http::idempotency::look_up_for_good;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

/// How far the call under a key is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum KeyState {
    /// It never arrived, and will do nothing if it does: the key is given up.
    Unknown,
    Running,
    Done,
}

/// What became of an `Idempotency-Key`.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct OperationState {
    pub state: KeyState,
    /// The answer's status, when done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// The answer's body, when done.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    pub answer: Option<Value>,
}

/// What became of one of a person's own keys. Asking about one that was never used gives it up.
///
/// # Errors
/// 429.
pub async fn state(app: &AppState, user_id: &str, key: &str) -> Result<OperationState, ApiError> {
    Ok(match look_up_for_good(app, user_id, key).await? {
        None => OperationState {
            state: KeyState::Unknown,
            status: None,
            answer: None,
        },
        Some(known) => match known.answer {
            None => OperationState {
                state: KeyState::Running,
                status: None,
                answer: None,
            },
            Some(answer) => OperationState {
                state: KeyState::Done,
                status: Some(answer.status.as_u16()),
                answer: Some(answer.body),
            },
        },
    })
}
