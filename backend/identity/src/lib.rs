//! User accounts: sign-up, sign-in, one-time codes, passwords, sessions, profile, PIN.
//!
//! It never decides what a valid value is (the forms do) and never touches money: a verified PIN becomes a grant, which
//! the payment consumes in the transaction of the debit. Source: document 1; the shapes are in docs/openapi.json.

pub mod account_settings;
pub mod alerts;
pub mod answers;
pub mod arrivals;
pub mod avatars;
pub mod backoff;
pub mod browsers;
pub mod channels;
pub mod checks;
pub mod codes;
pub mod devices;
pub mod emails;
pub mod google;
pub mod letters;
mod limits;
pub mod liveness;
pub mod numbers;
pub mod operator;
pub mod own_data;
pub mod passwords;
pub mod phones;
pub mod pin;
pub mod profile;
pub mod proxy;
pub mod questions;
pub mod reauthentication;
mod referrer;
mod routes;
pub mod search;
pub mod security_questions;
pub mod sessions;
pub mod sign_in;
pub mod sign_up;

pub use routes::{avatar, routes};

/// Statements that delete rows two days after the instant in `$1`.
pub const SHORT_LIVED: [&str; 4] = [
    "DELETE FROM one_time_codes WHERE sent_at_ms < $1",
    "DELETE FROM code_targets WHERE asked_at_ms < $1",
    "DELETE FROM exchange_codes WHERE expires_at_ms < $1",
    "DELETE FROM login_failures WHERE last_at_ms < $1",
];
