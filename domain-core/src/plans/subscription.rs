//! The actions available on a plan.

use super::cancel::part;
use super::termination::{NOT_THE_CREATOR, can_end, decides, over};
use super::{Id, Kind};
use crate::shape::{choice, input, output};
use crate::status::Status;

choice! {
    /// An action on a plan.
    pub enum Action {
        /// Pay an instalment.
        Pay = "pay",
        /// End it early.
        Terminate = "terminate",
        /// Cancel it while it awaits its first payment.
        Cancel = "cancel",
        /// Invite others to the group.
        AddMember = "add_member",
        /// Remind the other members.
        Nudge = "nudge",
        /// View the group's code.
        SeeCode = "see_code",
        /// View the other members' payments.
        SeeAmounts = "see_amounts",
        /// Subscribe to another plan of the same kind.
        Subscribe = "subscribe",
    }
}

input! {
    /// A plan and its viewer.
    pub struct ActionsInput {
        /// The kind of plan.
        kind: Kind,
        /// The state of the plan.
        status: Status,
        /// Whether it is a group plan.
        is_group: bool,
        /// The id of the user who created the plan.
        created_by: Id,
        /// The id of the user who views the plan.
        user: Id,
        /// The state of the user's own part; the default is the plan's.
        membership: Option<Status>,
        /// Whether the user's identity is verified.
        verified: bool,
        /// Whether the user has a verified phone number, which a loan requires.
        has_phone: bool,
    }
}

output! {
    /// The available actions.
    pub struct Actions {
        /// All actions, in this order.
        actions: Vec<ActionAllowed>,
    }

    /// Whether an action is available.
    pub struct ActionAllowed {
        /// The action that is judged.
        action: Action,
        /// Whether the user may take the action now.
        allowed: bool,
        /// The reason if it is not.
        reason: Option<&'static str>,
    }
}

pub(super) const NOT_ACTIVE: &str = "This plan is not active.";
pub(super) const PART_OVER: &str = "Your part of this plan is over.";
const NO_GROUP: &str = "This is not a group plan.";
const NOT_VERIFIED: &str = "Verify your identity with your BVN first.";
const NO_PHONE: &str = "Add and verify your phone number first.";

/// Whether a plan accepts instalments: savings and coins while requested or active, loans while active or bad.
pub(super) const fn is_payable(kind: Kind, status: Status) -> bool {
    matches!(
        (kind, status),
        (_, Status::Active)
            | (Kind::Savings | Kind::Coins, Status::Initiated)
            | (Kind::Loan, Status::Bad)
    )
}

/// A plan can be paid while requested or active, a loan while active or bad, but not by a member whose part has ended;
/// it can be terminated according to `termination.quote`, and cancelled according to `plan.cancel`, unless a payment is
/// being processed. A group's creator can invite others, and sees the code and all payments; other members can remind
/// and pay. Another plan requires a verified identity, a loan also a phone number. Source: document 3, sections 4 and
/// 6.
pub fn actions(input: &ActionsInput) -> Actions {
    let ActionsInput {
        kind,
        status,
        is_group,
        ..
    } = *input;
    let is_creator = input.created_by.is(&input.user);
    let runs = is_payable(kind, status);
    let is_over = input.membership.is_some_and(Status::is_over);
    let unless = |refused: bool, reason| refused.then_some(reason);
    let of_group = unless(!is_group, NO_GROUP);
    let of_creator = of_group.or(unless(!is_creator, NOT_THE_CREATOR));
    let reason = |action| match action {
        Action::Pay => unless(!runs, NOT_ACTIVE).or(unless(is_over, PART_OVER)),
        Action::Terminate => unless(!can_end(kind, status), over(kind)).or(unless(
            !decides(kind, is_group, &input.created_by, &input.user),
            NOT_THE_CREATOR,
        )),
        Action::Cancel => part(kind, status, input.membership.unwrap_or(status), is_creator).err(),
        Action::AddMember => of_creator.or(unless(!runs, NOT_ACTIVE)),
        Action::Nudge => of_group
            .or(unless(!runs, NOT_ACTIVE))
            .or(unless(is_over && !is_creator, PART_OVER)),
        Action::SeeCode => of_creator,
        Action::SeeAmounts => unless(is_group && !is_creator, NOT_THE_CREATOR),
        Action::Subscribe => unless(!input.verified, NOT_VERIFIED)
            .or(unless(kind == Kind::Loan && !input.has_phone, NO_PHONE)),
    };
    let allowed = |action: &Action| {
        let reason = reason(*action);
        ActionAllowed {
            action: *action,
            allowed: reason.is_none(),
            reason,
        }
    };
    Actions {
        actions: Action::ALL.iter().map(allowed).collect(),
    }
}

#[cfg(test)]
mod tests;
