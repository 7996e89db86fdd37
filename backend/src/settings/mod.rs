//! Whose brand the app wears: tenants, found by the host name or by their identifier.
//!
//! Source: document 1, section 1.

pub mod manifest;
pub mod routes;
pub mod tenants;

pub use routes::routes;
