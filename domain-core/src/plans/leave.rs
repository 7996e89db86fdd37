//! Leaving a group that others continue.

use super::termination::{over, split};
use super::{Id, Kind};
use crate::calendar::Date;
use crate::money::{Amount, AmountText, CurrencyCode, Percent};
use crate::shape::{input, output};
use crate::status::Status;
use crate::validation::Checked;

input! {
    /// A member of a group's savings.
    pub struct LeaveInput {
        /// The state of the plan.
        status: Status,
        /// The state of the member's own part.
        membership: Status,
        /// The user who created it.
        created_by: Id,
        /// The user who wants to leave.
        user: Id,
        /// Whether members may leave at any time without a penalty.
        is_flexible: bool,
        /// The penalty for leaving early, in percent of the payments.
        opt_out_penalty: Percent,
        /// The amount paid so far.
        paid: AmountText,
        /// The currency of the payments.
        currency: CurrencyCode,
        /// The end of the member's part; without one, leaving is always early.
        due_at: Option<Date>,
        /// Today's date in Lagos.
        today: Date,
    }
}

output! {
    /// Whether a member can leave, and the refund.
    pub struct LeaveQuote {
        /// Whether the member can leave now.
        allowed: bool,
        /// The reason if not.
        reason: Option<&'static str>,
        /// The penalty in the plan's currency, rounded half up; zero from the end of the part.
        penalty: Amount,
        /// The payments minus the penalty.
        refund: Amount,
    }
}

const CREATOR: &str = "You created this group: you can end it for everybody, but not leave it.";
const NOT_IN_IT: &str = "You are not in this group.";

/// A member who has joined a running group can leave it on the terms of `termination.quote`; its creator ends it instead.
/// If leaving is not allowed, penalty and refund are zero.
///
/// # Errors
/// `not_an_amount`, `{currency} not supported yet!`
pub fn quote(input: &LeaveInput) -> Checked<LeaveQuote> {
    let currency = input.currency.known("currency")?;
    let paid = input.paid.amount("paid", currency)?;
    let zero = Amount::zero(currency);
    let reason = if input.created_by.is(&input.user) {
        Some(CREATOR)
    } else if input.status != Status::Active {
        Some(over(Kind::Savings))
    } else if input.membership != Status::Active {
        Some(NOT_IN_IT)
    } else {
        None
    };
    let is_early = input.due_at.is_none_or(|due_at| input.today < due_at);
    let (penalty, refund) = match reason {
        Some(_) => (zero, zero),
        None => split(paid, input.opt_out_penalty, input.is_flexible || !is_early),
    };
    Ok(LeaveQuote {
        allowed: reason.is_none(),
        reason,
        penalty,
        refund,
    })
}
