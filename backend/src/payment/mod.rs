//! Money out, once: what every payment needs, whatever it pays for.
//!
//! A paid call is a [`Payment`]: it says what it is, judges its form, names its payee and its price. [`execute`] does the
//! rest, in one order, in one transaction. What a provider has to carry out afterwards is one of the [`orders`].

pub mod accounts;
pub mod alerts;
pub mod caution;
mod execute;
pub mod grant;
pub mod hooks;
pub mod orders;
mod payee;
mod payer;
pub mod quote;
pub mod rates;
pub mod statement;

pub use domain_core::payment::Kind;
pub use execute::{Call, Facts, Payment, Price, Terms, execute};
pub use payee::{Payee, To};
pub use payer::Payer;

/// What is removed once the instant in `$1` is past: an authorisation is good for two minutes, used or not.
pub const SPENT: &str = "DELETE FROM pin_grants WHERE expires_at_ms < $1";
