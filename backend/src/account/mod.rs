//! An account as a whole: what reaches across all areas.

pub mod closing;
mod routes;

pub use routes::routes;
