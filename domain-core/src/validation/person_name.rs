//! Characters and words in a person's name.

/// Signs between the letters of names, straight and curly.
const SIGNS: &[char] = &[' ', '\'', '-', '.', '\u{2019}', '\u{2010}', '\u{b7}'];
/// Words with which a name in a notice would seem to speak for the brand.
const STAFF: &[&str] = &[
    "admin",
    "administrator",
    "helpdesk",
    "moderator",
    "official",
    "security",
    "support",
];

/// The first part of a text that is not allowed in a person's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault<'a> {
    Character(&'a str),
    Word(&'a str),
    NoLetter,
}

/// Combining marks over or under letters: letters composed in one script are decomposed on another keyboard.
const fn is_combining(character: char) -> bool {
    matches!(character, '\u{300}'..='\u{36f}' | '\u{483}'..='\u{487}' | '\u{591}'..='\u{5bd}' | '\u{64b}'..='\u{65f}'
        | '\u{93c}' | '\u{94d}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}')
}

/// The fault of a name, ignoring white space around it.
pub fn fault(text: &str) -> Option<Fault<'_>> {
    let text = text.trim();
    let belongs = |character: char| {
        character.is_alphabetic() || is_combining(character) || SIGNS.contains(&character)
    };
    if !text.chars().any(char::is_alphabetic) {
        return Some(Fault::NoLetter);
    }
    let mut ends = text
        .char_indices()
        .map(|(at, _)| at)
        .skip(1)
        .chain([text.len()]);
    for (at, character) in text.char_indices() {
        let end = ends.next().unwrap_or(text.len());
        if !belongs(character) {
            return text.get(at..end).map(Fault::Character);
        }
    }
    let is_staff = |word: &&str| STAFF.iter().any(|one| one.eq_ignore_ascii_case(word));
    let staff = text.split([' ', '-', '.']).find(is_staff);
    staff
        .map(Fault::Word)
        .or_else(|| link(text).map(Fault::Character))
}

/// A full stop that turns a name into a web address: between letters, after more than an initial.
fn link(text: &str) -> Option<&str> {
    let mut word = 0_u32;
    let mut characters = text.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        let next = characters.peek().map(|(_, next)| *next);
        if character == '.' && word > 1 && next.is_some_and(char::is_alphabetic) {
            return text.get(at..=at);
        }
        word = match character.is_alphabetic() {
            true => word.saturating_add(1),
            false => 0,
        };
    }
    None
}

/// Whether a name contains another name's words in sequence, ignoring the case of ASCII letters.
pub fn has_words(text: &str, words: &str) -> bool {
    let split = |text: &'_ str| -> Vec<String> {
        let parts = text.split(|character: char| !character.is_alphabetic());
        parts
            .filter(|word| !word.is_empty())
            .map(str::to_ascii_lowercase)
            .collect()
    };
    let (text, words) = (split(text), split(words));
    !words.is_empty() && text.windows(words.len()).any(|run| run == words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_people_are_accepted() {
        for name in [
            "Ada Obi",
            "  Ada Obi ",
            "O'Brien",
            "D\u{2019}Souza-Bello Jr.",
            "J.R. Obi",
            "St. John Bello",
            "Ọlá Adéṣínà",
            "O\u{323}la\u{301}",
            "محمد",
            "محمَّد",
            "王小明",
            "प्रिया",
            "Supportive Adminah",
            "Ng",
        ] {
            assert_eq!(fault(name), None, "{name}");
        }
    }

    #[test]
    fn names_that_speak_for_the_brand_are_refused() {
        for (name, found) in [
            ("Ajo Support", Fault::Word("Support")),
            ("ajo.ADMIN", Fault::Word("ADMIN")),
            ("http://evil.example/login", Fault::Character(":")),
            ("Your account is blocked, call 0800", Fault::Character(",")),
            ("Ada 😀", Fault::Character("😀")),
            ("Ada ✓", Fault::Character("✓")),
            ("X 2000", Fault::Character("2")),
            ("<script>", Fault::Character("<")),
            ("www.evil.ng prize", Fault::Character(".")),
            ("Ada evil.example", Fault::Character(".")),
            ("--- .", Fault::NoLetter),
            ("٠٨٠٣١", Fault::NoLetter),
        ] {
            assert_eq!(fault(name), Some(found), "{name}");
        }
    }

    #[test]
    fn other_names_are_found_as_whole_words() {
        assert!(has_words("Ada AJO", "Ajo"));
        assert!(has_words("the north-bank team", "North Bank"));
        assert!(!has_words("Ajose Ajoke", "Ajo"));
        assert!(!has_words("Ada Obi", ""));
    }
}
