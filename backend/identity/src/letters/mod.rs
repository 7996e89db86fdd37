//! Messages to users: codes, and notices about their account. Each message is queued in the transaction it reports on,
//! and sent only if that commits.

mod codes;
mod news;

pub use codes::{code, count_text, expect_texts, pin_code, text_code, to_nobody};
pub use news::{Letter, News, email, email_with, send, tell, text};

/// How long a notice is worth sending.
const NEWS_MS: i64 = 24 * 60 * 60 * 1_000;
