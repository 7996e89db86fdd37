//! The daily job's collection for a plan.

use super::instalment::currency_of;
use super::progress::{Instalment, left, sum};
use crate::calendar::Date;
use crate::money::{Amount, AmountText, CurrencyCode};
use crate::shape::{input, output};
use crate::validation::Checked;

input! {
    /// A plan's instalments on a day, and its owner's funds.
    pub struct CollectInput {
        /// In the order of their dates.
        instalments: Vec<Instalment>,
        /// The available funds.
        available: AmountText,
        /// Today's date in Lagos.
        today: Date,
        /// Whether instalments are collected automatically.
        auto: bool,
        /// The default is naira.
        currency: Option<CurrencyCode>,
    }
}

output! {
    /// The collected debits.
    pub struct Collection {
        /// Oldest first; empty if nothing is collected.
        debits: Vec<Debit>,
        /// The sum of the debits.
        total: Amount,
        /// The due amount that is not covered.
        missing: Amount,
    }

    /// A debit for an instalment.
    pub struct Debit {
        /// The instalment's position, from 1.
        number: i64,
        /// The amount of the debit, in the plan's currency.
        amount: Amount,
    }
}

/// Due instalments are paid in order, oldest first, until the available funds are used up; the last one may be paid
/// in part. Nothing is collected before its due date, or if collection is switched off. Source: document 3, section
/// 2.
///
/// # Errors
/// `not_an_amount`, also for an instalment that is not yet due; `out_of_range` for a sum that is too large;
/// `{currency} not supported yet!`
pub fn collect(input: &CollectInput) -> Checked<Collection> {
    let currency = currency_of(input.currency.as_ref())?;
    let zero = Amount::zero(currency);
    let mut available = input.available.amount("available", currency)?;
    if !input.auto {
        available = zero;
    }
    let (mut debits, mut total, mut missing) = (Vec::new(), zero, zero);
    for (number, one) in (1_i64..).zip(&input.instalments) {
        let (_, owed) = left(one, currency)?;
        if one.due_at > input.today {
            continue;
        }
        let amount = owed.at_most(available);
        available = available.checked_sub(&amount).unwrap_or(zero);
        missing = sum(missing, &owed.checked_sub(&amount).unwrap_or(zero))?;
        if !amount.is_zero() {
            total = sum(total, &amount)?;
            debits.push(Debit { number, amount });
        }
    }
    Ok(Collection {
        debits,
        total,
        missing,
    })
}
