//! Bills: airtime, data, cable television, electricity. The provider executes a reference once, however often it is asked.

mod catalogue;
pub mod sandbox;
pub mod vtpass;

pub use catalogue::{Package, PowerService, distributor};

use super::{Later, OrderOutcome};
pub use domain_core::bills::Bill;
use domain_core::money::Amount;
use std::fmt;

/// What the provider is asked to deliver.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vend {
    pub reference: String,
    /// When it was ordered. An order that is asked for later keeps it, because providers form their own reference of it.
    pub ordered_at_ms: i64,
    pub kind: Bill,
    /// `mtn`, `DSTV`, or a service of [`BillsPort::services`].
    pub service: String,
    /// A phone, a smart card or a meter.
    pub customer: String,
    /// The package's code: for data and cable.
    pub package: Option<String>,
    /// Where the provider may send a message.
    pub phone: Option<String>,
    pub amount: Amount,
    /// Whether it was requested before under this reference: that request may still be on its way.
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
    /// Without the token, because debug output ends up in logs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MeterToken { .. }")
    }
}

/// What the provider says of a purchase.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vended {
    pub outcome: OrderOutcome,
    /// May come later than the delivery.
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

/// Whose smart card or meter it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Customer {
    pub name: String,
    /// The least amount for this meter, if the provider names one.
    pub minimum: Option<Amount>,
}

/// A smart card or a meter to be looked up.
#[derive(Debug, Clone, Copy)]
pub struct Enquiry<'a> {
    pub kind: Bill,
    pub service: &'a str,
    pub customer: &'a str,
}

/// There is no answer to a question.
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
    /// Whether a provider is available.
    fn is_open(&self) -> bool {
        true
    }

    /// The packages of a network (data) or of a service (cable).
    fn packages<'a>(
        &'a self,
        kind: Bill,
        service: &'a str,
    ) -> Later<'a, Result<Vec<Package>, BillsError>>;

    /// The distributors of electricity.
    fn services(&self) -> Later<'_, Result<Vec<PowerService>, BillsError>>;

    /// Whose smart card or meter it is.
    fn validate<'a>(&'a self, enquiry: Enquiry<'a>) -> Later<'a, Result<Customer, BillsError>>;

    /// Buys. Asked again with the same reference, it buys nothing more.
    fn vend<'a>(&'a self, vend: &'a Vend) -> Later<'a, Vended>;

    /// What became of a purchase.
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

    /// Orders of an earlier provider are unknown here.
    fn status<'a>(&'a self, _: &'a Vend) -> Later<'a, Vended> {
        Box::pin(async { OrderOutcome::Unknown.into() })
    }
}
