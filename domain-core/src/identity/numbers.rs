//! National identity numbers: BVN and NIN.

use super::profile::{TodayContext, birth_violation};
use super::{LONGEST_NAME_CHARS, LONGEST_REFERRER_CHARS};
use crate::shape::form_values;
use crate::validation::{Form, NoContext, Violations};

/// Neither has a public check digit. (Document 1, section 9.)
pub const IDENTITY_DIGITS: u64 = 11;
const MODES: &[&str] = &["bvn", "nin"];

form_values! {
    /// Signing in or up with a national identity number. (Document 1, section 5.)
    pub struct IdentityNumber {
        /// `bvn` or `nin`
        mode: String,
        value: String,
        referrer: String,
    }
}

fn check_number(mode: &str, value: &str, found: &mut Violations) {
    found.required("mode", mode).one_of(MODES).done();
    found
        .required("value", value)
        .digits(IDENTITY_DIGITS)
        .done();
}

impl Form for IdentityNumber {
    const NAME: &'static str = "identity_number";
    type Context = NoContext;

    fn check(&self, _: &NoContext, found: &mut Violations) {
        check_number(&self.mode, &self.value, found);
        found
            .optional("referrer", &self.referrer)
            .at_most(LONGEST_REFERRER_CHARS)
            .done();
    }
}

form_values! {
    /// Proving who one is. (Document 1, section 5.)
    pub struct Identity {
        /// `bvn` or `nin`
        mode: String,
        value: String,
        first_name: String,
        last_name: String,
        /// `dd-MM-yyyy`
        dob: String,
    }
}

impl Form for Identity {
    const NAME: &'static str = "identity";
    type Context = TodayContext;

    fn check(&self, context: &TodayContext, found: &mut Violations) {
        check_number(&self.mode, &self.value, found);
        for (field, name) in [
            ("first_name", &self.first_name),
            ("last_name", &self.last_name),
        ] {
            found
                .required(field, name)
                .at_most(LONGEST_NAME_CHARS)
                .done();
        }
        found
            .required("dob", &self.dob)
            .refuse_for(|| birth_violation(&self.dob, context.today))
            .done();
    }
}

form_values! {
    /// A BVN alone, where the bank wants one. (Document 3, section 5.)
    pub struct Bvn {
        bvn: String,
    }
}

impl Form for Bvn {
    const NAME: &'static str = "bvn";
    type Context = NoContext;

    fn check(&self, _: &NoContext, found: &mut Violations) {
        found
            .required("bvn", &self.bvn)
            .digits(IDENTITY_DIGITS)
            .done();
    }
}
