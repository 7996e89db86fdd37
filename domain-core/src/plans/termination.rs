//! Leaving a plan before its end.

use super::{Id, Kind};
use crate::calendar::Date;
use crate::money::{Amount, AmountText, CurrencyCode, Percent, Rounding};
use crate::shape::{input, output};
use crate::status::Status;
use crate::validation::Checked;

input! {
    /// A plan to leave early.
    pub struct TerminationInput {
        /// The kind of plan.
        kind: Kind,
        /// The state of the plan.
        status: Status,
        /// Whether the plan can be left at any time without a penalty.
        is_flexible: bool,
        /// Whether it is a group plan, whose savings only the creator can end.
        is_group: bool,
        /// The user who created it.
        created_by: Id,
        /// The user who wants to leave.
        user: Id,
        /// The penalty for leaving early, in percent of the payments.
        opt_out_penalty: Percent,
        /// The amount paid so far.
        paid: AmountText,
        /// The currency of the payments.
        currency: CurrencyCode,
        /// The end of the plan; without one, leaving is always early.
        due_at: Option<Date>,
        /// Today's date in Lagos.
        today: Date,
    }
}

output! {
    /// Whether a plan can be left, and the refund.
    pub struct TerminationQuote {
        /// Whether the user can end the plan now.
        allowed: bool,
        /// The reason if it cannot.
        reason: Option<&'static str>,
        /// The penalty in the plan's currency, rounded half up, at most the payments.
        penalty: Amount,
        /// The payments minus the penalty.
        refund: Amount,
    }
}

/// Whether the plan's state allows termination: loans while requested, savings and coins also while active.
pub(super) fn can_end(kind: Kind, status: Status) -> bool {
    matches!(
        (kind, status),
        (_, Status::Initiated)
            | (Kind::Loan, Status::Pending)
            | (Kind::Savings | Kind::Coins, Status::Active)
    )
}

/// Whether the user may decide: for group savings, only the creator.
pub(super) fn decides(kind: Kind, is_group: bool, created_by: &Id, user: &Id) -> bool {
    kind != Kind::Savings || !is_group || created_by.is(user)
}

/// The reason why it cannot be terminated now.
pub(super) const fn over(kind: Kind) -> &'static str {
    match kind {
        Kind::Loan => "A loan can be terminated only before it is paid out.",
        Kind::Savings | Kind::Coins => "Only an active plan can be terminated.",
    }
}

pub(super) const NOT_THE_CREATOR: &str = "Only the creator of a group plan can do this.";

/// The penalty for leaving early: a share of the payments, limited to them.
pub fn penalty_of(opt_out_penalty: Percent, paid: Amount) -> Amount {
    let share = opt_out_penalty.of(&paid, Rounding::HalfUp);
    // A penalty that does not fit an amount exceeds the payments.
    share.map_or(paid, |share| share.at_most(paid))
}

/// A loan can be left while `PENDING` or `INITIATED`; savings and coins while `ACTIVE` or `INITIATED`, group savings by
/// their creator only. Before `due_at` the penalty is `opt_out_penalty` percent of the payments, rounded half up and
/// limited to them; it is zero for flexible plans, and from `due_at`. If leaving is not allowed, penalty and refund are
/// zero. Source: document 3, section 4.
///
/// # Errors
/// `not_an_amount`, `{currency} not supported yet!`
pub fn quote(input: &TerminationInput) -> Checked<TerminationQuote> {
    let currency = input.currency.known("currency")?;
    let paid = input.paid.amount("paid", currency)?;
    let zero = Amount::zero(currency);
    let reason = if !can_end(input.kind, input.status) {
        Some(over(input.kind))
    } else if !decides(input.kind, input.is_group, &input.created_by, &input.user) {
        Some(NOT_THE_CREATOR)
    } else {
        None
    };
    if reason.is_some() {
        return Ok(TerminationQuote {
            allowed: false,
            reason,
            penalty: zero,
            refund: zero,
        });
    }
    let is_early = input.due_at.is_none_or(|due_at| input.today < due_at);
    let is_free = input.is_flexible || !is_early;
    let (penalty, refund) = split(paid, input.opt_out_penalty, is_free);
    Ok(TerminationQuote {
        allowed: true,
        reason: None,
        penalty,
        refund,
    })
}

/// The penalty on the payments, and the rest.
pub(super) fn split(paid: Amount, opt_out_penalty: Percent, is_free: bool) -> (Amount, Amount) {
    let zero = Amount::zero(paid.currency());
    let penalty = if is_free {
        zero
    } else {
        penalty_of(opt_out_penalty, paid)
    };
    (penalty, paid.checked_sub(&penalty).unwrap_or(zero))
}

#[cfg(test)]
mod tests;
