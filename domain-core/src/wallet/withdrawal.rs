//! Withdrawals to a bank account: the minimum, the check, the form.

use super::LONGEST_DESCRIPTION_CHARS;
use super::bank_account::check_bank_account;
use super::tariff::Tariff;
use super::terms::{Destination, Floor, Funds, Terms};
use super::transfer::Payment;
use crate::calendar::Date;
use crate::money::{Amount, AmountText, CurrencyCode, Rates, TypedAmount};
use crate::shape::{form_values, input, output};
use crate::validation::{Checked, Code, Form, TypedIdentifier, Verdict, Violation, Violations};

input! {
    /// A currency whose minimum withdrawal is requested.
    pub struct MinimumInput {
        /// The wallet's currency.
        currency: CurrencyCode,
        /// The rates of naira and the wallet's currency; a naira wallet needs none.
        rates: Rates,
    }

    /// A withdrawal to check.
    pub struct CheckInput {
        /// The amount that should arrive, without charges.
        amount: AmountText,
        /// The wallet's currency.
        currency: CurrencyCode,
        /// The available balance.
        ledger_balance: AmountText,
        /// The rates of naira and the wallet's currency; a naira wallet needs none.
        rates: Rates,
        /// The destination; only a bank has a minimum and charges.
        destination: Destination,
        /// The tenant's tariffs, in naira; without one that has begun the fee is flat.
        tariffs: Option<Vec<Tariff>>,
        /// The date, which selects the tariff; null: the newest counts, whether or not it has begun.
        today: Option<Date>,
    }
}

output! {
    /// The minimum withdrawal.
    pub struct Minimum {
        /// The minimum in the wallet's currency, rounded up.
        minimum: Amount,
    }
}

/// N200 × sell(currency) ÷ sell(NGN), rounded up. Source: document 2, section 9.
///
/// # Errors
/// `{currency} not supported yet!`, for a missing rate of naira before one of the wallet's currency; `out_of_range`
/// on `amount` for a minimum beyond 28 digits.
pub fn minimum(input: &MinimumInput) -> Checked<Minimum> {
    let currency = input.currency.known("currency")?;
    let terms = Terms::new(Destination::Bank, currency, &input.rates, None, None);
    let minimum = terms.minimum()?.unwrap_or_else(|| Amount::zero(currency));
    Ok(Minimum { minimum })
}

/// Whether the amount is not below the bank's minimum and, with its charges, not above the balance. Wallets have no
/// minimum. The nearest amount of `below_minimum` is the minimum, even if the balance does not cover it. Source:
/// document 2, section 5.
///
/// # Errors
/// `{currency} not supported yet!`, for a missing rate as in `withdrawal.minimum`; `not_an_amount`; `not_allowed` for
/// a currency that cannot go to a bank; `below_minimum`; `insufficient_balance`; `out_of_range` on `amount` for a
/// minimum, a worth, a charge or a sum beyond 28 digits.
pub fn check(input: &CheckInput) -> Verdict {
    let find = || {
        let currency = input.currency.known("currency")?;
        let amount = input.amount.amount("amount", currency)?;
        let funds = Funds::read(&input.ledger_balance, None, currency)?;
        let terms = Terms::new(
            input.destination,
            currency,
            &input.rates,
            input.tariffs.as_deref(),
            input.today,
        );
        Ok(terms.violation(&amount, &funds, Floor::Destination))
    };
    Verdict::from(Vec::from_iter(find().unwrap_or_else(Some)))
}

form_values! {
    /// A withdrawal to a bank account: a saved one, or a new one. (Document 2, section 5.)
    pub struct Withdraw {
        /// The amount that should arrive, without charges, in the wallet's currency: at least one unit and the
        /// minimum, within the cap, and otherwise judged as in `withdrawal.check`.
        amount: TypedAmount,
        /// A text for the statements: up to 200 characters on one line; may be blank.
        description: String,
        /// Whether the withdrawal is confirmed.
        confirm: bool,
        /// A saved account.
        bank_account_id: String,
        /// A new account's bank.
        bank_code: String,
        /// The name of a new account's bank: up to 100 characters on one line.
        bank_name: String,
        /// A new account's number: ten digits; separators do not count.
        account_number: TypedIdentifier,
        /// A new account's holder, as the bank returned it.
        account_name: String,
    }
}

input! {
    /// The wallet to withdraw from.
    pub struct WithdrawContext {
        /// The wallet's currency.
        currency: CurrencyCode,
        /// The available balance.
        ledger_balance: AmountText,
        /// The most that can be spent now; null: no cap.
        cap: Option<AmountText>,
        /// The rates of naira and the wallet's currency; a naira wallet needs none.
        rates: Option<Rates>,
        /// The default is a bank.
        destination: Option<Destination>,
        /// The tenant's tariffs, in naira; without one that has begun the fee is flat.
        tariffs: Option<Vec<Tariff>>,
        /// The date, which selects the tariff; null: the newest counts, whether or not it has begun.
        today: Option<Date>,
    }
}

impl Form for Withdraw {
    const NAME: &'static str = "withdraw";
    type Context = WithdrawContext;

    fn check(&self, context: &WithdrawContext, found: &mut Violations) {
        let payment = Payment {
            destination: context.destination.unwrap_or(Destination::Bank),
            currency: &context.currency,
            ledger_balance: &context.ledger_balance,
            rates: context.rates.as_ref(),
            tariffs: context.tariffs.as_deref(),
            today: context.today,
            cap: context.cap.as_ref(),
        };
        payment.check(&self.amount, found);
        found
            .optional("description", &self.description)
            .line(LONGEST_DESCRIPTION_CHARS)
            .done();
        found.accepted("confirm", self.confirm);
        self.check_account(found);
    }
}

impl Withdraw {
    /// Checks that there is exactly one of a saved account and a new one.
    fn check_account(&self, found: &mut Violations) {
        let parts: [&str; 4] = [
            &self.bank_code,
            &self.bank_name,
            &self.account_number,
            &self.account_name,
        ];
        let is_new = parts.iter().any(|part| !part.trim().is_empty());
        let is_saved = !self.bank_account_id.trim().is_empty();
        match (is_saved, is_new) {
            (true, true) => found.add(
                Violation::new("bank_account_id", Code::NotAllowed)
                    .saying("Choose a saved account or enter a new one, not both."),
            ),
            (false, false) => found.add(
                Violation::new("bank_account_id", Code::Required).saying("Choose a bank account."),
            ),
            (false, true) => check_bank_account(parts, found),
            (true, false) => found
                .optional("bank_account_id", &self.bank_account_id)
                .at_most(40)
                .done(),
        }
    }
}

#[cfg(test)]
mod tests;
