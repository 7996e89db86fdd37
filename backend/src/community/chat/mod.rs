//! Conversations: channels, who is in them, what is said there.
//!
//! A channel is of a kind. There is one kind so far, the conversation of a person with those who run the product
//! ([`support`]); channels, messages and passes know nothing of it. Texts are sealed in the database: people write what is
//! nobody else's business. An open app is told that there is something new, and asks for it. Source: document 2; the
//! shapes are in docs/openapi.json.

pub mod answers;
pub mod attachments;
pub mod channels;
pub mod messages;
pub mod operator;
pub mod rotation;
mod routes;
mod store;
pub mod support;

pub use routes::routes;

use domain_core::community::ChatMessage;

crate::readable_forms!(ChatMessage);
