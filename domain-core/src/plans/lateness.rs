//! The lateness of a plan's payments.

use super::Kind;
use super::instalment::currency_of;
use super::progress::{Instalment, NextInstalment, ProgressInput, progress};
use super::subscription::is_payable;
use crate::calendar::Date;
use crate::money::{Amount, CurrencyCode};
use crate::shape::{input, output};
use crate::status::{Lateness, Status};
use crate::validation::Checked;
use std::cmp::Reverse;

input! {
    /// A member's part of a plan on a day.
    pub struct LatenessInput {
        /// The kind of plan.
        kind: Kind,
        /// The state of the plan.
        status: Status,
        /// The state of the member's part.
        membership: Status,
        /// In the order of their dates.
        instalments: Vec<Instalment>,
        /// Today's date in Lagos.
        today: Date,
        /// The default is naira.
        currency: Option<CurrencyCode>,
    }
}

output! {
    /// The next payment or overdue payments of a plan.
    pub struct PlanLateness {
        /// Null if nothing is to be paid.
        lateness: Option<Lateness>,
        /// The overdue amount, or the amount due today, or otherwise the next instalment.
        amount: Amount,
        /// For an overdue plan, the additional amount due today.
        due_today: Amount,
        /// The due date of the oldest instalment included.
        since: Option<Date>,
    }
}

/// Overdue from the day after the due date of the oldest unpaid instalment, due on that day, upcoming before it.
/// Nothing is to be paid for a plan that accepts no payments (`instalment.payable`), nor by a member who has not joined
/// or whose part has ended.
///
/// # Errors
/// As `plan.progress`.
pub fn lateness(input: &LatenessInput) -> Checked<PlanLateness> {
    let zero = Amount::zero(currency_of(input.currency.as_ref())?);
    let done = progress(&ProgressInput {
        instalments: input.instalments.clone(),
        today: input.today,
        goal: None,
        currency: input.currency.clone(),
    })?;
    let takes = is_payable(input.kind, input.status) && input.membership == Status::Active;
    let Some(NextInstalment { due_at, amount, .. }) = done.next.filter(|_| takes) else {
        return Ok(PlanLateness {
            lateness: None,
            amount: zero,
            due_today: zero,
            since: None,
        });
    };
    let due_today = done.due.checked_sub(&done.overdue).unwrap_or(zero);
    let (lateness, amount, due_today) = if !done.overdue.is_zero() {
        (Lateness::Overdue, done.overdue, due_today)
    } else if !due_today.is_zero() {
        (Lateness::Due, due_today, zero)
    } else {
        (Lateness::Upcoming, amount, zero)
    };
    Ok(PlanLateness {
        lateness: Some(lateness),
        amount,
        due_today,
        since: Some(due_at),
    })
}

impl PlanLateness {
    /// Whether something is due.
    #[must_use]
    pub fn is_due(&self) -> bool {
        matches!(self.lateness, Some(Lateness::Due | Lateness::Overdue))
    }

    /// The urgency of a plan for its member: by days overdue, then by amount.
    #[must_use]
    pub fn urgency(&self) -> impl Ord + use<> {
        (
            self.since.is_none(),
            self.since,
            Reverse(self.amount.units()),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::money::Currency;

    fn late(due_at: &str, today: &str, amount: &str) -> PlanLateness {
        let date = |text| Date::parse(text).unwrap();
        let part = Instalment {
            due_at: date(due_at),
            amount: amount.into(),
            paid: "0".into(),
        };
        let input = LatenessInput {
            kind: Kind::Loan,
            status: Status::Active,
            membership: Status::Active,
            instalments: vec![part],
            today: date(today),
            currency: None,
        };
        lateness(&input).unwrap()
    }

    #[test]
    fn plans_are_ordered_by_days_overdue_then_amount() {
        let today = "2026-12-11";
        let mut all = [
            late("2026-12-11", today, "9"),
            late("2026-12-04", today, "5"),
            late("2026-12-12", today, "9"),
            late("2026-12-04", today, "7"),
        ];
        all.sort_by_key(PlanLateness::urgency);
        let amounts = all.map(|one| (one.lateness.unwrap(), one.amount.text()));
        let seven = Amount::parse("7", Currency::Ngn).unwrap().text();
        assert_eq!(amounts[0], (Lateness::Overdue, seven));
        assert_eq!(amounts[1].1, "5.00");
        assert_eq!(amounts[2].0, Lateness::Due);
        assert_eq!(amounts[3].0, Lateness::Upcoming);
    }
}
