//! The custodian: holds coins, gives out addresses, sends, and reports what has arrived. Balances are in our ledger;
//! the custodian is only the way in and out.

pub mod btcpay;
#[cfg(test)]
mod conformance;
pub mod sandbox;
#[cfg(test)]
mod stand_in;

use super::{Later, OrderOutcome};
use axum::http::HeaderMap;
use domain_core::money::{Amount, Currency};
use domain_core::wallet::coin::Network;
use std::fmt;

/// Coins to be sent. The custodian sends a reference once if [`CustodyPort::status`] is asked before it is asked again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sending {
    pub reference: String,
    pub network: Network,
    pub address: String,
    pub amount: Amount,
}

/// Whose address, by our own reference: the custodian returns the same one for the same reference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AddressOf {
    pub reference: String,
    pub coin: Currency,
    pub network: Network,
}

/// A payment to an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deposit {
    /// The custodian's own name for it, different for each payment.
    pub id: String,
    pub amount: Amount,
    /// Whether it has enough confirmations to be credited.
    pub is_settled: bool,
    /// How many it has, if the custodian says it.
    pub confirmations: Option<i64>,
}

/// What a notice is about. It is a hint: the custodian is asked before anything happens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    /// Something arrived at the address with our reference.
    Deposit { reference: String },
    /// Anything else.
    Other,
}

/// The notice's signature is missing or wrong, or it cannot be read.
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
    /// Whether it sends and receives the coin over the network.
    fn serves(&self, coin: Currency, network: Network) -> bool;

    /// How many blocks of the network it waits for before a deposit is settled.
    fn confirmations(&self, network: Network) -> i64;

    /// The address with our reference, made on first use.
    fn address<'a>(&'a self, of: &'a AddressOf) -> Later<'a, Result<String, CustodyUnavailable>>;

    /// Everything that has arrived at an address.
    fn deposits<'a>(
        &'a self,
        of: &'a AddressOf,
    ) -> Later<'a, Result<Vec<Deposit>, CustodyUnavailable>>;

    /// What a sender pays the network at present, in the coin.
    fn fee(
        &self,
        coin: Currency,
        network: Network,
    ) -> Later<'_, Result<Amount, CustodyUnavailable>>;

    fn send<'a>(&'a self, sending: &'a Sending) -> Later<'a, OrderOutcome>;

    /// What became of a reference that it was last asked to send at an instant. `NotFound` means that no earlier request can
    /// take effect any more, so that it may be asked again.
    fn status<'a>(&'a self, reference: &'a str, asked_at_ms: i64) -> Later<'a, OrderOutcome>;

    /// Reads a notice whose signature is right.
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

    /// Orders of an earlier custodian are unknown here.
    fn status<'a>(&'a self, _: &'a str, _: i64) -> Later<'a, OrderOutcome> {
        Box::pin(async { OrderOutcome::Unknown })
    }

    fn notice(&self, _: &HeaderMap, _: &[u8]) -> Result<Notice, NoticeRefused> {
        Err(NoticeRefused::Signature)
    }
}
