//! Signing up by email.

use super::fields::REFERRER;
use super::password::check_new_password;
use super::phone;
use crate::shape::{form_values, input};
use crate::validation::fields::{EMAIL, PERSON_NAME};
use crate::validation::{Code, Form, TextField, TypedPhone, Violation, Violations, has_words};

form_values! {
    /// Signing up by email. (Document 1, section 5.)
    pub struct Register {
        /// The person's name: 3 to 60 characters on one line, without the tenant's name.
        name: String,
        /// The email address to sign in with.
        email: String,
        /// `+234`, `+233` or `+235`; blank: `+234`
        dial_code: String,
        /// Eleven digits in Nigeria, nine in Ghana, eight in Chad.
        phone: TypedPhone,
        /// The password: 6 to 128 characters with a strength of at least 3.
        password: String,
        /// The referrer's code.
        referrer: String,
        /// Whether the terms are accepted.
        agreement: bool,
    }
}

input! {
    /// The tenant of the app.
    pub struct BrandContext {
        /// The tenant's name, which makes a weak password and is not a person's name.
        brand: Option<String>,
    }
}

impl Register {
    /// The phone number as stored.
    pub fn phone_number(&self) -> String {
        phone::number(&self.dial_code, &self.phone)
    }
}

/// The violation for an unknown referral code, which only the server can detect.
#[must_use]
pub fn unknown_referrer() -> Violation {
    Violation::new(REFERRER.name, Code::NotAllowed)
        .saying("Nobody has this code. Check it, or leave it blank.")
}

impl Form for Register {
    const NAME: &'static str = "register";
    type Context = BrandContext;
    const TEXT_FIELDS: &'static [TextField] = &[EMAIL, REFERRER];

    fn check(&self, context: &BrandContext, found: &mut Violations) {
        found.text(&PERSON_NAME, &self.name);
        let brand = context.brand.as_deref().unwrap_or_default();
        if has_words(&self.name, brand) {
            let violation = Violation::new(PERSON_NAME.name, Code::NotAllowed);
            found.add(violation.saying_all(&[
                "Leave out \u{201c}",
                brand,
                "\u{201d}: people would take you for us.",
            ]));
        }
        found.text(&EMAIL, &self.email);
        phone::check(&self.dial_code, &self.phone, found);
        let own = [self.name.as_str(), &self.email, brand];
        check_new_password("password", &self.password, &own, found);
        found.text(&REFERRER, &self.referrer);
        found.accepted("agreement", self.agreement);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::validation::Code;

    fn good() -> Register {
        Register {
            name: "Ada Obi".into(),
            email: "ada@example.ng".into(),
            dial_code: String::new(),
            phone: "08031234567".into(),
            password: "Tide4!Harbour".into(),
            referrer: String::new(),
            agreement: true,
        }
    }

    fn codes(form: &Register) -> Vec<(String, Code)> {
        let context = BrandContext {
            brand: Some("Ajo".into()),
        };
        form.violations(&context)
            .into_iter()
            .map(|found| (found.field.to_string(), found.code))
            .collect()
    }

    #[test]
    fn a_filled_in_form_is_accepted() {
        assert_eq!(codes(&good()), []);
    }

    #[test]
    fn every_invalid_field_is_listed_once_in_order() {
        let blank = Register {
            name: " ".into(),
            email: String::new(),
            dial_code: String::new(),
            phone: "".into(),
            password: String::new(),
            referrer: String::new(),
            agreement: false,
        };
        let expected = [
            ("name", Code::Required),
            ("email", Code::Required),
            ("phone", Code::Required),
            ("password", Code::Required),
            ("agreement", Code::NotAccepted),
        ];
        assert_eq!(
            codes(&blank),
            expected.map(|(field, code)| (field.to_owned(), code))
        );
    }

    #[test]
    fn the_first_violated_rule_is_reported() {
        for (phone, code) in [
            ("0803123456x", Code::NotNumeric),
            ("0803123456", Code::WrongLength),
            ("080312345678", Code::WrongLength),
        ] {
            let form = Register {
                phone: phone.into(),
                ..good()
            };
            assert_eq!(codes(&form), [("phone".to_owned(), code)]);
            let violations = form.violations(&BrandContext { brand: None });
            assert_eq!(violations[0].message, "phone number not valid");
        }
        for (password, code) in [
            ("Ab1!x", Code::TooShort),
            ("abcdefgh", Code::TooWeak),
            ("Password1!", Code::TooCommon),
            ("AdaObi2024!", Code::TooCommon),
        ] {
            let form = Register {
                password: password.into(),
                ..good()
            };
            assert_eq!(codes(&form), [("password".to_owned(), code)], "{password}");
        }
    }
}
