//! Clusters: groups of members from one place, with a conversation in the chat.
//!
//! The operator creates them and can remove a message or a member; users join with a code. The rules
//! (`cluster.actions`) decide who may do what. Source: document 2, section 2.

pub(crate) mod answers;
pub mod joining;
pub mod operator;
mod reports;
mod routes;
pub(crate) mod store;

pub use routes::routes;

use super::chat::address::{Address, Kind};

/// The channel of a cluster.
pub fn of(tenant_id: &str, id: &str) -> Address {
    Address {
        tenant_id: String::from(tenant_id),
        kind: Kind::Cluster,
        subject: String::from(id),
    }
}
