//! The server from its clients' view: the real router on a real database, SQLite and PostgreSQL.
//!
//! One binary, so that it is linked once. Each test has its own database and clock.

#[macro_use]
mod support;

mod account;
mod bills;
mod command_line;
mod community;
mod crash;
mod desk;
mod every;
mod http;
mod identity;
mod inbox;
mod plans;
mod program;
mod providers;
mod push;
mod realtime;
mod reconciliation;
mod rotation;
mod sandbox;
mod signals;
mod simulate;
mod strangers;
mod tenants;
mod wallet;
