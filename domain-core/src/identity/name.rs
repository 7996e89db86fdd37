//! People's names as shown to others.

use crate::validation::fields::PERSON_NAME;

/// A masked name that acquaintances recognise and strangers cannot harvest: `A••••• B••••`.
pub fn masked(name: &str) -> String {
    let word = |word: &str| {
        let mut characters = word.chars();
        let first: String = characters.by_ref().take(1).collect();
        first + &"•".repeat(characters.count().min(6))
    };
    name.split_whitespace()
        .map(word)
        .collect::<Vec<_>>()
        .join(" ")
}

/// A name of which a reader who knows it is sure, and from which nobody learns it: `A. Okafor`. A single name keeps its
/// initial.
#[must_use]
pub fn with_initial(name: &str) -> String {
    let mut words = name.split_whitespace();
    let initial: String = words.next().unwrap_or_default().chars().take(1).collect();
    match words.next_back() {
        Some(last) => [&initial, ". ", last].concat(),
        None if initial.is_empty() => initial,
        None => initial + "••",
    }
}

/// Whether a name may be shown to others, by the same rule as in forms.
pub fn is_person_name(name: &str) -> bool {
    PERSON_NAME.violation(name).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_masked_name_keeps_its_initials() {
        assert_eq!(masked("Amina Bello"), "A•••• B••••");
        assert_eq!(masked("  Ọlá  "), "Ọ••");
        assert_eq!(masked("B"), "B");
        assert_eq!(masked(""), "");
    }

    #[test]
    fn first_names_are_shortened_to_their_initial() {
        assert_eq!(with_initial("Ada Okafor"), "A. Okafor");
        assert_eq!(with_initial(" Ọlá Bisi  Adébáyọ̀ "), "Ọ. Adébáyọ̀");
        assert_eq!(with_initial("Ada"), "A••");
        assert_eq!(with_initial(" "), "");
    }
}
