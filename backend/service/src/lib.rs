//! Common to every call of the server: bodies in, answers out, the caller, the brand, and the ways to reach a person.
//!
//! - [`app`]: the state that all calls share
//! - [`http`]: bodies, forms, envelopes, idempotency, schemas
//! - [`files`]: members' files outside the database
//! - [`settings`]: the brands; [`access`]: sessions, persons, roles, the audit chain
//! - [`inbox`] and [`letters`]: notices to persons; [`outbox`]: emails, texts and chat messages to be sent; [`push`] and [`realtime`]: notices to browsers

pub mod access;
pub mod app;
pub mod combiner;
pub mod files;
pub mod http;
pub mod inbox;
pub mod letters;
pub mod outbox;
pub mod push;
pub mod realtime;
pub mod settings;
