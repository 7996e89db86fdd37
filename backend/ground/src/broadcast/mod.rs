//! Events to open sockets: once a transaction commits, its events reach every subscribed socket on any server.
//!
//! This module knows channels, not users: `realtime` decides who may listen.

pub mod hub;
mod notice;
pub mod protocol;
pub mod registry;
mod spread;

pub use hub::{Hub, Seat};
