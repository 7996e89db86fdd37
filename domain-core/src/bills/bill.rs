//! Whether a bill can be paid.

use crate::money::{Amount, AmountText, Currency, CurrencyCode, display};
use crate::shape::{choice, input};
use crate::validation::{Code, Verdict, Violation};

/// The minimum of a top-up or payment: two digits. (Document 2, section 5.)
pub(super) const LEAST_UNITS: u32 = 10;

choice! {
    /// The kind of bill.
    pub enum Bill {
        Airtime = "airtime",
        Data = "data",
        Cable = "cable",
        Power = "power",
    }
}

input! {
    /// A purchase to check.
    pub struct BillInput {
        /// The kind of bill, which decides the minimum and the wording of refusals.
        kind: Bill,
        /// The amount to pay, without charges, in the wallet's currency.
        amount: AmountText,
        /// The available balance.
        balance: AmountText,
        /// The wallet's currency, in which all amounts are given.
        currency: CurrencyCode,
        /// The service's minimum, for electricity.
        minimum: Option<AmountText>,
        /// Whether the user is restricted from paying.
        restricted: bool,
    }
}

/// Refused for restricted users; airtime and electricity below ten, electricity also below the service's minimum; and
/// above the balance. Source: document 2, sections 4 and 5. The old product reported too small an amount but bought
/// anyway; here it is refused.
pub fn check(input: &BillInput) -> Verdict {
    let checked = || {
        if input.restricted {
            let violation = Violation::new("amount", Code::NotAllowed);
            return Err(violation.saying("Cannot perform this transaction!"));
        }
        let currency = input.currency.known("currency")?;
        let amount = input.amount.amount("amount", currency)?;
        let minimum = minimum(input.minimum.as_ref(), currency)?;
        let balance = input.balance.amount("balance", currency)?;
        let violation = input.kind.violation(&amount, minimum, &balance, None);
        violation.map_or(Ok(()), Err)
    };
    Verdict::from(Vec::from_iter(checked().err()))
}

/// A service's minimum, if any.
pub(super) fn minimum(
    text: Option<&AmountText>,
    currency: Currency,
) -> Result<Option<Amount>, Violation> {
    match text {
        Some(text) if !text.is_blank() => text.amount("minimum", currency).map(Some),
        _ => Ok(None),
    }
}

/// The minimum for a customer: the greater of the service's and the customer's own.
#[must_use]
pub fn least_for(service: Option<Amount>, own: Option<Amount>) -> Option<Amount> {
    match (service, own) {
        (Some(service), Some(own)) => Some(service.at_least(own)),
        (service, own) => service.or(own),
    }
}

impl Bill {
    /// The minimum: ten for typed amounts, and the service's minimum for electricity.
    fn least(self, minimum: Option<Amount>, currency: Currency) -> Option<Amount> {
        let ten = Amount::of_units(LEAST_UNITS, currency);
        match self {
            Self::Airtime => Some(ten),
            Self::Power => Some(minimum.map_or(ten, |minimum| minimum.at_least(ten))),
            Self::Data | Self::Cable => None,
        }
    }

    /// The violation of the amount: below the minimum, above the balance, or above the cap.
    pub(super) fn violation(
        self,
        amount: &Amount,
        minimum: Option<Amount>,
        balance: &Amount,
        cap: Option<&Amount>,
    ) -> Option<Violation> {
        let currency = amount.currency();
        let least = self.least(minimum, currency);
        if let Some(minimum) = minimum.filter(|minimum| self == Self::Power && amount < minimum) {
            let words = ["please specify an amount greater than ", &minimum.text()];
            let mut violation = Violation::below("amount", amount, &minimum).saying_all(&words);
            if let Some(least) = least {
                violation.params.insert("nearest", &least);
            }
            return Some(violation);
        }
        if let Some(least) = least.filter(|least| amount < least) {
            let words = [
                "The minimum amount is ",
                currency.as_str(),
                " ",
                &least.text(),
                ".",
            ];
            return Some(Violation::below("amount", amount, &least).saying_all(&words));
        }
        let violation = if amount > balance {
            self.above(amount, balance)
        } else {
            self.above_cap(amount, cap.filter(|cap| amount > cap)?)
        };
        // The largest possible payment, unless it is below the minimum.
        let most = cap.map_or(*balance, |cap| balance.at_most(*cap));
        let is_enough = !most.is_zero() && least.is_none_or(|least| most >= least);
        Some(if is_enough {
            violation.with("nearest", &most)
        } else {
            violation
        })
    }

    const fn verb(self) -> &'static str {
        match self {
            Self::Airtime => "top up",
            Self::Data | Self::Cable => "subscribe",
            Self::Power => "buy power",
        }
    }

    /// Above the cap after a security change.
    pub(super) fn above_cap(self, amount: &Amount, cap: &Amount) -> Violation {
        let limit = cap.text();
        Violation::new("amount", Code::AboveMaximum)
            .saying_all(&[
                "you cannot ",
                self.verb(),
                " above ",
                &display(cap),
                " within 24 hours of a change or to a new recipient",
            ])
            .with("limit", limit)
            .with("value", amount)
    }

    pub(super) fn above(self, amount: &Amount, balance: &Amount) -> Violation {
        let limit = balance.text();
        Violation::new("amount", Code::InsufficientBalance)
            .saying_all(&[
                "you cannot ",
                self.verb(),
                " above your available balance of ",
                balance.currency().as_str(),
                " ",
                &limit,
            ])
            .with("limit", limit)
            .with("value", amount)
            .with("unlock", "fund")
    }
}
