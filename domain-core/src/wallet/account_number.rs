//! Hints about account numbers (NUBAN, Central Bank of Nigeria). They never block: many wallet account numbers are
//! phone numbers, which fail the check.

use super::bank_account::ACCOUNT_NUMBER_DIGITS;
use crate::shape::{input, output, record};
use crate::validation::{Code, TypedIdentifier, Violation};

const WEIGHTS: [u32; 3] = [3, 7, 3];

record! {
    /// A bank in the list.
    pub struct Bank {
        /// The name of the bank.
        name: String,
        /// The central bank's code, of three, five or six digits.
        code: String,
    }
}

input! {
    /// An account number, optionally with its bank.
    pub struct AccountNumberInput {
        /// The account number as typed; separators do not count.
        account_number: TypedIdentifier,
        /// The code of the chosen bank; null: none is chosen.
        bank_code: Option<String>,
        /// The banks among which likely ones are looked for.
        banks: Vec<Bank>,
    }

    /// An account number during typing.
    pub struct TypedNumber {
        /// The account number as typed; separators do not count.
        account_number: TypedIdentifier,
    }
}

output! {
    /// Hints from the number.
    pub struct Inspection {
        /// Whether it is exactly ten ASCII digits.
        valid: bool,
        /// Whether the check digit fits the bank; null without a bank whose code is part of the scheme.
        check_digit_ok: Option<bool>,
        /// The banks it fits.
        likely_banks: Vec<Bank>,
        /// Set if the number isn't valid at the bank.
        warning: Option<Violation>,
    }

    /// Whether a name enquiry can be made.
    pub struct Completed {
        /// Whether the number has exactly ten ASCII digits.
        complete: bool,
    }
}

fn is_complete(number: &str) -> bool {
    let length = u64::try_from(number.len()).unwrap_or(u64::MAX);
    length == ACCOUNT_NUMBER_DIGITS && number.bytes().all(|byte| byte.is_ascii_digit())
}

/// Three-digit codes are weighted as if padded with 000; five-digit codes of other institutions get a leading 9.
fn check_digit_fits(code: &str, number: &str) -> Option<bool> {
    let code = match (code.len(), code.bytes().all(|byte| byte.is_ascii_digit())) {
        (3 | 6, true) => code.to_owned(),
        (5, true) => ["9", code].concat(),
        _ => return None,
    };
    let (serial, check) = number.split_at_checked(9)?;
    let digits = code
        .chars()
        .chain(serial.chars())
        .filter_map(|digit| digit.to_digit(10));
    let weighted = digits
        .zip(WEIGHTS.into_iter().cycle())
        .map(|(digit, weight)| digit.saturating_mul(weight));
    let sum: u32 = weighted.sum();
    let expected = 10_u32.saturating_sub(sum % 10) % 10;
    Some(check.parse() == Ok(expected))
}

/// Weights 3, 7, 3 repeated over the bank's code and the first nine digits; check digit = (10 − sum mod 10) mod 10.
/// Source: CBN's NUBAN standard.
pub fn inspect(input: &AccountNumberInput) -> Inspection {
    let number = &*input.account_number;
    if !is_complete(number) {
        return Inspection {
            valid: false,
            check_digit_ok: None,
            likely_banks: Vec::new(),
            warning: None,
        };
    }
    let fits = |bank: &&Bank| check_digit_fits(&bank.code, number) == Some(true);
    let check_digit_ok = input
        .bank_code
        .as_deref()
        .and_then(|code| check_digit_fits(code, number));
    let warning = (check_digit_ok == Some(false))
        .then(|| Violation::new("account_number", Code::WrongCheckDigit));
    let likely_banks = input.banks.iter().filter(fits).cloned().collect();
    Inspection {
        valid: true,
        check_digit_ok,
        likely_banks,
        warning,
    }
}

/// At exactly ten digits the bank is queried for the account holder's name. Source: document 2, section 5.
pub fn complete(input: &TypedNumber) -> Completed {
    Completed {
        complete: is_complete(&input.account_number),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inspected(number: &str, code: Option<&str>) -> Inspection {
        let bank = |code: &str| Bank {
            name: code.into(),
            code: code.into(),
        };
        let banks = vec![bank("011"), bank("058"), bank("50211"), bank("OPAY")];
        inspect(&AccountNumberInput {
            account_number: number.into(),
            bank_code: code.map(Into::into),
            banks,
        })
    }

    #[test]
    fn the_standards_test_vectors_pass() {
        assert_eq!(
            inspected("0000014579", Some("011")).check_digit_ok,
            Some(true)
        );
        assert_eq!(
            inspected("0000000220", Some("011")).check_digit_ok,
            Some(true)
        );
        assert_eq!(
            inspected("0000000220", Some("000011")).check_digit_ok,
            Some(true)
        );
        let wrong = inspected("0000014578", Some("011"));
        assert_eq!(wrong.check_digit_ok, Some(false));
        assert_eq!(wrong.warning.unwrap().code, Code::WrongCheckDigit);
        assert!(wrong.valid);
    }

    #[test]
    fn matching_banks_are_likely() {
        let likely = inspected("0000014579", None);
        assert_eq!(
            (likely.check_digit_ok, likely.likely_banks[0].code.as_str()),
            (None, "011")
        );
        assert_eq!(inspected("0000014579", Some("OPAY")).check_digit_ok, None);
    }

    #[test]
    fn numbers_have_exactly_ten_digits() {
        for number in ["", "000001457", "00000145790", "000001457x", "00000.4579"] {
            assert!(!inspected(number, Some("011")).valid, "{number}");
            assert!(
                !complete(&TypedNumber {
                    account_number: number.into()
                })
                .complete
            );
        }
    }
}
