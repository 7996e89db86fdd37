//! Requirements for passwords.

use super::common_password::is_well_known;
use crate::shape::{choice, form_values, input, output};
use crate::validation::{Code, Form, Violation, Violations, count_characters};

/// (Document 1, section 9.)
pub const SHORTEST_PASSWORD_CHARS: u64 = 6;
/// Longer than any password manager's passwords, and short enough that hashing cannot be abused.
pub const LONGEST_PASSWORD_CHARS: u64 = 128;
/// The lowest accepted score. (Document 1, section 5.)
pub const LEAST_SCORE: i64 = 3;
/// Longer passwords earn a point. (Document 1, section 5.)
const LONG_CHARS: u64 = 7;
/// (Document 1, section 5.)
const SPECIAL: &str = "!%&@#$^*?_~";

input! {
    /// A password to measure.
    pub struct PasswordInput {
        /// The password as typed.
        password: String,
    }
}

choice! {
    /// The meter's colour.
    pub enum MeterColour {
        Red = "red",
        Amber = "amber",
        Green = "green",
    }
}

output! {
    /// The strength meter.
    pub struct Strength {
        /// 0 to 4: one point per criterion.
        score: i64,
        /// Red below 2, amber below 4, green at 4.
        colour: MeterColour,
        /// Whether the score is at least 3.
        acceptable: bool,
        /// The criteria that the password meets.
        criteria: Criteria,
    }

    /// The criteria that are met.
    pub struct Criteria {
        /// A lower-case and an upper-case ASCII letter.
        mixed_case: bool,
        /// A digit 0 to 9.
        digit: bool,
        /// One of `!%&@#$^*?_~`.
        special: bool,
        /// More than seven characters.
        long: bool,
    }
}

/// One point each for mixed case, a digit, a special character and more than seven characters. Source: document 1,
/// section 5. Scores of 2 and 3 are amber; 2 is refused.
pub fn strength(input: &PasswordInput) -> Strength {
    measure(&input.password)
}

fn measure(password: &str) -> Strength {
    let has = |kind: fn(&u8) -> bool| password.as_bytes().iter().any(kind);
    let criteria = Criteria {
        mixed_case: has(u8::is_ascii_lowercase) && has(u8::is_ascii_uppercase),
        digit: has(u8::is_ascii_digit),
        special: has(|byte| SPECIAL.as_bytes().contains(byte)),
        long: count_characters(password) > LONG_CHARS,
    };
    let score = [
        criteria.mixed_case,
        criteria.digit,
        criteria.special,
        criteria.long,
    ]
    .map(i64::from)
    .iter()
    .sum();
    let colour = match score {
        ..2 => MeterColour::Red,
        2..4 => MeterColour::Amber,
        _ => MeterColour::Green,
    };
    Strength {
        score,
        colour,
        acceptable: score >= LEAST_SCORE,
        criteria,
    }
}

/// Validates a new password: long enough, strong enough, not common and not one of the user's own words.
pub(crate) fn check_new_password(
    field: &'static str,
    password: &str,
    own_words: &[&str],
    found: &mut Violations,
) {
    let weak = || {
        let measured = measure(password);
        let violation = || {
            Violation::new(field, Code::TooWeak)
                .with("limit", LEAST_SCORE)
                .with("value", measured.score)
        };
        (!measured.acceptable).then(violation)
    };
    let common =
        || is_well_known(password, own_words).then(|| Violation::new(field, Code::TooCommon));
    found
        .required(field, password)
        .at_least(SHORTEST_PASSWORD_CHARS)
        .at_most(LONGEST_PASSWORD_CHARS)
        .refuse_for(weak)
        .refuse_for(common)
        .done();
}

form_values! {
    /// Setting a new password with a code. (Document 1, section 5; the match check is ours.)
    pub struct ResetPassword {
        /// The new password: 6 to 128 characters with a strength of at least 3.
        password: String,
        /// The new password again.
        confirm_password: String,
    }
}

input! {
    /// The user's own words, which make weak passwords.
    pub struct PersonContext {
        /// The user's name; null: unknown.
        name: Option<String>,
        /// The user's email address; null: unknown.
        email: Option<String>,
        /// The tenant's name; null: unknown.
        brand: Option<String>,
    }
}

impl PersonContext {
    /// The words, blank where unknown.
    pub(super) fn words(&self) -> [&str; 3] {
        [&self.name, &self.email, &self.brand].map(|word| word.as_deref().unwrap_or_default())
    }
}

impl Form for ResetPassword {
    const NAME: &'static str = "reset_password";
    type Context = PersonContext;

    fn check(&self, context: &PersonContext, found: &mut Violations) {
        check_new_password("password", &self.password, &context.words(), found);
        found
            .required("confirm_password", &self.confirm_password)
            .matches(&self.password)
            .done();
    }
}

input! {
    /// A password to estimate.
    pub struct EstimateInput {
        /// The password as typed; only its first 30 characters count.
        password: String,
        /// The user's own words: name, email, brand.
        user_inputs: Vec<String>,
    }
}

output! {
    /// An estimate of how hard a password is to guess. It is advice, and refuses nothing.
    pub struct Estimate {
        /// 0 (guessed immediately) to 4.
        score: i64,
        /// The number of guesses as a power of ten, rounded to hundredths: `10.53` means 10^10.53.
        guesses_log10: Hundredths,
        /// The time to guess it against a slow hash, in words.
        crack_time: String,
        /// The weakness of the password, in English; null if none is known.
        warning: Option<String>,
        /// Advice for a better password, in English; empty if there is none.
        suggestions: Vec<String>,
    }
}

/// A number with up to two decimals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hundredths(pub i64);

mod estimate;
#[cfg(feature = "estimate")]
pub use estimate::estimate;

#[cfg(test)]
mod tests {
    use super::*;

    fn measured(password: &str) -> Strength {
        strength(&PasswordInput {
            password: password.into(),
        })
    }

    #[test]
    fn a_point_for_each_criterion() {
        for (password, score, colour) in [
            ("", 0, MeterColour::Red),
            ("abcdefg", 0, MeterColour::Red),
            ("abcdefgh", 1, MeterColour::Red),
            ("Abcdefgh", 2, MeterColour::Amber),
            ("Abcdefg1", 3, MeterColour::Amber),
            ("Ab1!", 3, MeterColour::Amber),
            ("Abcdef1!", 4, MeterColour::Green),
            ("ÀBCDEFGÉ", 1, MeterColour::Red),
        ] {
            let strength = measured(password);
            assert_eq!(
                (strength.score, strength.colour),
                (score, colour),
                "{password}"
            );
            assert_eq!(strength.acceptable, score >= 3);
        }
    }

    #[test]
    fn every_special_character_counts_and_no_other() {
        for special in "!%&@#$^*?_~".chars() {
            assert!(measured(&special.to_string()).criteria.special, "{special}");
        }
        for other in "-+=()[]{}|\\/:;\"'<>,. `£€".chars() {
            assert!(!measured(&other.to_string()).criteria.special, "{other}");
        }
    }

    #[test]
    fn both_entries_must_match() {
        let form = ResetPassword {
            password: "Tide4!Harbour".into(),
            confirm_password: "Tide4!harbour".into(),
        };
        let context = PersonContext {
            name: None,
            email: None,
            brand: None,
        };
        let found = form.violations(&context);
        assert_eq!(
            (found.len(), found[0].field.as_ref(), found[0].code),
            (1, "confirm_password", Code::Mismatch)
        );
        let same = ResetPassword {
            confirm_password: form.password.clone(),
            ..form
        };
        assert_eq!(same.violations(&context), []);
    }
}
