//! The thirteen states of a transaction, plan or request, and their display.

use crate::shape::{choice, input, output};

choice! {
    /// A state. (Document 1, section 3.)
    pub enum Status {
        Initiated = "INITIATED",
        Processing = "PROCESSING",
        Pending = "PENDING",
        Approved = "APPROVED",
        Active = "ACTIVE",
        Failed = "FAILED",
        Cancelled = "CANCELLED",
        Bad = "BAD",
        Terminated = "TERMINATED",
        Declined = "DECLINED",
        Successful = "SUCCESSFUL",
        Completed = "COMPLETED",
        Retry = "RETRY",
    }
}

choice! {
    /// The tone of a state; each has a colour and an icon.
    pub enum Tone {
        /// Completed successfully.
        Success = "success",
        /// In progress.
        Info = "info",
        /// Waiting for someone.
        Warning = "warning",
        /// Failed.
        Danger = "danger",
        /// Ended, neither good nor bad.
        Neutral = "neutral",
    }
}

choice! {
    /// Whether the payments of a plan are in time.
    pub enum Lateness {
        /// The next one is not due yet.
        Upcoming = "upcoming",
        /// One is due today, and none was before.
        Due = "due",
        /// One was due before today.
        Overdue = "overdue",
    }
}

impl Status {
    /// Whether nothing follows any more. A bad loan is still owed.
    pub const fn is_over(self) -> bool {
        match self {
            Self::Failed
            | Self::Cancelled
            | Self::Terminated
            | Self::Declined
            | Self::Successful
            | Self::Completed => true,
            Self::Initiated
            | Self::Processing
            | Self::Pending
            | Self::Approved
            | Self::Active
            | Self::Bad
            | Self::Retry => false,
        }
    }

    /// Whether a plan in this state awaits its first money, which a card or a bank transfer brings.
    pub const fn awaits_first_payment(self) -> bool {
        matches!(self, Self::Pending)
    }
}

input! {
    /// A state to display.
    pub struct StatusInput {
        status: Status,
        /// Of a plan.
        lateness: Option<Lateness>,
    }
}

output! {
    /// A state for display.
    pub struct StatusLabel {
        label: &'static str,
        tone: Tone,
    }
}

/// Label and tone; an active plan that is overdue says so instead. The document does not show its colours; the tones are ours.
pub fn label(input: &StatusInput) -> StatusLabel {
    let (label, tone) = match input.status {
        Status::Active if input.lateness == Some(Lateness::Overdue) => ("Overdue", Tone::Danger),
        Status::Initiated => ("Initiated", Tone::Info),
        Status::Processing => ("Processing", Tone::Info),
        Status::Pending => ("Pending", Tone::Warning),
        Status::Approved => ("Approved", Tone::Success),
        Status::Active => ("Active", Tone::Success),
        Status::Failed => ("Failed", Tone::Danger),
        Status::Cancelled => ("Cancelled", Tone::Neutral),
        Status::Bad => ("Bad", Tone::Danger),
        Status::Terminated => ("Terminated", Tone::Neutral),
        Status::Declined => ("Declined", Tone::Danger),
        Status::Successful => ("Successful", Tone::Success),
        Status::Completed => ("Completed", Tone::Success),
        Status::Retry => ("Retry", Tone::Warning),
    };
    StatusLabel { label, tone }
}
