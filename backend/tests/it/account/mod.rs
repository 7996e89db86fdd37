//! A person's whole account over HTTP.

mod export;
