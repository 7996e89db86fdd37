//! The ground that every other crate of the server stands on. It knows no brand, no person and no call.
//!
//! - [`config`], [`telemetry`], [`metrics`], [`tally`], [`pause`]: the program and its operation
//! - [`db`]: SQLite and PostgreSQL with the same SQL; [`own_data`]: the tables that hold data of a person
//! - [`decided`]: the decisions of a transaction, for its records
//! - [`clock`], [`random`]: time and chance, which tests set
//! - [`secret`], [`sealed`], [`hasher`], [`private_file`]: secrets
//! - [`error`]: the errors of the API; [`limit`], [`slots`]: how much at once, and how often
//! - [`queue`] (deferred tasks) and [`broadcast`] (events between servers)
//! - [`html`], [`pictures`]: text and pictures from strangers made safe

pub mod broadcast;
pub mod clock;
pub mod config;
pub mod db;
pub mod decided;
pub mod error;
pub mod hasher;
pub mod html;
pub mod limit;
pub mod metrics;
pub mod own_data;
pub mod pause;
pub mod pictures;
pub mod private_file;
pub mod queue;
pub mod random;
pub mod sealed;
pub mod secret;
pub mod slots;
pub mod tally;
pub mod telemetry;
