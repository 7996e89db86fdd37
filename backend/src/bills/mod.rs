//! Bills that are paid from the naira wallet: airtime so far.
//!
//! It never decides what may be bought (the forms do), and never moves money (`payment` does). Source: document 2,
//! sections 2, 5 and 9; the shapes are in docs/openapi.json.

mod airtime;
mod routes;

pub use routes::routes;

use domain_core::bills::Airtime;

crate::readable_forms!(Airtime);
