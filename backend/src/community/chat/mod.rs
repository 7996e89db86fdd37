//! Chat: channels, their members and messages.
//!
//! A channel has a kind. So far there is one, a user's conversation with support ([`support`]); channels, messages and
//! passes do not depend on it. Texts are encrypted in the database, because they are private. An open app is notified
//! of new messages, and fetches them. Source: document 2; the shapes are in docs/openapi.json.

pub mod answers;
pub mod attachments;
pub mod channels;
pub mod messages;
pub mod operator;
mod routes;
mod store;
pub mod support;

pub use routes::routes;

use domain_core::community::ChatMessage;

crate::readable_forms!(ChatMessage);
