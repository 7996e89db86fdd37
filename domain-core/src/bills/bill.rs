//! Whether a bill can be paid.

use crate::money::{Amount, AmountText, Currency, CurrencyCode};
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
        kind: Bill,
        amount: AmountText,
        /// The available balance.
        balance: AmountText,
        currency: CurrencyCode,
        /// The service's minimum, for electricity.
        minimum: Option<AmountText>,
        /// Whether the user is restricted from paying.
        restricted: bool,
    }
}

/// Refused for restricted users; airtime and electricity below ten, electricity also below the service's minimum; and
/// above the balance. Source: document 2, sections 4 and 5. The old product complained about too small an amount but
/// bought it; it is refused.
pub fn check(input: &BillInput) -> Verdict {
    let judge = || {
        if input.restricted {
            let violation = Violation::new("amount", Code::NotAllowed);
            return Err(violation.saying("Cannot perform this transaction!"));
        }
        let currency = input.currency.known("currency")?;
        let amount = input.amount.amount("amount", currency)?;
        let minimum = minimum(input.minimum.as_ref(), currency)?;
        let balance = input.balance.amount("balance", currency)?;
        input
            .kind
            .violation("amount", &amount, minimum, &balance)
            .map_or(Ok(()), Err)
    };
    Verdict::from(Vec::from_iter(judge().err()))
}

/// A service's minimum, if it has one.
pub(super) fn minimum(
    text: Option<&AmountText>,
    currency: Currency,
) -> Result<Option<Amount>, Violation> {
    match text {
        Some(text) if !text.is_blank() => text.amount("minimum", currency).map(Some),
        _ => Ok(None),
    }
}

impl Bill {
    /// The violation of the amount.
    pub(super) fn violation(
        self,
        field: &'static str,
        amount: &Amount,
        minimum: Option<Amount>,
        balance: &Amount,
    ) -> Option<Violation> {
        let currency = amount.currency();
        let asks_least = matches!(self, Self::Airtime | Self::Power);
        let least = Amount::of_units(LEAST_UNITS, currency);
        if let Some(minimum) = minimum.filter(|minimum| self == Self::Power && amount < minimum) {
            let words = ["please specify an amount greater than ", &minimum.text()];
            return Some(below(field, amount, &minimum).saying_all(&words));
        }
        if asks_least && *amount < least {
            let words = [
                "The least amount is ",
                currency.as_str(),
                " ",
                &least.text(),
                ".",
            ];
            return Some(below(field, amount, &least).saying_all(&words));
        }
        (amount > balance).then(|| self.above(field, amount, balance))
    }

    const fn verb(self) -> &'static str {
        match self {
            Self::Airtime => "top up",
            Self::Data | Self::Cable => "subscribe",
            Self::Power => "buy power",
        }
    }

    /// Above the cap after a security change.
    pub(super) fn above_cap(self, amount: &Amount, cap: &Amount) -> Option<Violation> {
        if amount <= cap {
            return None;
        }
        let limit = cap.text();
        let violation = Violation::new("amount", Code::AboveMaximum).saying_all(&[
            "you cannot ",
            self.verb(),
            " above ",
            cap.currency().as_str(),
            " ",
            &limit,
            " within 24 hours of a change or to a new recipient",
        ]);
        Some(
            violation
                .with("limit", limit)
                .with("value", amount)
                .with("nearest", cap),
        )
    }

    fn above(self, field: &'static str, amount: &Amount, balance: &Amount) -> Violation {
        let limit = balance.text();
        let currency = balance.currency().as_str();
        Violation::new(field, Code::InsufficientBalance)
            .saying_all(&[
                "you cannot ",
                self.verb(),
                " above your available balance of ",
                currency,
                " ",
                &limit,
            ])
            .with("limit", limit)
            .with("value", amount)
            .with("unlock", "fund")
    }
}

fn below(field: &'static str, amount: &Amount, least: &Amount) -> Violation {
    Violation::below(field, amount, least)
}
