//! A person's whole account over HTTP.

mod closing;
mod export;
