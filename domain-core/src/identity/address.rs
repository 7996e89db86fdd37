//! Home addresses, and the price of their verification.

use crate::calendar::Date;
use crate::money::{Amount, AmountText, Currency};
use crate::shape::{form_values, input, output};
use crate::validation::fields::{LONGEST_NAME_CHARS, SHORTEST_NAME_CHARS};
use crate::validation::{Code, Form, Violation, Violations};

/// (Document 1, section 5.)
const SHORTEST_POSTAL_CODE_CHARS: u64 = 5;
const LONGEST_POSTAL_CODE_CHARS: u64 = 16;
const LONGEST_ADDRESS_CHARS: u64 = 200;
/// Charged once per user. (Document 1, section 9.)
const VERIFICATION_NAIRA: u32 = 1_400;
/// Countries without states, from document 1, section 3.
const WITHOUT_STATES: [&str; 7] = [
    "Antarctica",
    "Australia",
    "Hong Kong",
    "Malta",
    "Monaco",
    "Singapore",
    "United Kingdom",
];

form_values! {
    /// An address. (Document 1, section 5.)
    pub struct ProfileAddress {
        /// The street and number: 3 to 200 characters on one line.
        address: String,
        /// The postal code: 5 to 16 characters on one line.
        postal_code: String,
        /// The country's English name: up to 100 characters on one line.
        country: String,
        /// The state or region: up to 100 characters on one line; may be blank in countries without states.
        state: String,
        /// The city or town: up to 100 characters on one line.
        city: String,
        /// The local government area.
        lga: String,
        /// A place nearby, up to 100 characters on one line; blank: none.
        landmark: String,
    }
}

input! {
    /// Facts about the country.
    pub struct CountryContext {
        /// Whether it has states. If unknown, countries without states are those in the document.
        has_states: Option<bool>,
    }
}

impl Form for ProfileAddress {
    const NAME: &'static str = "profile_address";
    type Context = CountryContext;

    fn check(&self, context: &CountryContext, found: &mut Violations) {
        found
            .required("address", &self.address)
            .at_least(SHORTEST_NAME_CHARS)
            .line(LONGEST_ADDRESS_CHARS)
            .done();
        found
            .required("postal_code", &self.postal_code)
            .at_least(SHORTEST_POSTAL_CODE_CHARS)
            .line(LONGEST_POSTAL_CODE_CHARS)
            .done();
        let country = self.country.trim();
        let has_states = context
            .has_states
            .unwrap_or_else(|| !is_without_states(country));
        for (field, text, is_required) in [
            ("country", &self.country, true),
            ("state", &self.state, has_states),
            ("city", &self.city, true),
            ("lga", &self.lga, false),
            ("landmark", &self.landmark, false),
        ] {
            let mut check = if is_required {
                found.required(field, text)
            } else {
                found.optional(field, text)
            };
            check.line(LONGEST_NAME_CHARS);
        }
    }
}

fn is_without_states(country: &str) -> bool {
    WITHOUT_STATES
        .iter()
        .any(|known| known.eq_ignore_ascii_case(country))
}

input! {
    /// The state of the address verification.
    pub struct AddressFeeInput {
        /// Whether a verification is pending.
        pending: bool,
        /// Whether the address is verified already, so that nothing is due.
        verified: bool,
        /// The available naira balance; null: not checked.
        balance: Option<AmountText>,
    }
}

output! {
    /// The price of the verification.
    pub struct AddressFee {
        /// The price of a verification in naira, whether or not it is due.
        amount: Amount,
        /// The extra fee in naira: always zero.
        fee: Amount,
        /// The amount and the fee, in naira.
        total: Amount,
        /// The amount due now.
        due: Amount,
        /// Why the balance is too low, or `not_an_amount`; null if neither.
        low: Option<Violation>,
    }
}

/// The duration of an address verification in days. (Document 1, section 9.)
const VERIFICATION_DAYS: i64 = 3;

/// The last day on which a verification paid for today is pending.
pub fn pending_until(today: Date) -> Option<Date> {
    today.add_days(VERIFICATION_DAYS)
}

/// Whether a verification is pending: its last day is in the future.
pub fn is_pending(until: Option<Date>, today: Date) -> bool {
    until.is_some_and(|until| until > today)
}

/// N1,400 without an extra fee; nothing is due while a verification is pending or once the address is verified. The
/// balance is low if below the amount due; a balance that is no amount is named there too, even if nothing is due.
/// Source: document 1, section 9; document 2, section 8.
pub fn fee(input: &AddressFeeInput) -> AddressFee {
    let total = Amount::of_units(VERIFICATION_NAIRA, Currency::Ngn);
    let zero = Amount::zero(Currency::Ngn);
    let due = if input.pending || input.verified {
        zero
    } else {
        total
    };
    AddressFee {
        amount: total,
        fee: zero,
        total,
        due,
        low: input
            .balance
            .as_ref()
            .and_then(|balance| low(balance, &due)),
    }
}

fn low(balance: &AmountText, due: &Amount) -> Option<Violation> {
    let balance = match balance.amount("balance", Currency::Ngn) {
        Ok(balance) => balance,
        Err(violation) => return Some(violation),
    };
    let limit = balance.text();
    let words = ["Your balance is low. NGN ", &limit];
    let violation = Violation::new("amount", Code::InsufficientBalance).saying_all(&words);
    (balance < *due).then(|| {
        violation
            .with("limit", limit.clone())
            .with("value", due)
            .with("unlock", "fund")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verifications_are_pending_for_three_days() {
        let day = |text| Date::parse(text).unwrap();
        let until = pending_until(day("2026-12-30"));
        assert_eq!(until, Date::parse("2027-01-02"));
        assert!(is_pending(until, day("2026-12-30")));
        assert!(is_pending(until, day("2027-01-01")));
        assert!(!is_pending(until, day("2027-01-02")));
        assert!(!is_pending(None, day("2026-12-30")));
        assert_eq!(pending_until(day("9999-12-30")), None);
    }
}
