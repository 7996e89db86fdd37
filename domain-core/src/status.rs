//! The thirteen statuses of a transaction, plan or request, and their display.

use crate::shape::{choice, input, output};

choice! {
    /// A status. (Document 1, section 3.)
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
    /// The tone of a status; each has a colour and an icon.
    pub enum Tone {
        /// Completed successfully.
        Success = "success",
        /// In progress.
        Info = "info",
        /// Waiting for someone.
        Warning = "warning",
        /// Failed.
        Danger = "danger",
        /// Ended, neither well nor badly.
        Neutral = "neutral",
    }
}

choice! {
    /// The lateness of a plan's payments.
    pub enum Lateness {
        /// The next payment is not due yet.
        Upcoming = "upcoming",
        /// A payment is due today, and none is overdue.
        Due = "due",
        /// A payment was due before today.
        Overdue = "overdue",
    }
}

impl Status {
    /// Whether the status is final. A bad loan is still owed.
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

    /// Whether a plan with this status awaits its first payment by card or bank transfer.
    pub const fn awaits_first_payment(self) -> bool {
        matches!(self, Self::Pending)
    }
}

input! {
    /// A status to display.
    pub struct StatusInput {
        /// The status to display.
        status: Status,
        /// The lateness of a plan.
        lateness: Option<Lateness>,
    }
}

output! {
    /// A status for display.
    pub struct StatusLabel {
        /// The status in words.
        label: &'static str,
        /// The tone of the status, which stands for a colour and an icon.
        tone: Tone,
    }
}

/// Label and tone; the label of an active plan says if it is overdue. The document does not specify the colours; the
/// tones are ours.
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
