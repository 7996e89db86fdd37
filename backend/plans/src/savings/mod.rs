//! Savings: subscription and payments.

mod begin;
mod collection;
pub(crate) mod earned;
mod pay;
mod schedule;
mod start;
pub mod triggers;

pub use begin::{begin, begin_member};
pub use collection::choose;
pub use pay::{Pay, allowance};
pub use schedule::{end_of, schedule};
pub use start::Start;
