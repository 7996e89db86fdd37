//! The custodian: holds coins, issues addresses, sends coins, and reports deposits. Balances are in our ledger; the
//! custodian only moves coins in and out.

pub(crate) mod btcpay;
#[cfg(test)]
mod conformance;
pub(crate) mod sandbox;
#[cfg(any(test, feature = "testing"))]
pub mod stand_in;

use super::{Later, OrderOutcome};
use axum::http::HeaderMap;
use domain_core::money::{Amount, Currency};
use domain_core::wallet::coin::Network;
use std::fmt;

/// Coins to send. The custodian sends a reference once if [`CustodyPort::status`] is queried before every repetition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sending {
    pub reference: String,
    pub network: Network,
    pub address: String,
    pub amount: Amount,
}

/// Our reference of an address: the same one for the same reference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AddressOf {
    pub reference: String,
    pub coin: Currency,
    pub network: Network,
}

/// A payment to an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deposit {
    /// The custodian's identifier, unique to each payment.
    pub id: String,
    pub amount: Amount,
    /// Whether it has enough confirmations to be credited.
    pub is_settled: bool,
    /// The number of confirmations, if the custodian reports it.
    pub confirmations: Option<i64>,
}

/// The subject of a notice. It is a hint: the custodian is queried before anything happens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    /// Something arrived at the address with our reference.
    Deposit { reference: String },
    /// Anything else.
    Other,
}

/// The notice's signature is missing or wrong, or it cannot be parsed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoticeRefused {
    Signature,
    Unreadable,
}

/// The custodian is unavailable, slow, or its answer is invalid, or it does not serve the coin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CustodyUnavailable;

impl fmt::Display for CustodyUnavailable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the custodian did not answer")
    }
}

impl std::error::Error for CustodyUnavailable {}

/// The custodian.
pub trait CustodyPort: Send + Sync {
    /// Whether it sends and receives the coin on the network.
    fn serves(&self, coin: Currency, network: Network) -> bool;

    /// The number of confirmations on the network that settle a deposit.
    fn confirmations(&self, network: Network) -> i64;

    /// The address with our reference, created on first use.
    fn address<'a>(&'a self, of: &'a AddressOf) -> Later<'a, Result<String, CustodyUnavailable>>;

    /// All deposits at an address.
    fn deposits<'a>(
        &'a self,
        of: &'a AddressOf,
    ) -> Later<'a, Result<Vec<Deposit>, CustodyUnavailable>>;

    /// The current network fee of a transfer, in the coin.
    fn fee(
        &self,
        coin: Currency,
        network: Network,
    ) -> Later<'_, Result<Amount, CustodyUnavailable>>;

    fn send<'a>(&'a self, sending: &'a Sending) -> Later<'a, OrderOutcome>;

    /// The status of a reference that was last requested at an instant. `NotFound` means that no earlier request can
    /// take effect any more, so that it is safe to send it again.
    fn status<'a>(&'a self, reference: &'a str, asked_at_ms: i64) -> Later<'a, OrderOutcome>;

    /// Parses a notice and verifies its signature.
    ///
    /// # Errors
    /// Why it is refused.
    fn notice(&self, headers: &HeaderMap, body: &[u8]) -> Result<Notice, NoticeRefused>;
}

/// No custodian is configured (production only; elsewhere the sandbox takes its place).
pub struct NoCustody;

impl CustodyPort for NoCustody {
    fn serves(&self, _: Currency, _: Network) -> bool {
        false
    }

    fn confirmations(&self, network: Network) -> i64 {
        network.confirmations()
    }

    fn address<'a>(&'a self, _: &'a AddressOf) -> Later<'a, Result<String, CustodyUnavailable>> {
        Box::pin(async { Err(CustodyUnavailable) })
    }

    fn deposits<'a>(
        &'a self,
        _: &'a AddressOf,
    ) -> Later<'a, Result<Vec<Deposit>, CustodyUnavailable>> {
        Box::pin(async { Err(CustodyUnavailable) })
    }

    fn fee(&self, _: Currency, _: Network) -> Later<'_, Result<Amount, CustodyUnavailable>> {
        Box::pin(async { Err(CustodyUnavailable) })
    }

    fn send<'a>(&'a self, _: &'a Sending) -> Later<'a, OrderOutcome> {
        Box::pin(async { OrderOutcome::Refused })
    }

    /// The outcome of an earlier custodian's order is unknown.
    fn status<'a>(&'a self, _: &'a str, _: i64) -> Later<'a, OrderOutcome> {
        Box::pin(async { OrderOutcome::Unknown })
    }

    fn notice(&self, _: &HeaderMap, _: &[u8]) -> Result<Notice, NoticeRefused> {
        Err(NoticeRefused::Signature)
    }
}
