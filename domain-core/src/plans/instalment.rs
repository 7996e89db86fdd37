//! Instalments: payments and states.

use crate::calendar::Date;
use crate::money::{Amount, AmountText, Currency, CurrencyCode};
use crate::shape::{choice, input, output};
use crate::validation::{Checked, Violation};

choice! {
    /// The purpose of a payment.
    pub enum Debt {
        Loan = "loan",
        Savings = "savings",
    }
}

choice! {
    /// The state of an instalment. (Document 3, section 3.)
    pub enum InstalmentStatus {
        Pending = "PENDING",
        /// Unpaid on or after its due date.
        Due = "DUE",
        Paid = "PAID",
    }
}

input! {
    /// A payment for an instalment.
    pub struct PaymentInput {
        /// The remaining amount.
        owed: AmountText,
        /// The payment, in `currency`; one unit or what is owed, or more.
        amount: AmountText,
        /// The purpose of the payment, which decides the wording of refusals.
        kind: Debt,
        /// The default is naira.
        currency: Option<CurrencyCode>,
    }

    /// An instalment on a day.
    pub struct NextInput {
        /// The stored state; `PAID` is permanent.
        status: InstalmentStatus,
        /// The day from which the instalment is due.
        due_at: Date,
        /// Today's date in Lagos.
        today: Date,
        /// The amount paid.
        paid: AmountText,
        /// The instalment's amount.
        amount: AmountText,
        /// The default is naira.
        currency: Option<CurrencyCode>,
    }
}

output! {
    /// The debit for a payment.
    pub struct PaymentAnswer {
        /// The amount that the wallet pays, in the plan's currency.
        debit: Amount,
        /// Whether the payment was capped at what is owed.
        capped: bool,
        /// The message if it was capped.
        message: Option<String>,
    }

    /// The state of the instalment.
    pub struct NextStatus {
        /// The state of the instalment today.
        status: InstalmentStatus,
    }
}

impl Debt {
    /// (Document 3, section 8.)
    pub(super) const fn invalid(self) -> &'static str {
        match self {
            Self::Loan => "Invalid loan amount",
            Self::Savings => "Invalid savings amount",
        }
    }
}

/// A plan's currency, by default naira. (Document 3, section 9: only the naira wallet is offered.)
pub(super) fn currency_of(code: Option<&CurrencyCode>) -> Result<Currency, Violation> {
    code.map_or(Ok(Currency::Ngn), |code| code.known("currency"))
}

/// The minimum payment: one unit of the currency, or the owed amount if that is less.
pub(super) fn least_payment(owed: Amount) -> Amount {
    let one = Amount::one(owed.currency());
    if owed.is_zero() {
        one
    } else {
        owed.at_most(one)
    }
}

/// The debit: the amount, capped at the owed amount. Source: document 3, section 8.
///
/// # Errors
/// Below one unit of the currency and below the owed amount: `Invalid loan amount` or `Invalid savings amount`;
/// `not_an_amount`.
pub fn payment(input: &PaymentInput) -> Checked<PaymentAnswer> {
    let currency = currency_of(input.currency.as_ref())?;
    let owed = input.owed.amount("owed", currency)?;
    let amount = input.amount.amount("amount", currency)?;
    let least = least_payment(owed);
    if amount < least {
        let violation = Violation::below("amount", &amount, &least).saying(input.kind.invalid());
        return Err(violation.into());
    }
    let capped = amount > owed;
    let words = || {
        let (code, owed) = (currency.as_str(), owed.text());
        [
            "The debit is capped at the owed amount of ",
            code,
            " ",
            &owed,
            ".",
        ]
        .concat()
    };
    Ok(PaymentAnswer {
        debit: amount.at_most(owed),
        capped,
        message: capped.then(words),
    })
}

/// `PAID` once fully paid, permanently; otherwise `DUE` from its due date, and `PENDING` before. Source: document 3,
/// section 3.
///
/// # Errors
/// `not_an_amount`, `{currency} not supported yet!`
pub fn next(input: &NextInput) -> Checked<NextStatus> {
    let currency = currency_of(input.currency.as_ref())?;
    let paid = input.paid.amount("paid", currency)?;
    let amount = input.amount.amount("amount", currency)?;
    let status = if input.status == InstalmentStatus::Paid || paid >= amount {
        InstalmentStatus::Paid
    } else if input.today >= input.due_at {
        InstalmentStatus::Due
    } else {
        InstalmentStatus::Pending
    };
    Ok(NextStatus { status })
}

/// Whether a deposit starts a plan: it covers the whole first instalment.
#[must_use]
pub fn starts_plan(arrived: Amount, first: Amount) -> bool {
    arrived >= first
}

#[cfg(test)]
mod tests;
