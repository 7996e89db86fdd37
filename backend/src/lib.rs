//! Ajo's server. It decides nothing that a rule decides: it reads the facts inside a transaction, asks the rule, and
//! stores the outcome.
//!
//! Ground: [`db`], [`clock`], [`random`], [`secret`], [`hasher`], [`config`], [`http`], [`pictures`]. On it stand [`ledger`],
//! the only code that moves money, [`queue`], [`outbound`], [`realtime`] and [`push`], and on those the areas [`identity`], [`wallet`],
//! [`community`], [`settings`], [`rules`].

pub mod app;
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
pub mod openapi;
pub mod outbound;
pub mod outbox;
pub mod pictures;
pub mod push;
pub mod queue;
pub mod random;
pub mod realtime;
pub mod rules;
pub mod sandbox;
pub mod sealed;
pub mod secret;
pub mod settings;
pub mod tally;
pub mod telemetry;
pub mod wallet;
