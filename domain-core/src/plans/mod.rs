//! Savings, loans and coin sets: permitted actions, schedules, payments, and the cost of leaving early.
//!
//! Source: document 3. Independent of accounts and clocks: the date, balances and payments so far are inputs.

pub mod allocate;
pub mod awaiting;
pub mod cancel;
pub mod coins;
pub mod collect;
pub mod collection;
pub mod cost;
pub mod decide;
pub mod ending;
pub mod funding;
pub mod goal;
pub mod held;
pub mod instalment;
pub mod late_charge;
pub mod lateness;
pub mod leave;
pub mod limits;
pub mod loan_limit;
pub mod offer;
pub mod payable;
pub mod payoff;
pub mod payout;
pub mod preview;
pub mod progress;
pub mod propose;
pub mod regret;
pub mod reminder;
pub mod repay;
pub mod rounds;
pub mod savings_return;
pub mod schedule;
pub mod subscribe;
pub mod subscription;
pub mod suitability;
pub mod termination;
pub mod trading;
pub mod trigger;
pub mod worth;

mod id;
mod join;
mod unit;

pub use goal::SavingsGoal;
pub use id::Id;
pub use join::{GroupMember, PlanCode, full};
pub use subscribe::{LoanSubscription, PayInstalment, SavingsSubscription};
pub use unit::Unit;

use crate::shape::choice;

choice! {
    /// The kind of a plan.
    pub enum Kind {
        Loan = "loan",
        Savings = "savings",
        /// A set of coins.
        Coins = "coins",
    }
}
