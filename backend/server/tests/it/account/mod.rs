//! A user's whole account over HTTP.

mod closing;
pub mod export;
