//! Users who may receive money, and not send it.

use crate::error::{ApiError, ErrorCode};

/// 403, in the specification's words.
pub fn restricted() -> ApiError {
    ApiError::new(ErrorCode::Restricted, "Cannot perform this transaction!")
}

/// The refusal of payments while money is owed that a provider took back.
pub fn owing() -> ApiError {
    ApiError::new(
        ErrorCode::MoneyOwed,
        "A payment to your wallet was taken back, and part of it is still owed. Add money to your wallet: what is owed is \
         taken from it first.",
    )
}
