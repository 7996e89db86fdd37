//! Coins: prices, selling to the house, sending to an address, and receiving.
//!
//! Rules of `domain_core::wallet::coin` check addresses and compute the proceeds of a sale and the largest amount to
//! send.

pub(crate) mod addresses;
pub mod deposits;
pub(crate) mod market;
pub mod rates;
pub(crate) mod sale;
pub(crate) mod sending;
pub(crate) mod terms;

use domain_core::money::Currency;
use domain_core::wallet::coin::Network;
use ground::error::{ApiError, ErrorCode};

/// A coin that wallets hold.
///
/// # Errors
/// 422 for other currencies.
pub fn coin(symbol: Currency) -> Result<Currency, ApiError> {
    match Network::of(symbol).is_empty() {
        true => Err(ApiError::refused(vec![symbol.unsupported("symbol")])),
        false => Ok(symbol),
    }
}

/// 503: the market or the custodian is unavailable, or does not serve the coin.
pub(super) fn unavailable(message: impl Into<std::borrow::Cow<'static, str>>) -> ApiError {
    ApiError::new(ErrorCode::CoinsUnavailable, message)
}
