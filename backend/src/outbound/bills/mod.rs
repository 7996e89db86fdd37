//! Bills: airtime so far. The provider executes a reference once, however often it is asked.

pub mod sandbox;

use super::{Later, OrderOutcome};
use domain_core::money::Amount;

/// Airtime for a phone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Airtime {
    pub reference: String,
    /// `mtn`, `airtel`, `glo`, `etisalat`.
    pub network: String,
    pub phone: String,
    pub amount: Amount,
}

/// A bill payment provider.
pub trait BillsPort: Send + Sync {
    /// Whether a provider is available.
    fn is_open(&self) -> bool {
        true
    }
    fn top_up<'a>(&'a self, airtime: &'a Airtime) -> Later<'a, OrderOutcome>;
    fn status<'a>(&'a self, reference: &'a str) -> Later<'a, OrderOutcome>;
}

/// No provider is configured.
pub struct NoBills;

impl BillsPort for NoBills {
    fn is_open(&self) -> bool {
        false
    }

    fn top_up<'a>(&'a self, _airtime: &'a Airtime) -> Later<'a, OrderOutcome> {
        Box::pin(async { OrderOutcome::Refused })
    }

    /// Orders of an earlier provider are unknown here.
    fn status<'a>(&'a self, _reference: &'a str) -> Later<'a, OrderOutcome> {
        Box::pin(async { OrderOutcome::Unknown })
    }
}
