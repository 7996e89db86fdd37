//! Savings, loans and sets of coins: what the operator offers, who has taken what, what is due and paid.
//!
//! It never decides what a plan allows (the rules do), and never moves money except by `payment` and the ledger. A plan is
//! paid from a wallet: money from a card or a bank arrives there first. Source: document 3; the shapes are in
//! docs/openapi.json.

mod abort;
pub mod answers;
pub mod arrivals;
mod booking;
mod cancel;
mod change;
pub mod coins;
pub mod days;
mod found;
pub mod groups;
pub mod loans;
pub mod open;
pub mod own_data;
pub mod products;
mod routes;
mod savings;
mod store;
mod subscribe;
mod subscriptions;
mod taking;

pub use routes::routes;

use domain_core::plans::{LoanSubscription, PayInstalment, PlanCode, SavingsSubscription};

crate::readable_forms!(
    LoanSubscription,
    PayInstalment,
    PlanCode,
    SavingsSubscription,
);
