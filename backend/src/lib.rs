//! Ajo's server. It decides nothing that a rule decides: it reads the facts inside a transaction, asks the rule, and
//! stores the outcome.
//!
//! Folders have ranks, and an import points to a lower one (`.ci/check-layout.mjs` has the table): ground ([`db`],
//! [`clock`], [`secret`], …), [`ledger`] and [`outbound`], [`http`], services ([`outbox`], [`push`], [`realtime`]), who is
//! asking ([`access`]), money out ([`payment`]), the areas ([`identity`], [`wallet`], [`community`], [`settings`],
//! [`rules`]), and on top [`server`], [`jobs`] and [`cli`], which put everything together.

pub mod access;
pub mod app;
pub mod bills;
pub mod broadcast;
pub mod cli;
pub mod clock;
pub mod community;
pub mod config;
pub mod db;
pub mod error;
pub mod hasher;
pub mod http;
pub mod identity;
pub mod jobs;
pub mod ledger;
pub mod limit;
pub mod metrics;
pub mod outbound;
pub mod outbox;
pub mod pause;
pub mod payment;
pub mod pictures;
pub mod push;
pub mod queue;
pub mod random;
pub mod realtime;
pub mod reconciliation;
pub mod rules;
pub mod sandbox;
pub mod sealed;
pub mod secret;
pub mod server;
pub mod settings;
pub mod tally;
pub mod telemetry;
pub mod wallet;
