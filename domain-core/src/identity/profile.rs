//! The user's profile.

use super::fields::{FIRST_NAME, LAST_NAME};
use crate::calendar::{Date, TypedDate};
use crate::shape::{form_values, input, output};
use crate::validation::{Code, Form, TextField, TextRule, Violation, Violations};

/// (Document 1, section 5.)
const SHORTEST_ABOUT_CHARS: u64 = 12;
const LONGEST_ABOUT_CHARS: u64 = 500;
const ABOUT: TextField = TextField::optional(
    "about",
    &[
        TextRule::AtLeast(SHORTEST_ABOUT_CHARS),
        TextRule::AtMost(LONGEST_ABOUT_CHARS),
    ],
);
/// Legal age, required for financial contracts.
pub const LEAST_AGE_YEARS: u32 = 18;
/// Longer than anyone has lived: an earlier date is a typing error.
const GREATEST_AGE_YEARS: u32 = 130;

form_values! {
    /// Name, gender and date of birth. (Document 1, section 5.)
    pub struct ProfileAbout {
        /// The first name, as on official documents.
        first_name: String,
        /// The last name, as on official documents.
        last_name: String,
        /// `male` or `female`
        gender: String,
        /// `dd-MM-yyyy`
        dob: TypedDate,
        /// A few words about the user, of 12 to 500 characters; blank: none.
        about: String,
    }
}

input! {
    /// Today's date in Lagos.
    pub struct TodayContext {
        /// Today's date in Lagos, which decides a person's age.
        today: Date,
    }
}

impl Form for ProfileAbout {
    const NAME: &'static str = "profile_about";
    type Context = TodayContext;
    const TEXT_FIELDS: &'static [TextField] = &[FIRST_NAME, LAST_NAME, ABOUT];

    fn check(&self, context: &TodayContext, found: &mut Violations) {
        found.text(&FIRST_NAME, &self.first_name);
        found.text(&LAST_NAME, &self.last_name);
        found
            .required("gender", &self.gender)
            .one_of(&["male", "female"])
            .done();
        found
            .required("dob", &self.dob)
            .refuse_for(|| birth_violation(&self.dob, context.today))
            .done();
        found.text(&ABOUT, &self.about);
    }
}

/// The violation of a date of birth: not a date, in the future, implausibly early, or under age.
pub fn birth_violation(dob: &str, today: Date) -> Option<Violation> {
    let Some(born) = Date::parse_day_first(dob) else {
        let violation = Violation::new("dob", Code::NotADate).with("limit", "dd-MM-yyyy");
        return Some(match Date::is_written_day_first(dob) {
            true => violation,
            false => violation.saying("Write it as day-month-year, such as 24-05-1990."),
        });
    };
    if born > today {
        return Some(Violation::new("dob", Code::InTheFuture).with("limit", today.day_first()));
    }
    let is_slip = born
        .add_years(GREATEST_AGE_YEARS)
        .is_some_and(|day| day < today);
    if is_slip {
        return Some(Violation::new("dob", Code::OutOfRange).saying("Check the year."));
    }
    let of_age = born
        .add_years(LEAST_AGE_YEARS)
        .is_some_and(|day| day <= today);
    let too_young = || {
        let message = [
            "You must be at least ",
            &LEAST_AGE_YEARS.to_string(),
            " years old.",
        ]
        .concat();
        Violation::new("dob", Code::BelowMinimum)
            .with("limit", u64::from(LEAST_AGE_YEARS))
            .saying(message)
    };
    (!of_age).then(too_young)
}

/// The particulars of the verified identity, which cannot be changed.
pub const PROVEN_FIELDS: [&str; 3] = ["first_name", "last_name", "dob"];

/// The verified fields that the form would change.
#[must_use]
pub fn proven_fields_changed(proven: &ProfileAbout, form: &ProfileAbout) -> Vec<Violation> {
    let parts = |form: &ProfileAbout| {
        [form.first_name.as_str(), &form.last_name, &form.dob].map(|text| text.trim().to_owned())
    };
    let changed = PROVEN_FIELDS
        .into_iter()
        .zip(parts(proven).into_iter().zip(parts(form)));
    changed
        .filter(|(_, (before, after))| before != after)
        .map(|(field, _)| Violation::new(field, Code::NotAllowed).saying(PROVEN))
        .collect()
}

const PROVEN: &str = "Your identity was verified with this. It can no longer be changed.";

input! {
    /// Facts about the user.
    pub struct ProfileInput {
        /// The first name; null or blank: missing.
        first_name: Option<String>,
        /// The last name; null or blank: missing.
        last_name: Option<String>,
        /// The date of birth, in any spelling; null or blank: missing.
        dob: Option<String>,
    }
}

output! {
    /// Whether the profile is complete.
    pub struct Completeness {
        /// Whether nothing is missing.
        complete: bool,
        /// The missing fields among first_name, last_name and dob.
        missing: Vec<&'static str>,
    }
}

/// Complete when first name, last name and date of birth are all present. Source: document 1, section 2.
pub fn completeness(input: &ProfileInput) -> Completeness {
    let parts = [
        ("first_name", &input.first_name),
        ("last_name", &input.last_name),
        ("dob", &input.dob),
    ];
    let blank = |text: &Option<String>| text.as_deref().is_none_or(|text| text.trim().is_empty());
    let missing: Vec<&'static str> = parts
        .into_iter()
        .filter(|(_, text)| blank(text))
        .map(|(key, _)| key)
        .collect();
    Completeness {
        complete: missing.is_empty(),
        missing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verified_particulars_cannot_be_changed() {
        let proven = ProfileAbout {
            first_name: "Ada".into(),
            last_name: "Obi".into(),
            gender: "female".into(),
            dob: "01-02-1990".into(),
            about: String::new(),
        };
        let mut form = proven.clone();
        form.about = "I sell cloth in Balogun market".into();
        form.first_name = " Ada".into();
        assert!(proven_fields_changed(&proven, &form).is_empty());
        form.first_name = "Mallory".into();
        form.dob = "01-02-1991".into();
        let changed = proven_fields_changed(&proven, &form);
        let fields: Vec<&str> = changed.iter().map(|found| found.field.as_ref()).collect();
        assert_eq!(fields, ["first_name", "dob"]);
        assert!(changed.iter().all(|found| found.code == Code::NotAllowed));
    }

    fn codes_for(dob: &str) -> Vec<Code> {
        let form = ProfileAbout {
            first_name: "Ada".into(),
            last_name: "Obi".into(),
            gender: "female".into(),
            dob: dob.into(),
            about: String::new(),
        };
        let context = TodayContext {
            today: Date::new(2026, 2, 28).unwrap(),
        };
        form.violations(&context)
            .into_iter()
            .map(|violation| violation.code)
            .collect()
    }

    #[test]
    fn users_are_of_age_on_their_eighteenth_birthday() {
        for (dob, codes) in [
            ("28-02-2008", vec![]),
            ("29-02-2008", vec![]),
            ("01-03-2008", vec![Code::BelowMinimum]),
            ("28-02-2026", vec![Code::BelowMinimum]),
            ("01-03-2026", vec![Code::InTheFuture]),
            ("28-02-1896", vec![]),
            ("27-02-1896", vec![Code::OutOfRange]),
            ("28/02/2008", vec![]),
            ("28022008", vec![]),
            ("30-02-2000", vec![Code::NotADate]),
            ("2000-01-01", vec![Code::NotADate]),
            ("", vec![Code::Required]),
        ] {
            assert_eq!(codes_for(dob), codes, "{dob}");
        }
    }

    #[test]
    fn blank_fields_are_missing() {
        let lacking = ProfileInput {
            first_name: Some("Ada".into()),
            last_name: Some(" ".into()),
            dob: None,
        };
        assert_eq!(
            completeness(&lacking),
            Completeness {
                complete: false,
                missing: vec!["last_name", "dob"]
            }
        );
    }
}
