//! The outcome of an order, as reported by a provider for our reference.

/// The outcome of an order, as far as it is known. A provider executes a reference at most once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OrderOutcome {
    Done,
    /// It was not executed, and never will be.
    Refused,
    /// The provider has it, but has not decided.
    Pending,
    /// No answer, or an invalid one: it may have been executed.
    Unknown,
    /// The provider has never seen the reference.
    NotFound,
}
