//! Files in a chat.

use crate::shape::form_values;
use crate::validation::{FileKind, Form, NoContext, Violations, check_file};

/// 12 MB. (Document 2, section 9.)
pub const MOST_BYTES: i64 = 12 * 1024 * 1024;

/// Pictures and documents. (Document 2, section 5.)
const KINDS: &[FileKind] = &[
    FileKind::new("jpeg", "image/jpeg"),
    FileKind::new("jpg", "image/jpeg"),
    FileKind::new("png", "image/png"),
    FileKind::new("gif", "image/gif"),
    FileKind::new("bmp", "image/bmp"),
    FileKind::new("pdf", "application/pdf"),
];

form_values! {
    /// A file to be sent in a chat.
    pub struct ChatAttachment {
        name: String,
        /// In bytes.
        size: i64,
        /// As the browser tells it, such as `image/png`.
        media_type: String,
    }
}

impl Form for ChatAttachment {
    const NAME: &'static str = "chat_attachment";
    type Context = NoContext;

    /// Where the old product passed over other files in silence, they are refused with a reason.
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
