//! The server put together: all calls in one router, its description, and what stands around every call.

mod connections;
mod headers;
mod health;
pub mod metrics;
pub mod openapi;
mod panics;
mod problems;
mod request_id;
pub mod router;
pub mod serve;
mod webapp;
