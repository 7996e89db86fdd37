//! Ajo's server. It decides nothing that a rule decides: it reads the facts inside a transaction, asks the rule,
//! and stores the outcome.

pub mod clock;
pub mod db;
pub mod ledger;
pub mod random;
