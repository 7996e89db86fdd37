//! Outgoing money: what every payment needs, whatever it is for.
//!
//! Each paid call implements [`Payment`]: its kind, its validation, its payee and its price. [`execute`] does the rest
//! in one transaction, always in the same order. Work for a provider becomes one of the [`orders`].

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

/// Statements that delete rows two days after the instant in `$1`.
pub const SHORT_LIVED: [&str; 1] = ["DELETE FROM pin_grants WHERE expires_at_ms < $1"];
