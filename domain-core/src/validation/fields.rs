//! Fields of forms in several areas.

use super::TextField;
use super::TextRule::{AtLeast, AtMost, Email, Exactly, Line, Mobile, Numeric};

/// Longest name, place or title. The specification gives no limit; a hundred characters fit every legal name we know.
pub(crate) const LONGEST_NAME_CHARS: u64 = 100;
/// Shortest name. (Document 1, section 9.)
pub(crate) const SHORTEST_NAME_CHARS: u64 = 3;
/// A Nigerian mobile number in national format. (Document 1, section 9.)
pub(crate) const PHONE_DIGITS: u64 = 11;
/// (Document 1, section 8.)
pub(crate) const PHONE_NOT_VALID: &str = "phone number not valid";

pub(crate) const NAME: TextField = TextField::required(
    "name",
    &[
        AtLeast(SHORTEST_NAME_CHARS),
        Line,
        AtMost(LONGEST_NAME_CHARS),
    ],
);
pub(crate) const EMAIL: TextField = TextField::required("email", &[Email]);
pub(crate) const PHONE: TextField =
    TextField::required("phone", &[Numeric, Exactly(PHONE_DIGITS), Mobile])
        .of_phone()
        .saying(PHONE_NOT_VALID);
pub(crate) const OPTIONAL_PHONE: TextField =
    TextField::optional("phone", &[Numeric, Exactly(PHONE_DIGITS), Mobile])
        .of_phone()
        .saying(PHONE_NOT_VALID);
