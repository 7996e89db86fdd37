//! Fields that several forms have.

use super::password::{LONGEST_PASSWORD_CHARS, SHORTEST_PASSWORD_CHARS};
use crate::validation::TextField;
use crate::validation::TextRule::{AtLeast, AtMost, Email, Exactly, Line, Numeric};

/// Longest name, place or title. The specification gives no bound; a hundred characters fit every legal name we know.
pub(crate) const LONGEST_NAME_CHARS: u64 = 100;
/// Shortest name. (Document 1, section 9.)
pub(crate) const SHORTEST_NAME_CHARS: u64 = 3;
/// A Nigerian mobile number as it is dialled. (Document 1, section 9.)
pub(crate) const PHONE_DIGITS: u64 = 11;
/// (Document 1, section 8.)
pub(crate) const PHONE_NOT_VALID: &str = "phone number not valid";
/// Longest referrer code.
const LONGEST_REFERRER_CHARS: u64 = 64;

pub(crate) const NAME: TextField = TextField::required(
    "name",
    &[
        AtLeast(SHORTEST_NAME_CHARS),
        Line,
        AtMost(LONGEST_NAME_CHARS),
    ],
);
pub(crate) const FIRST_NAME: TextField =
    TextField::required("first_name", &[Line, AtMost(LONGEST_NAME_CHARS)]);
pub(crate) const LAST_NAME: TextField =
    TextField::required("last_name", &[Line, AtMost(LONGEST_NAME_CHARS)]);
pub(crate) const EMAIL: TextField = TextField::required("email", &[Email]);
pub(crate) const PHONE: TextField =
    TextField::required("phone", &[Numeric, Exactly(PHONE_DIGITS)]).saying(PHONE_NOT_VALID);
pub(crate) const OPTIONAL_PHONE: TextField =
    TextField::optional("phone", &[Numeric, Exactly(PHONE_DIGITS)]).saying(PHONE_NOT_VALID);
/// The code of whoever recommended Ajo.
pub(crate) const REFERRER: TextField =
    TextField::optional("referrer", &[Line, AtMost(LONGEST_REFERRER_CHARS)]);
/// A password that was set before.
pub(crate) const PASSWORD: TextField = TextField::required(
    "password",
    &[
        AtLeast(SHORTEST_PASSWORD_CHARS),
        AtMost(LONGEST_PASSWORD_CHARS),
    ],
);
