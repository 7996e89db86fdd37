//! Every decision of Ajo as pure functions.
//!
//! The ground: [`calendar`], [`json`], [`listing`], [`money`], [`payment`], [`person`], [`shape`], [`status`] and
//! [`validation`]. Above it are the areas: identity, wallet, bills, plans, signals, community, settings; they do not
//! import one another. The [`catalogue`] lists the rules of all areas. There is no clock, randomness, database, network
//! or JavaScript: everything a rule needs is its input.
#![forbid(unsafe_code)]
#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::unreachable,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::float_arithmetic,
    clippy::arithmetic_side_effects,
    clippy::as_conversions,
    missing_debug_implementations
)]
#![cfg_attr(
    test,
    allow(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing,
        clippy::arithmetic_side_effects,
        clippy::as_conversions
    )
)]

pub mod bills;
pub mod calendar;
mod call_error;
pub mod catalogue;
pub mod community;
pub mod identity;
pub mod json;
pub mod listing;
pub mod money;
pub mod payment;
pub mod person;
pub mod plans;
pub mod settings;
pub mod shape;
pub mod signals;
pub mod status;
pub mod validation;
pub mod wallet;

pub use call_error::RuleCallError;
#[cfg(feature = "explain")]
pub use catalogue::explain;
pub use catalogue::{evaluate, evaluate_text, rules_version};
