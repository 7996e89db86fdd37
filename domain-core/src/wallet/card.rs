//! The cost of a card payment.

use crate::money::{Amount, AmountText, Currency, CurrencyCode, Percent, Rounding};
use crate::shape::{choice, input, output};
use crate::validation::{Checked, Code, Violation};

/// The provider's share of the charged amount. (Document 3, section 9.)
const PROVIDER_PERCENT: Percent = Percent::tenths(14);
/// The surcharge on a payment in naira, in kobo. (Document 3, section 9.)
const NAIRA_SURCHARGE_MINOR: i64 = 5_000;
/// The surcharge on a payment in dollars, in cents. (Document 2, section 9.)
const DOLLAR_SURCHARGE_MINOR: i64 = 50;

input! {
    /// A card payment.
    pub struct CardInput {
        /// The amount to pay by card, without the surcharge.
        total: AmountText,
        /// The currency of the payment: naira or dollars.
        currency: CurrencyCode,
    }
}

output! {
    /// The charge on the card.
    pub struct CardReceipt {
        /// The surcharge: 50 naira or 0.50 dollars.
        surcharge: Amount,
        /// Total and surcharge.
        charged: Amount,
        /// The provider's share, included in the charged amount.
        provider_fee: Amount,
        /// The provider's share, in percent of the charge.
        provider_percent: Percent,
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
        provider_percent: PROVIDER_PERCENT,
    })
}

choice! {
    /// How a payment at the checkout differs from the requested one.
    pub enum Difference {
        /// Less than requested was paid.
        Less = "less",
        /// More than requested was paid.
        More = "more",
        /// It was paid in another currency.
        Currency = "currency",
        /// It had been paid before.
        Again = "again",
    }
}

/// The difference; `None` for the first payment of exactly the requested amount. A different payment is credited too,
/// minus the surcharge, with a message to its owner.
#[must_use]
pub fn difference(asked: Amount, paid: Amount, is_first: bool) -> Option<Difference> {
    if paid.currency() != asked.currency() {
        Some(Difference::Currency)
    } else if !is_first {
        Some(Difference::Again)
    } else if paid < asked {
        Some(Difference::Less)
    } else if paid > asked {
        Some(Difference::More)
    } else {
        None
    }
}

impl Difference {
    /// The message on the owner's statement.
    #[must_use]
    pub fn message(self, asked: Amount, paid: Amount) -> String {
        let text = |amount: Amount| [amount.currency().as_str(), " ", &amount.text()].concat();
        match self {
            Self::Less | Self::More | Self::Currency => [
                "The card was charged ",
                &text(paid),
                " instead of ",
                &text(asked),
                ". It is in your wallet, less the card fee.",
            ]
            .concat(),
            Self::Again => [
                "The card was charged ",
                &text(paid),
                " a second time at the same checkout. It is in your wallet, less the card fee.",
            ]
            .concat(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn amount(text: &str, currency: Currency) -> Amount {
        Amount::parse(text, currency).unwrap()
    }

    #[test]
    fn payments_match_the_request_exactly() {
        let asked = amount("1050.00", Currency::Ngn);
        for (paid, is_first, expected) in [
            ("1050.00", true, None),
            ("1049.99", true, Some(Difference::Less)),
            ("1050.01", true, Some(Difference::More)),
            ("1050.00", false, Some(Difference::Again)),
            ("1.00", false, Some(Difference::Again)),
        ] {
            let paid = amount(paid, Currency::Ngn);
            assert_eq!(difference(asked, paid, is_first), expected, "{paid:?}");
        }
        let dollars = amount("1050.00", Currency::Usd);
        assert_eq!(difference(asked, dollars, true), Some(Difference::Currency));
        assert_eq!(
            Difference::Currency.message(asked, dollars),
            "The card was charged USD 1050.00 instead of NGN 1050.00. It is in your wallet, less the card fee."
        );
    }
}
