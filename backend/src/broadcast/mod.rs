//! Events to open sockets: what is published in a transaction reaches every socket that listens, on any server, once the
//! transaction has been committed.
//!
//! It knows channels, not people: who may listen to what is decided in `realtime`.

pub mod hub;
mod notice;
pub mod protocol;
pub mod registry;

pub use hub::{Hub, Seat};
