//! The progress of a plan's payments.

use super::instalment::currency_of;
use crate::calendar::Date;
use crate::money::{Amount, AmountText, Currency, CurrencyCode};
use crate::shape::{input, output};
use crate::validation::{Checked, Code, Violation};

input! {
    /// An instalment and its payments so far.
    pub struct Instalment {
        /// The day on which the instalment is due.
        due_at: Date,
        /// The amount of the instalment, paid or not.
        amount: AmountText,
        /// The amount paid.
        paid: AmountText,
    }

    /// A plan's instalments on a day.
    pub struct ProgressInput {
        /// In the order of their dates.
        instalments: Vec<Instalment>,
        /// Today's date in Lagos.
        today: Date,
        /// The amount to reach, if the saver set one.
        goal: Option<AmountText>,
        /// The default is naira.
        currency: Option<CurrencyCode>,
    }
}

output! {
    /// The progress of a plan's payments.
    pub struct Progress {
        /// The sum of all instalments.
        total: Amount,
        /// The sum of the payments, counted up to each instalment's amount.
        paid: Amount,
        /// The unpaid amount, due or not.
        owed: Amount,
        /// The part that is due by today.
        due: Amount,
        /// The part that was due before today.
        overdue: Amount,
        /// The first unpaid instalment.
        next: Option<NextInstalment>,
        /// The amount that counts as all: the goal, or else the total.
        of: Amount,
        /// The paid share of it, with one decimal, rounded down: `100.0` only if all is paid.
        percent: String,
        /// Whether that amount is paid.
        reached: bool,
        /// Whether anything is paid.
        begun: bool,
        /// Whether nothing is left to pay.
        complete: bool,
    }

    /// An instalment to pay.
    pub struct NextInstalment {
        /// Its position, from 1.
        number: i64,
        /// The day on which it is due.
        due_at: Date,
        /// Its remaining amount.
        amount: Amount,
    }
}

/// The paid and remaining amounts of an instalment. Payments count up to its amount.
pub(super) fn left(one: &Instalment, currency: Currency) -> Result<(Amount, Amount), Violation> {
    let amount = one.amount.amount("instalments", currency)?;
    let paid = one.paid.amount("instalments", currency)?.at_most(amount);
    Ok((amount, amount.checked_sub(&paid).unwrap_or(amount)))
}

pub(super) fn sum(sum: Amount, more: &Amount) -> Result<Amount, Violation> {
    sum.checked_add(more)
        .ok_or_else(|| Violation::new("instalments", Code::OutOfRange))
}

/// Sums over the instalments. An instalment is due on its date, and overdue from the day after. Source: document 3,
/// sections 3 and 9; the goal is ours.
///
/// # Errors
/// `not_an_amount`; `out_of_range` for a sum that is too large; `{currency} not supported yet!`
pub fn progress(input: &ProgressInput) -> Checked<Progress> {
    let currency = currency_of(input.currency.as_ref())?;
    let zero = Amount::zero(currency);
    let (mut total, mut owed, mut due, mut overdue) = (zero, zero, zero, zero);
    let mut next = None;
    for (number, one) in (1_i64..).zip(&input.instalments) {
        let (amount, left) = left(one, currency)?;
        total = sum(total, &amount)?;
        owed = sum(owed, &left)?;
        if one.due_at <= input.today {
            due = sum(due, &left)?;
        }
        if one.due_at < input.today {
            overdue = sum(overdue, &left)?;
        }
        if next.is_none() && !left.is_zero() {
            next = Some(NextInstalment {
                number,
                due_at: one.due_at,
                amount: left,
            });
        }
    }
    let paid = total.checked_sub(&owed).unwrap_or(zero);
    let goal = input.goal.as_ref();
    let goal = goal.map(|goal| goal.amount("goal", currency)).transpose()?;
    let of = goal.unwrap_or(total);
    Ok(Progress {
        percent: percent(&paid.at_most(of), &of),
        reached: paid >= of,
        of,
        begun: !paid.is_zero(),
        complete: owed.is_zero(),
        total,
        paid,
        owed,
        due,
        overdue,
        next,
    })
}

/// A plan without instalments, or with a total of zero, counts as paid.
fn percent(paid: &Amount, total: &Amount) -> String {
    let tenths = paid
        .units()
        .checked_mul(1_000)
        .and_then(|units| units.checked_div(total.units()))
        .unwrap_or(1_000);
    let parts = (tenths.checked_div(10), tenths.checked_rem(10));
    let (whole, tenth) = (parts.0.unwrap_or_default(), parts.1.unwrap_or_default());
    [whole.to_string(), tenth.to_string()].join(".")
}
