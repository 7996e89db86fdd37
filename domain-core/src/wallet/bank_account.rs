//! Bank accounts for withdrawals.

use crate::shape::{form_values, input};
use crate::validation::fields::{LONGEST_NAME_CHARS, PHONE};
use crate::validation::{
    Code, Form, NoContext, TextField, TextRule, TypedIdentifier, Violation, Violations, plain_phone,
};

/// (Document 2, section 9.)
pub const ACCOUNT_NUMBER_DIGITS: u64 = 10;
/// Maximum length of a bank code in any of the three systems in use.
const LONGEST_BANK_CODE_CHARS: u64 = 20;
const BANK_CODE: TextField =
    TextField::required("bank_code", &[TextRule::AtMost(LONGEST_BANK_CODE_CHARS)]);
const BANK_NAME: TextField = TextField::required("bank_name", NAME);
const ACCOUNT_NUMBER: TextField = TextField::required(
    "account_number",
    &[TextRule::Numeric, TextRule::Exactly(ACCOUNT_NUMBER_DIGITS)],
)
.of_number("an account")
.meant_for(of_phone);
/// The leading zero of the national phone format.
const DIALLED_AT_HOME: &str = "0";

/// Many bank wallets use the phone number without its leading zero.
fn of_phone(typed: &str) -> Option<String> {
    let is_phone = PHONE.violation(typed).is_none();
    let phone = plain_phone(typed);
    let number = phone.strip_prefix(DIALLED_AT_HOME)?;
    is_phone.then(|| number.to_owned())
}
const ACCOUNT_NAME: TextField = TextField::required("account_name", NAME);
const NAME: &[TextRule<'_>] = &[TextRule::Line, TextRule::AtMost(LONGEST_NAME_CHARS)];
/// (Document 2, section 8.)
const NOT_CORRECT: &str = "This entered value is not correct.";

form_values! {
    /// A new bank account. (Document 1, section 5.)
    pub struct BankAccount {
        /// The bank's code: up to 20 characters.
        bank_code: String,
        /// The bank's name: up to 100 characters on one line.
        bank_name: String,
        /// The account number: ten digits; separators do not count.
        account_number: TypedIdentifier,
        /// As returned by the bank.
        account_name: String,
    }
}

impl Form for BankAccount {
    const NAME: &'static str = "bank_account";
    type Context = NoContext;
    const TEXT_FIELDS: &'static [TextField] = &[BANK_CODE, BANK_NAME, ACCOUNT_NUMBER, ACCOUNT_NAME];

    fn check(&self, _: &NoContext, found: &mut Violations) {
        check_bank_account(
            [
                &self.bank_code,
                &self.bank_name,
                &self.account_number,
                &self.account_name,
            ],
            found,
        );
    }
}

/// Validates code, bank name, account number and account name.
pub(super) fn check_bank_account(parts: [&str; 4], found: &mut Violations) {
    let [bank_code, bank_name, account_number, account_name] = parts;
    found.text(&BANK_CODE, bank_code);
    found.text(&BANK_NAME, bank_name);
    found.text(&ACCOUNT_NUMBER, account_number);
    found.text(&ACCOUNT_NAME, account_name);
}

form_values! {
    /// Deleting a bank account, confirmed by typing its number. (Document 2, section 5.)
    pub struct BankAccountDelete {
        /// The account's number, typed to confirm; separators do not count.
        typed: TypedIdentifier,
    }
}

input! {
    /// The account to delete.
    pub struct DeleteContext {
        /// The number of the account to delete.
        account_number: String,
    }
}

impl Form for BankAccountDelete {
    const NAME: &'static str = "bank_account_delete";
    type Context = DeleteContext;

    /// The old product deleted the account anyway; here a wrong number is refused and nothing is sent.
    fn check(&self, context: &DeleteContext, found: &mut Violations) {
        if *self.typed != *context.account_number {
            let code = if self.typed.trim().is_empty() {
                Code::Required
            } else {
                Code::Mismatch
            };
            found.add(Violation::new("typed", code).saying(NOT_CORRECT));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_exact_number_deletes() {
        let context = DeleteContext {
            account_number: "0123456789".into(),
        };
        let violations_of = |typed: &str| {
            BankAccountDelete {
                typed: typed.into(),
            }
            .violations(&context)
        };
        for typed in ["0123456789", "0123456789 ", "٠123456789"] {
            assert_eq!(violations_of(typed), []);
        }
        for typed in ["", "123456789", "01234567890"] {
            assert_eq!(
                violations_of(typed)[0].message,
                "This entered value is not correct."
            );
        }
    }
}
