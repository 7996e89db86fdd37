//! National identity numbers: BVN and NIN.

use super::fields::{FIRST_NAME, LAST_NAME, REFERRER};
use super::profile::{TodayContext, birth_violation};
use crate::shape::form_values;
use crate::validation::{Form, NoContext, TextField, TextRule, Violations};

/// Neither has a public check digit. (Document 1, section 9.)
pub const IDENTITY_DIGITS: u64 = 11;
const NUMBER: &[TextRule<'_>] = &[TextRule::Numeric, TextRule::Exactly(IDENTITY_DIGITS)];
const MODE: TextField = TextField::required("mode", &[TextRule::OneOf(&["bvn", "nin"])]);
const VALUE: TextField = TextField::required("value", NUMBER);
const BVN: TextField = TextField::required("bvn", NUMBER);

form_values! {
    /// Signing in or up with a national identity number. (Document 1, section 5.)
    pub struct IdentityNumber {
        /// `bvn` or `nin`
        mode: String,
        value: String,
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

/// A person's particulars, as they say or as a register says.
#[derive(Clone, Copy)]
pub struct Particulars<'a> {
    pub first_name: &'a str,
    pub last_name: &'a str,
    /// `dd-MM-yyyy`
    pub dob: &'a str,
}

impl std::fmt::Debug for Particulars<'_> {
    /// Without the particulars: they are about a person.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Particulars { .. }")
    }
}

/// Whether they are of the same person: the same day of birth, and the same names whatever their case, their order, and
/// the blanks and hyphens in them. Registers are not agreed on which name comes first.
pub fn is_same_person(one: &Particulars<'_>, other: &Particulars<'_>) -> bool {
    let names = |person: &Particulars<'_>| {
        let plain = |name: &str| {
            let letters = name.chars().filter(|letter| letter.is_alphabetic());
            letters.flat_map(char::to_lowercase).collect::<String>()
        };
        let mut names = [plain(person.first_name), plain(person.last_name)];
        names.sort();
        names
    };
    let is_named = names(one).iter().all(|name| !name.is_empty());
    is_named && names(one) == names(other) && one.dob.trim() == other.dob.trim()
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
    const TEXT_FIELDS: &'static [TextField] = &[BVN];

    fn check(&self, _: &NoContext, found: &mut Violations) {
        found.text(&BVN, &self.bvn);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_person_is_known_by_both_names_and_the_day_of_birth() {
        let ada = Particulars {
            first_name: "Ada",
            last_name: "Obi-Eze",
            dob: "01-02-1990",
        };
        let with = |first_name, last_name, dob| {
            is_same_person(
                &ada,
                &Particulars {
                    first_name,
                    last_name,
                    dob,
                },
            )
        };
        assert!(with("ADA", "obi eze", " 01-02-1990"));
        assert!(with("Obi Eze", "Ada", "01-02-1990"));
        assert!(!with("Ada", "Obi", "01-02-1990"));
        assert!(!with("Ada", "Ada", "01-02-1990"));
        assert!(!with("Ada", "Obi-Eze", "02-01-1990"));
        assert!(!with("", "AdaObiEze", "01-02-1990"));
        let nobody = Particulars {
            first_name: "",
            last_name: "",
            dob: "",
        };
        assert!(!is_same_person(&nobody, &nobody));
    }
}
