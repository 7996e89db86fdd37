//! Common passwords that a strength meter would accept.
//!
//! Most are a common word in disguise: capitals, look-alike characters and a common suffix. So the list contains words
//! and suffixes, not passwords. (Sources: the yearly lists of leaked passwords, read for their patterns.)

/// Words behind common passwords, in plain lower-case letters.
const WORDS: &[&str] = &[
    "password",
    "passwort",
    "passcode",
    "pass",
    "welcome",
    "qwerty",
    "qwertyuiop",
    "qwert",
    "asdf",
    "asdfgh",
    "asdfghjkl",
    "zxcvbn",
    "zxcvbnm",
    "qaz",
    "qazwsx",
    "admin",
    "administrator",
    "root",
    "user",
    "guest",
    "login",
    "letmein",
    "iloveyou",
    "changeme",
    "master",
    "hello",
    "helloworld",
    "monkey",
    "dragon",
    "football",
    "baseball",
    "superman",
    "batman",
    "pokemon",
    "princess",
    "sunshine",
    "michael",
    "jordan",
    "summer",
    "winter",
    "computer",
    "samsung",
    "google",
    "facebook",
    "whatsapp",
    "liverpool",
    "chelsea",
    "arsenal",
    "manchester",
    "barcelona",
    "ronaldo",
    "nigeria",
    "naija",
    "lagos",
    "abuja",
    "india",
    "jesus",
    "jesuschrist",
    "jesusislord",
    "godisgood",
    "blessing",
    "blessed",
    "bank",
];

/// Common as a whole, apart from trailing special characters.
const WHOLE: &[&str] = &[
    "1q2w3e4r",
    "1q2w3e4r5t",
    "q1w2e3r4",
    "1qaz2wsx",
    "1qaz@wsx",
    "zaq12wsx",
    "zaq1@wsx",
    "!qaz2wsx",
    "!qaz1qaz",
    "abc123",
    "abcd1234",
    "abcd@1234",
    "abcd123",
    "abc@123",
    "abc@1234",
    "aa123456",
    "aa@123456",
    "a123456",
    "a12345678",
    "test123",
    "test1234",
    "test@123",
    "test@1234",
    "demo@123",
    "1234abcd",
];

/// Common digit suffixes. Years from 1950 to 2039 count too.
const RUNS: &[&str] = &[
    "",
    "0",
    "00",
    "000",
    "0000",
    "007",
    "01",
    "1",
    "10",
    "100",
    "101",
    "11",
    "111",
    "1111",
    "12",
    "123",
    "1234",
    "12345",
    "123456",
    "1234567",
    "12345678",
    "123456789",
    "2",
    "21",
    "22",
    "23",
    "3",
    "321",
    "4321",
    "5",
    "54321",
    "6",
    "66",
    "666",
    "69",
    "7",
    "77",
    "777",
    "786",
    "8",
    "88",
    "888",
    "9",
    "99",
    "999",
];

/// Shorter personal words occur too often inside other words.
const SHORTEST_OWN_BYTES: usize = 3;
/// More special characters than this are not just a suffix.
const MAX_SPECIALS: usize = 3;

/// Whether the password is common, or just one of the user's own words (name, email address, brand) with a suffix.
pub fn is_well_known(password: &str, own_words: &[&str]) -> bool {
    let lower = password.to_ascii_lowercase();
    let stem = lower.trim_end_matches(|character: char| !character.is_alphabetic());
    let ending = lower.get(stem.len()..).unwrap_or_default();
    let plain = unmasked(stem);
    let whole = lower.trim_end_matches(|character: char| character.is_ascii_punctuation());
    WHOLE.contains(&whole)
        || (is_known_ending(ending) && WORDS.contains(&plain.as_str()))
        || own_words.iter().any(|own| is_own(&plain, own))
}

fn is_known_ending(ending: &str) -> bool {
    let digits: String = ending.chars().filter(char::is_ascii_digit).collect();
    let specials = ending
        .chars()
        .filter(|character| !character.is_ascii_digit())
        .count();
    let year = digits.len() == 4 && ("1950".."2040").contains(&digits.as_str());
    specials <= MAX_SPECIALS && (year || RUNS.contains(&digits.as_str()))
}

/// The word with capitals and look-alike characters reversed.
fn unmasked(stem: &str) -> String {
    let look_alike = |character: char| match character {
        '@' | '4' => 'a',
        '$' | '5' => 's',
        '0' => 'o',
        '1' | '!' => 'i',
        '3' => 'e',
        '7' => 't',
        other => other,
    };
    stem.chars().map(look_alike).collect()
}

/// Whether the word is a name, part of a name, the local part of an email address, or the brand.
fn is_own(plain: &str, own: &str) -> bool {
    let lower = own.to_ascii_lowercase();
    let local = lower
        .split_once('@')
        .map_or(lower.as_str(), |(local, _)| local);
    let joined: String = local
        .chars()
        .filter(|character| character.is_alphabetic())
        .collect();
    let parts = local.split(|character: char| !character.is_alphabetic());
    let letters: String = plain
        .chars()
        .filter(|character| character.is_alphabetic())
        .collect();
    parts
        .chain([joined.as_str()])
        .any(|part| part.len() >= SHORTEST_OWN_BYTES && part == letters)
}

#[cfg(test)]
mod tests {
    use super::is_well_known;

    #[test]
    fn disguised_words_are_common() {
        for known in [
            "Password1",
            "Password1!",
            "P@ssw0rd",
            "P@$$w0rd123",
            "Passw0rd!",
            "Welcome@123",
            "Welcome2024!",
            "Qwerty123!",
            "Admin@123",
            "Abcd1234!",
            "Abcd@1234",
            "Aa@123456",
            "1q2w3e4R!",
            "Nigeria@123",
            "LetMeIn1!",
            "Iloveyou1!",
            "1Qaz@wsx",
            "Test@123",
        ] {
            assert!(is_well_known(known, &[]), "{known}");
        }
    }

    #[test]
    fn other_words_are_not_common() {
        for fine in [
            "Tide4!Harbour",
            "Password-of-the-lighthouse9",
            "Welcome83652!",
            "Xk4!pass",
            "Str0ng!pass",
            "",
            "!!!",
            "Ọ̀ṣun2024!a",
        ] {
            assert!(!is_well_known(fine, &[]), "{fine}");
        }
    }

    #[test]
    fn own_words_are_common() {
        let own = ["Adaeze Obi-Okafor", "ada.eze77@example.ng", "Ajo", ""];
        for known in [
            "Adaeze2024!",
            "Ad@eze!9",
            "Obi#12345",
            "AdaezeObiOkafor1!",
            "AdaEze#99",
            "Ajo!2026",
        ] {
            assert!(is_well_known(known, &own), "{known}");
        }
        for fine in ["Adaeze$Kicks9", "Obinna1!x", "Example1!x"] {
            assert!(!is_well_known(fine, &own), "{fine}");
        }
    }
}
