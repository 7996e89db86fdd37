//! The brand of the app: tenants, found by the host name or by their identifier.
//!
//! Source: document 1, section 1.

pub mod change;
pub mod icons;
pub mod manifest;
mod names;
pub mod pictures;
pub(crate) mod routes;
pub mod sign_in_page;
pub mod stylesheet;
pub mod tenant_ids;
pub mod tenants;

pub use routes::routes;
