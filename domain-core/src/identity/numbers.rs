//! National identity numbers: BVN and NIN.

use super::fields::{FIRST_NAME, LAST_NAME, REFERRER};
use super::profile::{TodayContext, birth_violation};
use crate::calendar::TypedDate;
pub use crate::person::{Particulars, is_same_person};
use crate::shape::form_values;
use crate::validation::{Form, NoContext, TextField, TextRule, TypedIdentifier, Violations};

/// Neither has a public check digit. (Document 1, section 9.)
pub const IDENTITY_DIGITS: u64 = 11;
const NUMBER: &[TextRule<'_>] = &[TextRule::Numeric, TextRule::Exactly(IDENTITY_DIGITS)];
const MODE: TextField = TextField::required("mode", &[TextRule::OneOf(&["bvn", "nin"])]);
const VALUE: TextField = TextField::required("value", NUMBER).of_number("a BVN or NIN");
const BVN: TextField = TextField::required("bvn", NUMBER).of_number("a BVN");

form_values! {
    /// Signing in or up with a national identity number. (Document 1, section 5.)
    pub struct IdentityNumber {
        /// `bvn` or `nin`
        mode: String,
        /// The BVN or NIN: eleven digits.
        value: TypedIdentifier,
        /// The referral code of the person who recommended the app; blank: none.
        referrer: String,
    }
}

impl Form for IdentityNumber {
    const NAME: &'static str = "identity_number";
    type Context = NoContext;
    const TEXT_FIELDS: &'static [TextField] = &[MODE, VALUE, REFERRER];

    fn check(&self, _: &NoContext, found: &mut Violations) {
        found.text(&MODE, &self.mode);
        found.text(&VALUE, &self.value);
        found.text(&REFERRER, &self.referrer);
    }
}

form_values! {
    /// Verifying one's identity. (Document 1, section 5.)
    pub struct Identity {
        /// `bvn` or `nin`
        mode: String,
        /// The BVN or NIN: eleven digits.
        value: TypedIdentifier,
        /// The first name on the identity record.
        first_name: String,
        /// The last name on the identity record.
        last_name: String,
        /// `dd-MM-yyyy`
        dob: TypedDate,
    }
}

impl Form for Identity {
    const NAME: &'static str = "identity";
    type Context = TodayContext;
    const TEXT_FIELDS: &'static [TextField] = &[MODE, VALUE, FIRST_NAME, LAST_NAME];

    fn check(&self, context: &TodayContext, found: &mut Violations) {
        found.text(&MODE, &self.mode);
        found.text(&VALUE, &self.value);
        found.text(&FIRST_NAME, &self.first_name);
        found.text(&LAST_NAME, &self.last_name);
        found
            .required("dob", &self.dob)
            .refuse_for(|| birth_violation(&self.dob, context.today))
            .done();
    }
}

form_values! {
    /// A BVN alone, for banks that require one. (Document 3, section 5.)
    pub struct Bvn {
        /// The BVN: eleven digits.
        bvn: TypedIdentifier,
    }
}

impl Form for Bvn {
    const NAME: &'static str = "bvn";
    type Context = NoContext;
    const TEXT_FIELDS: &'static [TextField] = &[BVN];

    fn check(&self, _: &NoContext, found: &mut Violations) {
        found.text(&BVN, &self.bvn);
    }
}
