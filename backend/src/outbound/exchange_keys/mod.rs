//! A person's own account at an exchange: what the person's key permits.

pub mod binance;
pub mod sandbox;

use super::Later;
use crate::secret::Secret;
use domain_core::signals::exchange::KeyRights;

/// A key and its secret. They have no `Debug`, and appear in no URL.
pub struct ExchangeKeys {
    pub key: Secret<String>,
    pub secret: Secret<String>,
}

/// Why there is no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExchangeError {
    /// The exchange knows no such key, or the secret is another one's.
    Refused,
    /// It is unavailable, slow, or its answer is invalid.
    Unavailable,
}

/// An exchange.
pub trait ExchangeKeyPort: Send + Sync {
    /// Whether there is one.
    fn is_open(&self) -> bool {
        true
    }

    /// What a key permits.
    fn rights<'a>(&'a self, keys: &'a ExchangeKeys) -> Later<'a, Result<KeyRights, ExchangeError>>;
}

/// No exchange is configured (production only; elsewhere the sandbox takes its place).
pub struct NoKeys;

impl ExchangeKeyPort for NoKeys {
    fn is_open(&self) -> bool {
        false
    }

    fn rights<'a>(&'a self, _: &'a ExchangeKeys) -> Later<'a, Result<KeyRights, ExchangeError>> {
        Box::pin(async { Err(ExchangeError::Unavailable) })
    }
}
