//! Files by name, size and type.

use super::{Code, Violation, Violations};

/// The maximum length of a file name on common systems.
const LONGEST_NAME_CHARS: u64 = 255;

/// A file type: extension and media type, which must agree.
#[derive(Debug, Clone, Copy)]
pub struct FileKind {
    ending: &'static str,
    media_type: &'static str,
}

impl FileKind {
    pub const fn new(ending: &'static str, media_type: &'static str) -> Self {
        Self { ending, media_type }
    }
}

/// Validates `name`, `size` (in bytes) and `media_type`. These are the client's claims: the server also checks the
/// content.
pub(crate) fn check_file(
    name: &str,
    size: i64,
    media_type: &str,
    kinds: &[FileKind],
    most_bytes: i64,
    found: &mut Violations,
) {
    let ending = name
        .rsplit_once('.')
        .map(|(_, ending)| ending.to_ascii_lowercase());
    let media_type = media_type.trim().to_ascii_lowercase();
    let has_ending = |kind: &FileKind| ending.as_deref() == Some(kind.ending);
    let unsupported = |field| {
        let endings: Vec<&str> = kinds.iter().map(|kind| kind.ending).collect();
        Violation::new(field, Code::UnsupportedType).with("limit", endings.join(", "))
    };
    found
        .required("name", name)
        .at_most(LONGEST_NAME_CHARS)
        .refuse_if(!kinds.iter().any(has_ending), || unsupported("name"))
        .done();
    if size > most_bytes {
        let violation = Violation::new("size", Code::TooLarge);
        found.add(
            violation
                .with("limit", most_bytes)
                .with("value", size)
                .with("nearest", most_bytes),
        );
    } else if size < 1 {
        found.add(
            Violation::new("size", Code::OutOfRange)
                .with("limit", 1_i64)
                .with("value", size),
        );
    }
    let known = kinds.iter().any(|kind| {
        kind.media_type == media_type && (has_ending(kind) || !kinds.iter().any(has_ending))
    });
    found
        .required("media_type", &media_type)
        .refuse_if(!known, || unsupported("media_type"))
        .done();
}
