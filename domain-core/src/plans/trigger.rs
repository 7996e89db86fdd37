//! Money that goes into savings by itself when other money moves: the change of payments, and a share of what arrives.

use super::instalment::currency_of;
use super::progress::sum;
use crate::money::{Amount, AmountText, CurrencyCode, Percent, Rounding};
use crate::payment::{Category, Direction};
use crate::shape::{choice, input, output};
use crate::validation::{Checked, Code, Violation};

choice! {
    /// The cause of a payment into savings.
    pub enum TriggerKind {
        /// Each payment, rounded up.
        RoundUp = "round_up",
        /// Money that arrives.
        Salary = "salary",
    }
}

input! {
    /// Payments to round up.
    pub struct RoundUpInput {
        /// With their charges.
        amounts: Vec<AmountText>,
        /// The amounts are rounded up to a multiple of it.
        step: AmountText,
        /// The default is naira.
        currency: Option<CurrencyCode>,
    }

    /// Money that has arrived.
    pub struct SalaryShareInput {
        amount: AmountText,
        /// Smaller amounts are not shared.
        least: AmountText,
        /// The share, in percent.
        percent: Percent,
        /// The default is naira.
        currency: Option<CurrencyCode>,
    }
}

output! {
    /// The change of payments.
    pub struct RoundUp {
        total: Amount,
    }

    /// The share of money that has arrived.
    pub struct SalaryShare {
        share: Amount,
    }
}

/// The sum of what is missing from each amount to the next multiple of the step; nothing for an exact multiple.
///
/// # Errors
/// `not_an_amount`; `below_minimum` for a step of zero; `out_of_range`; `{currency} not supported yet!`
pub fn round_up(input: &RoundUpInput) -> Checked<RoundUp> {
    let currency = currency_of(input.currency.as_ref())?;
    let step = input.step.amount("step", currency)?;
    let mut total = Amount::zero(currency);
    for one in &input.amounts {
        let amount = one.amount("amounts", currency)?;
        let over = amount.units().checked_rem(step.units());
        let over =
            over.ok_or_else(|| Violation::below("step", &step, &Amount::smallest(currency)))?;
        if over == 0 {
            continue;
        }
        let missing = step.units().checked_sub(over);
        let missing = missing.and_then(|units| Amount::from_units(units, currency));
        let missing = missing.ok_or_else(|| Violation::new("amounts", Code::OutOfRange))?;
        total = sum(total, &missing)?;
    }
    Ok(RoundUp { total })
}

/// The share of an amount of at least `least`, rounded down, at most the amount.
///
/// # Errors
/// `not_an_amount`; `{currency} not supported yet!`
pub fn share(input: &SalaryShareInput) -> Checked<SalaryShare> {
    let currency = currency_of(input.currency.as_ref())?;
    let amount = input.amount.amount("amount", currency)?;
    let least = input.least.amount("least", currency)?;
    let zero = Amount::zero(currency);
    let share = input.percent.of(&amount, Rounding::Down);
    Ok(SalaryShare {
        share: match amount >= least {
            true => share.map_or(amount, |share| share.at_most(amount)),
            false => zero,
        },
    })
}

/// Whether a line of the statement triggers a payment into savings: for change, a payment to somebody else or a bill; for a
/// share, money from outside.
#[must_use]
pub const fn counts(kind: TriggerKind, category: Category, direction: Direction) -> bool {
    match kind {
        TriggerKind::RoundUp => {
            matches!(direction, Direction::Debit)
                && matches!(
                    category,
                    Category::Withdraw
                        | Category::WalletTransfer
                        | Category::AirtimeTopup
                        | Category::DataTopup
                        | Category::Cable
                        | Category::Power
                )
        }
        TriggerKind::Salary => {
            matches!(direction, Direction::Credit) && matches!(category, Category::Funding)
        }
    }
}

/// The fault of a share, given those of the user's other plans; `None` if it can be set.
#[must_use]
pub fn share_fault(percent: Percent, others: &[Percent]) -> Option<&'static str> {
    let hundred = Percent::HUNDRED_UNITS;
    let units = |percent: &Percent| percent.units().unwrap_or(hundred);
    let taken = others
        .iter()
        .fold(0_i128, |sum, one| sum.saturating_add(units(one)));
    match percent.units() {
        None | Some(0) => Some("Give a share of 1 to 100 percent."),
        Some(own) if own.saturating_add(taken) > hundred => {
            Some("The shares of all your plans are more than 100 percent together.")
        }
        Some(_) => None,
    }
}
