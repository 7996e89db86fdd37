//! Profile pictures.

use crate::shape::form_values;
use crate::validation::{FileKind, Form, NoContext, Violations, check_file};

/// 5 MB, enough for any phone's photos. The documents specify no limit.
pub const MOST_BYTES: i64 = 5 * 1024 * 1024;

/// Formats of browsers and phones, except those that can contain scripts.
const KINDS: &[FileKind] = &[
    FileKind::new("jpeg", "image/jpeg"),
    FileKind::new("jpg", "image/jpeg"),
    FileKind::new("png", "image/png"),
    FileKind::new("webp", "image/webp"),
];

form_values! {
    /// A profile picture. (Document 1, section 2.)
    pub struct Avatar {
        /// The file's name with its ending, which must fit the media type.
        name: String,
        /// In bytes.
        size: i64,
        /// As reported by the browser, such as `image/png`.
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
