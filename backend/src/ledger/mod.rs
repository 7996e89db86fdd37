//! The ledger: double entry, the only code that moves money.
//!
//! - An **account** belongs to a person (one a currency) or to the system (settlement with the bank, fees, …).
//! - A **transfer** is a set of entries that sums to zero in one currency. It is posted at once, or it first reserves
//!   what it will debit and is then posted or voided.
//! - An **entry** is never changed or removed; the database refuses.
//!
//! `settled` is what posted entries add up to, `reserved` what pending transfers hold back, `available` the
//! difference. A debit is conditional inside its own statement, so two of them can never both take the last naira.
//!
//! Invariant: this module deliberately knows nothing of people, banks, fees or rules.

mod accounts;
mod check;
mod error;
mod given_out;
pub mod own_data;
#[cfg(test)]
mod tests;
mod transfers;

pub use accounts::{
    Account, Balance, Purpose, balance, balances_of, close_empty, open, open_for_person, reopen,
    reopen_one,
};
pub use check::{Finding, Size, check, size};
pub use domain_core::payment::SystemAccount;
pub use error::LedgerError;
pub use given_out::{GivenOut, given_out};
pub use transfers::{Entry, NewTransfer, entries, post, record, reserve, void};
