//! The status of a call that moves money, for a client that lost the response.

use ground::error::ApiError;
use serde::Serialize;
use serde_json::Value;
use service::app::AppState;
use service::http::idempotency::look_up_for_good;
use utoipa::ToSchema;

/// The status of the call under a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum KeyState {
    /// The call never arrived, and can no longer take effect: the key is abandoned.
    Unknown,
    Running,
    Done,
}

/// The status of an `Idempotency-Key`.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct OperationState {
    pub state: KeyState,
    /// The status code of the response, when done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// The body of the response, when done.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    pub answer: Option<Value>,
}

/// The status of one of the user's own keys. Querying an unused key abandons it.
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
