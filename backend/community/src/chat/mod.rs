//! Chat: channels, their members and messages.
//!
//! A channel has a kind: a user's conversation with support ([`support`]), or that of a cluster's members. Only
//! [`members`] depends on it; channels, messages and passes do not. Texts are encrypted in the database, because they
//! are private. An open app is notified of new messages, and fetches them. Source: document 2; the shapes are in
//! docs/openapi.json.

pub(crate) mod address;
pub mod answers;
pub mod attachments;
pub(crate) mod channels;
pub(crate) mod entrance;
pub mod members;
pub mod messages;
pub mod moving;
pub mod operator;
pub mod rotation;
pub(crate) mod routes;
pub(crate) mod store;
pub(crate) mod stored;
pub mod support;

pub use messages::own_text;
pub use routes::routes;
