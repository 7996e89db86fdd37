//! Trade signals: the subscription to them, the predictions themselves, and the users' strategies.
//!
//! It never decides what a month costs or when it ends (the rules do), and never moves money (`payment` does). Source:
//! document 3; the shapes are in docs/openapi.json.

pub mod alerts;
pub mod exchange;
mod figures;
pub mod own_data;
pub mod predictions;
mod routes;
mod strategies;

pub use routes::routes;

use crate::http::valid::no_context;
use domain_core::signals::{ExchangeKeys, Strategy};

crate::judged_forms!(ExchangeKeys: no_context, Strategy: no_context);
