//! Bills: airtime so far. The provider carries a reference out once, however often it is asked.

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

/// The provider of bills.
pub trait BillsPort: Send + Sync {
    /// Whether anything can be bought.
    fn is_open(&self) -> bool {
        true
    }
    fn top_up<'a>(&'a self, airtime: &'a Airtime) -> Later<'a, OrderOutcome>;
    fn status<'a>(&'a self, reference: &'a str) -> Later<'a, OrderOutcome>;
}

/// No provider: nothing can be bought.
pub struct NoBills;

impl BillsPort for NoBills {
    fn is_open(&self) -> bool {
        false
    }

    fn top_up<'a>(&'a self, _airtime: &'a Airtime) -> Later<'a, OrderOutcome> {
        Box::pin(async { OrderOutcome::Refused })
    }

    /// What was ordered from an earlier provider is not known here.
    fn status<'a>(&'a self, _reference: &'a str) -> Later<'a, OrderOutcome> {
        Box::pin(async { OrderOutcome::Unknown })
    }
}
