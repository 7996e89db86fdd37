//! Fields of forms in several areas.

use super::TextField;
use super::TextRule::{AtLeast, AtMost, Email, Exactly, Line, Mobile, Numeric, PersonName};
use super::Violations;

/// Maximum length of a name, place or title. The specification gives no limit; a hundred characters fit every legal
/// name we know.
pub(crate) const LONGEST_NAME_CHARS: u64 = 100;
/// Maximum length of a person's name. (The figure is ours.)
pub(crate) const LONGEST_PERSON_NAME_CHARS: u64 = 60;
/// Minimum length of a name. (Document 1, section 9.)
pub(crate) const SHORTEST_NAME_CHARS: u64 = 3;
/// A Nigerian mobile number in national format. (Document 1, section 9.)
pub(crate) const PHONE_DIGITS: u64 = 11;
/// (Document 1, section 8.)
pub(crate) const PHONE_NOT_VALID: &str = "phone number not valid";

/// The name of a plan or a cluster.
pub(crate) const NAME: TextField = TextField::required(
    "name",
    &[
        AtLeast(SHORTEST_NAME_CHARS),
        Line,
        AtMost(LONGEST_NAME_CHARS),
    ],
);
/// A person's name.
pub(crate) const PERSON_NAME: TextField = TextField::required(
    "name",
    &[
        AtLeast(SHORTEST_NAME_CHARS),
        Line,
        PersonName,
        AtMost(LONGEST_PERSON_NAME_CHARS),
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

/// (Document 2, section 9.)
pub(crate) const SHORTEST_CODE_CHARS: u64 = 6;
/// Longest code in use.
pub(crate) const LONGEST_CODE_CHARS: u64 = 64;

/// The code of a plan or a cluster to join.
pub(crate) fn check_join_code(code: &str, when_empty: &'static str, found: &mut Violations) {
    let mut check = found.required("code", code);
    if code.trim().is_empty() {
        check.saying(when_empty);
    } else {
        check
            .at_least(SHORTEST_CODE_CHARS)
            .at_most(LONGEST_CODE_CHARS)
            .done();
    }
}
