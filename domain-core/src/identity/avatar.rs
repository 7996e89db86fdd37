//! The picture of a person.

use crate::shape::form_values;
use crate::validation::{FileKind, Form, NoContext, Violations, check_file};

/// 5 MB: a photograph of any telephone. The documents name no limit.
pub const MOST_BYTES: i64 = 5 * 1024 * 1024;

/// What browsers and telephones make, and nothing that can hold a script.
const KINDS: &[FileKind] = &[
    FileKind::new("jpeg", "image/jpeg"),
    FileKind::new("jpg", "image/jpeg"),
    FileKind::new("png", "image/png"),
    FileKind::new("webp", "image/webp"),
];

form_values! {
    /// A picture of oneself. (Document 1, section 2.)
    pub struct Avatar {
        name: String,
        /// In bytes.
        size: i64,
        /// As the browser tells it, such as `image/png`.
        media_type: String,
    }
}

impl Form for Avatar {
    const NAME: &'static str = "avatar";
    type Context = NoContext;

    fn check(&self, _: &NoContext, found: &mut Violations) {
        check_file(
            &self.name,
            self.size,
            &self.media_type,
            KINDS,
            MOST_BYTES,
            found,
        );
    }
}
