//! From which amount on a form asks how a plan is paid.

use super::instalment::Debt;
use crate::money::{Amount, Currency, CurrencyCode, TypedAmount};
use crate::shape::{input, output};

/// Savings of this much and more, loans of more than this much, in whole units. (Document 3, sections 2 and 9.)
const FUNDED_FROM_UNITS: u32 = 100;

input! {
    /// An amount that is being typed.
    pub struct FundingChoiceInput {
        kind: Debt,
        amount: TypedAmount,
        currency: CurrencyCode,
    }
}

output! {
    /// Whether ways to pay are shown.
    pub struct FundingChoice {
        shown: bool,
    }
}

/// Shown for savings of 100 and more, and for loans above 100. Whether the plan takes the amount is another question. Source:
/// document 3, sections 2 and 9.
pub fn choice(input: &FundingChoiceInput) -> FundingChoice {
    let judge = |currency: Currency| {
        let amount = input.amount.amount("amount", currency).ok()?;
        let from = Amount::of_units(FUNDED_FROM_UNITS, currency);
        Some(match input.kind {
            Debt::Savings => amount >= from,
            Debt::Loan => amount > from,
        })
    };
    let currency = input.currency.known("currency").ok();
    FundingChoice {
        shown: currency.and_then(judge).unwrap_or(false),
    }
}
