//! Savings: subscribing, and paying for them.

mod begin;
mod pay;
mod start;
mod waiting;

pub use begin::{begin, begin_member};
pub use pay::{Pay, allowance};
pub use start::{Start, end_of, price, schedule, write_member};
pub use waiting::wait;
