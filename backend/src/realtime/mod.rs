//! Realtime: the server's half of Pusher Channels protocols 5 to 7, so that a stock client connects.
//!
//! What is served: connecting, private channels with authorisation, events, ping. An event leaves once its transaction
//! is committed, and not otherwise; on PostgreSQL it goes through `NOTIFY`, so it reaches the sockets of every server. On
//! SQLite a command beside the server leaves it in a table, which the server looks into every second.
//! An event is a hint: a client that missed some is made to reconnect, and asks the API for the current state.
//!
//! Invariant: this module deliberately knows nothing of what an event means.

mod authorise;
mod conversation;
pub mod gate;
pub mod pass;
mod socket;

pub use authorise::routes;
pub use socket::connect;
