//! Plans that await their first payment: which one a bank transfer is for, and how long they wait.

use super::instalment::currency_of;
use crate::calendar::{Date, Instant, lagos_date};
use crate::money::{AmountText, CurrencyCode};
use crate::shape::{input, output};
use crate::validation::Checked;

/// So many days after its own a plan is given up. The documents name no limit.
pub const AWAITED_DAYS: i64 = 14;

/// Plans of one person that wait at a time.
const MOST_AWAITED: i64 = 10;
const TOO_MANY_AWAITED: &str =
    "Ten plans of yours await their first payment. Please pay for one of them, or cancel one.";

/// Why a person with so many plans that wait takes no further one without paying for it at once.
#[must_use]
pub const fn too_many_awaited(waiting: i64) -> Option<&'static str> {
    match waiting >= MOST_AWAITED {
        true => Some(TOO_MANY_AWAITED),
        false => None,
    }
}

input! {
    /// A plan that waits for a bank transfer.
    pub struct WaitingPlan {
        /// The first instalment, or a loan's request fee.
        amount: AmountText,
        created_at: Instant,
    }

    /// Money from a bank, which names no purpose.
    pub struct ArrivalInput {
        amount: AmountText,
        /// The plans that wait for a bank transfer.
        plans: Vec<WaitingPlan>,
        /// The default is naira.
        currency: Option<CurrencyCode>,
    }

    /// A plan that waits, on a day.
    pub struct AwaitedInput {
        created_at: Instant,
        today: Date,
    }
}

output! {
    /// The plan that the money is for.
    pub struct ArrivalPlan {
        /// The plan's place, from 1; null if the money stays in the wallet.
        number: Option<i64>,
        /// The place of the newest plan, if plans wait and none of them awaits this amount.
        newest: Option<i64>,
    }

    /// How long a plan waits.
    pub struct AwaitedPlan {
        /// The last day; null if there is no such date.
        last: Option<Date>,
        /// Whether it is over.
        given_up: bool,
    }
}

/// The plan that awaits exactly this amount: money without a purpose is given none by guessing. Of several it is the newest,
/// because an older one may be abandoned; among those of one instant the later one in the list. Every other amount stays in
/// the wallet.
///
/// # Errors
/// `not_an_amount`; `{currency} not supported yet!`
pub fn arrival(input: &ArrivalInput) -> Checked<ArrivalPlan> {
    let currency = currency_of(input.currency.as_ref())?;
    let arrived = input.amount.amount("amount", currency)?;
    let mut exact: Option<(Instant, i64)> = None;
    let mut newest: Option<(Instant, i64)> = None;
    for (number, plan) in (1_i64..).zip(&input.plans) {
        let amount = plan.amount.amount("amount", currency)?;
        let place = Some((plan.created_at, number));
        newest = newest.max(place);
        if amount == arrived {
            exact = exact.max(place);
        }
    }
    let number = exact.map(|(_, number)| number);
    let newest = newest.map(|(_, number)| number);
    Ok(ArrivalPlan {
        number,
        newest: newest.filter(|_| number.is_none()),
    })
}

/// A plan waits fourteen days in Lagos after the day on which it was taken.
pub fn awaited(input: &AwaitedInput) -> AwaitedPlan {
    let last = lagos_date(input.created_at).add_days(AWAITED_DAYS);
    AwaitedPlan {
        last,
        given_up: last.is_some_and(|last| input.today > last),
    }
}

#[cfg(test)]
mod tests;
