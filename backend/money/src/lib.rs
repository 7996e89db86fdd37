//! Payments: the only code that creates transfers and statement lines.
//!
//! Each paid call implements [`Payment`]: its kind, validation, payee and price. [`execute`] does the rest in one
//! transaction, always in the same order. Work for a provider becomes one of the [`orders`]. Money from outside
//! implements [`receive::Receipt`]. Other transfers, such as a payout or a bonus, are a [`book::Booking`].

pub mod accounts;
mod agreement;
mod alerts;
mod at_once;
pub mod book;
mod call;
pub mod caution;
pub mod conversion;
mod execute;
pub mod grant;
pub mod hooks;
pub mod ledger;
pub mod limits;
pub mod orders;
pub mod own_data;
mod payee;
mod payer;
pub mod pins;
mod price;
pub mod prices;
mod proceeds;
pub mod quote;
pub mod rate_policy;
pub mod rates;
pub mod receipt;
pub mod receipts;
pub mod receive;
mod restriction;
pub mod statement;
mod terms;

pub use agreement::{agree, quote};
pub use at_once::{AtOnce, execute_at_once};
pub use call::Call;
pub use domain_core::payment::Kind;
pub use execute::execute;
pub use payee::{Payee, To, bank_name, wallet_name};
pub use payer::Payer;
pub use price::Price;
pub use proceeds::{Proceeds, Receiver};
pub use restriction::{owes, restricted};
pub use terms::{Facts, Payment, Terms};

/// Removes expired grants, as of the instant in `$1`: a grant is valid for two minutes, used or not.
pub const SPENT: &str = "DELETE FROM pin_grants WHERE expires_at_ms < $1";
