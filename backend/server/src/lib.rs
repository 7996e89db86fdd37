//! Ajo's server. Decisions belong to the rules: the server reads a rule's input inside a transaction, evaluates the rule,
//! and stores the outcome.
//!
//! Folders have ranks, and an import points to a lower rank (`.ci/check-layout.mjs` has the table). From the bottom:
//!
//! - [`ledger`], [`outbound`] (ports to providers)
//! - [`app`] (shared state), [`http`] (common parts of all calls), [`outbox`] (messages to be sent), [`settings`]
//!   (brands)
//! - [`access`]: authentication of the caller; [`push`] and [`realtime`]: notifying their browsers
//! - [`payment`]: outgoing money
//! - the areas: [`identity`], [`wallet`], [`bills`], [`plans`], [`community`], [`signals`], [`rules`]
//! - [`account`]: calls that span several areas
//! - [`sandbox`] (the console of the sandbox providers) and [`jobs`] (periodic work)
//! - [`server`] and [`cli`], which put everything together

// Test files shared with the HTTP tests name this crate.
#[cfg(test)]
extern crate self as backend;

pub mod account;
pub mod cli;
pub mod jobs;
pub mod reconciliation;
pub mod rules;
pub mod sandbox;
pub mod server;
