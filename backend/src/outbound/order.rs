//! The outcome of an order, as a provider reports it for our reference.

/// The outcome of an order, as far as it is known. A provider executes a reference once, however often it is asked.
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
