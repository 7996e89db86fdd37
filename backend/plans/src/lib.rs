//! Savings, loans and sets of coins: plans on offer, plans taken, instalments and payments.
//!
//! Rules decide what a plan allows, and money moves only through `money`. A plan is paid from a
//! wallet: card payments and bank transfers arrive there first. Source: document 3; the shapes are in
//! docs/openapi.json.

mod abort;
mod answers;
pub mod arrivals;
mod booking;
mod cancel;
mod change;
pub mod coins;
pub mod days;
mod found;
pub mod groups;
mod held;
pub mod loans;
mod notices;
pub mod open;
pub mod own_data;
pub mod products;
mod routes;
pub mod savings;
mod store;
mod subscribe;
mod subscriptions;
mod taking;

pub use routes::routes;
