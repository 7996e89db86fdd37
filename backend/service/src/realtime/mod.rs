//! Realtime: the server side of Pusher Channels protocols 5 to 7, compatible with stock clients.
//!
//! Supported are connections, private channels with authorisation, events and pings. An event is sent once its
//! transaction commits, and not otherwise; on PostgreSQL it goes through `NOTIFY`, so it reaches the sockets of every
//! server. On SQLite, commands in other processes leave it in a table that the server polls every second. An event is a
//! hint: a client that missed some is made to reconnect, and fetches the current state from the API.
//!
//! Invariant: this module deliberately does not know the meaning of events.

mod authorise;
mod conversation;
pub mod gate;
pub mod pass;
mod socket;

pub use authorise::routes;
pub use socket::connect;
