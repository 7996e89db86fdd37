//! Phone numbers.

use super::otp::{self, TypedCode};
use crate::shape::{form_values, input, output};
use crate::validation::fields::{PHONE_DIGITS, PHONE_NOT_VALID};
use crate::validation::{Form, NoContext, TextRule, TypedPhone, Violations, plain_phone};

/// Supported dial codes. (Document 1, section 9.)
const DIAL_CODES: [&str; 3] = [NIGERIA, GHANA, CHAD];
const NIGERIA: &str = "+234";
const GHANA: &str = "+233";
const CHAD: &str = "+235";
/// Digits after the dial code. (ITU-T national numbering plans.)
const GHANA_DIGITS: u64 = 9;
const CHAD_DIGITS: u64 = 8;

/// The network to which a number was assigned, by its first digits after the zero: a hint, because numbers have been
/// portable since 2013. From the numbering plan of the Nigerian Communications Commission, as of November 2026. Blocks
/// on which published lists disagree (0707) and those of smaller networks are left out: there the user chooses.
const NETWORKS: [(&str, &[&str]); 4] = [
    (
        "mtn",
        &[
            "7025", "7026", "703", "704", "706", "803", "806", "810", "813", "814", "816", "903",
            "906", "913", "916",
        ],
    ),
    (
        "airtel",
        &[
            "701", "708", "802", "808", "812", "901", "902", "904", "907", "911", "912",
        ],
    ),
    ("glo", &["705", "805", "807", "811", "815", "905", "915"]),
    ("etisalat", &["809", "817", "818", "908", "909"]),
];
/// Prefixes of mobile numbers, after the zero.
const MOBILE: [&str; 5] = ["70", "80", "81", "90", "91"];
const NATIONAL_DIGITS: usize = 10;

input! {
    /// A phone number as entered.
    pub struct PhoneInput {
        /// The number as typed; separators do not count.
        phone: String,
    }
}

output! {
    /// Hints from a phone number.
    pub struct PhoneInspection {
        /// Whether it is a Nigerian mobile number: eleven digits, or +234 and ten.
        valid: bool,
        /// In international format: `+2348031234567`
        e164: Option<String>,
        /// The network to which it was assigned.
        network_hint: Option<&'static str>,
    }
}

/// Source: document 1, section 9; the numbering plan.
pub fn inspect(input: &PhoneInput) -> PhoneInspection {
    let typed = plain_phone(&input.phone);
    let national = ["+234", "234", "0"].iter().find_map(|front| {
        typed
            .strip_prefix(front)
            .filter(|rest| rest.len() == NATIONAL_DIGITS)
            .filter(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()))
            .filter(|rest| MOBILE.iter().any(|front| rest.starts_with(front)))
    });
    let network = national.and_then(|number| {
        NETWORKS
            .iter()
            .find(|(_, fronts)| fronts.iter().any(|front| number.starts_with(front)))
            .map(|(network, _)| *network)
    });
    PhoneInspection {
        valid: national.is_some(),
        e164: national.map(|number| ["+234", number].concat()),
        network_hint: network,
    }
}

form_values! {
    /// Adding a phone number. (Document 1, section 5.)
    pub struct Phone {
        /// `+234`, `+233` or `+235`; blank: `+234`
        dial_code: String,
        /// The number: eleven digits in Nigeria, nine after the zero in Ghana, eight in Chad.
        phone: TypedPhone,
    }
}

form_values! {
    /// Confirming a phone number by the code sent to it. (Document 1, section 4.)
    pub struct PhoneCode {
        /// `+234`, `+233` or `+235`; blank: `+234`
        dial_code: String,
        /// The number: eleven digits in Nigeria, nine after the zero in Ghana, eight in Chad.
        phone: TypedPhone,
        /// Six ASCII letters or digits; a hyphen after the third is dropped.
        code: TypedCode,
    }
}

impl Phone {
    /// The number as stored.
    pub fn number(&self) -> String {
        number(&self.dial_code, &self.phone)
    }
}

impl PhoneCode {
    /// The number as stored.
    pub fn number(&self) -> String {
        number(&self.dial_code, &self.phone)
    }

    /// The code without separators.
    pub fn plain_code(&self) -> String {
        self.code.to_string()
    }
}

/// The significant digits, and the required number: eleven in Nigeria, including the leading zero. In Ghana the leading
/// zero is for domestic calls only and does not count.
fn counted<'a>(dial_code: &str, phone: &'a str) -> (&'a str, u64) {
    match dial_code {
        GHANA => {
            let phone = phone.strip_prefix(GHANA).unwrap_or(phone);
            (phone.strip_prefix('0').unwrap_or(phone), GHANA_DIGITS)
        }
        CHAD => (phone.strip_prefix(CHAD).unwrap_or(phone), CHAD_DIGITS),
        _ => (phone, PHONE_DIGITS),
    }
}

/// A valid number as stored: Nigerian numbers in national format, `08031234567`; others in E.164, `+233241234567`.
pub(super) fn number(dial_code: &str, phone: &str) -> String {
    let (digits, _) = counted(dial_code, phone.trim());
    match dial_code {
        GHANA | CHAD => [dial_code, digits].concat(),
        _ => digits.to_owned(),
    }
}

/// The document has one message for all errors.
pub(super) fn check(dial_code: &str, phone: &str, found: &mut Violations) {
    found
        .optional("dial_code", dial_code)
        .one_of(&DIAL_CODES)
        .done();
    let (digits, count) = counted(dial_code, phone);
    let mut check = found.required("phone", digits);
    check.digits(count);
    if count == PHONE_DIGITS {
        check.must_be(&TextRule::Mobile);
    }
    check.saying(PHONE_NOT_VALID);
}

impl Form for Phone {
    const NAME: &'static str = "phone";
    type Context = NoContext;

    fn check(&self, _: &NoContext, found: &mut Violations) {
        check(&self.dial_code, &self.phone, found);
    }
}

impl Form for PhoneCode {
    const NAME: &'static str = "phone_code";
    type Context = NoContext;

    fn check(&self, _: &NoContext, found: &mut Violations) {
        check(&self.dial_code, &self.phone, found);
        otp::check(&self.code, found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::validation::Code;

    fn refused(dial_code: &str, phone: &str) -> Vec<(String, Code)> {
        let form = Phone {
            dial_code: dial_code.into(),
            phone: phone.into(),
        };
        form.violations(&NoContext {})
            .into_iter()
            .map(|found| (found.field.to_string(), found.code))
            .collect()
    }

    #[test]
    fn a_number_has_its_countrys_length() {
        for (dial_code, phone, kept) in [
            ("", "08031234567", "08031234567"),
            ("+234", "08031234567", "08031234567"),
            ("+233", "241234567", "+233241234567"),
            ("+233", "0241234567", "+233241234567"),
            ("+235", "66123456", "+23566123456"),
            ("", "+234 803 123 4567", "08031234567"),
            ("+234", "0803 123 4567", "08031234567"),
            ("+233", "+233 24 123 4567", "+233241234567"),
            ("+235", "+235 66 12 34 56", "+23566123456"),
        ] {
            assert_eq!(refused(dial_code, phone), [], "{dial_code} {phone}");
            let form = Phone {
                dial_code: dial_code.into(),
                phone: phone.into(),
            };
            assert_eq!(form.number(), kept);
        }
        for (dial_code, phone, code) in [
            ("+234", "241234567", Code::WrongLength),
            ("", "01234567890", Code::NotAllowed),
            ("+234", "12345678901", Code::NotAllowed),
            ("+234", "+233 24 123 4567", Code::NotNumeric),
            ("+233", "08031234567", Code::WrongLength),
            ("+233", "24123456", Code::WrongLength),
            ("+233", "24123456x", Code::NotNumeric),
            ("+233", "0", Code::Required),
            ("+235", "066123456", Code::WrongLength),
            ("+235", "", Code::Required),
        ] {
            let expected = [("phone".to_owned(), code)];
            assert_eq!(refused(dial_code, phone), expected, "{dial_code} {phone}");
        }
        let expected = [("dial_code".to_owned(), Code::NotOneOf)];
        assert_eq!(refused("+1", "08031234567"), expected);
    }
}
