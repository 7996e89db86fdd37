//! Money in motion: the only code that makes transfers and lines of statements.
//!
//! Each paid call implements [`Payment`]: its kind, its validation, its payee and its price. [`execute`] does the rest
//! in one transaction, always in the same order. Work for a provider becomes one of the [`orders`]. Money from outside
//! implements [`receive::Receipt`]. What is neither, such as a payout or a bonus, is a [`book::Booking`].

pub mod accounts;
pub mod alerts;
pub mod book;
pub mod caution;
mod execute;
pub mod grant;
pub mod hooks;
pub mod limits;
pub mod orders;
pub mod own_data;
mod payee;
mod payer;
mod proceeds;
pub mod quote;
pub mod rate_policy;
pub mod rates;
pub mod receipts;
pub mod receive;
mod restriction;
pub mod statement;
mod terms;

pub use domain_core::payment::Kind;
pub use execute::{Call, agree, execute};
pub use payee::{Payee, To};
pub use payer::Payer;
pub use proceeds::Proceeds;
pub use restriction::restricted;
pub use terms::{Facts, Payment, Price, Terms};

/// What is removed once the instant in `$1` is past: an authorisation is valid for two minutes, used or not.
pub const SPENT: &str = "DELETE FROM pin_grants WHERE expires_at_ms < $1";
