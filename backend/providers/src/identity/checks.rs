//! Validates a register's answer. It becomes a user's profile, so it is checked like any other input.

use super::RegisteredPerson;
use crate::bank::checks::name;
use domain_core::calendar::Date;

const PHONE_DIGITS: usize = 11;
const COUNTRY_CODE: &str = "234";

/// Normalises and validates a person; `None` if invalid.
pub fn person(found: RegisteredPerson) -> Option<RegisteredPerson> {
    let gender = found
        .gender
        .map(|gender| gender.to_ascii_lowercase())
        .filter(|gender| gender == "male" || gender == "female");
    Some(RegisteredPerson {
        first_name: name(&found.first_name)?,
        last_name: name(&found.last_name)?,
        dob: Date::parse_day_first(&found.dob)?.day_first(),
        gender,
        phone: phone(&found.phone)?,
    })
}

/// Converts to national format: `+2348031234567` becomes `08031234567`.
fn phone(text: &str) -> Option<String> {
    let text = text.trim();
    let digits = text.strip_prefix('+').unwrap_or(text);
    let home = match digits.strip_prefix(COUNTRY_CODE) {
        Some(rest) => ["0", rest].concat(),
        None => digits.to_owned(),
    };
    let good = home.len() == PHONE_DIGITS && home.bytes().all(|byte| byte.is_ascii_digit());
    good.then_some(home)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ada() -> RegisteredPerson {
        RegisteredPerson {
            first_name: " Ada ".into(),
            last_name: "Obi".into(),
            dob: "01-02-1990".into(),
            gender: Some("FEMALE".into()),
            phone: "+2348031234567".into(),
        }
    }

    #[test]
    fn particulars_are_normalised() {
        let found = person(ada()).unwrap();
        assert_eq!(found.first_name, "Ada");
        assert_eq!(found.gender.as_deref(), Some("female"));
        assert_eq!(found.phone, "08031234567");
    }

    #[test]
    fn invalid_particulars_are_refused() {
        let with = |change: fn(&mut RegisteredPerson)| {
            let mut found = ada();
            change(&mut found);
            person(found).is_some()
        };
        assert!(with(|found| found.gender = Some("unknown".into())));
        assert!(!with(|found| found.first_name = "A\u{202e}da".into()));
        assert!(!with(|found| found.last_name = String::new()));
        assert!(!with(|found| found.dob = "1990-02-01".into()));
        assert!(!with(|found| found.dob = "31-02-1990".into()));
        assert!(!with(|found| found.phone = "0803123456".into()));
        assert!(!with(|found| found.phone = "٠٨٠٣١٢٣٤٥٦٧".into()));
    }
}
