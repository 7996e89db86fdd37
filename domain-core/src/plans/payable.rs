//! Permission to pay an instalment.

use super::instalment::currency_of;
use super::subscription::{NOT_ACTIVE, PART_OVER, is_payable};
use super::{Id, Kind};
use crate::money::{AmountText, CurrencyCode};
use crate::shape::{input, output};
use crate::status::Status;
use crate::validation::Checked;

input! {
    /// An instalment and its payer.
    pub struct PayableInput {
        /// The kind of plan.
        kind: Kind,
        /// The state of the plan.
        status: Status,
        /// The state of the part to which the instalment belongs.
        membership: Status,
        /// The member whose part it is.
        member: Id,
        /// The user who wants to pay.
        user: Id,
        /// The remaining amount of the instalment.
        owed: AmountText,
        /// The default is naira.
        currency: Option<CurrencyCode>,
    }
}

output! {
    /// Whether the instalment can be paid.
    pub struct Payable {
        /// Whether the user can pay it now.
        allowed: bool,
        /// The reason if it cannot.
        reason: Option<&'static str>,
    }
}

const NOT_JOINED: &str =
    "This person has not joined yet. They join by paying their first instalment themselves.";
const PART_OF_OTHERS_OVER: &str = "This person's part of the plan is over.";
const PAID: &str = "This instalment is paid.";

/// Allowed while the plan accepts payments (`subscription.actions`), until the part has ended: `COMPLETED`,
/// `SUCCESSFUL`, `TERMINATED`, `CANCELLED`, `DECLINED` or `FAILED`. Members who were added to a group join with their
/// own first payment; until then nobody else can pay for them, not even the group's creator.
///
/// # Errors
/// `not_an_amount`, `{currency} not supported yet!`
pub fn payable(input: &PayableInput) -> Checked<Payable> {
    let currency = currency_of(input.currency.as_ref())?;
    let owed = input.owed.amount("owed", currency)?;
    let is_own = input.member.is(&input.user);
    let reason = if !is_payable(input.kind, input.status) {
        Some(NOT_ACTIVE)
    } else if input.membership.is_over() {
        Some(if is_own {
            PART_OVER
        } else {
            PART_OF_OTHERS_OVER
        })
    } else if input.membership == Status::Pending && !is_own {
        Some(NOT_JOINED)
    } else if owed.is_zero() {
        Some(PAID)
    } else {
        None
    };
    Ok(Payable {
        allowed: reason.is_none(),
        reason,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason(status: Status, membership: Status, user: &str, owed: &str) -> Option<&'static str> {
        let input = PayableInput {
            kind: Kind::Savings,
            status,
            membership,
            member: "ben".into(),
            user: user.into(),
            owed: owed.into(),
            currency: None,
        };
        payable(&input).unwrap().reason
    }

    #[test]
    fn creators_pay_for_members_only_after_they_joined() {
        let (runs, waits) = (Status::Active, Status::Pending);
        assert_eq!(reason(runs, waits, "ben", "1"), None);
        assert_eq!(reason(runs, waits, "ada", "1"), Some(NOT_JOINED));
        assert_eq!(reason(runs, Status::Active, "ada", "1"), None);
        assert_eq!(reason(runs, Status::Active, "ada", "0"), Some(PAID));
    }

    #[test]
    fn ended_and_pending_plans_accept_no_payments() {
        for user in ["ada", "ben"] {
            for over in [Status::Completed, Status::Terminated] {
                assert!(reason(Status::Active, over, user, "1").is_some());
                assert_eq!(reason(over, Status::Active, user, "1"), Some(NOT_ACTIVE));
            }
            let waits = Status::Pending;
            assert_eq!(reason(waits, waits, user, "1"), Some(NOT_ACTIVE));
        }
    }
}
