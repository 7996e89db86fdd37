//! Matching particulars of the same person.

/// A person's particulars, as entered or as registered.
#[derive(Clone, Copy)]
pub struct Particulars<'a> {
    pub first_name: &'a str,
    pub last_name: &'a str,
    /// `dd-MM-yyyy`
    pub dob: &'a str,
}

impl std::fmt::Debug for Particulars<'_> {
    /// Omits the particulars, which are personal data.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Particulars { .. }")
    }
}

/// Whether they belong to the same person: the same date of birth, and the same names, ignoring case, order, spaces and
/// hyphens. Registers disagree on which name comes first.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn persons_match_by_both_names_and_date_of_birth() {
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
        let blank = Particulars {
            first_name: "",
            last_name: "",
            dob: "",
        };
        assert!(!is_same_person(&blank, &blank));
    }
}
