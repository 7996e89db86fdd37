//! The ledger: double entry, and the only code that moves money.
//!
//! - An **account** belongs to a user (one per currency) or to the system (settlement with the bank, fees, …).
//! - A **transfer** is a set of entries in one currency that sums to zero. It is posted at once, or it first reserves
//!   its debits and is then posted or voided.
//! - An **entry** is never changed or removed; database triggers refuse both.
//!
//! `settled` is the sum of posted entries, `reserved` the sum of pending debits, `available` the difference. The
//! statement of a debit checks the available balance, so concurrent debits cannot overdraw an account.
//!
//! Invariant: this module knows nothing about users, banks, fees or rules.

mod accounts;
mod booked;
mod check;
pub mod days;
mod error;
mod given_out;
pub mod own_data;
mod scope;
#[cfg(test)]
mod tests;
mod transfers;

pub use accounts::{
    Account, Balance, Purpose, balance, balances_of, close_empty, lock_house, open,
    open_for_person, reopen, reopen_one,
};
pub use booked::{BookedEntries, booked};
pub use check::{Finding, Size, check, exceeds, found, size};
pub use domain_core::payment::SystemAccount;
pub use error::LedgerError;
pub use given_out::{GivenOut, given_out};
pub use scope::Scope;
pub use transfers::{DecidedTransfer, Entry, decided, entries};
pub(crate) use transfers::{NewTransfer, post, post_at_once, record, reserve, void};
