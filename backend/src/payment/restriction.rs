//! Users who may receive money, and not send it.

use crate::error::{ApiError, ErrorCode};

/// 403, in the specification's words.
pub fn restricted() -> ApiError {
    ApiError::new(ErrorCode::Restricted, "Cannot perform this transaction!")
}
