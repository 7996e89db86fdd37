//! The choice of payment for a plan.

use super::instalment::Debt;
use crate::money::{Amount, Currency, CurrencyCode, TypedAmount};
use crate::shape::{input, output};

/// For savings from this amount, and for loans above it, in whole units. (Document 3, sections 2 and 9.)
const FUNDED_FROM_UNITS: u32 = 100;

input! {
    /// An amount during typing.
    pub struct FundingChoiceInput {
        /// The kind of plan: a loan needs more than 100, savings 100 or more.
        kind: Debt,
        /// The amount as typed.
        amount: TypedAmount,
        /// The currency of the amount.
        currency: CurrencyCode,
    }
}

output! {
    /// Whether payment options are shown.
    pub struct FundingChoice {
        /// Whether payment options are shown; false for text that is not an amount.
        shown: bool,
    }
}

/// Shown for savings from 100, and for loans above 100, whether or not the plan accepts the amount. Source: document 3,
/// sections 2 and 9.
pub fn choice(input: &FundingChoiceInput) -> FundingChoice {
    let is_shown = |currency: Currency| {
        let amount = input.amount.amount("amount", currency).ok()?;
        let from = Amount::of_units(FUNDED_FROM_UNITS, currency);
        Some(match input.kind {
            Debt::Savings => amount >= from,
            Debt::Loan => amount > from,
        })
    };
    let currency = input.currency.known("currency").ok();
    FundingChoice {
        shown: currency.and_then(is_shown).unwrap_or(false),
    }
}
