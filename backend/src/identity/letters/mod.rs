//! What people are written: codes, and what happened to their account. Each letter is queued in the transaction of what it
//! tells of, and sent if that is committed.

mod codes;
mod news;

pub use codes::{code, count_text, pin_code, text_code, to_nobody};
pub use news::{News, tell};

/// How long it is worth telling somebody what happened.
const NEWS_MS: i64 = 24 * 60 * 60 * 1_000;
