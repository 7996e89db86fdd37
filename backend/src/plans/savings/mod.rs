//! Savings: subscribing, and what follows from it.

mod start;
mod waiting;

pub use start::Start;
pub use waiting::wait;
