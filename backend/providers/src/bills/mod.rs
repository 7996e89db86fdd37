//! Bills: airtime, data, cable television, electricity. The provider executes a reference at most once.

mod catalogue;
pub(crate) mod sandbox;
pub(crate) mod vtpass;

pub use catalogue::{Package, PowerService, distributor};

use super::{Later, OrderOutcome};
pub use domain_core::bills::Bill;
use domain_core::money::Amount;
use std::fmt;

/// A purchase order to the provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vend {
    pub reference: String,
    /// The time of the order. Repeated requests keep it, because providers derive their own reference from it.
    pub ordered_at_ms: i64,
    pub kind: Bill,
    /// `mtn`, `DSTV`, or a service from [`BillsPort::services`].
    pub service: String,
    /// A phone, smart card or meter number.
    pub customer: String,
    /// The package's code, for data and cable.
    pub package: Option<String>,
    /// The phone for the provider's messages.
    pub phone: Option<String>,
    pub amount: Amount,
    /// Whether it was requested before under this reference: that request may still be in transit.
    pub is_repeat: bool,
}

/// The token of a prepaid meter.
#[derive(Clone, PartialEq, Eq)]
pub struct MeterToken {
    /// Digits only.
    pub token: String,
    /// Kilowatt-hours, as in `10.5`.
    pub units: Option<String>,
}

impl fmt::Debug for MeterToken {
    /// Omits the token, because debug output ends up in logs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MeterToken { .. }")
    }
}

/// The provider's answer about a purchase.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vended {
    pub outcome: OrderOutcome,
    /// May come after delivery.
    pub token: Option<MeterToken>,
}

impl From<OrderOutcome> for Vended {
    fn from(outcome: OrderOutcome) -> Self {
        Self {
            outcome,
            token: None,
        }
    }
}

/// The owner of a smart card or meter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Customer {
    pub name: String,
    /// The provider's minimum for this meter, if any.
    pub minimum: Option<Amount>,
}

/// A smart card or meter to look up.
#[derive(Debug, Clone, Copy)]
pub struct Enquiry<'a> {
    pub kind: Bill,
    pub service: &'a str,
    pub customer: &'a str,
}

/// A failed query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BillsError {
    /// The provider knows no such customer or service.
    NotFound,
    /// No answer, or an invalid one; a retry may help.
    Unavailable,
}

impl fmt::Display for BillsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotFound => "the provider of bills knows no such customer",
            Self::Unavailable => "the provider of bills did not answer",
        })
    }
}

impl std::error::Error for BillsError {}

/// A bill payment provider.
pub trait BillsPort: Send + Sync {
    /// Whether a provider is configured.
    fn is_open(&self) -> bool {
        true
    }

    /// The packages of a network (data) or of a service (cable).
    fn packages<'a>(
        &'a self,
        kind: Bill,
        service: &'a str,
    ) -> Later<'a, Result<Vec<Package>, BillsError>>;

    /// Electricity services.
    fn services(&self) -> Later<'_, Result<Vec<PowerService>, BillsError>>;

    /// Looks up the owner of a smart card or meter.
    fn validate<'a>(&'a self, enquiry: Enquiry<'a>) -> Later<'a, Result<Customer, BillsError>>;

    /// Buys once per reference.
    fn vend<'a>(&'a self, vend: &'a Vend) -> Later<'a, Vended>;

    /// The status of a purchase.
    fn status<'a>(&'a self, vend: &'a Vend) -> Later<'a, Vended>;
}

/// No provider is configured.
pub struct NoBills;

impl BillsPort for NoBills {
    fn is_open(&self) -> bool {
        false
    }

    fn packages<'a>(&'a self, _: Bill, _: &'a str) -> Later<'a, Result<Vec<Package>, BillsError>> {
        Box::pin(async { Err(BillsError::Unavailable) })
    }

    fn services(&self) -> Later<'_, Result<Vec<PowerService>, BillsError>> {
        Box::pin(async { Err(BillsError::Unavailable) })
    }

    fn validate<'a>(&'a self, _: Enquiry<'a>) -> Later<'a, Result<Customer, BillsError>> {
        Box::pin(async { Err(BillsError::Unavailable) })
    }

    fn vend<'a>(&'a self, _: &'a Vend) -> Later<'a, Vended> {
        Box::pin(async { OrderOutcome::Refused.into() })
    }

    /// The outcome of an earlier provider's order is unknown.
    fn status<'a>(&'a self, _: &'a Vend) -> Later<'a, Vended> {
        Box::pin(async { OrderOutcome::Unknown.into() })
    }
}
