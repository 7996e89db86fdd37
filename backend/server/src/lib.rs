//! Ajo's server. Decisions belong to the rules: the server reads a rule's input inside a transaction, evaluates the rule,
//! and stores the outcome.
//!
//! Everything else is in crates of its own (`docs/architecture.md`, "What depends on what"). This one puts them together:
//!
//! - [`server`]: the router with all calls, and its middleware; [`cli`]: the command line
//! - [`jobs`]: periodic work; [`reconciliation`]: the check that all records of money agree
//! - [`account`]: calls that span several areas; [`rules`]: the rules over HTTP
//! - [`sandbox`]: the console of the sandbox providers

pub mod account;
pub mod cli;
pub mod desk;
pub mod jobs;
pub mod reconciliation;
pub mod rules;
pub mod sandbox;
pub mod server;
