//! The price of a transfer.

use super::payee::BankPayee;
use domain_core::money::{Currency, Rates, TypedAmount};
use domain_core::validation::{Code, Violation};
use domain_core::wallet::Destination;
use domain_core::wallet::transfer::{self, QuoteInput};
use ground::decided::Decided;
use ground::error::ApiError;
use serde::Deserialize;
use serde_json::Value;

/// The rule's quote, with amounts that the ledger can hold.
///
/// # Errors
/// 422.
pub fn price(
    decided: &Decided,
    amount: &TypedAmount,
    currency: Currency,
    destination: Destination,
    rates: &Rates,
) -> Result<transfer::Quote, ApiError> {
    let input = QuoteInput {
        destination,
        amount: amount
            .amount("amount", currency)
            .map_err(|refused| ApiError::refused(vec![refused]))?
            .into(),
        currency: currency.into(),
        rates: match destination {
            Destination::Bank => rates.of(&[Currency::Ngn, currency]),
            Destination::Wallet => Rates::default(),
        },
        tariffs: None,
        today: None,
    };
    let quote = decided.ask("transfer.quote", transfer::quote, &input);
    let quote = quote.map_err(|refused| ApiError::refused(refused.violations))?;
    if quote.total.minor().is_none() {
        return Err(ApiError::refused(vec![Violation::new(
            "amount",
            Code::OutOfRange,
        )]));
    }
    Ok(quote)
}

/// The bank account of a quote, which saves another name enquiry.
pub fn kept_bank(document: &Value) -> Option<BankPayee> {
    BankPayee::deserialize(document.get("bank")?).ok()
}
