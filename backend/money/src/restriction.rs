//! Refusals for users who may receive money, but not send it.

use ground::error::{ApiError, ErrorCode};

/// 403, as worded by the specification.
pub fn restricted() -> ApiError {
    ApiError::new(ErrorCode::Restricted, "Cannot perform this transaction!")
}

/// The refusal while the user has an open debt from a reversal.
pub fn owing() -> ApiError {
    ApiError::new(
        ErrorCode::MoneyOwed,
        "A payment to your wallet was taken back, and part of it is still owed. Add money to your wallet: what is owed is \
         taken from it first.",
    )
}
