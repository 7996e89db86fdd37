//! Plans awaiting their first payment: matching bank transfers, and expiry.

use super::instalment::currency_of;
use crate::calendar::{Date, Instant, lagos_date};
use crate::money::{AmountText, CurrencyCode};
use crate::shape::{input, output};
use crate::validation::Checked;

/// A plan expires this many days after its start. The documents specify no limit.
pub const AWAITED_DAYS: i64 = 14;

/// The maximum number of a user's plans awaiting payment.
const MOST_AWAITED: i64 = 10;
const TOO_MANY_AWAITED: &str =
    "Ten plans of yours await their first payment. Please pay for one of them, or cancel one.";

/// The reason why a user with this many plans awaiting payment must pay for the next one at once.
#[must_use]
pub const fn too_many_awaited(waiting: i64) -> Option<&'static str> {
    match waiting >= MOST_AWAITED {
        true => Some(TOO_MANY_AWAITED),
        false => None,
    }
}

input! {
    /// A plan awaiting a bank transfer.
    pub struct WaitingPlan {
        /// The first instalment, or a loan's request fee.
        amount: AmountText,
        /// The time at which the plan was started.
        created_at: Instant,
    }

    /// A bank deposit, which does not state its purpose.
    pub struct ArrivalInput {
        /// The deposit, in `currency`.
        amount: AmountText,
        /// The plans awaiting a bank transfer.
        plans: Vec<WaitingPlan>,
        /// The default is naira.
        currency: Option<CurrencyCode>,
    }

    /// A plan awaiting payment, on a day.
    pub struct AwaitedInput {
        /// The time at which the plan was started.
        created_at: Instant,
        /// Today's date in Lagos.
        today: Date,
    }
}

output! {
    /// The plan matching the deposit.
    pub struct ArrivalPlan {
        /// The plan's position, from 1; null if the money stays in the wallet.
        number: Option<i64>,
        /// The position of the newest plan, if plans await payment but none awaits this amount.
        newest: Option<i64>,
    }

    /// The waiting period of a plan.
    pub struct AwaitedPlan {
        /// The last day; null if there is no such date.
        last: Option<Date>,
        /// Whether it has expired.
        given_up: bool,
    }
}

/// The plan that awaits exactly this amount: the purpose of a deposit is never guessed. Of several it is the newest,
/// because an older one may be abandoned; among equally new ones, the last in the list. All other amounts stay in the
/// wallet.
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

/// A plan awaits payment for fourteen days in Lagos after the day on which it was started.
pub fn awaited(input: &AwaitedInput) -> AwaitedPlan {
    let last = lagos_date(input.created_at).add_days(AWAITED_DAYS);
    AwaitedPlan {
        last,
        given_up: last.is_some_and(|last| input.today > last),
    }
}

#[cfg(test)]
mod tests;
