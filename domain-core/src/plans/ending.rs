//! Endings of plans.

use super::Kind;
use crate::shape::choice;
use crate::status::Status;

choice! {
    /// The ending of a plan for one of its members.
    pub enum Ending {
        /// On its last day.
        Completed = "completed",
        /// The loan is repaid.
        Repaid = "repaid",
        /// The member stopped it.
        Stopped = "stopped",
        /// The creator of the group stopped it.
        StoppedByCreator = "stopped_by_creator",
        /// The member left a group, which continued.
        Left = "left",
        /// The member was invited, but never joined.
        NotJoined = "not_joined",
        /// Cancelled before its first payment.
        Cancelled = "cancelled",
        /// The request was declined.
        Declined = "declined",
        /// The borrower withdrew the request.
        TakenBack = "taken_back",
        /// The borrower handed the loan back soon after its payout.
        HandedBack = "handed_back",
        /// None of the coins could be bought.
        NotBought = "not_bought",
    }
}

/// A member's part of a plan.
#[derive(Debug, Clone, Copy)]
pub struct EndingInput {
    pub kind: Kind,
    /// The state of the plan.
    pub status: Status,
    /// The state of the member's part.
    pub membership: Status,
    pub is_creator: bool,
    /// Whether the member has ever paid; until then they are only invited. A borrower: whether the loan was paid out.
    pub has_joined: bool,
    /// Whether the member left a group before its end.
    pub has_left: bool,
    /// Whether a member requested the end of a coin set.
    pub is_stopped: bool,
}

/// The ending of a plan; `None` while it has not ended. For a member it ends with their own part, possibly before the
/// group's plan; a bad loan is still owed. Source: document 3, sections 3 and 4.
#[must_use]
pub fn ending(input: &EndingInput) -> Option<Ending> {
    let own = input.membership;
    if input.has_left {
        return Some(Ending::Left);
    }
    let came_first = own == Status::Completed || !input.status.is_over();
    let status = if own.is_over() && came_first {
        own
    } else {
        input.status
    };
    let is_asked_only = !input.is_creator && !input.has_joined && own == Status::Terminated;
    if !status.is_over() {
        None
    } else if is_asked_only {
        Some(Ending::NotJoined)
    } else {
        Some(of(input, status))
    }
}

fn of(input: &EndingInput, status: Status) -> Ending {
    match (input.kind, status) {
        (_, Status::Declined) => Ending::Declined,
        (_, Status::Cancelled | Status::Failed) => Ending::Cancelled,
        (Kind::Loan, Status::Terminated) if input.has_joined => Ending::HandedBack,
        (Kind::Loan, Status::Terminated) => Ending::TakenBack,
        (Kind::Loan, _) => Ending::Repaid,
        (Kind::Coins, Status::Terminated) if !input.is_stopped => Ending::NotBought,
        (Kind::Savings, Status::Terminated) if !input.is_creator => Ending::StoppedByCreator,
        (_, Status::Terminated) => Ending::Stopped,
        _ => Ending::Completed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The ending for the creator, or for a member who has joined.
    fn of(kind: Kind, status: Status, membership: Status, is_creator: bool) -> EndingInput {
        EndingInput {
            kind,
            status,
            membership,
            is_creator,
            has_joined: true,
            has_left: false,
            is_stopped: false,
        }
    }

    #[test]
    fn savings_end_on_schedule_or_by_their_creator() {
        use Status::{Active, Cancelled, Completed, Terminated};
        let of = |status, membership, is_creator| {
            ending(&of(Kind::Savings, status, membership, is_creator))
        };
        assert_eq!(of(Active, Active, true), None);
        assert_eq!(of(Completed, Completed, true), Some(Ending::Completed));
        assert_eq!(of(Terminated, Terminated, true), Some(Ending::Stopped));
        let by_creator = Some(Ending::StoppedByCreator);
        assert_eq!(of(Terminated, Terminated, false), by_creator);
        assert_eq!(of(Cancelled, Terminated, true), Some(Ending::Cancelled));
        // A member's completed part stays so, whether the group continues or is stopped later.
        for status in [Active, Terminated] {
            assert_eq!(of(status, Completed, false), Some(Ending::Completed));
        }
    }

    #[test]
    fn a_member_who_left_did_so_whatever_becomes_of_the_group() {
        for status in [Status::Active, Status::Terminated, Status::Completed] {
            let left = EndingInput {
                has_left: true,
                ..of(Kind::Savings, status, Status::Terminated, false)
            };
            assert_eq!(ending(&left), Some(Ending::Left));
        }
    }

    #[test]
    fn members_who_never_paid_have_not_joined() {
        for status in [Status::Active, Status::Terminated, Status::Completed] {
            let invited = EndingInput {
                has_joined: false,
                ..of(Kind::Savings, status, Status::Terminated, false)
            };
            assert_eq!(ending(&invited), Some(Ending::NotJoined));
        }
    }

    #[test]
    fn loans_are_declined_withdrawn_repaid_or_handed_back() {
        let of = |status, membership| {
            let paid_out = of(Kind::Loan, status, membership, true);
            let has_joined = matches!(status, Status::Completed | Status::Bad);
            ending(&EndingInput {
                has_joined,
                ..paid_out
            })
        };
        let back = super::tests::of(Kind::Loan, Status::Terminated, Status::Terminated, true);
        assert_eq!(ending(&back), Some(Ending::HandedBack));
        let over = Status::Terminated;
        assert_eq!(of(Status::Declined, over), Some(Ending::Declined));
        assert_eq!(of(Status::Terminated, over), Some(Ending::TakenBack));
        assert_eq!(of(Status::Completed, over), Some(Ending::Repaid));
        // A bad loan is still owed.
        assert_eq!(of(Status::Bad, Status::Active), None);
    }

    #[test]
    fn sets_without_purchases_count_as_not_bought() {
        let over = Status::Terminated;
        let failed = of(Kind::Coins, over, over, true);
        assert_eq!(ending(&failed), Some(Ending::NotBought));
        let stopped = EndingInput {
            is_stopped: true,
            ..failed
        };
        assert_eq!(ending(&stopped), Some(Ending::Stopped));
    }
}
