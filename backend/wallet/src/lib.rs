//! Wallets: funding, transfers, withdrawals, beneficiaries, statements.
//!
//! Amounts, limits and fees are decided by rules, and balances change only in the ledger. This area reads a rule's
//! input, evaluates the rule, and writes the result and its effects in one transaction. Source: document 2; the shapes
//! are in docs/openapi.json.

pub mod account;
mod accounts;
mod address_verification;
pub mod allowance;
mod banks;
pub mod beneficiaries;
pub mod cards;
pub mod coins;
pub mod csv;
pub mod debits;
pub mod exchange;
mod flows;
pub mod funding;
mod history;
pub mod hooks;
pub mod late;
pub mod mandates;
mod operations;
pub mod own_data;
mod paper;
pub mod payee;
mod payees;
mod price;
mod quotes;
pub mod receipt;
pub mod returned;
pub mod reversals;
mod routes;
mod sets;
pub mod sources;
pub mod statements;
mod store;
mod transfers;
mod withdrawals;

pub use routes::routes;
