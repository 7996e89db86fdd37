//! Trade signals: the subscription, the predictions, and the users' strategies.
//!
//! It never decides the price of a month, its end, or what to buy (the rules do), and never moves money (`money`
//! does): automatic trades are made in the user's own account at the exchange. Source: document 3; the shapes are in
//! docs/openapi.json.

pub mod alerts;
pub mod auto_trade;
mod board;
pub mod exchange;
mod figures;
pub mod own_data;
pub mod predictions;
mod routes;
mod strategies;

pub use routes::routes;
