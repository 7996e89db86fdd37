//! Violations, field checks, forms.
//!
//! Checks continue after a violation: every invalid field is reported, with the first rule it violates.

mod characters;
mod checked;
mod code;
mod email;
mod field;
pub(crate) mod fields;
mod file;
mod form;
mod identifier_text;
mod missing;
mod person_name;
mod phone_text;
mod text_field;
mod validate;
mod violation;

pub use characters::{
    count_characters, deceives, deceives_in_lines, without_disguise, without_links,
};
pub use checked::{Checked, Refusal, Verdict};
pub use code::Code;
pub use email::{is_domain, is_email};
pub use field::{TextCheck, Violations};
pub(crate) use file::{FileKind, check_file};
pub use form::{Form, NoContext};
pub(crate) use identifier_text::plain as plain_identifier;
pub use identifier_text::{NumberText, PlainNumber, TypedIdentifier, clean};
pub(crate) use identifier_text::{is_blank as is_blank_character, is_dash, is_mark, narrow};
pub(crate) use person_name::has_words;
pub use phone_text::TypedPhone;
pub(crate) use phone_text::plain as plain_phone;
pub use text_field::{TextField, TextRule};
pub(crate) use validate::{validate, validate_in};
pub use violation::{Param, Params, Violation};
