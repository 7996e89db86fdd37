//! Payments: actions that a user's PIN authorises, and their names on statements.
//!
//! Shared by the areas that take money: wallet, bills, plans, signals.

pub mod account;
pub mod category;
pub mod flow;
pub mod kind;
pub mod movement;
pub mod order;
pub mod posted;
pub mod tariff;

pub use account::SystemAccount;
pub use category::{Category, ResultPage};
pub use flow::Outflow;
pub use kind::{Capped, Kind};
pub use movement::{Counted, Direction, Movement};
pub use order::may_be_decided_by_hand;
