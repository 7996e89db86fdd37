//! Phone numbers.

use super::otp;
use crate::shape::{form_values, input, output};
use crate::validation::fields::{PHONE_DIGITS, PHONE_NOT_VALID};
use crate::validation::{Form, NoContext, Violations};

/// The network that a number was issued for: a hint, because numbers can be ported. (Numbering plan of the Nigerian
/// Communications Commission; lists disagree in places.)
const NETWORKS: [(&str, &[&str]); 4] = [
    (
        "mtn",
        &[
            "703", "706", "803", "806", "810", "813", "814", "816", "903", "906", "913", "916",
        ],
    ),
    (
        "airtel",
        &[
            "701", "708", "802", "808", "812", "902", "904", "907", "912",
        ],
    ),
    ("glo", &["705", "805", "807", "811", "815", "905", "915"]),
    ("etisalat", &["809", "817", "818", "908", "909"]),
];
/// Prefixes of mobile numbers, after the zero.
const MOBILE: [&str; 5] = ["70", "80", "81", "90", "91"];
const NATIONAL_DIGITS: usize = 10;

input! {
    /// A phone number as it was entered.
    pub struct PhoneInput {
        phone: String,
    }
}

output! {
    /// What can be told from a phone number.
    pub struct PhoneInspection {
        /// Whether it is a Nigerian mobile number: eleven digits, or +234 and ten.
        valid: bool,
        /// In international format: `+2348031234567`
        e164: Option<String>,
        /// The network it was issued for.
        network_hint: Option<&'static str>,
    }
}

/// Source: document 1, section 9; the numbering plan.
pub fn inspect(input: &PhoneInput) -> PhoneInspection {
    let typed = input.phone.trim();
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
        phone: String,
    }
}

form_values! {
    /// Confirming a phone number by the code sent to it. (Document 1, section 4.)
    pub struct PhoneCode {
        phone: String,
        /// Six ASCII letters or digits; a hyphen after the third is dropped.
        code: String,
    }
}

impl PhoneCode {
    /// The code without its hyphen.
    pub fn plain_code(&self) -> String {
        otp::plain(&self.code)
    }
}

/// The document has one message for every error.
fn check(phone: &str, found: &mut Violations) {
    found
        .required("phone", phone)
        .digits(PHONE_DIGITS)
        .saying(PHONE_NOT_VALID);
}

impl Form for Phone {
    const NAME: &'static str = "phone";
    type Context = NoContext;

    fn check(&self, _: &NoContext, found: &mut Violations) {
        check(&self.phone, found);
    }
}

impl Form for PhoneCode {
    const NAME: &'static str = "phone_code";
    type Context = NoContext;

    fn check(&self, _: &NoContext, found: &mut Violations) {
        check(&self.phone, found);
        otp::check(&self.code, found);
    }
}
