//! Paying an instalment, and how far it is.

use crate::calendar::Date;
use crate::money::{Amount, AmountText, Currency, CurrencyCode};
use crate::shape::{choice, input, output};
use crate::validation::{Checked, Violation};

choice! {
    /// What is paid for.
    pub enum Debt {
        Loan = "loan",
        Savings = "savings",
    }
}

choice! {
    /// How far an instalment is. (Document 3, section 3.)
    pub enum InstalmentStatus {
        Pending = "PENDING",
        /// Its day has come, and it is not paid.
        Due = "DUE",
        Paid = "PAID",
    }
}

input! {
    /// A payment for an instalment.
    pub struct PaymentInput {
        /// What is left to pay.
        owed: AmountText,
        amount: AmountText,
        kind: Debt,
        /// Naira without one.
        currency: Option<CurrencyCode>,
    }

    /// An instalment on a day.
    pub struct NextInput {
        status: InstalmentStatus,
        due_at: Date,
        today: Date,
        /// What has been paid.
        paid: AmountText,
        /// What is to be paid.
        amount: AmountText,
        /// Naira without one.
        currency: Option<CurrencyCode>,
    }
}

output! {
    /// What a payment takes out of the wallet.
    pub struct PaymentAnswer {
        debit: Amount,
        /// Whether more was offered than is owed.
        capped: bool,
        /// Said when it was capped.
        message: Option<String>,
    }

    /// How far the instalment is.
    pub struct NextStatus {
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

/// The currency of a plan that names none. (Document 3, section 9: only the naira wallet is offered.)
pub(super) fn currency_of(code: Option<&CurrencyCode>) -> Result<Currency, Violation> {
    code.map_or(Ok(Currency::Ngn), |code| code.known("currency"))
}

/// What is taken: the amount, but not more than is owed. Source: document 3, section 8.
///
/// # Errors
/// Below one unit of the currency: `Invalid loan amount` or `Invalid savings amount`; `not_an_amount`.
pub fn payment(input: &PaymentInput) -> Checked<PaymentAnswer> {
    let currency = currency_of(input.currency.as_ref())?;
    let owed = input.owed.amount("owed", currency)?;
    let amount = input.amount.amount("amount", currency)?;
    let least = Amount::one(currency);
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

/// `PAID` once all is paid, and for good; else `DUE` from its day on; else `PENDING`. Source: document 3, section 3.
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

#[cfg(test)]
mod tests;
