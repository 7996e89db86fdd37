//! Airtime, data, cable television, electricity.
//!
//! Source: document 2, sections 4, 5 and 9. Independent of providers: packages and the wallet's balance are inputs.

mod amounts;
mod bill;
mod forms;
mod quote;

pub use amounts::{AmountsInput, UsualAmounts, amounts};
pub use bill::{Bill, BillInput, check, least_for};
pub use forms::{
    Airtime, BalanceContext, CABLE_SERVICES, Cable, Data, NETWORKS, Package, PackagesContext,
    Power, PowerContext, Service, Services, ServicesInput, services,
};
pub use quote::{BillQuote, BillQuoteInput, quote};
