//! Cancelling a plan awaiting its first payment.

use super::termination::NOT_THE_CREATOR;
use super::{Id, Kind};
use crate::money::{AmountText, CurrencyCode};
use crate::shape::{choice, input, output};
use crate::status::Status;
use crate::validation::Checked;

choice! {
    /// The scope of a cancellation.
    pub enum CancelledPart {
        /// The plan, with all members' parts.
        Plan = "plan",
        /// The part of a member who was added to a group and has not paid.
        Membership = "membership",
    }
}

input! {
    /// A plan to cancel.
    pub struct CancelInput {
        /// The kind of plan; loans are terminated instead.
        kind: Kind,
        /// The state of the plan.
        status: Status,
        /// The state of the user's own part.
        membership: Status,
        /// The user who created it.
        created_by: Id,
        /// The user who wants to cancel.
        user: Id,
        /// The user's payments for it so far.
        received: AmountText,
        /// The currency of the payments.
        currency: CurrencyCode,
        /// Whether a card payment for it is being processed.
        on_its_way: bool,
    }
}

output! {
    /// Whether a plan can be cancelled.
    pub struct Cancellation {
        /// Whether the user can cancel it now.
        allowed: bool,
        /// The reason if it cannot.
        reason: Option<&'static str>,
        /// The scope; null if nothing can be cancelled.
        part: Option<CancelledPart>,
    }
}

const OF_A_LOAN: &str = "A loan cannot be cancelled. Before it is paid out it can be terminated.";
const NOT_WAITING: &str = "Only a plan awaiting its first payment can be cancelled.";
const RECEIVED: &str = "Money has arrived for this plan.";
const ON_ITS_WAY: &str = "A card payment for this plan is being processed.";

/// The part of a plan that a user would cancel, or the reason if there is none.
pub(super) fn part(
    kind: Kind,
    status: Status,
    membership: Status,
    is_creator: bool,
) -> Result<CancelledPart, &'static str> {
    match (kind, status, membership) {
        (Kind::Loan, ..) => Err(OF_A_LOAN),
        (_, Status::Pending, _) if is_creator => Ok(CancelledPart::Plan),
        (_, Status::Pending, _) => Err(NOT_THE_CREATOR),
        (_, Status::Active | Status::Initiated, Status::Pending) if !is_creator => {
            Ok(CancelledPart::Membership)
        }
        _ => Err(NOT_WAITING),
    }
}

/// A plan can be cancelled by its creator while it is `PENDING`, and a part in an active group by its member while the
/// part is `PENDING`, as long as nothing is paid and no card payment is being processed. A loan is terminated instead.
/// There is no charge. Money that arrives later stays in the wallet.
///
/// # Errors
/// `not_an_amount`, `{currency} not supported yet!`
pub fn cancel(input: &CancelInput) -> Checked<Cancellation> {
    let currency = input.currency.known("currency")?;
    let received = input.received.amount("received", currency)?;
    let is_creator = input.created_by.is(&input.user);
    let found = match part(input.kind, input.status, input.membership, is_creator) {
        Ok(_) if !received.is_zero() => Err(RECEIVED),
        Ok(_) if input.on_its_way => Err(ON_ITS_WAY),
        found => found,
    };
    Ok(Cancellation {
        allowed: found.is_ok(),
        reason: found.err(),
        part: found.ok(),
    })
}

#[cfg(test)]
mod tests;
