//! Fields shared by several forms of this area.

use super::password::{LONGEST_PASSWORD_CHARS, SHORTEST_PASSWORD_CHARS};
use crate::validation::TextField;
use crate::validation::TextRule::{AtLeast, AtMost, Line, PersonName};
use crate::validation::fields::LONGEST_PERSON_NAME_CHARS;

/// Maximum length of a referrer code.
const LONGEST_REFERRER_CHARS: u64 = 64;

pub(super) const FIRST_NAME: TextField = TextField::required(
    "first_name",
    &[Line, PersonName, AtMost(LONGEST_PERSON_NAME_CHARS)],
);
pub(super) const LAST_NAME: TextField = TextField::required(
    "last_name",
    &[Line, PersonName, AtMost(LONGEST_PERSON_NAME_CHARS)],
);
/// The referrer's code.
pub(super) const REFERRER: TextField =
    TextField::optional("referrer", &[Line, AtMost(LONGEST_REFERRER_CHARS)]);
/// The current password.
pub(super) const PASSWORD: TextField = TextField::required(
    "password",
    &[
        AtLeast(SHORTEST_PASSWORD_CHARS),
        AtMost(LONGEST_PASSWORD_CHARS),
    ],
);
