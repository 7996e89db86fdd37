//! Violations, field checks, forms.
//!
//! A check never stops a form: every broken field is named, with the first rule it broke.

mod characters;
mod code;
mod email;
mod field;
mod form;
mod judged;
mod violation;

pub use characters::count_characters;
pub use code::Code;
pub use email::is_email;
pub use field::{TextCheck, Violations};
pub use form::{Form, NoContext};
pub use judged::{Judged, Refusal, Verdict};
pub use violation::{Param, Params, Violation};
