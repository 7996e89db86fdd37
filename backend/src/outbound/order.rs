//! What a provider says about something that it was asked to do with money, under our reference.

/// What became of an order, as far as is known. A provider carries a reference out once, however often it is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OrderOutcome {
    Done,
    /// It was not, and will not be, carried out.
    Refused,
    /// The provider has it, and has not decided.
    Pending,
    /// No answer, or one that cannot be understood: it may have been carried out.
    Unknown,
    /// The provider has never seen the reference.
    NotFound,
}
