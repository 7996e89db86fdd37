//! Chat attachments.

use crate::shape::form_values;
use crate::validation::{FileKind, Form, NoContext, Violations, check_file, deceives};

/// 12 MB. (Document 2, section 9.)
pub const MOST_BYTES: i64 = 12 * 1024 * 1024;

/// The total per user: about forty photos and a few documents. The documents specify no limit.
pub const MOST_KEPT_BYTES: i64 = 100 * 1024 * 1024;

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
    /// A chat attachment.
    pub struct ChatAttachment {
        /// The file's name with its ending, which must fit the media type.
        name: String,
        /// In bytes.
        size: i64,
        /// As reported by the browser, such as `image/png`.
        media_type: String,
    }
}

impl Form for ChatAttachment {
    const NAME: &'static str = "chat_attachment";
    type Context = NoContext;

    /// The old product silently ignored other files; here they are refused with a reason.
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

/// Whether another file fits into the user's total.
#[must_use]
pub fn fits(kept_bytes: i64, bytes: i64) -> bool {
    kept_bytes.saturating_add(bytes) <= MOST_KEPT_BYTES
}

/// A file's name for display: without path and invisible characters.
#[must_use]
pub fn shown_name(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let seen = |c: &char| !deceives(c.encode_utf8(&mut [0; 4]));
    last.chars().filter(seen).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_lose_folders_and_bidi_characters() {
        for (given, shown) in [
            ("id.pdf", "id.pdf"),
            ("../../etc/id.pdf", "id.pdf"),
            ("C:\\Users\\ada\\id.pdf", "id.pdf"),
            ("gpj.\u{202e}fdp.exe.pdf", "gpj.fdp.exe.pdf"),
            ("a\0b\n.png", "ab.png"),
            ("Àdìrẹ.png", "Àdìrẹ.png"),
        ] {
            assert_eq!(shown_name(given), shown, "{given:?}");
        }
    }

    #[test]
    fn users_have_a_quota_of_a_hundred_megabytes() {
        assert!(fits(MOST_KEPT_BYTES - MOST_BYTES, MOST_BYTES));
        assert!(!fits(MOST_KEPT_BYTES - MOST_BYTES + 1, MOST_BYTES));
        assert!(!fits(i64::MAX, 1));
    }
}
