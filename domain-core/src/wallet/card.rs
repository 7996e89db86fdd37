//! The cost of a card payment.

use crate::money::{Amount, AmountText, Currency, CurrencyCode, Percent, Rounding};
use crate::shape::{input, output};
use crate::validation::{Checked, Code, Violation};

/// The provider's share of the charged amount. (Document 3, section 9.)
const PROVIDER_PERCENT: Percent = Percent::tenths(14);
/// The surcharge on a payment in naira, in kobo. (Document 3, section 9.)
const NAIRA_SURCHARGE_MINOR: i64 = 5_000;
/// The surcharge on a payment in dollars, in cents. (Document 3, section 9.)
const DOLLAR_SURCHARGE_MINOR: i64 = 50;

input! {
    /// A card payment.
    pub struct CardInput {
        total: AmountText,
        currency: CurrencyCode,
    }
}

output! {
    /// The charge to the card.
    pub struct CardReceipt {
        surcharge: Amount,
        /// Total and surcharge.
        charged: Amount,
        /// The provider's share, included in the charged amount.
        provider_fee: Amount,
    }
}

/// The surcharge; `None` for a currency without card payments.
pub(super) fn surcharge(currency: Currency) -> Option<Amount> {
    match currency {
        Currency::Ngn => Amount::from_minor(NAIRA_SURCHARGE_MINOR, currency),
        Currency::Usd => Amount::from_minor(DOLLAR_SURCHARGE_MINOR, currency),
        _ => None,
    }
}

/// charged = total + surcharge; provider_fee = 1.4% of charged, rounded half up: it is included, never added. Source:
/// document 3, section 9.
///
/// # Errors
/// `not_an_amount`, `out_of_range`, `{currency} not supported yet!`
pub fn receipt(input: &CardInput) -> Checked<CardReceipt> {
    let currency = input.currency.known("currency")?;
    let surcharge = surcharge(currency).ok_or_else(|| currency.unsupported("currency"))?;
    let total = input.total.amount("total", currency)?;
    let sums = || {
        let charged = total.checked_add(&surcharge)?;
        Some((charged, PROVIDER_PERCENT.of(&charged, Rounding::HalfUp)?))
    };
    let (charged, provider_fee) =
        sums().ok_or_else(|| Violation::new("total", Code::OutOfRange))?;
    Ok(CardReceipt {
        surcharge,
        charged,
        provider_fee,
    })
}
