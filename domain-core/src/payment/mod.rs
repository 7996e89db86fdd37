//! Payments: what a user's PIN can authorise, and how statements name it.
//!
//! Shared ground of the areas that take money: wallet, bills, plans, signals.

pub mod category;
pub mod kind;
pub mod order;
pub mod tariff;

pub use category::{Category, ResultPage};
pub use kind::{Capped, Kind};
pub use order::may_be_decided_by_hand;
