//! Cancelling a plan that awaits its first payment.

use super::termination::NOT_THE_CREATOR;
use super::{Id, Kind};
use crate::money::{AmountText, CurrencyCode};
use crate::shape::{choice, input, output};
use crate::status::Status;
use crate::validation::Checked;

choice! {
    /// What is cancelled.
    pub enum CancelledPart {
        /// The plan, and with it everybody's part.
        Plan = "plan",
        /// The part of somebody who was added to a group and has not paid.
        Membership = "membership",
    }
}

input! {
    /// A plan to be cancelled.
    pub struct CancelInput {
        kind: Kind,
        status: Status,
        /// The state of the user's own part.
        membership: Status,
        /// The user who created it.
        created_by: Id,
        /// The user who wants to cancel.
        user: Id,
        /// What the user has paid for it.
        received: AmountText,
        currency: CurrencyCode,
        /// Whether a card payment for it is being processed.
        on_its_way: bool,
    }
}

output! {
    /// Whether a plan can be cancelled.
    pub struct Cancellation {
        allowed: bool,
        /// Why it cannot.
        reason: Option<&'static str>,
        /// What is cancelled; null if nothing can be.
        part: Option<CancelledPart>,
    }
}

const OF_A_LOAN: &str = "A loan cannot be cancelled. Before it is paid out it can be terminated.";
const NOT_WAITING: &str = "Only a plan awaiting its first payment can be cancelled.";
const RECEIVED: &str = "Money has arrived for this plan.";
const ON_ITS_WAY: &str = "A card payment for this plan is being processed.";

/// What somebody would cancel of a plan, or why there is nothing to cancel.
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

/// A plan can be cancelled by its creator while it is `PENDING`, and a part in a running group by whoever was added while
/// their part is `PENDING`: as long as nothing is paid and no card payment is being processed. A loan is terminated instead.
/// Nothing is charged. Money that arrives later stays in the wallet.
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
