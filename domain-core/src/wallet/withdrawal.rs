//! Withdrawals to a bank account: the minimum, the check, the form.

use super::LONGEST_DESCRIPTION_CHARS;
use super::bank_account::check_bank_account;
use super::tariff::Tariff;
use super::terms::{Destination, Floor, Terms, balance};
use super::transfer::Payment;
use crate::calendar::Date;
use crate::money::{Amount, AmountText, CurrencyCode, Rates};
use crate::shape::{form_values, input, output};
use crate::validation::{Code, Form, Judged, Verdict, Violation, Violations};

input! {
    /// A currency whose least withdrawal is asked for.
    pub struct MinimumInput {
        currency: CurrencyCode,
        rates: Rates,
    }

    /// A withdrawal to be judged.
    pub struct CheckInput {
        amount: AmountText,
        currency: CurrencyCode,
        /// What is available.
        ledger_balance: AmountText,
        rates: Rates,
        destination: Destination,
        /// The tenant's tariffs; without them the fee is flat.
        tariffs: Option<Vec<Tariff>>,
        /// The day, for the choice among the tariffs.
        today: Option<Date>,
    }
}

output! {
    /// The least withdrawal.
    pub struct Minimum {
        minimum: Amount,
    }
}

/// N200 × sell(currency) ÷ sell(NGN), rounded up. Source: document 2, section 9.
///
/// # Errors
/// `{currency} not supported yet!`
pub fn minimum(input: &MinimumInput) -> Judged<Minimum> {
    let currency = input.currency.known("currency")?;
    let terms = Terms::new(Destination::Bank, currency, &input.rates, None, None);
    let minimum = terms.minimum()?.unwrap_or_else(|| Amount::zero(currency));
    Ok(Minimum { minimum })
}

/// Whether the amount is not below the bank's minimum and, with its charges, not above the balance. Wallets have no
/// minimum. Source: document 2, section 5.
pub fn check(input: &CheckInput) -> Verdict {
    let judge = || {
        let currency = input.currency.known("currency")?;
        let amount = input.amount.amount("amount", currency)?;
        let ledger_balance = balance(&input.ledger_balance, currency)?;
        let terms = Terms::new(
            input.destination,
            currency,
            &input.rates,
            input.tariffs.as_deref(),
            input.today,
        );
        Ok(terms.violation(&amount, &ledger_balance, Floor::Destination))
    };
    Verdict::from(Vec::from_iter(judge().unwrap_or_else(Some)))
}

form_values! {
    /// A withdrawal to a bank account: a saved one, or a new one. (Document 2, section 5.)
    pub struct Withdraw {
        amount: AmountText,
        description: String,
        /// Whether the withdrawal is confirmed.
        confirm: bool,
        /// A saved account.
        bank_account_id: String,
        /// A new account's bank.
        bank_code: String,
        bank_name: String,
        account_number: String,
        account_name: String,
    }
}

input! {
    /// The wallet the money leaves.
    pub struct WithdrawContext {
        currency: CurrencyCode,
        /// What is available.
        ledger_balance: AmountText,
        rates: Option<Rates>,
        /// A bank, unless said otherwise.
        destination: Option<Destination>,
        /// The tenant's tariffs; without them the fee is flat.
        tariffs: Option<Vec<Tariff>>,
        /// The day, for the choice among the tariffs.
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
        };
        payment.check(&self.amount, found);
        found
            .optional("description", &self.description)
            .at_most(LONGEST_DESCRIPTION_CHARS)
            .done();
        found.accepted("confirm", self.confirm);
        self.check_account(found);
    }
}

impl Withdraw {
    /// Exactly one of a saved account and a new one.
    fn check_account(&self, found: &mut Violations) {
        let parts = [
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
mod tests {
    use super::*;
    use crate::money::{Currency, Rate};

    fn rates() -> Rates {
        let rate = |text| Rate::parse(text).unwrap();
        Rates::default()
            .with(Currency::Ngn, rate("1500"), None)
            .with(Currency::Usd, rate("1"), None)
    }

    fn judged(amount: &str, currency: Currency, ledger_balance: &str) -> Option<(Code, String)> {
        let input = CheckInput {
            amount: amount.into(),
            currency: currency.into(),
            ledger_balance: ledger_balance.into(),
            rates: rates(),
            destination: Destination::Bank,
            tariffs: None,
            today: None,
        };
        check(&input)
            .violations
            .first()
            .map(|violation| (violation.code, violation.message.to_string()))
    }

    #[test]
    fn two_hundred_naira_at_least() {
        assert_eq!(judged("200", Currency::Ngn, "1000"), None);
        let below = Some((
            Code::BelowMinimum,
            "you cannot withdraw below N200".to_owned(),
        ));
        assert_eq!(judged("199.99", Currency::Ngn, "1000"), below);
        assert_eq!(judged("0", Currency::Ngn, "0"), below);
        // 200 ÷ 1500 is 0.1333…, rounded up.
        assert_eq!(judged("0.14", Currency::Usd, "1"), None);
        let below = Some((
            Code::BelowMinimum,
            "you cannot withdraw below USD 0.14".to_owned(),
        ));
        assert_eq!(judged("0.13", Currency::Usd, "1"), below);
    }

    #[test]
    fn the_fee_must_be_covered_too() {
        assert_eq!(judged("980", Currency::Ngn, "1000"), None);
        let message = "you cannot withdraw above your available balance of NGN 1000.00".to_owned();
        assert_eq!(
            judged("980.01", Currency::Ngn, "1000"),
            Some((Code::InsufficientBalance, message))
        );
    }

    #[test]
    fn a_currency_without_a_rate_is_not_supported() {
        assert_eq!(
            judged("5", Currency::Gbp, "10").unwrap().1,
            "GBP not supported yet!"
        );
    }

    fn form(saved: &str, number: &str) -> Vec<(String, Code)> {
        let form = Withdraw {
            amount: "500".into(),
            description: String::new(),
            confirm: true,
            bank_account_id: saved.into(),
            bank_code: if number.is_empty() {
                String::new()
            } else {
                "058".into()
            },
            bank_name: if number.is_empty() {
                String::new()
            } else {
                "GTBank".into()
            },
            account_number: number.into(),
            account_name: if number.is_empty() {
                String::new()
            } else {
                "ADA OBI".into()
            },
        };
        let context = WithdrawContext {
            currency: Currency::Ngn.into(),
            ledger_balance: "1000".into(),
            rates: None,
            destination: None,
            tariffs: None,
            today: None,
        };
        form.violations(&context)
            .into_iter()
            .map(|found| (found.field.into_owned(), found.code))
            .collect()
    }

    #[test]
    fn a_saved_account_or_a_new_one() {
        assert_eq!(form("7", ""), []);
        assert_eq!(form("", "0123456789"), []);
        assert_eq!(
            form("", ""),
            [("bank_account_id".to_owned(), Code::Required)]
        );
        assert_eq!(
            form("7", "0123456789"),
            [("bank_account_id".to_owned(), Code::NotAllowed)]
        );
        assert_eq!(
            form("", "012345678"),
            [("account_number".to_owned(), Code::WrongLength)]
        );
    }
}
